// Defines Zod schemas shared by API answers and requests: timestamps, ids and UUIDs.
import { z } from "zod";
import type { oas31 } from "zod-openapi";

export const momentSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({ id: "Moment", format: "date-time", description: "UTC, to the millisecond" });

export const idSchema = z.int().positive();
export const uuidSchema = z.uuid().meta({ override: { pattern: undefined } });

const uuidInAnyCase = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Lowercases a UUID, which may come in any case (RFC 9562). Returns every other text unchanged. */
export const asKept = (text: string): string => (uuidInAnyCase.test(text) ? text.toLowerCase() : text);

export const uuidIn = (message?: string) =>
  z
    .uuid(message)
    .toLowerCase()
    .meta({ override: { pattern: undefined } });

/** The anyOf is inside allOf: type generators take a bare anyOf beside properties for a union of whole objects. */
export const alsoOneOf = (conditions: oas31.SchemaObject[]) => ({ allOf: [{ anyOf: conditions }] });
