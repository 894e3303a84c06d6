// Asks a server for two tweets, for the doctor. This may cost.
import type { CompatibleSettings } from "~/ground/config-ai";
import type { Clock } from "~/ground/time/clock.server";
import { findTexts } from "../answer/texts";
import { valuesIn } from "../answer/values";
import type { Answer } from "../live/provider";
import { WriterError } from "../port";
import { plainFault } from "./faults";
import { createCompatible } from "./provider.server";

export interface ServerTry {
  fault: WriterError | null;
  /** How many tweets could be read. */
  tweets: number;
  seconds: number;
  tokens: Answer["tokens"];
  costMicros: number | null;
}

const question = {
  rules: "You write short posts. A post has 40 to 200 characters.",
  prompt: "Write 2 posts about a walk in the rain. Answer with JSON: an object whose `tweets` is a list of 2 texts.",
  shape: { type: "object", properties: { tweets: { type: "array", items: { type: "string" } } } },
  search: false,
} as const;

/** Never throws. */
export async function tryServer(settings: CompatibleSettings, clock: Clock): Promise<ServerTry> {
  const began = clock.monotonic();
  const log = { info: () => {}, warn: () => {} };
  const took = () => Math.round((clock.monotonic() - began) / 1000);
  try {
    const provider = createCompatible(settings, { clock, log });
    const { text, tokens, costMicros } = await provider.ask(question, { signal: new AbortController().signal });
    const tweets = findTexts(valuesIn(text))?.length ?? 0;
    return { fault: null, tweets: Math.min(tweets, 2), seconds: took(), tokens, costMicros };
  } catch (cause) {
    const fault = cause instanceof WriterError ? cause : plainFault("failed", settings, { cause });
    return { fault, tweets: 0, seconds: took(), tokens: null, costMicros: null };
  }
}
