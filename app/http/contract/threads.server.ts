// The contract of threads: a long text becomes parts.
import { z } from "zod";
import { maxParts, maxThreadUnits } from "~/features/threads/threads.server";
import { maxBodies } from "~/http/door/limits.server";
import { endpoint, success } from "./endpoint.server";
import { notBlank } from "./fields.server";

export const split = endpoint({
  method: "POST",
  path: "/api/questions/split",
  access: "user",
  summary: "A long text as the parts of a thread; nothing is stored",
  unknown: "refused",
  maxBody: maxBodies.split,
  body: z.object({
    text: z
      .string("text must be text")
      .max(maxThreadUnits, `text must be at most ${maxThreadUnits} code units long`)
      .meta({
        description: `At most ${maxThreadUnits} code units, of words that fit into ${maxParts} tweets`,
        override: { minLength: 1, pattern: notBlank },
      }),
    numbered: z
      .boolean("numbered must be true or false")
      .optional()
      .meta({ description: 'Whether "1/5" stands at the end of each of several parts' }),
  }),
  status: 200,
  answer: success({ parts: z.array(z.string()).min(1).max(maxParts) }),
  refusals: ["throttled"],
});
