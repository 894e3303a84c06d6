// Made-up tweets for the test mode, one of each state, so that a guest sees what the cards say: pure.
import { hours, minutes } from "~/duration";
import type { TweetView } from "~/features/tweets/tweet";
import { iso } from "~/iso";
import { clockTime, dayLabel } from "~/zone";

type Sample = Pick<TweetView, "content" | "status" | "reason"> & { at: number | null };

const samples: Sample[] = [
  {
    content: "The notebook I never show anyone has better headlines than the ones I publish.",
    status: "pending",
    reason: null,
    at: null,
  },
  {
    content: "Asked ten readers what they skip. Nine said the introduction. The tenth was my mother.",
    status: "scheduled",
    reason: "Chosen at random, never in your quiet hours.",
    at: hours(5),
  },
  {
    content: "A deadline is only a date until somebody has cleared their evening for it.",
    status: "publishing",
    reason: null,
    at: 0,
  },
  {
    content: "Cut the first paragraph, then read the second one aloud. That is the whole course.",
    status: "published",
    reason: null,
    at: -minutes(50),
  },
  {
    content: "Writing every day is easy. It is reading it the day after that takes practice.",
    status: "failed",
    reason: null,
    at: -hours(2),
  },
];

/** Their ids are none that a real tweet has. */
export function sampleTweets(now: number, timeZone: string): TweetView[] {
  return samples.map(({ content, status, reason, at }, index) => {
    const moment = at === null ? null : now + at;
    return {
      id: -1 - index,
      content,
      status,
      reason,
      weightedLength: content.length,
      postUrl: null,
      error: null,
      when: moment === null ? null : `${dayLabel(moment, timeZone, now)}, ${clockTime(moment, timeZone)}`,
      whenIso: moment === null ? null : iso(moment),
      costUsd: null,
      hasLink: false,
      account: { name: "Sample", username: "sample" },
      sources: [],
    };
  });
}
