// Validates the 2FA forms and the API's sign-in.
import { z } from "zod";
import { signInSchema } from "~/features/users/schema.server";
import { ownAccountMessages } from "~/ground/messages";
import { messages } from "./factor";

const codeSchema = z.string(messages.missing).trim().min(1, messages.missing).max(100, messages.wrong);

export const apiSignInSchema = signInSchema.extend({
  otp: z.string(messages.missing).max(100, messages.wrong).optional().meta({
    description:
      "A 6-digit code from the authenticator app, or a recovery code. Required if the user has two-factor authentication",
  }),
});

export type ApiSignIn = z.output<typeof apiSignInSchema>;

export const secondStepSchema = z.object({ code: codeSchema });

export const ownPasswordSchema = z.object({
  password: z.string(ownAccountMessages.missing).min(1, ownAccountMessages.missing).max(1000, ownAccountMessages.wrong),
});

export const ownProofSchema = ownPasswordSchema.extend({ code: codeSchema });

export const keptSchema = z.object({ kept: z.literal("on", messages.notKept) });
