// Chooses the writer: Gemini, any server of chat completions, or the demo writer.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { answeringPlainly } from "~/ground/plain-text";
import type { Clock } from "~/ground/time/clock.server";
import type { Config } from "~/ground/config.server";
import type { Log } from "~/ground/telemetry/log.server";
import { checkServer } from "./compatible/check.server";
import { createCompatible } from "./compatible/provider.server";
import { costIn } from "./compatible/usage";
import { findServerSeen } from "./compatible/seen.server";
import { createDemo } from "./demo.server";
import { withFallback } from "./fallback.server";
import { checkGemini } from "./gemini/check.server";
import { costOf, retirementOf } from "./gemini/models";
import { geminiProvider } from "./gemini/provider.server";
import type { Provider } from "./live/provider";
import { createLive } from "./live/writer.server";
import type { Writer } from "./port";
import { listOwnPrompts, readPrompts } from "./prompts.server";
import { withMetrics } from "./with-metrics.server";

type WriterConfig = Pick<Config, "writer" | "gemini" | "compatible" | "dataDir"> & Partial<Pick<Config, "fallback">>;

const ownPrompts = (dataDir: string): string => join(dataDir, "prompts");

/** Each call counts in the metrics of the writer that was asked. Throws ConfigError if the operator's prompts can't be used. */
export function chooseWriter(parts: {
  config: WriterConfig;
  clock: Clock;
  log: Pick<Log, "info" | "warn">;
  random(): number;
}): Writer {
  const { config, clock, log, random } = parts;
  const means = { clock, log };
  const provider = providerOf(config, means);
  if (!provider) return withMetrics(createDemo({ random }), clock);
  const prompts = readPrompts(ownPrompts(config.dataDir));
  if (prompts.own.length > 0) log.info({ files: prompts.own }, "own_prompts");
  if (prompts.unread.length > 0) log.warn({ files: prompts.unread }, "own_prompts_unread");
  const live = (from: Provider) => withMetrics(answeringPlainly(createLive(from, { ...means, prompts })), clock);
  const second = config.fallback ? providerOf({ ...config, writer: otherThan(provider) }, means) : null;
  return second ? withFallback(live(provider), live(second), means) : live(provider);
}

const otherThan = ({ kind }: Provider): Provider["kind"] => (kind === "gemini" ? "compatible" : "gemini");

function providerOf(
  { writer, gemini, compatible }: WriterConfig,
  means: { clock: Clock; log: Pick<Log, "info" | "warn"> },
): Provider | null {
  if (writer === "gemini" && gemini) return geminiProvider(gemini, means);
  return writer === "compatible" && compatible ? createCompatible(compatible, means) : null;
}

export interface Priced {
  /** Null: the demo writer. */
  model: string | null;
  /** Millionths of a US dollar; null: unknown. */
  costOf(tokens: { input: number; output: number }): number | null;
}

/** Prices the tokens of the chosen writer. */
export function priceWriter({ writer, gemini, compatible }: WriterConfig, clock: Pick<Clock, "now">): Priced {
  if (writer === "gemini" && gemini) {
    const { model } = gemini;
    return { model, costOf: (tokens) => costOf(tokens, { model, searched: false, now: clock.now() }) };
  }
  if (writer === "compatible" && compatible)
    return { model: compatible.model, costOf: (tokens) => costIn({ usage: null, header: null, tokens }, compatible) };
  return { model: null, costOf: () => 0 };
}

/** Checks key and model, free of charge. Returns null for the demo writer. Never throws. */
export async function checkWriter(config: Pick<Config, "gemini" | "dataDir">, clock: Clock) {
  const { gemini, dataDir } = config;
  if (!gemini) return null;
  const { fault, serverTime } = await checkGemini(gemini, clock);
  return { fault, serverTime, retires: retirementOf(gemini.model), ownPrompts: listOwnPrompts(ownPrompts(dataDir)) };
}

const marksOfContainers = ["/.dockerenv", "/run/.containerenv"];

/** Checks the address of AI_BASE_URL, free of charge. Returns null without one. Never throws. */
export async function checkModel({ compatible: settings }: Pick<Config, "compatible">, clock: Clock) {
  if (!settings) return null;
  const check = await checkServer(settings, clock);
  return { settings, check, seen: findServerSeen(settings), isInContainer: marksOfContainers.some(existsSync) };
}
