// A tweet as the screens see it.
import type { TweetView } from "~/features/tweets/tweet";

export const tweet = (change: Partial<TweetView> = {}): TweetView => ({
  id: 7,
  content: "Write what you know",
  status: "pending",
  weightedLength: 19,
  postUrl: null,
  error: null,
  when: null,
  whenIso: null,
  reason: null,
  costUsd: 0.015,
  hasLink: false,
  account: { name: "Alice", username: "alice", ref: "11" },
  sources: [],
  ...change,
});
