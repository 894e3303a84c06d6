// The shapes of the forms about links that go by mail.
import { z } from "zod";
import { emailSchema, newPasswordSchema } from "~/features/users/schema.server";
import { mailLinkMessages } from "~/ground/messages";

/** Whatever came in an address: a token is 43 characters. */
const token = z.string(mailLinkMessages.over).max(100, mailLinkMessages.over);

export const forgotSchema = z.object({ email: emailSchema(mailLinkMessages.emailMissing) });
export const useLinkSchema = z.object({ token });
/** `keep`: sign in as you are. */
export const keepPasswordSchema = z.object({ token, keep: z.literal("on") });
export const choosePasswordSchema = z.object({
  token,
  newPassword: newPasswordSchema,
  /** A box: API keys and webhooks end, too. */
  endsPrograms: z
    .string()
    .optional()
    .transform((box) => box === "on"),
});
