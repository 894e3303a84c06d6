// What the tests of the compatible provider ask, and whom.
import { expect } from "vitest";
import type { CompatibleSettings } from "~/ground/config-ai";
import type { Clock } from "~/ground/time/clock.server";
import { createCompatible } from "~/ports/ai/compatible/provider.server";
import type { Dialect } from "~/ports/ai/compatible/dialect";
import type { Provider, Question } from "~/ports/ai/live/provider";
import { WriterError } from "~/ports/ai/port";
import { handClock } from "~tests/support/clock";

export const key = "sk-secret-of-the-tests-1234567890";

export const question = (more: Partial<Question> = {}): Question => ({
  rules: "You write posts.",
  prompt: 'Write 3 posts.\ntopic = "slow travel by train"',
  shape: {
    type: "object",
    properties: { tweets: { type: "array", items: { type: "string" } } },
    required: ["tweets"],
  },
  search: false,
  ...more,
});

export const settingsOf = (baseUrl: string, more: Partial<CompatibleSettings> = {}): CompatibleSettings => ({
  baseUrl,
  model: "llama3.1:8b",
  apiKey: key,
  place: new URL(baseUrl).host,
  isHome: true,
  price: null,
  timeoutMs: 60_000,
  contextTokens: null,
  concurrency: 4,
  reasoning: null,
  ...more,
});

export interface Asked {
  provider: Provider;
  /** Every line that was logged, as JSON. */
  lines: string[];
}

export function providerAt(
  baseUrl: string,
  more: Partial<CompatibleSettings> & { clock?: Clock; first?: Dialect } = {},
): Asked {
  const { clock = handClock(), first, ...settings } = more;
  const lines: string[] = [];
  const note = (fields: unknown, event?: string) => void lines.push(JSON.stringify([event, fields]));
  const log = { info: note, warn: note } as Parameters<typeof createCompatible>[1]["log"];
  const provider = createCompatible(settingsOf(baseUrl, settings), { clock, log, ...(first && { first }) });
  return { provider, lines };
}

export const signal = new AbortController().signal;

export async function failureOf(asked: Promise<unknown>): Promise<WriterError> {
  const error: unknown = await asked.then(
    (answer) => new Error(`An answer: ${JSON.stringify(answer)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof WriterError)) throw error;
  expect(error.message).toMatch(/^\S.*[.]$/);
  return error;
}

export const textsIn = (text: string): string[] => (JSON.parse(text) as { tweets: string[] }).tweets;
