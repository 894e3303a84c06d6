// The end of every verb is told: no form can mean something whose end nobody listens for.
import { afterEach, beforeEach, expect, it } from "vitest";
import { analyseIntents } from "~/screens/analyse-intents.server";
import { generateIntents } from "~/screens/generate.server";
import { common } from "~/screens/intents.server";
import { loadRoot } from "~/screens/screen.server";
import { tweetIntents } from "~/screens/tweet-intents.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { sameOrigin } from "~tests/support/call";
import { verbs } from "../e2e/verbs";
import { atScreens } from "./acting";
import { screenAction } from "~/screens/screen-action.server";
import type { ActionFunctionArgs } from "@remix-run/node";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app?.close());

it("every verb of every screen's forms has an entry that says what is announced at its end and where the focus is", () => {
  const intents = { ...common, ...tweetIntents, ...generateIntents, ...analyseIntents };
  expect(Object.keys(verbs).sort()).toEqual(Object.keys(intents).sort());
});

it("without a script what was done is told on the page that it leads to, and not again when that is reloaded", async () => {
  const alice = await atScreens(app, "alice");
  const cookie = alice.request("/timeline").headers.get("cookie") ?? "";
  const body = new URLSearchParams({ intent: "set-timezone", timezone: "Asia/Tokyo" });
  const headers = { ...sameOrigin, host: "localhost:3000", cookie, accept: "text/html" };
  const request = new Request("http://localhost:3000/timeline?panel=settings", { method: "POST", headers, body });
  const answer = await screenAction({ request, params: {}, context: {} } as unknown as ActionFunctionArgs);
  const carried = new Headers("headers" in answer ? (answer.headers as Headers) : {}).getSetCookie().join();
  expect(carried).toMatch(/^linnet_told=[^;]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/);
  const open = (more: string) =>
    loadRoot({
      request: new Request("http://localhost:3000/timeline", {
        headers: { host: "localhost:3000", cookie: `${cookie}; ${more}` },
      }),
      context: {},
    });
  const told = await open(carried.split(";")[0] ?? "");
  expect(told.data.told).toEqual({ said: "Time zone saved" });
  expect(new Headers(told.init?.headers).get("set-cookie")).toMatch(/^linnet_told=[^;]*; Max-Age=0/);
  expect((await open("")).data.told).toBeNull();
  // Nobody else can put words there.
  expect((await open(`linnet_told=${btoa('"Send me your password"')}`)).data.told).toBeNull();
});
