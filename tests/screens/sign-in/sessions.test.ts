// A browser's session at the forms: what opens, renews and ends it, and that no old cookie is ever good again.
import type { ActionFunctionArgs } from "@remix-run/node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { days, minutes } from "~/ground/time/duration";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { loadScreen } from "~/screens/frame/screen.server";
import { timelineAction } from "~/screens/timeline/actions.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { cookieFor, cookieOf, sameOrigin } from "~tests/support/calls/call";
import { registerPerson, password, type Person } from "~tests/support/people/make";

const origin = "http://localhost:3000";
const next = "another wire 8";

let app: TestApp;
let alice: Person;
let cookie: string;
beforeEach(async () => {
  app = await createTestApp();
  alice = await registerPerson(app, "alice");
  cookie = await cookieFor(app, alice.sessionId);
});
afterEach(() => app?.close());

interface Came {
  status: number;
  /** Where it led, or null. */
  to: string | null;
  /** What it set, as a browser would send it back. */
  cookie: string;
  result: ActionResult | null;
}

async function post(intent: string, fields: Record<string, string> = {}, by = cookie): Promise<Came> {
  const headers = { ...sameOrigin, host: "localhost:3000", cookie: by, accept: "text/html" };
  const body = new URLSearchParams({ intent, ...fields });
  const request = new Request(`${origin}/timeline?tweet=7`, { method: "POST", headers, body });
  const came = await timelineAction({ request, params: {}, context: {} } as unknown as ActionFunctionArgs);
  if ("data" in came) return { status: came.init?.status ?? 200, to: null, cookie: "", result: came.data };
  return { status: came.status, to: came.headers.get("location"), cookie: cookieOf(came), result: null };
}

/** Who the page takes the sender of this cookie for. */
async function whoIs(by: string): Promise<string | null> {
  const request = new Request(`${origin}/generate`, { headers: { host: "localhost:3000", cookie: by } });
  return (await loadScreen({ request, context: {} })).user?.email ?? null;
}

const enter = (by: string) => post("sign-in", { email: alice.user.email, password }, by);

describe("signing in", () => {
  it("gives an id of its own, of at least 128 bits, whatever came along, and that never opens anything", async () => {
    // Signed by the server itself, for an id that an attacker chose.
    const planted = await cookieFor(app, "chosen-by-somebody-else");
    expect(await whoIs(planted)).toBeNull();
    const came = await enter(planted);
    expect(came.cookie).not.toBe(planted);
    expect(await whoIs(planted)).toBeNull();
    expect(await whoIs(came.cookie)).toBe(alice.user.email);
    expect(alice.sessionId).toMatch(/^[\w-]{22,}$/);
  });

  it("in a browser in which somebody else is signed in ends their session", async () => {
    const mallory = await cookieFor(app, (await registerPerson(app, "mallory")).sessionId);
    const came = await enter(mallory);
    expect(await whoIs(mallory)).toBeNull();
    expect(await whoIs(came.cookie)).toBe(alice.user.email);
  });

  it("twice gives two ids, of which the first is over", async () => {
    const first = await enter("");
    const second = await enter(first.cookie);
    expect(second.cookie).not.toBe(first.cookie);
    expect([await whoIs(first.cookie), await whoIs(second.cookie)]).toEqual([null, alice.user.email]);
  });
});

describe("signing up", () => {
  it.each([
    ["is the browser's guess where it was left as it was", "Asia/Tokyo", 0],
    ["is the person's choice where it was changed", "Europe/Berlin", 1],
  ])("with a time zone that %s", async (_what, timezoneGuess, timezone_chosen) => {
    const email = "berta@linnet.example";
    await post("create-account", { email, password, timezone: "Asia/Tokyo", timezoneGuess }, "");
    const berta = app.db.selectFrom("users").select(["timezone", "timezone_chosen"]).where("email", "=", email);
    expect(await berta.executeTakeFirst()).toEqual({ timezone: "Asia/Tokyo", timezone_chosen });
  });
});

