// Defines the shapes of the answers that a live writer asks for, as plain JSON Schema. Pure.
import { criterionNames } from "../product";
import type { JsonSchema } from "./provider";

const text: JsonSchema = { type: "string" };

const list = (minItems: number, maxItems: number): JsonSchema => ({ type: "array", items: text, minItems, maxItems });

export const tweetsShape = (count: number): JsonSchema => ({
  type: "object",
  properties: { tweets: list(count, count) },
  required: ["tweets"],
});

// A thread's keys keep another order than the tweets': models write what they are shown first.
export const threadShape = (count: number): JsonSchema => ({
  type: "object",
  required: ["parts"],
  properties: { parts: { type: "array", minItems: count, maxItems: count, items: text } },
});

const judgementShape: JsonSchema = {
  type: "object",
  properties: { points: { type: "number" }, words: list(0, 3), why: text },
  required: ["points", "words", "why"],
};

export const analysisShape: JsonSchema = {
  type: "object",
  properties: {
    summary: text,
    tags: list(3, 6),
    criteria: {
      type: "object",
      properties: Object.fromEntries(criterionNames.map((name) => [name, judgementShape])),
      required: [...criterionNames],
    },
    improvements: list(3, 3),
  },
  required: ["summary", "tags", "criteria", "improvements"],
};
