// Every body that X was seen to answer a post with gets its own judgement.
import { describe, expect, it } from "vitest";
import { nextStep } from "~/features/publishing/rules/next-step";
import { judge, type Outcome } from "~/features/publishing/rules/outcome";
import { problemType } from "~/ports/network/problem";
import { knownRefusals } from "~tests/support/fakes/x-refusals";
import { bodyOf, observed, reference } from "./schemas";

const responses = observed("x-observed-responses.json");
const now = Date.UTC(2026, 8, 21, 14, 0, 0);

/** By the id of the observation; those of other calls (token, delete, metrics) are no answers to a post. */
const expected: Record<string, Partial<Outcome>> = {
  "create-201": { kind: "published", postId: "1445880548472328192" },
  "invalid-query-400": { kind: "refused", code: "invalid_request" },
  "too-long-400": { kind: "refused", code: "too_long" },
  "unauthorized-401": { kind: "unauthorized" },
  "credits-402": { kind: "blocked", code: "credits" },
  "duplicate-403": { kind: "unknown", code: "duplicate" },
  "not-permitted-403": { kind: "refused", code: "not_permitted" },
  "suspended-403": { kind: "blocked", code: "suspended" },
  "client-forbidden-403": { kind: "blocked", code: "client_forbidden" },
  "reply-restricted-403": { kind: "refused", code: "reply_restricted" },
  "rate-limited-429": { kind: "wait" },
  "usage-capped-429": { kind: "blocked", code: "usage_cap" },
  "v1-style-429": { kind: "wait" },
  "unavailable-503": { kind: "unknown", code: "server_error" },
};
const otherCalls = /^(token|delete|metrics)-/;

const toPosts = responses.filter(({ id }) => !otherCalls.test(id));

const outcomeOf = (one: (typeof responses)[number]): Outcome =>
  judge({ kind: "answered", status: one.status, headers: one.headers ?? {}, body: bodyOf(one) }, now);

it.each(toPosts)("$id", (one) => {
  expect(expected[one.id], "an observation without an expectation").toBeDefined();
  expect(outcomeOf(one)).toMatchObject(expected[one.id] ?? {});
});

it("has a judgement on everything that was observed", () => {
  expect(Object.keys(expected).sort()).toEqual(toPosts.map(({ id }) => id).sort());
});

it("has every type of problem that X's documents name in the table of refusals", () => {
  const documents = [
    "x-api-subset-2.166.openapi.json",
    "x-api-media-metrics-2.166.openapi.json",
    "x-api-media-metrics-2.167.openapi.json",
  ];
  interface Document {
    components: { schemas: { Problem: { discriminator: { mapping: Record<string, string> } } } };
  }
  const named = documents.flatMap((name) =>
    Object.keys(reference<Document>(name).components.schemas.Problem.discriminator.mapping).map(problemType),
  );
  const known = new Set(knownRefusals.map(({ body }) => problemType((body as { type?: unknown } | null)?.type)));
  expect([...new Set(named)].filter((type) => !known.has(type))).toEqual([]);
});

describe("the sentence for the person", () => {
  const by = {
    now,
    startedAt: now,
    immediate: true,
    attempts: 1,
    refusedAt: null,
    settleAfterMs: 120_000,
    timeZone: "UTC",
    random: () => 0.5,
  };
  const said = new Map(
    toPosts
      .map((one) => [one.id, nextStep(outcomeOf(one), by).tweet.error ?? null] as const)
      .filter(([, sentence]) => sentence !== null),
  );

  it("is there for everything but what went out and what is looked up first", () => {
    const silent = toPosts.filter((one) => !said.has(one.id)).map((one) => outcomeOf(one).kind);
    expect([...new Set(silent)].sort()).toEqual(["published", "unknown"]);
  });

  it("is its own for each, and no bare echo of X", () => {
    expect(new Set(said.values()).size).toBe(said.size);
    for (const sentence of said.values()) expect(sentence).toMatch(/^(?!X refused this tweet:)[A-Z].*\.$/);
  });
});
