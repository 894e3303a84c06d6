// Contract for webhooks and their deliveries.
import { z } from "zod";
import { eventNames, hookMessages, hookTypes, maxDescription, maxUrl } from "~/features/webhooks/hook";
import { idSchema, momentSchema, uuidSchema } from "~/ground/api-shapes.server";
import { endpoint, success } from "../endpoint.server";
import { whole } from "../fields.server";
import { at, eventId, ids, webhook } from "../examples.server";

const url = z
  .string("url must be text")
  .max(maxUrl, { error: hookMessages.long })
  .meta({
    description: "An https URL without a username or fragment (#); a private address only if the server allows it",
    override: { pattern: "^https?://", maxLength: maxUrl },
  });

const notNames = "events must be a list of names";

const events = z
  .array(
    z.enum(eventNames as [string, ...string[]], {
      error: ({ input }) => (typeof input === "string" ? `Unknown event: ${input.slice(0, 60)}` : notNames),
    }),
    notNames,
  )
  .min(1, hookMessages.noEvents)
  .meta({ description: "Event names; `tweet.*` for all events of a kind, `*` for all events" });

const description = z
  .string("description must be text")
  .min(0)
  .refine((text) => [...text].length <= maxDescription, {
    error: hookMessages.longDescription,
    params: { type: "too_long" },
  })
  .meta({ override: { maxLength: maxDescription } });

const webhookSchema = z
  .object({
    id: uuidSchema,
    url: z.string(),
    events: z.array(z.string()),
    description: z.string(),
    enabled: z.boolean(),
    disabled_reason: z.string().nullable().meta({ description: "Why Linnet disabled the webhook, as a sentence" }),
    created_at: momentSchema,
  })
  .meta({ id: "Webhook" });

const secret = z
  .string()
  .regex(/^whsec_/)
  .meta({ description: "Signs the webhook's messages; returned only here" });

const deliverySchema = z
  .object({
    id: idSchema,
    event_id: z.string().meta({ description: "The `webhook-id` of the message, the same for every attempt" }),
    type: z.enum([...hookTypes, "webhook.test"]),
    status: z.enum(["pending", "delivered", "failed"]),
    attempts: z.int().min(0),
    next_attempt_at: momentSchema.nullable(),
    last_status: z.int().nullable().meta({ description: "HTTP status of the last response" }),
    last_error: z.string().nullable().meta({ description: "Why the last attempt failed, as a sentence" }),
    created_at: momentSchema,
  })
  .meta({ id: "Delivery" });

const aWebhook = success({ data: webhookSchema });

export const list = endpoint({
  method: "GET",
  path: "/api/webhooks",
  access: "user",
  scope: "webhooks",
  summary: "List your webhooks, oldest first",
  description: "Each webhook gets a signed POST for every event it subscribes to. Secrets aren't returned.",
  unknown: "refused",
  status: 200,
  answer: success({ data: z.array(webhookSchema) }),
  refusals: [],
  example: { answer: { success: true, data: [webhook] } },
});

