// Chooses the writer: Gemini where a key is set, else the demo writer.
import type { Clock } from "~/clock.server";
import type { Config } from "~/config.server";
import type { Log } from "~/log.server";
import { createDemo } from "./demo.server";
import { createGemini } from "./gemini.server";
import type { Writer } from "./port";

export function chooseWriter(parts: {
  config: Pick<Config, "gemini">;
  clock: Clock;
  log: Pick<Log, "info" | "warn">;
  random(): number;
}): Writer {
  const { config, clock, log, random } = parts;
  return config.gemini ? createGemini({ ...config.gemini, clock, log }) : createDemo({ random });
}
