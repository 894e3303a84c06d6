// The shape of the one form by which the operator acts on people.
import { z } from "zod";
import { ownAccountMessages } from "~/ground/messages";
import { personDeeds } from "./person-deed";

export const managePeopleSchema = z.object({
  deed: z.enum(personDeeds, "This form is not known here. Please reload the page."),
  /** A person's id, or an invitation's. */
  who: z.string().max(100).default(""),
  email: z.string().max(300).default(""),
  password: z
    .string(ownAccountMessages.missing)
    .min(1, ownAccountMessages.missing)
    .max(1_000, ownAccountMessages.wrong),
});
