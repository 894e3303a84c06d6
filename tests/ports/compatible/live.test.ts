// The contract of a writer against a real server: `npm run test:live`, where AI_LIVE_BASE_URL and AI_LIVE_MODEL name one.
import { it } from "vitest";
import { readConfig } from "~/ground/config.server";
import { createLog } from "~/ground/telemetry/log.server";
import { systemClock } from "~/ground/time/clock.server";
import { createCompatible } from "~/ports/ai/compatible/provider.server";
import { createLive } from "~/ports/ai/live/writer.server";
import { readPrompts } from "~/ports/ai/prompts.server";
import { describeWriter } from "../ai.contract";

const { AI_LIVE_BASE_URL: baseUrl, AI_LIVE_MODEL: model, AI_LIVE_API_KEY: apiKey } = process.env;

if (baseUrl && model) {
  const settings = { AI_BASE_URL: baseUrl, AI_MODEL: model, AI_API_KEY: apiKey, AI_TIMEOUT_SECONDS: "600" };
  const { compatible } = readConfig({ SESSION_SECRET: "secret-of-a-test-that-keeps-nothing", ...settings });
  if (compatible === null) throw new Error("AI_LIVE_BASE_URL names no server");
  const means = { clock: systemClock, log: createLog({ logLevel: "warn" }), prompts: readPrompts(null) };
  // One for all, since it learns its server once.
  const writer = createLive(createCompatible(compatible, means), means);
  describeWriter(`${model} at ${compatible.place}`, () => Promise.resolve({ writer, close: () => Promise.resolve() }));
} else it.skip("needs AI_LIVE_BASE_URL and AI_LIVE_MODEL", () => {});
