// Defines how long a caller waits for a writer, and when another writer takes over. Pure.

import type { WriterKind } from "~/ground/config-ai";

/** How long a caller waits. */
export interface Timed {
  /** An abort returns what is done so far or throws WriterError "aborted". */
  signal: AbortSignal;
  /** When the caller gives up, monotonic ms. Absent: not known. */
  endsAt?: number;
}

/** Failures of a service, not of the topic: another writer may take over. */
const passedOn = ["busy", "quota", "unreachable", "region", "key", "model", "timeout"] as const;
export type PassedOn = (typeof passedOn)[number];

export const canPassOn = (failure: string | null): failure is PassedOn => passedOn.some((reason) => reason === failure);

/** Another writer wrote this, for that reason. The result names its model. */
export interface Substitute {
  kind: WriterKind;
  place: string | null;
  insteadOf: PassedOn;
}
