// Chooses the writer: Gemini where a key is set, else the demo writer.
import { join } from "node:path";
import type { Clock } from "~/clock.server";
import type { Config } from "~/config.server";
import type { Log } from "~/log.server";
import { createDemo } from "./demo.server";
import { createGemini } from "./gemini.server";
import type { Writer } from "./port";
import { readPrompts } from "./prompts.server";

/** Throws ConfigError where the operator's own prompts can't be used. */
export function chooseWriter(parts: {
  config: Pick<Config, "gemini" | "dataDir">;
  clock: Clock;
  log: Pick<Log, "info" | "warn">;
  random(): number;
}): Writer {
  const { config, clock, log, random } = parts;
  if (!config.gemini) return createDemo({ random });
  const prompts = readPrompts(join(config.dataDir, "prompts"));
  if (prompts.own.length > 0) log.info({ files: prompts.own }, "own_prompts");
  return createGemini({ ...config.gemini, clock, log, prompts });
}
