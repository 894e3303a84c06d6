// Contract for named keys.
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
  audience: audienceSchema.meta({ description: "`mcp`: it serves agents only, at /mcp. Null: wherever named keys do" }),
  hint: z.string().meta({ description: "How it begins" }),
  created_at: momentSchema,
  last_used_at: momentSchema.nullable().meta({ description: "Exact to a minute" }),
  expires_at: end,
  held: z.boolean().meta({
    description:
      "A backup was put back or the account was disabled: it serves again once its person keeps it in Settings",
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
  summary: "Who asks, and by which key",
  description:
    "Good for a first call: it tells whether a key works, whose it is and what it may do. Every key may ask it.",
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
        .meta({ description: "Null: a browser, by its key or its cookie" }),
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
      },
    },
  },
});

export const list = endpoint({
  method: "GET",
  path: "/api/keys",
  access: "user",
  scope: "none",
  summary: "Your named keys that are not revoked, the newest first; none of them with its secret",
  description:
    "A key that has expired stays in the list until it is revoked. The keys of browsers are not here: they stand in Settings under Security.",
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
    .meta({ description: "Empty where you have none: then a sign-in at the provider counts, at most 5 minutes old" }),
  otp: z
    .string("otp must be text")
    .max(100, "otp must be text of at most 100 characters")
    .optional()
    .meta({ description: "Six digits of the authenticator app, or a recovery code; where the person has one" }),
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
  summary: "Make a key for a program; its secret stands in this answer alone",
  description:
    "Only a person can do this, so it asks for their password. At most 20 keys that have not ended. The same can be done in Settings, or by `npm run admin -- key`.",
  once: true,
  showsSecret: true,
  unknown: "refused",
  body: z.object({
    name: nameSchema,
    scopes: scopesSchema,
    audience: audienceSchema
      .optional()
      .meta({ description: "`mcp`: it serves agents only, at /mcp. Left out or null: wherever named keys do" }),
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
  summary: "Another secret for the same key; the former one serves on for a while",
  description: "Name, scopes and end stay as they are. With `overlap_hours` 0 the former secret ends at once.",
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
  summary: "End a key at once, its former secret too",
  description: "The next request by it is refused. What it has done stays in the journals, by its name.",
  unknown: "refused",
  status: 200,
  answer: success({ message: z.string() }),
  refusals: [],
  example: { answer: { success: true, message: "Key revoked" } },
});