describe("a cookie is worth nothing", () => {
  it("after signing out, also when it is sent again", async () => {
    const came = await post("sign-out");
    expect(came.cookie).toMatch(/^linnet=$/);
    expect(await whoIs(cookie)).toBeNull();
  });

  it("after another password, in every browser; the one at hand goes on under a new one", async () => {
    const phone = (await enter("")).cookie;
    const came = await post("change-password", { password, newPassword: next });
    expect(came).toMatchObject({ status: 303, to: "/timeline?tweet=7&panel=password-changed" });
    expect([await whoIs(cookie), await whoIs(phone)]).toEqual([null, null]);
    expect(await whoIs(came.cookie)).toBe(alice.user.email);
  });

  it("after signing out everywhere, in every browser", async () => {
    const phone = (await enter("")).cookie;
    const came = await post("sign-out-everywhere");
    expect(came).toMatchObject({ status: 303, to: "/timeline?tweet=7&panel=login" });
    expect([await whoIs(cookie), await whoIs(phone)]).toEqual([null, null]);
  });

  it("after the account was deleted", async () => {
    const came = await post("delete-my-account", { password, sure: "on" });
    expect(came).toMatchObject({ status: 303, to: "/generate?panel=left" });
    expect(await whoIs(cookie)).toBeNull();
    expect((await enter(cookie)).result?.error).toBe("Invalid email or password");
  });

  it("30 days after it was given, however busy, or after 14 idle ones", async () => {
    for (let n = 0; n < 3; n += 1) {
      app.clock.advance(days(9));
      expect(await whoIs(cookie)).toBe(alice.user.email);
    }
    app.clock.advance(days(3));
    expect(await whoIs(cookie)).toBeNull();
    const idle = (await enter("")).cookie;
    app.clock.advance(days(14) - minutes(1));
    expect(await whoIs(idle)).toBe(alice.user.email);
    app.clock.advance(days(14) + minutes(1));
    expect(await whoIs(idle)).toBeNull();
  });

  it("with one letter changed, or signed with a secret that is not the server's", async () => {
    const other = { config: { ...app.config, sessionSecrets: ["somebody else's secret, long enough"] } };
    const forged = await cookieFor({ ...app, ...other }, alice.sessionId);
    expect(await whoIs(forged)).toBeNull();
    expect(await whoIs(`${cookie.slice(0, 12)}${cookie[12] === "A" ? "B" : "A"}${cookie.slice(13)}`)).toBeNull();
  });
});

describe("wrong input", () => {
  it("is told beside its field, and no password comes back", async () => {
    const secrets = { password: "not it 1", newPassword: next };
    const came = await post("change-password", secrets);
    expect(came).toMatchObject({ status: 401, result: { faults: { password: "Wrong password." } } });
    const weak = await post("change-password", { password, newPassword: "short" });
    expect(weak).toMatchObject({
      status: 422,
      result: {
        faults: { newPassword: "Password must be at least 8 characters and contain both letters and numbers" },
      },
    });
    const missing = await post("change-password");
    expect(missing.result?.faults).toEqual({
      password: "Enter your password.",
      newPassword: "Enter a new password.",
    });
    for (const { result } of [came, weak, missing])
      expect(JSON.stringify(result)).not.toMatch(/not it 1|another wire|"short"|perch/);
  });

  it("deletes nothing without the password and the tick, and keeps the tick", async () => {
    expect((await post("delete-my-account", { password })).result?.faults).toEqual({
      sure: "Select the box if you’re sure.",
    });
    const wrong = await post("delete-my-account", { password: "not it 1", sure: "on" });
    expect(wrong.result).toMatchObject({ faults: { password: "Wrong password." }, values: { sure: "on" } });
    expect(await whoIs(cookie)).toBe(alice.user.email);
  });

  it("leaves no cookie of the session behind when the person is deleted", async () => {
    const headers = { ...sameOrigin, host: "localhost:3000", cookie, accept: "text/html" };
    const body = new URLSearchParams({ intent: "delete-my-account", password, sure: "on" });
    const request = new Request(`${origin}/timeline`, { method: "POST", headers, body });
    const came = await timelineAction({ request, params: {}, context: {} } as unknown as ActionFunctionArgs);
    if ("data" in came) throw new Error("They were not deleted");
    const set = came.headers.getSetCookie();
    expect(set.filter((one) => /^linnet=;.*1970/.test(one))).toHaveLength(1);
  });

  it("of somebody who is not signed in comes to nothing", async () => {
    for (const intent of ["change-password", "sign-out-everywhere", "delete-my-account"]) {
      const came = await post(intent, { password, newPassword: next, sure: "on" }, "");
      expect(came).toMatchObject({ status: 401, result: { error: "用户未登录" } });
    }
    expect(await whoIs(cookie)).toBe(alice.user.email);
  });
});
