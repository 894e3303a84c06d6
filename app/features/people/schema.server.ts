// The shape of the one form by which the operator acts on people.
import { z } from "zod";
import { ownAccountMessages } from "~/ground/messages";
import { personDeeds } from "./person-deed";

const notAShare = "Write an amount in US dollars, such as 1.50, or nothing.";

/** What a person may spend a day: whole cents; null: an equal part of what is set for nobody. */
export const shareUsdSchema = z
  .number(notAShare)
  .min(0.01, notAShare)
  .max(1_000_000, notAShare)
  .multipleOf(0.01, notAShare)
  .nullable();

export const managePeopleSchema = z.object({
  deed: z.enum(personDeeds, "This form is not known here. Please reload the page."),
  /** A person's id, or an invitation's. */
  who: z.string().max(100).default(""),
  email: z.string().max(300).default(""),
  /** US dollars a day; empty: an equal part. */
  share_usd: z
    .string()
    .trim()
    .transform((text) => (text === "" ? null : Number(text.replace(/^\$/, ""))))
    .pipe(shareUsdSchema)
    .default(null),
  password: z
    .string(ownAccountMessages.missing)
    .min(1, ownAccountMessages.missing)
    .max(1_000, ownAccountMessages.wrong),
});
