// Says that a slow model still writes, and from when on a page says so. Pure.
import type { TaskView } from "~/features/generation/generation.server";
import { minutes, seconds } from "~/ground/time/duration";

export interface StillWriting {
  words: string;
  /** Milliseconds until it is shown. */
  inMs: number;
}

/** Every other task has ended by then. */
const usualMs = seconds(80);
/** The page has said "10-30 seconds". */
const slowAfter = seconds(30);
/** The browser's last check (spec: 1 s, then every 3 s, 30 times). */
const lastCheckAfter = seconds(1 + 29 * 3);
/** A task lasts this much longer than the model's answer. */
const aroundAnswer = seconds(20);

export function stillWriting(
  { createdAt, deadlineAt, parts }: Pick<TaskView, "createdAt" | "deadlineAt" | "parts">,
  now: number,
): StillWriting {
  const lasts = deadlineAt - createdAt;
  const after = lasts > usualMs ? slowAfter : lastCheckAfter;
  const upTo = Math.max(2, Math.ceil((lasts - aroundAnswer) / minutes(1)));
  const what = parts === null ? "tweets" : "thread";
  return {
    words: `Still writing: this model may take up to ${upTo} minutes. You can close this page. The ${what} will be under Ideas.`,
    inMs: Math.max(0, after - (now - createdAt)),
  };
}
