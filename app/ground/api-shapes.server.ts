// The smallest shapes of answers: a moment, an id.
import { z } from "zod";

/** A moment in an answer. */
export const momentSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({ id: "Moment", format: "date-time", description: "UTC, to the millisecond" });

export const idSchema = z.int().positive();
export const uuidSchema = z.uuid().meta({ override: { pattern: undefined } });
