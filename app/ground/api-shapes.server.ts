// The smallest shapes of answers: a moment, an id.
import { z } from "zod";
import type { oas31 } from "zod-openapi";

/** A moment in an answer. */
export const momentSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({ id: "Moment", format: "date-time", description: "UTC, to the millisecond" });

export const idSchema = z.int().positive();
export const uuidSchema = z.uuid().meta({ override: { pattern: undefined } });

const uuidInAnyCase = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A UUID in small letters, as they are kept: it comes in letters of any case (RFC 9562). Every other text as it is. */
export const asKept = (text: string): string => (uuidInAnyCase.test(text) ? text.toLowerCase() : text);

/** The same as it comes in, in letters of any case. */
export const uuidIn = (message?: string) =>
  z
    .uuid(message)
    .toLowerCase()
    .meta({ override: { pattern: undefined } });

/**
 * What the fields of an object must be together, one of these, as an override of its schema. Within allOf: generators of
 * types take a bare anyOf beside properties for an object that may be one of these instead.
 */
export const alsoOneOf = (conditions: oas31.SchemaObject[]) => ({ allOf: [{ anyOf: conditions }] });
