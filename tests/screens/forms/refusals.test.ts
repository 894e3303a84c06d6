// What a screen's form is refused with, whatever it intends: another site's post, and too many.
import type { ActionFunctionArgs } from "@remix-run/node";
import { afterEach, beforeEach, expect, it } from "vitest";
import { AppError } from "~/ground/errors";
import { runIntent } from "~/screens/forms/run-intent.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { sameOrigin } from "~tests/support/calls/call";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

let done: string[] = [];
async function post(headers: Record<string, string>, refuse: AppError | null = null) {
  done = [];
  const request = new Request("http://localhost:3000/timeline", {
    method: "POST",
    headers: { host: "localhost:3000", ...headers },
    body: new URLSearchParams({ intent: "generate" }),
  });
  const came = await runIntent({ request, params: {}, context: {} } as unknown as ActionFunctionArgs, {
    generate: () => {
      done.push("generate");
      if (refuse) throw refuse;
      return Promise.resolve({ message: null });
    },
  });
  if (!("data" in came)) throw new Error("A redirect");
  const { status, headers: told } = came.init ?? {};
  return { status: status ?? 200, error: came.data.error, retryAfter: new Headers(told).get("retry-after") };
}

it.each([
  ["that says so", { "sec-fetch-site": "cross-site" }],
  ["of the same site", { "sec-fetch-site": "same-site" }],
  ["by its origin", { origin: "https://evil.example" }],
  ["of which nothing is known", {}],
])("a form of another site %s is not carried out", async (_name, headers) => {
  expect(await post(headers)).toMatchObject({
    status: 403,
    error: "This request came from another site. Nothing was changed.",
  });
  expect(done).toEqual([]);
});

it("a form of our own is", async () => {
  expect(await post(sameOrigin)).toMatchObject({ status: 200, error: null });
  expect(done).toEqual(["generate"]);
});

it("a refusal for the rate says when to come back, and no other does", async () => {
  const throttled = new AppError("rate_limited", "Too many", { retryAfterSeconds: 42 });
  expect(await post(sameOrigin, throttled)).toEqual({ status: 429, error: "Too many", retryAfter: "42" });
  expect(await post(sameOrigin, new AppError("changed", "Not now"))).toEqual({
    status: 409,
    error: "Not now",
    retryAfter: null,
  });
});
