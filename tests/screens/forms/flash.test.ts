// The end of every verb is told: no form can mean something whose end nobody listens for.
import { afterEach, beforeEach, expect, it } from "vitest";
import { intents } from "~/screens/forms/intents";
import { frameActions } from "~/screens/frame/actions.server";
import { loadRoot } from "~/screens/frame/screen.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { sameOrigin } from "~tests/support/calls/call";
import { verbs } from "../../e2e/support/verbs";
import { atScreens } from "../support/acting";
import { runIntent } from "~/screens/forms/run-intent.server";
import { type Flash, readFlash, setFlash } from "~/screens/forms/flash.server";
import type { ActionFunctionArgs } from "@remix-run/node";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app?.close());

it("every verb of every screen's forms has an entry that says what is announced at its end and where the focus is", () => {
  expect(Object.keys(verbs).sort()).toEqual(Object.keys(intents).sort());
});

it("with a script the look that was chosen comes with the answer, and the page has it from then on", async () => {
  const body = new URLSearchParams({ intent: "set-theme", theme: "dark" });
  const request = new Request("http://localhost:3000/timeline", { method: "POST", headers: sameOrigin, body });
  const answer = await runIntent({ request, params: {}, context: {} } as unknown as ActionFunctionArgs, frameActions);
  if (!("data" in answer)) throw new Error("It left the page");
  expect(answer.data).toMatchObject({ ok: true, message: "Theme saved" });
  const cookie = new Headers(answer.init?.headers).get("set-cookie")?.split(";")[0] ?? "";
  const open = (headers: Record<string, string>) =>
    loadRoot({ request: new Request("http://localhost:3000/timeline", { headers }), context: {} });
  expect((await open({ cookie })).data.theme).toBe("dark");
  expect((await open({})).data.theme).toBe("system");
});

it("without a script what was done is told on the page that it leads to, and not again when that is reloaded", async () => {
  const alice = await atScreens(app, "alice");
  const cookie = alice.request("/timeline").headers.get("cookie") ?? "";
  const body = new URLSearchParams({ intent: "set-timezone", timezone: "Asia/Tokyo" });
  const headers = { ...sameOrigin, host: "localhost:3000", cookie, accept: "text/html" };
  const request = new Request("http://localhost:3000/timeline?panel=settings", { method: "POST", headers, body });
  const answer = await runIntent({ request, params: {}, context: {} } as unknown as ActionFunctionArgs, frameActions);
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
  expect(told.data.flash).toEqual({ message: "Time zone saved" });
  expect(new Headers(told.init?.headers).get("set-cookie")).toMatch(/^linnet_told=[^;]*; Max-Age=0/);
  expect((await open("")).data.flash).toBeNull();
  // Nobody else can put words there.
  expect((await open(`linnet_told=${btoa('"Send me your password"')}`)).data.flash).toBeNull();
});

it.each<Flash>([
  { message: "Moved to Trash" },
  { message: "Außer Haus, 明日", undo: { intent: "take-off", fields: { tweetId: 7 } } },
])("carries $message, and the form that takes it back", async (flash) => {
  const [cookie = ""] = (await setFlash(flash, app.config)).split(";");
  const request = new Request("http://localhost:3000/timeline", { headers: { cookie } });
  expect(await readFlash(request, app.config)).toEqual(flash);
});