export const add = endpoint({
  method: "POST",
  path: "/api/webhooks",
  access: "user",
  scope: "webhooks",
  summary: "Create a webhook. The signing secret is returned once",
  description:
    "Store the secret: you need it to verify messages. Linnet resolves the URL's host now and at every connection. A user can have up to 10 webhooks.",
  once: true,
  showsSecret: true,
  unknown: "refused",
  body: z.object({
    url,
    events,
    description: description.optional().meta({ description: "Empty: no description" }),
  }),
  status: 201,
  answer: success({ data: webhookSchema.extend({ disabled_reason: z.null(), secret }).meta({ id: "NewWebhook" }) }),
  refusals: ["limit_reached", "private_address", "rate_limited"],
  example: {
    body: { url: webhook.url, events: webhook.events, description: webhook.description },
    answer: {
      success: true,
      data: { ...webhook, disabled_reason: null, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=" },
    },
  },
});

export const read = endpoint({
  method: "GET",
  path: "/api/webhooks/{webhook_id}",
  access: "user",
  scope: "webhooks",
  summary: "Get a webhook",
  description: "If the webhook is disabled, the reason is included.",
  unknown: "refused",
  status: 200,
  answer: aWebhook,
  refusals: [],
  example: { answer: { success: true, data: webhook } },
});

export const change = endpoint({
  method: "PUT",
  path: "/api/webhooks/{webhook_id}",
  access: "user",
  scope: "webhooks",
  summary: "Change the given fields of a webhook. Enabling it clears the reason it was disabled",
  description: "Resolves a new URL's host. Deliveries to the old URL stay listed.",
  unknown: "refused",
  body: z.object({
    url: url.optional(),
    events: events.optional(),
    description: description.optional().meta({ description: "Empty: removes the description" }),
    enabled: z.boolean("enabled must be true or false").optional(),
  }),
  status: 200,
  answer: aWebhook,
  refusals: ["private_address", "rate_limited"],
  example: { body: { enabled: true }, answer: { success: true, data: webhook } },
});

export const remove = endpoint({
  method: "DELETE",
  path: "/api/webhooks/{webhook_id}",
  access: "user",
  scope: "webhooks",
  summary: "Delete a webhook with its deliveries, including pending ones",
  description: "Deletes it permanently. To pause it, disable it with `changeWebhook`.",
  unknown: "refused",
  status: 200,
  answer: success({ message: z.string() }),
  refusals: ["rate_limited"],
  example: { answer: { success: true, message: "Webhook removed" } },
});

export const test = endpoint({
  method: "POST",
  path: "/api/webhooks/{webhook_id}/test",
  access: "user",
  scope: "webhooks",
  summary: "Send `webhook.test` now. The response is listed in its deliveries",
  description: "Checks that the endpoint responds and accepts the signature.",
  once: true,
  unknown: "refused",
  status: 202,
  answer: success({ data: z.object({ event_id: z.string() }) }),
  refusals: ["webhook_disabled", "rate_limited"],
  example: { answer: { success: true, data: { event_id: eventId } } },
});

export const rotate = endpoint({
  method: "POST",
  path: "/api/webhooks/{webhook_id}/rotate-secret",
  access: "user",
  scope: "webhooks",
  summary: "Rotate the signing secret. For 24 hours, messages are signed with the old one too.",
  description: "Use it regularly, or if a secret leaks. You have 24 hours to switch.",
  once: true,
  showsSecret: true,
  unknown: "refused",
  status: 200,
  answer: success({ data: z.object({ secret }) }),
  refusals: ["rate_limited"],
  example: { answer: { success: true, data: { secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=" } } },
});

export const deliveries = endpoint({
  method: "GET",
  path: "/api/webhooks/{webhook_id}/deliveries",
  access: "user",
  scope: "webhooks",
  summary: "List deliveries from the last 30 days, including pending ones, newest first",
  description: "Returns pages of deliveries, each with its attempts and the endpoint's last response.",
  unknown: "refused",
  query: z.object({
    status: z.enum(["pending", "delivered", "failed"], "status must be pending, delivered or failed").optional(),
    limit: whole("limit", 1, 100).default(50),
    cursor: z.string().max(200, "cursor is too long").optional(),
  }),
  status: 200,
  answer: success({
    data: z.array(deliverySchema),
    next: z.string().nullable().meta({ description: "The cursor of the next page; null on the last one" }),
  }),
  refusals: [],
  example: {
    query: { status: "failed" },
    answer: {
      success: true,
      data: [
        {
          id: ids.delivery_id,
          event_id: eventId,
          type: "tweet.published",
          status: "failed",
          attempts: 10,
          next_attempt_at: null,
          last_status: 500,
          last_error: "The endpoint returned 500.",
          created_at: at.noon,
        },
      ],
      next: null,
    },
  },
});

export const replay = endpoint({
  method: "POST",
  path: "/api/deliveries/{delivery_id}/replay",
  access: "user",
  scope: "webhooks",
  summary: "Resend a message and start its attempts over",
  description: "Keeps the `webhook-id`, so an endpoint can spot a duplicate. The timestamp is new.",
  once: true,
  unknown: "refused",
  status: 202,
  answer: success({ message: z.string() }),
  refusals: ["webhook_disabled", "rate_limited"],
  example: { answer: { success: true, message: "Linnet is resending this delivery" } },
});
