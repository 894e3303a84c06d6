// Validates a product's description for the form and the API. Lengths count code points.
import { z } from "zod";

export const maxDescription = 5_000;

export const descriptionMessages = {
  missing: "Describe the product first.",
  long: "The description must be at most 5,000 characters",
} as const;

export const descriptionSchema = z
  .string(descriptionMessages.missing)
  .trim()
  // UTF-8 can't store a lone surrogate.
  .overwrite((text) => text.replace(/\p{Cs}/gu, "\ufffd"))
  .min(1, { error: descriptionMessages.missing, abort: true })
  .refine((text) => [...text].length <= maxDescription, {
    error: descriptionMessages.long,
    params: { type: "too_long" },
  });
