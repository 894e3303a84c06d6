// The contract of people: register, log in, time zone.
import { signInSays } from "~/catalogue";
import { z } from "zod";
import { registerSchema, signInSchema } from "~/features/users/schema.server";
import { wireUuid } from "~/wire.server";
import { endpoint, success } from "./endpoint.server";

const welcome = success({
  message: z.string(),
  user_id: wireUuid,
  api_key: z.string().min(22).meta({ description: "Shown once; only its hash is kept" }),
  email: z.string(),
});

export const register = endpoint({
  method: "POST",
  path: "/api/users/register",
  access: "open",
  summary: "Make an account; sets the session cookie and answers a fresh API key",
  unknown: "ignored",
  body: registerSchema,
  status: 201,
  answer: welcome,
  refusals: ["registration_closed", "email_taken", "throttled"],
  fallback: signInSays.registerBroke,
});

export const login = endpoint({
  method: "POST",
  path: "/api/users/login",
  access: "open",
  summary: "Sign in; sets the session cookie and answers a fresh API key",
  unknown: "ignored",
  body: signInSchema,
  status: 200,
  answer: welcome,
  refusals: ["wrong_credentials", "throttled"],
  fallback: signInSays.loginBroke,
});

export const setTimezone = endpoint({
  method: "POST",
  path: "/api/questions/set-timezone/{user_id}",
  access: "user",
  summary: "Store the person's IANA time zone",
  unknown: "ignored",
  query: z.object({ timezone: z.string("Please name a time zone").meta({ example: "Europe/Berlin" }) }),
  status: 200,
  answer: success({ data: z.object({ timezone: z.string() }) }),
  refusals: [],
});
