// Contract for registration, sign-in and time zones.
import { signInMessages } from "~/ground/messages";
import { z } from "zod";
import { apiSignInSchema } from "~/features/second-factor/schema.server";
import { registerSchema } from "~/features/users/schema.server";
import { uuidSchema } from "~/ground/api-shapes.server";
import { endpoint, success } from "./endpoint.server";
import { ids } from "./examples.server";

const signInResponse = success({
  message: z.string(),
  user_id: uuidSchema,
  api_key: z.string().min(22).meta({ description: "Shown once; Linnet keeps only its hash" }),
  email: z.string(),
});

export const register = endpoint({
  method: "POST",
  path: "/api/users/register",
  access: "open",
  scope: "none",
  summary: "Create an account. Sets the session cookie and returns a new session key",
  description:
    "For Linnet's own clients. Use an API key for a long-running app. The returned session key can do everything its user can and expires with the session.",
  unknown: "ignored",
  body: registerSchema,
  status: 201,
  answer: signInResponse,
  refusals: ["password_off", "registration_closed", "email_taken", "rate_limited", "busy"],
  fallback: signInMessages.registerBroke,
  example: {
    body: { email: "ada@example.com", password: "a linnet has 7 songs" },
    answer: {
      success: true,
      message: "Registration successful",
      user_id: ids.user_id,
      api_key: "kZ3vQ8mX1tB6yR0nW5uJ2pLd",
      email: "ada@example.com",
    },
  },
});

export const login = endpoint({
  method: "POST",
  path: "/api/users/login",
  access: "open",
  scope: "none",
  summary: "Sign in. Sets the session cookie and returns a new session key",
  description:
    "Send the password, and `otp` if the user has two-factor authentication. A user whose second factor is a passkey sends a recovery code. After too many wrong passwords or codes, the next attempts have to wait.",
  unknown: "ignored",
  body: apiSignInSchema,
  status: 200,
  answer: signInResponse,
  refusals: [
    "wrong_credentials",
    "second_factor_required",
    "second_factor_wrong",
    "account_disabled",
    "password_off",
    "sign_in_throttled",
    "busy",
    "not_configured",
  ],
  fallback: signInMessages.loginBroke,
  example: {
    body: { email: "ada@example.com", password: "a linnet has 7 songs" },
    answer: {
      success: true,
      message: "Login successful",
      user_id: ids.user_id,
      api_key: "kZ3vQ8mX1tB6yR0nW5uJ2pLd",
      email: "ada@example.com",
    },
  },
});

export const setTimezone = endpoint({
  method: "POST",
  path: "/api/questions/set-timezone/{user_id}",
  access: "user",
  scope: "accounts",
  summary: "Set the user's time zone, chosen or guessed. Scheduled tweets don't move",
  description:
    "Determines when quiet hours apply and how times are shown. A guess sets a zone that isn't set yet, replaces another guess only while nothing is scheduled, and never replaces a chosen one; UTC and Etc/* never replace another. Returns the random times that the change puts into quiet hours; they don't move.",
  unknown: "ignored",
  query: z.object({
    timezone: z
      .string("Choose a time zone.")
      .meta({ description: "An IANA name", example: "Europe/Berlin", override: { minLength: 1 } }),
    chosen: z
      .enum(["true", "false"], "chosen must be true or false")
      .optional()
      .transform((chosen) => chosen === "true")
      .meta({ description: "true: the user chose it, so no guess replaces it" }),
  }),
  status: 200,
  answer: success({
    data: z.object({
      timezone: z.string().meta({ description: "The time zone now in use" }),
      now_at_night: z.array(z.int()).meta({ description: "Tweets whose random times now fall in quiet hours" }),
    }),
  }),
  refusals: [],
  example: {
    query: { timezone: "Europe/Berlin", chosen: "true" },
    answer: { success: true, data: { timezone: "Europe/Berlin", now_at_night: [] } },
  },
});
