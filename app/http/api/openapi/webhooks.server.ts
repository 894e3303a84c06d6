// Builds the webhook part of the OpenAPI page.
import { z } from "zod";
import type { ZodOpenApiComponentsObject, ZodOpenApiPathsObject } from "zod-openapi";
import { eventExample, type EventName, eventNames, eventSchema, wordsOf } from "~/http/contract/programs/events.server";

export const webhookPages = (): ZodOpenApiPathsObject =>
  Object.fromEntries(eventNames.map((name) => [name, { post: messageOf(name) }]));

/** Registers event schemas as responses. As request bodies, the library would give each a second, input name. */
export const eventAnswers = (): NonNullable<ZodOpenApiComponentsObject["responses"]> =>
  Object.fromEntries(
    eventNames.map((name) => {
      const schema = eventSchema(name).meta({ id: shapeOf(name) });
      return [shapeOf(name), { description: name, content: { "application/json": { schema } } }];
    }),
  );

const shapeOf = (name: EventName): string =>
  `${name.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`;

const headers = z.object({
  "webhook-id": z.string().meta({ description: "The same for every attempt. Use it to detect duplicates" }),
  "webhook-timestamp": z.string().meta({ description: "When this attempt was made, in seconds since 1970" }),
  "webhook-signature": z
    .string()
    .meta({ description: "As defined by Standard Webhooks 1.0.0, with the webhook's secret" }),
});

const messageOf = (name: EventName) => ({
  tags: ["Webhooks"],
  summary: wordsOf(name),
  description: `Sent to webhooks that subscribe to \`${name}\`. The data is read once and is the same for every attempt.`,
  security: [],
  requestParams: { header: headers },
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: { $ref: `#/components/schemas/${shapeOf(name)}` as const },
        example: eventExample(name),
      },
    },
  },
  responses: {
    "2XX": {
      description: "Received. After any other response, or none within 15 seconds, Linnet retries for up to 75 hours",
    },
    "410": { description: "The endpoint is gone: Linnet disables the webhook right away" },
  },
});
