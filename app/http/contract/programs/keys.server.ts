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
const end = momentSchema.nullable().meta({ description: "Null: never" });

const key = z.object({
  id: idSchema,
  name: z.string(),
  scopes: scopeList,
  audience: audienceSchema.meta({ description: "`mcp`: for agents only, at /mcp. Null: everywhere API keys work" }),
  hint: z.string().meta({ description: "How it begins" }),
  created_at: momentSchema,
  last_used_at: momentSchema.nullable().meta({ description: "Exact to a minute" }),
  expires_at: end,
  held: z.boolean().meta({
    description: "Paused by a restored backup or a disabled account; the user can re-enable it in Settings",
  }),
});

const shownKey = key.extend({
  key: z
    .string()
    .regex(/^linnet_[0-9A-Za-z]{36}$/)
    .meta({ description: "Shown once; only its hash is kept" }),
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
  description: "Returns whether a key works, whose it is and what it can do. A good first call: any key can make it.",
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
        .meta({ description: "Null: a browser, by its session key or its cookie" }),
      writer: z
        .object({
          kind: z.enum(writerKinds),
          model: z.string(),
          can_search: z.boolean().meta({ description: "It can search the web" }),
        })
        .meta({ description: "The AI that writes on this server now" }),
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
  description: "Returns expired keys too, until they are revoked. Session keys are in Settings under Security.",
  unknown: "ignored",
  status: 200,
  answer: success({ data: z.array(key) }),
  refusals: [],
  example: { answer: { success: true, data: [exampleKey] } },
});

const proof = {
  password: z
    .string(ownAccountMessages.missing)
    .max(1000, ownAccountMessages.wrong)
    .meta({ description: "Empty if you have none: then a sign-in at the provider counts, up to 5 minutes old" }),
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
      .meta({ description: "`mcp`: for agents only, at /mcp. Omitted or null: everywhere API keys work" }),
    expires_at: moment("expires_at", "In the future").optional().meta({ description: "Left out: never" }),
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
  summary: "Rotate an API key. The old secret works for `overlap_hours` more.",
  description: "Keeps name, scopes and expiry. With `overlap_hours` 0 the old secret expires now.",
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
  summary: "Revoke a key now, with its old secret",
  description: "Refuses the key's next request. Its past activity stays listed under its name.",
  unknown: "refused",
  status: 200,
  answer: success({ message: z.string() }),
  refusals: [],
  example: { answer: { success: true, message: "Key revoked" } },
});
