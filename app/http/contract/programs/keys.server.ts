// Contract for named keys.
import { writerKinds } from "~/ground/config-ai";
import { z } from "zod";
import { scopes } from "~/features/api-keys/scope";
import { audienceSchema, nameSchema, overlapSchema, scopesSchema } from "~/features/api-keys/schema.server";
import { idSchema, momentSchema, uuidSchema } from "~/ground/api-shapes.server";
import { ownAccountMessages } from "~/ground/messages";
import { endpoint, success } from "../endpoint.server";
import { moment } from "../fields.server";
import { at, ids } from "../examples.server";

const scopeList = z.array(z.enum(scopes));
const end = momentSchema.nullable().meta({ description: "Null if it never expires" });

const key = z.object({
  id: idSchema,
  name: z.string(),
  scopes: scopeList,
  audience: audienceSchema.meta({ description: "`mcp`: for agents only, at /mcp. Null: wherever API keys work" }),
  hint: z.string().meta({ description: "The key's first characters" }),
  created_at: momentSchema,
  last_used_at: momentSchema.nullable().meta({ description: "Accurate to the minute" }),
  expires_at: end,
  held: z.boolean().meta({
    description: "Paused by a restored backup or a disabled account; the user can re-enable it in Settings",
  }),
});

const shownKey = key.extend({
  key: z
    .string()
    .regex(/^linnet_[0-9A-Za-z]{36}$/)
    .meta({ description: "Shown once; Linnet keeps only its hash" }),
});

const exampleKey = {
  id: ids.key_id,
  name: "n8n",
  scopes: ["read" as const, "write" as const],
  audience: null,
  hint: "linnet_4fG7",
  created_at: at.noon,
  last_used_at: null,
  expires_at: null,
  held: false,
};

const exampleSecret = "linnet_4fG7hQ2mXb9TzKc1VrLp8NwYd5Sj3E000000";

export const me = endpoint({
  method: "GET",
  path: "/api/me",
  access: "user",
  scope: "any",
  summary: "Get the caller and the key",
  description: "Returns the key's user and what the key can do. Any key can make this call, so it's a good first one.",
  unknown: "ignored",
  status: 200,
  answer: success({
    data: z.object({
      user_id: uuidSchema,
      email: z.string(),
      timezone: z.string(),
      key: z
        .object({ id: idSchema, name: z.string(), scopes: scopeList, expires_at: end })
        .nullable()
        .meta({ description: "Null if the caller is a browser with a session key or cookie" }),
      writer: z
        .object({
          kind: z.enum(writerKinds),
          model: z.string(),
          can_search: z.boolean().meta({ description: "Whether the AI can search the web" }),
        })
        .meta({ description: "The AI this server uses now" }),
    }),
  }),
  refusals: [],
  example: {
    answer: {
      success: true,
      data: {
        user_id: ids.user_id,
        email: "ada@example.com",
        timezone: "Europe/Berlin",
        key: { id: ids.key_id, name: "n8n", scopes: ["read", "write"], expires_at: null },
        writer: { kind: "gemini", model: "gemini-3.5-flash-lite", can_search: true },
      },
    },
  },
});

export const list = endpoint({
  method: "GET",
  path: "/api/keys",
  access: "user",
  scope: "none",
  summary: "List your API keys that aren't revoked, newest first, without their secrets",
  description: "Includes expired keys until they're revoked. Session keys are in Settings under Security.",
  unknown: "ignored",
  status: 200,
  answer: success({ data: z.array(key) }),
  refusals: [],
  example: { answer: { success: true, data: [exampleKey] } },
});

const proof = {
  password: z.string(ownAccountMessages.missing).max(1000, ownAccountMessages.wrong).meta({
    description:
      "Leave it empty if the user has no password. A sign-in with their provider in the last 5 minutes is enough",
  }),
  otp: z.string("otp must be text").max(100, "otp must be text of at most 100 characters").optional().meta({
    description:
      "A 6-digit code from the authenticator app, or a recovery code. Required if the user has two-factor authentication",
  }),
};
const proofRefusals = [
  "wrong_credentials",
  "second_factor_required",
  "second_factor_wrong",
  "forbidden",
  "sign_in_throttled",
  "busy",
  "not_configured",
] as const;

export const create = endpoint({
  method: "POST",
  path: "/api/keys",
  access: "user",
  scope: "none",
  summary: "Create an API key. The secret is returned once.",
  description:
    "Needs the user's password. Allows up to 20 active keys. Settings and `npm run admin -- key` do the same.",
  once: true,
  showsSecret: true,
  unknown: "refused",
  body: z.object({
    name: nameSchema,
    scopes: scopesSchema,
    audience: audienceSchema
      .optional()
      .meta({ description: "`mcp`: for agents only, at /mcp. Omitted or null: wherever API keys work" }),
    expires_at: moment("expires_at", "In the future").optional().meta({ description: "Omitted: it never expires" }),
    ...proof,
  }),
  status: 201,
  answer: success({ data: shownKey.extend({ last_used_at: z.null() }) }),
  refusals: ["limit_reached", ...proofRefusals],
  example: {
    body: { name: "n8n", scopes: ["read", "write"], password: "a linnet has 7 songs" },
    answer: { success: true, data: { ...exampleKey, last_used_at: null, key: exampleSecret } },
  },
});

export const rotate = endpoint({
  method: "POST",
  path: "/api/keys/{key_id}/rotate",
  access: "user",
  scope: "none",
  summary: "Rotate an API key. The old secret works for another `overlap_hours`.",
  description: "Keeps name, scopes and expiry. If `overlap_hours` is 0, the old secret expires now.",
  once: true,
  showsSecret: true,
  unknown: "refused",
  body: z.object({ overlap_hours: overlapSchema, ...proof }),
  status: 200,
  answer: success({ data: shownKey }),
  refusals: [...proofRefusals],
  example: {
    body: { password: "a linnet has 7 songs", overlap_hours: 24 },
    answer: { success: true, data: { ...exampleKey, key: exampleSecret } },
  },
});

export const revoke = endpoint({
  method: "DELETE",
  path: "/api/keys/{key_id}",
  access: "user",
  scope: "none",
  summary: "Revoke a key and its old secret now",
  description: "Refuses the key's next request. Its past activity stays listed under its name.",
  unknown: "refused",
  status: 200,
  answer: success({ message: z.string() }),
  refusals: [],
  example: { answer: { success: true, message: "Key revoked" } },
});
