// Validates the forms about emailed links.
import { z } from "zod";
import { emailSchema, newPasswordSchema } from "~/features/users/schema.server";
import { mailLinkMessages } from "~/ground/messages";

const token = z.string(mailLinkMessages.over).max(100, mailLinkMessages.over);

export const forgotSchema = z.object({ email: emailSchema(mailLinkMessages.emailMissing) });
export const useLinkSchema = z.object({ token });
export const keepPasswordSchema = z.object({ token, keep: z.literal("on") });
export const choosePasswordSchema = z.object({
  token,
  newPassword: newPasswordSchema,
  endsPrograms: z
    .string()
    .optional()
    .transform((box) => box === "on"),
});
