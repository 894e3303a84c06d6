// Validates the operator's form.
import { z } from "zod";
import { formMessages, ownAccountMessages } from "~/ground/messages";
import { personOperations } from "./person-operation";

const notAShare = "Enter an amount in US dollars, such as 1.50, or leave it empty.";

/** US dollars a day in whole cents; null for an equal split of the rest. */
export const shareUsdSchema = z
  .number(notAShare)
  .min(0.01, notAShare)
  .max(1_000_000, notAShare)
  .multipleOf(0.01, notAShare)
  .nullable();

export const managePeopleSchema = z.object({
  deed: z.enum(personOperations, formMessages.unknown),
  who: z.string().max(100).default(""),
  email: z.string().max(300).default(""),
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
