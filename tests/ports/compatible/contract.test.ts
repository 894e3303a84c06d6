// What every writer promises, by nine servers of chat completions.
import { createLog } from "~/ground/telemetry/log.server";
import { systemClock } from "~/ground/time/clock.server";
import { createCompatible } from "~/ports/ai/compatible/provider.server";
import { createLive } from "~/ports/ai/live/writer.server";
import { readPrompts } from "~/ports/ai/prompts.server";
import { dialectNames, startFakeOpenAi } from "~tests/support/fakes/fake-openai";
import { describeWriter } from "../ai.contract";
import { settingsOf } from "./asking";

const means = { clock: systemClock, log: createLog({ logLevel: "silent" }), prompts: readPrompts(null) };

for (const name of dialectNames)
  describeWriter(`chat completions by ${name}`, async () => {
    const fake = await startFakeOpenAi(name);
    return { writer: createLive(createCompatible(settingsOf(fake.baseUrl), means), means), close: () => fake.close() };
  });
