// Contract for voices.
import { z } from "zod";
import { maxTopic, topicSchema } from "~/features/generation/schema.server";
import { voiceFields } from "~/features/voice/schema.server";
import { amounts, tones } from "~/features/voice/voice";
import { idSchema, momentSchema } from "~/ground/api-shapes.server";
import { endpoint, success } from "./endpoint.server";
import { notBlank } from "./fields.server";
import { account, at } from "./examples.server";

const voice = z
  .object({
    account_id: idSchema,
    version: z.int().min(0).meta({ description: "Increases with each save; 0 until the first save" }),
    updated_at: momentSchema.nullable(),
    on: z.boolean(),
    about: z.string(),
    audience: z.string(),
    tone: z.array(z.enum(tones)),
    language: z.string().nullable(),
    emoji: z.enum(amounts),
    hashtags: z.enum(amounts),
    avoid: z.array(z.string()),
    samples: z.array(z.string()),
    learn: z.boolean(),
  })
  .meta({ id: "Voice" });

const exampleVoice = {
  account_id: account.id,
  version: 1,
  updated_at: at.noon,
  on: true,
  about: "I build small tools in the evenings.",
  audience: "",
  tone: ["plain" as const, "dry" as const],
  language: null,
  emoji: "fits" as const,
  hashtags: "fits" as const,
  avoid: ["delve"],
  samples: [],
  learn: false,
};

export const read = endpoint({
  method: "GET",
  path: "/api/voices/{account_id}",
  access: "user",
  scope: "read",
  summary: "Get an account's voice. Off until you save one",
  description: "Returns the voice that this account's batches and bots use. Empty fields are not sent to the AI.",
  unknown: "refused",
  status: 200,
  answer: success({ data: voice }),
  refusals: [],
  example: { answer: { success: true, data: exampleVoice } },
});

export const save = endpoint({
  method: "PUT",
  path: "/api/voices/{account_id}",
  access: "user",
  scope: "write",
  summary: "Replace an account's voice. Omitted fields become empty",
  description: "Applies to the next batch and the next run of a bot. Existing tweets don't change.",
  unknown: "refused",
  body: z.object(voiceFields),
  status: 200,
  answer: success({ data: voice }),
  refusals: [],
  example: {
    body: { about: "I build small tools in the evenings.", tone: ["plain", "dry"], avoid: ["delve"] },
    answer: { success: true, data: exampleVoice },
  },
});

export const preview = endpoint({
  method: "POST",
  path: "/api/voices/{account_id}/preview",
  access: "user",
  scope: "write",
  summary: "Preview a topic with and without the saved voice. Calls the AI twice; neither tweet is saved",
  description: "Counts as 2 of the user's batches per hour. The AI may cost money. Needs a live AI.",
  unknown: "refused",
  body: z.object({ topic: topicSchema.meta({ override: { maxLength: maxTopic, pattern: notBlank } }) }),
  status: 200,
  answer: success({
    data: z.object({
      before: z.string(),
      after: z.string(),
      fault: z.string().nullable().meta({ description: "Why a batch would reject or change `after`" }),
    }),
  }),
  refusals: [
    "voice_empty",
    "not_configured",
    "rate_limited",
    "writer_context",
    "writer_failed",
    "shutting_down",
    "timeout",
  ],
  example: {
    body: { topic: "raising my prices" },
    answer: {
      success: true,
      data: {
        before: "Raising prices is hard. Here is how to delve into it!",
        after: "I raised my prices. Two people left. I sleep better.",
        fault: null,
      },
    },
  },
});
