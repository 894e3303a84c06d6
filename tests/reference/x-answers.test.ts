// Every body that X was seen to answer a post with gets its own judgement.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { judge, type Outcome } from "~/features/publishing/outcome";

interface Observed {
  id: string;
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  bodyText?: string;
}

const folder = process.env["LINNET_REFERENCE"] ?? "";
const { responses } = JSON.parse(readFileSync(join(folder, "x-observed-responses.json"), "utf8")) as {
  responses: Observed[];
};

const now = Date.UTC(2026, 8, 21, 14, 0, 0);

/** By the id of the observation; those of other calls (token, delete, metrics) are no answers to a post. */
const expected: Record<string, Partial<Outcome>> = {
  "create-201": { kind: "published", postId: "1445880548472328192" },
  "invalid-query-400": { kind: "refused" },
  "too-long-400": { kind: "refused", code: "too_long" },
  "unauthorized-401": { kind: "unauthorized" },
  "credits-402": { kind: "held", code: "credits" },
  "duplicate-403": { kind: "unknown", code: "duplicate" },
  "not-permitted-403": { kind: "refused", code: "not_permitted" },
  "suspended-403": { kind: "held", code: "suspended" },
  "client-forbidden-403": { kind: "refused", code: "client_forbidden" },
  "reply-restricted-403": { kind: "refused" },
  "rate-limited-429": { kind: "wait" },
  "usage-capped-429": { kind: "held", code: "usage_cap" },
  "v1-style-429": { kind: "wait" },
  "unavailable-503": { kind: "unknown", code: "server_error" },
};
const otherCalls = /^(token|delete|metrics)-/;

it.each(responses.filter(({ id }) => !otherCalls.test(id)))("$id", ({ id, status, headers = {}, body, bodyText }) => {
  const parsed = bodyText === undefined ? body : (JSON.parse(bodyText) as unknown);
  expect(expected[id], "an observation without an expectation").toBeDefined();
  expect(judge({ kind: "answered", status, headers, body: parsed }, now)).toMatchObject(expected[id] ?? {});
});

it("has a judgement on everything that was observed", () => {
  const seen = responses.map(({ id }) => id).filter((id) => !otherCalls.test(id));
  expect(Object.keys(expected).sort()).toEqual(seen.sort());
});
