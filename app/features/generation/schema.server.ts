// Schema of a request for tweets or a thread, for the form and the API. Lengths are in code points.
import { z } from "zod";
import { formats, maxParts, minParts } from "./thread/format";

export const maxTopic = 2_000;

const topicMessages = {
  missing: "Say what the tweets should be about.",
  long: "Use up to 2,000 characters for the topic.",
} as const;

export const topicSchema = z
  .string(topicMessages.missing)
  .trim()
  .min(1, { error: topicMessages.missing, abort: true })
  .refine((topic) => [...topic].length <= maxTopic, {
    error: topicMessages.long,
    params: { type: "too_long" },
  });

export const formatSchema = z.enum(formats, "format must be tweets or thread");

const notParts = `parts must be a whole number from ${minParts} to ${maxParts}`;

export const partsSchema = z.int(notParts).min(minParts, notParts).max(maxParts, notParts);
