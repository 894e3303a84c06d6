// The part of the OpenAPI page that goes the other way: what webhooks are sent.
import { z } from "zod";
import type { ZodOpenApiComponentsObject, ZodOpenApiPathsObject } from "zod-openapi";
import { eventExample, type EventName, eventNames, eventSchema, wordsOf } from "~/http/contract/programs/events.server";

/** By the event's name, in the order of the docs. */
export const webhookPages = (): ZodOpenApiPathsObject =>
  Object.fromEntries(eventNames.map((name) => [name, { post: messageOf(name) }]));

/**
 * The events' shapes, as answers: that is what they are, though OpenAPI has them as the bodies of requests. As such the
 * library would take them for what a client sends, and give each shape in them a second name.
 */
export const eventAnswers = (): NonNullable<ZodOpenApiComponentsObject["responses"]> =>
  Object.fromEntries(
    eventNames.map((name) => {
      const schema = eventSchema(name).meta({ id: shapeOf(name) });
      return [shapeOf(name), { description: name, content: { "application/json": { schema } } }];
    }),
  );

/** "tweet.unknown_resolved" is a TweetUnknownResolvedEvent. */
const shapeOf = (name: EventName): string =>
  `${name.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`;

const headers = z.object({
  "webhook-id": z.string().meta({ description: "The same at every try: what came already is known by it" }),
  "webhook-timestamp": z.string().meta({ description: "When this try was made, in seconds since 1970" }),
  "webhook-signature": z.string().meta({ description: "By Standard Webhooks 1.0.0, with the webhook's secret" }),
});

const messageOf = (name: EventName) => ({
  tags: ["Webhooks"],
  summary: wordsOf(name),
  description: `Sent to the webhooks that asked for \`${name}\`. Data is read once and is the same at every try.`,
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
    "2XX": { description: "It is taken. Any other answer, and none within 15 s, is tried again for 75 hours" },
    "410": { description: "The address is gone: the webhook is disabled at once" },
  },
});
