// Chooses the writer: Gemini if a key is set, else the demo writer.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { answeringPlainly } from "~/ground/plain-text";
import type { Clock } from "~/ground/time/clock.server";
import type { Config } from "~/ground/config.server";
import type { Log } from "~/ground/telemetry/log.server";
import { checkServer } from "./compatible/check.server";
import { findServerSeen } from "./compatible/seen.server";
import { createDemo } from "./demo.server";
import { checkGemini } from "./gemini/check.server";
import { retirementOf } from "./gemini/models";
import { createGemini } from "./gemini/provider.server";
import type { Writer } from "./port";
import { listOwnPrompts, readPrompts } from "./prompts.server";

const ownPrompts = (dataDir: string): string => join(dataDir, "prompts");

/** Throws ConfigError if the operator's prompts can't be used. */
export function chooseWriter(parts: {
  config: Pick<Config, "gemini" | "dataDir">;
  clock: Clock;
  log: Pick<Log, "info" | "warn">;
  random(): number;
}): Writer {
  const { config, clock, log, random } = parts;
  if (!config.gemini) return createDemo({ random });
  const prompts = readPrompts(ownPrompts(config.dataDir));
  if (prompts.own.length > 0) log.info({ files: prompts.own }, "own_prompts");
  if (prompts.unread.length > 0) log.warn({ files: prompts.unread }, "own_prompts_unread");
  return answeringPlainly(createGemini({ ...config.gemini, clock, log, prompts }));
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
