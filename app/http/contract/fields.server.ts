// Fields shared by several routes.
import { postAddress, postIdIn } from "~/features/publishing/rules/post-address";
import { maxDescription, maxPictures } from "~/ports/network/port";
import { uuidIn } from "~/ground/api-shapes.server";
import { z } from "zod";

export const notBlank = "\\S";

const notAnAccount = "twitter_account_id must be an account's id";

export const accountRef = z
  .union([z.string().regex(/^\d{1,20}$/, notAnAccount), z.int(notAnAccount).min(0, notAnAccount)], {
    error: ({ input }) => (input == null ? "Name the account in twitter_account_id." : notAnAccount),
  })
  .transform(String)
  .meta({ description: "The account's twitter_user_id, or its internal id" });

/** ISO 8601 with offset; parsed to Unix ms. */
export const moment = (name: string, description?: string) =>
  z
    .unknown()
    .refine((value) => momentIn(value) !== null, {
      error: ({ input }) => notAMoment(name, input),
      params: { type: "not_a_moment" },
    })
    .meta({ description, type: "string", format: "date-time" })
    .transform((value) => momentIn(value) ?? NaN);

const isoMoment = z.iso.datetime({ offset: true });

const momentParts = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d(?:\.\d+)?)?(?:(Z)|([+-]\d\d):?(\d\d)?)?)?$/;

/** Unix ms; null for invalid text or a time without an offset. */
export function momentIn(value: unknown): number | null {
  const [, date, time, seconds = ":00", utc, hours, minutes = "00"] = momentParts.exec(String(value)) ?? [];
  if (typeof value !== "string" || date === undefined || time === undefined) return null;
  if (utc === undefined && hours === undefined) return null;
  const whole = `${date}T${time}${seconds}${utc ?? `${hours}:${minutes}`}`;
  return isoMoment.safeParse(whole).success ? Date.parse(whole) : null;
}

export function notAMoment(name: string, value: unknown): string {
  const [whole, , time, , utc, hours] = momentParts.exec(typeof value === "string" ? value : "") ?? [];
  const example = "such as 2026-11-19T18:00:00Z";
  if (whole === undefined) return `${name} must be an ISO 8601 time, ${example}`;
  if (time === undefined) return `${name} has no time of day: include it, ${example}`;
  if (utc === undefined && hours === undefined)
    return `${name} has no time zone: end it with Z, or an offset such as +01:00`;
  return `${name} names a day or a time that doesn't exist`;
}

export const random = "random" as const;

export const momentOrRandom = (name: string, description?: string) =>
  z
    .unknown()
    .refine((value) => value === random || momentIn(value) !== null, {
      error: ({ input }) => `${notAMoment(name, input)}, or "${random}"`,
      params: { type: "not_a_moment" },
    })
    .meta({ description, override: { anyOf: [{ type: "string", format: "date-time" }, { const: random }] } })
    .transform((value) => (value === random ? random : (momentIn(value) ?? NaN)));

export const warning = z
  .enum(["quiet_hours"])
  .meta({ description: "`quiet_hours`: the time is in the account's quiet hours, but was kept" });

export const whole = (name: string, min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,16}$/, `${name} must be a whole number`)
    .transform(Number)
    .pipe(
      z.int(`${name} must be a whole number`).min(min, `${name} must be at least ${min}`).max(max, tooMuch(name, max)),
    )
    .meta({ override: { type: "integer", minimum: min, maximum: max, pattern: undefined } });

const tooMuch = (name: string, max: number): string => `${name} must be at most ${max}`;

export const postUrl = z
  .string("post_url must be text")
  .regex(postAddress, "post_url must be a post's URL, with /status/ and a number")
  .transform((url) => postIdIn(url) ?? "");

export const picturesOnPage = {
  type: "array" as const,
  maxItems: maxPictures,
  items: {
    type: "object" as const,
    required: ["media_id"],
    properties: {
      media_id: { type: "string" as const, format: "uuid" },
      alt_text: { type: "string" as const, maxLength: maxDescription },
      made_with_ai: { type: "boolean" as const, description: "Tells X that AI made the image" },
    },
    additionalProperties: false,
  },
};

/** Image ids from POST /api/media, with alt text. */
export const media = z
  .array(
    z
      .object({
        media_id: uuidIn("media_id must be an image's id"),
        alt_text: z.string("alt_text must be text").optional(),
        made_with_ai: z.boolean("made_with_ai must be true or false").optional(),
      })
      .strict(),
    "media must be a list of images",
  )
  .transform((all) =>
    all.map(({ media_id, alt_text, made_with_ai }) => ({
      mediaId: media_id,
      altText: alt_text ?? "",
      madeWithAi: made_with_ai ?? false,
    })),
  )
  .meta({
    description: `Up to ${maxPictures}, without duplicates. Alt text can have up to ${maxDescription} characters`,
    override: picturesOnPage,
  });
