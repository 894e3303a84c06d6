// Validates sign-up, sign-in and password changes, for forms and JSON.
import { z } from "zod";
import { isPasswordStrong } from "~/features/passwords/password";
import { ownAccountMessages } from "~/ground/messages";
import { isOneLine } from "~/ground/plain-text";
import { isTimeZone } from "~/ground/time/zone";
import { foldEmail, messages } from "./user";

/** RFC 5321 allows no longer email address. */
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
        // Kept loose on purpose: the mail server decides what is valid.
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
    // No pattern: not every JSON Schema reader supports letters of any script.
    .meta({ description: "Must include a letter and a digit, in any script", override: { minLength: 8 } });

export const registerSchema = z.object({
  email: emailSchema(messages.missing),
  password: strongPassword(messages.missing),
  phone: z
    .string()
    .trim()
    .max(40, "Phone can have up to 40 characters")
    .refine(isOneLine, "Phone must be one line")
    .optional()
    .transform((phone) => phone || null),
});

/** A `timezone` that differs from `timezoneGuess` is the user's choice. */
export const createAccountSchema = registerSchema.extend({
  timezone: z.string().refine(isTimeZone, messages.zone).optional(),
  timezoneGuess: z.string().optional(),
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
