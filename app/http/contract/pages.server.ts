// Shared pagination fields: limit, cursor and next.
import { z } from "zod";
import { whole } from "./fields.server";

export const listOf = <Word extends string>(name: string, words: readonly Word[]) =>
  z
    .string()
    .max(200)
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(words, `${name} must be one or more of ${words.join(", ")}`)))
    .meta({ override: { type: "string", pattern: `^(${words.join("|")})(,(${words.join("|")}))*$` } });

export const page = {
  limit: whole("limit", 1, 100).default(50),
  cursor: z.string().max(200, "cursor is too long").optional(),
};

export const next = z.string().nullable().meta({ description: "The cursor of the next page; null on the last one" });
