// Validates WebAuthn responses, sent as JSON in a form field. Drops unknown fields.
import { z } from "zod";
import { isName, notOneLine } from "~/ground/plain-text";
import { maxName, messages } from "./passkey";

const text = z.string().max(20_000);

const answered = <T extends z.ZodRawShape>(response: T) =>
  z.object({ id: text, rawId: text, type: z.literal("public-key"), response: z.object(response) });

export const assertionSchema = answered({
  clientDataJSON: text,
  authenticatorData: text,
  signature: text,
  userHandle: text.nullish(),
});

export const attestationSchema = answered({
  clientDataJSON: text,
  attestationObject: text,
  transports: z.array(z.string().max(30)).max(10).optional(),
});

export function readJson<T>(schema: z.ZodType<T>, input: string): T | null {
  try {
    return schema.parse(JSON.parse(input));
  } catch {
    return null;
  }
}

export const nameSchema = z.object({
  name: z
    .string(messages.noName)
    .trim()
    .min(1, { error: messages.noName, abort: true })
    .max(maxName, messages.noName)
    .refine(isName, notOneLine),
});
