// The shape of a product's description, for the form and the API alike. Lengths count code points.
import { z } from "zod";

export const longestDescription = 5_000;

export const descriptionSays = {
  missing: "Please describe the product first",
  long: "The description must be at most 5,000 characters",
} as const;

export const descriptionSchema = z
  .string(descriptionSays.missing)
  .trim()
  .min(1, { error: descriptionSays.missing, abort: true })
  .refine((text) => [...text].length <= longestDescription, descriptionSays.long);
