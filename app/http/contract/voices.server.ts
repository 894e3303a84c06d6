// The contract of voices: read one, put one in its place, and try it on a topic.
import { z } from "zod";
import { maxTopic, topicSchema } from "~/features/generation/schema.server";
import { voiceFields } from "~/features/voice/schema.server";
import { amounts, tones } from "~/features/voice/voice";
import { idSchema, momentSchema } from "~/ground/api-shapes.server";
import { endpoint, success } from "./endpoint.server";
import { notBlank } from "./fields.server";

const voice = z
  .object({
    account_id: idSchema,
    version: z.int().min(0).meta({ description: "Grows with each save; 0 until it is saved once" }),
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

export const read = endpoint({
  method: "GET",
  path: "/api/voices/{account_id}",
  access: "user",
  scope: "read",
  summary: "How this account sounds. Off until it is saved once",
  unknown: "refused",
  status: 200,
  answer: success({ data: voice }),
  refusals: [],
});

export const save = endpoint({
  method: "PUT",
  path: "/api/voices/{account_id}",
  access: "user",
  scope: "write",
  summary: "Put a voice in the place of what was there; a field that is left out is empty",
  unknown: "refused",
  body: z.object(voiceFields),
  status: 200,
  answer: success({ data: voice }),
  refusals: [],
});

export const preview = endpoint({
  method: "POST",
  path: "/api/voices/{account_id}/preview",
  access: "user",
  scope: "write",
  summary: "One tweet on a topic, without the saved voice and in it. Two calls of the writer; neither tweet is kept",
  unknown: "refused",
  body: z.object({ topic: topicSchema.meta({ override: { maxLength: maxTopic, pattern: notBlank } }) }),
  status: 200,
  answer: success({
    data: z.object({
      before: z.string(),
      after: z.string(),
      fault: z.string().nullable().meta({ description: "Why a batch would not keep `after` as it is" }),
    }),
  }),
  refusals: ["voice_empty", "rate_limited", "writer_failed", "shutting_down", "timeout"],
});
