// Implements a provider with Gemini, and the writer over it.
import type { Clock } from "~/ground/time/clock.server";
import type { Log } from "~/ground/telemetry/log.server";
import type { Provider } from "../live/provider";
import { createLive } from "../live/writer.server";
import type { Writer } from "../port";
import { type Prompts, readPrompts } from "../prompts.server";
import { askingGemini, type GeminiSettings, googleOrigin, limitOf } from "./call.server";
import { refusesJsonWithTools } from "./faults.server";

interface GeminiParts extends GeminiSettings {
  log: Pick<Log, "info" | "warn">;
  clock: Clock;
  prompts?: Prompts;
}

export function createGemini({ log, clock, prompts = readPrompts(null), ...settings }: GeminiParts): Writer {
  return createLive(geminiProvider(settings, { clock, log }), { clock, log, prompts });
}

export function geminiProvider(
  settings: GeminiSettings,
  { clock, log }: { clock: Clock; log: Pick<Log, "warn"> },
): Provider & { kind: "gemini" } {
  const { model, baseUrl } = settings;
  return {
    kind: "gemini",
    model,
    place: new URL(baseUrl ?? googleOrigin).host,
    isHome: false,
    contextTokens: null,
    spare: 2,
    limitMs: limitOf,
    // Models before 3 refuse JSON mode with search.
    searches: generationOf(model) < 3 ? "apart" : "with_json",
    ask: askingGemini(settings, clock, log),
    refusesJsonWithSearch: refusesJsonWithTools,
  };
}

/** A name without a number (gemini-flash-latest) counts as current. */
const generationOf = (model: string): number => Number(/gemini-(\d+)/.exec(model)?.[1] ?? Infinity);
