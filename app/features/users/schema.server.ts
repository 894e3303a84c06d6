// The shapes of sign-up and sign-in, for forms and JSON alike.
import { z } from "zod";
import { isPasswordStrong } from "~/features/passwords/password";
import { ownAccountMessages } from "~/ground/messages";
import { isOneLine } from "~/ground/plain-text";
import { isTimeZone } from "~/ground/time/zone";
import { foldEmail, messages } from "./user";

/** Longer than any address that mail can reach (RFC 5321), and than any password a person types. */
const maxEmail = 254;
const maxPassword = 1_000;

export const emailSchema = (missing: string) =>
  z
    .string(missing)
    .transform(foldEmail)
    .pipe(
      z
        .string()
        .min(1, { error: missing, abort: true })
        .max(maxEmail, messages.email)
        // Deliberately plain: one @, something on both sides, no spaces; the rest is for the mail server to say.
        .regex(/^[^\s@]+@[^\s@]+$/u, messages.email)
        .refine(isOneLine, messages.email),
    )
    .meta({ override: { maxLength: maxEmail, pattern: "^\\s*[^\\s@]+@[^\\s@]+\\s*$" } });

export const signInSchema = z.object({
  email: z
    .string(messages.missing)
    .transform(foldEmail)
    .pipe(z.string().min(1, messages.missing))
    .meta({ override: { pattern: "\\S" } }),
  password: z.string(messages.missing).min(1, messages.missing),
});

const strongPassword = (missing: string) =>
  z
    .string(missing)
    .min(1, { error: missing, abort: true })
    .max(maxPassword, "Password must be at most 1,000 characters")
    .refine(isPasswordStrong, messages.password)
    // No pattern: what is a letter in any script only some readers of patterns can say.
    .meta({ description: "With a letter and a digit of any script", override: { minLength: 8 } });

export const registerSchema = z.object({
  email: emailSchema(messages.missing),
  password: strongPassword(messages.missing),
  phone: z
    .string()
    .trim()
    .max(40, "Phone must be at most 40 characters")
    .refine(isOneLine, "Phone must be one line")
    .optional()
    .transform((phone) => phone || null),
});

/** A form of ours: with the zone, and what the browser had guessed, from which a choice is told. */
export const createAccountSchema = registerSchema.extend({
  timezone: z.string().refine(isTimeZone, messages.zone).optional(),
  timezoneGuess: z.string().optional(),
  /** The token of an invitation. */
  invitation: z.string().max(100).optional(),
});

const ownPassword = z
  .string(ownAccountMessages.missing)
  .min(1, ownAccountMessages.missing)
  .max(maxPassword, ownAccountMessages.wrong);

export const newPasswordSchema = strongPassword(ownAccountMessages.newMissing);

export const changePasswordSchema = z.object({
  password: ownPassword,
  newPassword: newPasswordSchema,
  /** A box: also what programs have. */
  revokesKeys: z
    .string()
    .optional()
    .transform((box) => box === "on"),
});

export const ownPasswordSchema = z.object({ password: ownPassword });

export const leaveSchema = z.object({ password: ownPassword, sure: z.literal("on", ownAccountMessages.unsure) });

type TypedChange = z.output<typeof changePasswordSchema>;
export type ChangePassword = Omit<TypedChange, "revokesKeys"> & Partial<Pick<TypedChange, "revokesKeys">>;
export type SignIn = z.output<typeof signInSchema>;
export type Register = z.output<typeof registerSchema>;
