// Remembers for the doctor how each server has answered since this process started.
import type { CompatibleSettings } from "~/ground/config-ai";
import type { Dialect } from "./dialect";

export interface ServerSeen {
  format: Dialect["format"];
  answers: number;
  /** The server read only part of some prompt. */
  isPromptTruncated: boolean;
}

type Server = Pick<CompatibleSettings, "baseUrl" | "model">;

const seen = new Map<string, ServerSeen>();
const keyOf = ({ baseUrl, model }: Server): string => `${baseUrl} ${model}`;

export function noteServer(server: Server, { format, isPromptTruncated }: Omit<ServerSeen, "answers">): void {
  const before = seen.get(keyOf(server));
  seen.set(keyOf(server), {
    format,
    answers: (before?.answers ?? 0) + 1,
    isPromptTruncated: isPromptTruncated || (before?.isPromptTruncated ?? false),
  });
}

/** null: no answer yet. */
export const findServerSeen = (server: Server): ServerSeen | null => seen.get(keyOf(server)) ?? null;
