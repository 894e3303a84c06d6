// Sample tweets for the test mode, one in each state. Pure.
import { hours, minutes } from "~/ground/time/duration";
import type { Moment } from "~/features/moments/moment";
import type { TweetView } from "~/features/tweets/tweet";
import { iso } from "~/ground/time/iso";
import { sampleBatches, type SampleBatch, showcase } from "~/ports/ai/demo/showcase";
import { priceList } from "~/ports/network/call-prices";
import { momentLabel } from "~/ground/time/zone";

type Sample = Pick<TweetView, "content" | "status"> & { at: number | null };

const states: readonly Omit<Sample, "content">[] = [
  { status: "pending", at: null },
  { status: "scheduled", at: 0 },
  { status: "publishing", at: 0 },
  { status: "published", at: -minutes(50) },
  { status: "failed", at: -hours(2) },
];

const samples: readonly Sample[] = showcase.tweets.flatMap((content, index) => {
  const state = states[index];
  return state ? [{ content, ...state }] : [];
});

/** A pending sample. Ids are negative, so no real tweet has one. */
const sampleTweet = (index: number, content: string): TweetView => ({
  id: -1 - index,
  content,
  status: "pending",
  reason: null,
  weightedLength: content.length,
  postUrl: null,
  error: null,
  when: null,
  whenIso: null,
  costUsd: null,
  hasLink: false,
  account: { name: "Sample", username: "sample", ref: "" },
  sources: [],
});

/** `drawn`: time and reason of the scheduled sample. */
export function sampleTweets(now: number, timeZone: string, drawn: Pick<Moment, "at" | "reason">): TweetView[] {
  return samples.map(({ content, status, at }, index) => {
    const isDrawn = status === "scheduled";
    const moment = isDrawn ? drawn.at : at === null ? null : now + at;
    return {
      ...sampleTweet(index, content),
      status,
      reason: isDrawn ? drawn.reason : null,
      when: moment === null ? null : momentLabel(moment, timeZone, now),
      whenIso: moment === null ? null : iso(moment),
    };
  });
}

export interface SampleLink {
  name: string;
  label: string;
  isShown: boolean;
}

/** The page of a sample batch; null if none has this name. */
export function samplesNamed(name: string | null) {
  const batch = sampleBatches.find((candidate) => candidate.name === name);
  if (!batch) return null;
  return {
    title: batch.topic,
    hint: "Sample data, written by hand. Nothing here is posted.",
    samples: sampleBatches.map(({ name, label }): SampleLink => ({ name, label, isShown: name === batch.name })),
    tweets: pendingSamples(batch),
  };
}

/** Five pending drafts, as a batch is right after it was written. */
const pendingSamples = ({ tweets }: SampleBatch): TweetView[] =>
  tweets.map((content, index) => ({ ...sampleTweet(index, content), costUsd: priceList.post }));
