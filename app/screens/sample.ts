// Made-up tweets for the test mode, one of each state, so that a guest sees what the cards say: pure.
import { hours, minutes } from "~/duration";
import type { Moment } from "~/features/publishing/moment";
import type { TweetView } from "~/features/tweets/tweet";
import { iso } from "~/iso";
import { clockTime, dayLabel } from "~/zone";

type Sample = Pick<TweetView, "content" | "status"> & { at: number | null };

const samples: Sample[] = [
  {
    content: "The notebook I never show anyone has better headlines than the ones I publish.",
    status: "pending",
    at: null,
  },
  {
    content: "Asked ten readers what they skip. Nine said the introduction. The tenth was my mother.",
    status: "scheduled",
    at: 0,
  },
  {
    content: "A deadline is only a date until somebody has cleared their evening for it.",
    status: "publishing",
    at: 0,
  },
  {
    content: "Cut the first paragraph, then read the second one aloud. That is the whole course.",
    status: "published",
    at: -minutes(50),
  },
  {
    content: "Writing every day is easy. It is reading it the day after that takes practice.",
    status: "failed",
    at: -hours(2),
  },
];

/** `drawn` is when the scheduled one would go out, and why. Their ids are none that a real tweet has. */
export function sampleTweets(now: number, timeZone: string, drawn: Pick<Moment, "at" | "reason">): TweetView[] {
  return samples.map(({ content, status, at }, index) => {
    const isDrawn = status === "scheduled";
    const moment = isDrawn ? drawn.at : at === null ? null : now + at;
    return {
      id: -1 - index,
      content,
      status,
      reason: isDrawn ? drawn.reason : null,
      weightedLength: content.length,
      postUrl: null,
      error: null,
      when: moment === null ? null : `${dayLabel(moment, timeZone, now)}, ${clockTime(moment, timeZone)}`,
      whenIso: moment === null ? null : iso(moment),
      costUsd: null,
      hasLink: false,
      account: { name: "Sample", username: "sample", ref: "" },
      sources: [],
    };
  });
}
