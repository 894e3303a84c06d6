// The second step without a script: set up in Settings, asked for after the password, trusted, lost and found again.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findSessionUser } from "~/features/users/users.server";
import { days, minutes, seconds } from "~/ground/time/duration";
import { createTestApp, type TestApp } from "~tests/support/app";
import { digitsOf, giveFactor, wrongDigits } from "~tests/support/people/factor";
import { makePerson, password, type Person } from "~tests/support/people/make";
import { type Browser, browse } from "../support/browse";

const security = "/settings/security";
const step = "/sign-in/second-step";
const wrong = "That code is wrong or has expired. Try the next one.";

let app: TestApp;
let alice: Person;
let asAlice: Browser;
let guest: Browser;
beforeEach(async () => {
  app = await createTestApp();
  alice = await makePerson(app, "alice");
  asAlice = await browse(app, alice.sessionId);
  guest = await browse(app, null);
});
afterEach(() => app.close());

const keyIn = (html: string): string => /<code>((?:[A-Z2-7]{4} ?){8})</.exec(html)?.[1] ?? "";
const codesIn = (html: string): string[] =>
  [...html.matchAll(/<code>([0-9a-z]{4}-[0-9a-z]{4})<\/code>/g)].map(([, one = ""]) => one);
const nextDigits = (key: string): string => {
  app.clock.advance(seconds(30));
  return digitsOf(key, app.clock.now());
};
const signIn = (browser: Browser, at = "/timeline?week=1&panel=login") =>
  browser.post(at, { intent: "sign-in", email: alice.user.email, password });
const finish = (browser: Browser, code: string, more: Record<string, string> = {}) =>
  browser.post(step, { intent: "second-step", code, ...more });
const isIn = async (browser: Browser) => (await browser.get(security)).status === 200;

describe("in Settings", () => {
  it("an app is set up: QR code and key, the first code, the recovery codes until they are kept", async () => {
    expect((await asAlice.get(security)).main).toContain("Off");
    const started = await asAlice.post(security, { intent: "set-up-factor" });
    expect(started.to).toBe(`${security}?step=set-up`);
    const page = await asAlice.get(started.to ?? "");
    const key = keyIn(page.html);
    expect(page.html).toMatch(/<svg class="qr" viewBox="0 0 \d+ \d+" role="img"/);
    const ask = { intent: "switch-on-factor", password, code: "" };
    expect((await asAlice.post(started.to ?? "", ask)).over).toContain("Enter the 6-digit code from your app");
    const mistyped = wrongDigits(key, app.clock.now());
    const refused = await asAlice.post(started.to ?? "", { ...ask, code: mistyped });
    expect([refused.status, refused.over.includes(wrong), refused.html.includes(mistyped)]).toEqual([401, true, false]);
    expect(keyIn(refused.html)).toBe(key);
    const on = await asAlice.post(started.to ?? "", { ...ask, code: nextDigits(key) });
    expect(on.to).toBe(`${security}?step=codes`);
    const shown = await asAlice.get(on.to ?? "");
    expect(codesIn(shown.html)).toHaveLength(10);
    const reminded = await asAlice.get(security);
    expect(reminded.main).toContain("Save your recovery codes");
    for (const secret of [key, ...codesIn(shown.html)]) expect(reminded.html).not.toContain(secret);
    expect((await asAlice.post(on.to ?? "", { intent: "keep-codes" })).over).toContain("Check the box");
    const kept = await asAlice.post(on.to ?? "", { intent: "keep-codes", kept: "on" });
    expect(kept.to).toBe(security);
    const after = await asAlice.get(on.to ?? "");
    expect([after.over, codesIn(after.html)]).toEqual(["", []]);
    expect(after.main).toContain("10 of 10 left");
  });

  it("key and recovery codes are on their own pages alone, and nobody else's", async () => {
    await asAlice.post(security, { intent: "set-up-factor" });
    const key = keyIn((await asAlice.get(`${security}?step=set-up`)).html);
    const bob = await browse(app, (await makePerson(app, "bob")).sessionId);
    for (const [browser, path] of [
      [asAlice, security],
      [asAlice, `${security}?step=codes`],
      [asAlice, "/generate"],
      [bob, `${security}?step=set-up`],
    ] as const) {
      const { html } = await browser.get(path);
      expect(html).not.toContain(key);
      expect(html).not.toContain(key.replaceAll(" ", ""));
    }
  });

  it("the app is removed and codes are renewed with password and code, each fault beside its field", async () => {
    const { next, codes } = await giveFactor(app, alice);
    for (const [place, intent] of [
      ["renew", "renew-codes"],
      ["remove", "switch-off-factor"],
    ] as const) {
      const address = `${security}?step=${place}`;
      expect((await asAlice.get(address)).over).toContain("Your password");
      const bad = await asAlice.post(address, { intent, password: "not it 1", code: next() });
      expect([bad.status, bad.over.includes("Wrong password.")]).toEqual([401, true]);
      expect((await asAlice.post(address, { intent, password, code: "nonsense" })).over).toContain(wrong);
      const done = await asAlice.post(address, { intent, password, code: next() });
      expect(done.to).toBe(place === "renew" ? `${security}?step=codes` : security);
      if (place === "renew") expect(codesIn((await asAlice.get(done.to ?? "")).html)).not.toContain(codes[0]);
    }
    const off = await asAlice.get(security);
    expect(off.main).toContain("Off");
    expect((await signIn(guest)).to).toContain("panel=success");
  });

  it("few recovery codes are told", async () => {
    const { codes } = await giveFactor(app, alice);
    for (const code of codes.slice(0, 8)) {
      await signIn(guest);
      expect((await finish(guest, code)).status).toBe(303);
    }
    expect((await asAlice.get(security)).main).toMatch(/rows__state--care[\s\S]*2 of 10 left/);
  });

  it("forms of a guest, and of a state that is over, change nothing", async () => {
    for (const intent of ["set-up-factor", "switch-on-factor", "renew-codes", "switch-off-factor", "keep-codes"])
      expect((await guest.post(security, { intent, password, code: "123456", kept: "on" })).to).toBe(
        "/generate?panel=login",
      );
    expect((await asAlice.post(security, { intent: "switch-off-factor", password, code: "123456" })).status).toBe(409);
    for (const place of ["set-up", "codes", "renew", "remove", "__proto__"])
      expect((await asAlice.get(`${security}?step=${place}`)).over).toBe("");
  });
});

describe("at sign-in", () => {
  it("the right password leads to a page of its own, and the right code to where the person was going", async () => {
    const { next, key } = await giveFactor(app, alice);
    const asked = await signIn(guest);
    expect(asked.to).toBe(step);
    expect(await isIn(guest)).toBe(false);
    const page = await guest.get(step);
    expect([page.status, page.title]).toEqual([200, "Two-factor authentication · Linnet"]);
    expect(page.main).toMatch(/autocomplete="?one-time-code/i);
    expect(page.main).toContain(alice.user.email);
    for (const code of ["", wrongDigits(key, app.clock.now())]) {
      const refused = await finish(guest, code, { trust: "on" });
      expect([401, 422]).toContain(refused.status);
      expect(refused.main).toMatch(/6-digit code from|wrong or has expired/);
      expect(refused.html).toMatch(/name="trust"[^>]*checked/);
    }
    const done = await finish(guest, next());
    expect(done.to).toBe("/timeline?week=1&panel=success");
    expect(await isIn(guest)).toBe(true);
    expect(guest.cookies.get("linnet_step") ?? "").toBe("");
    expect((await guest.get(step)).to).toBe("/generate");
  });

  it("what waits is bound to its browser, and ends after ten minutes with clear words and a way back", async () => {
    const { next } = await giveFactor(app, alice);
    await signIn(guest);
    const other = await browse(app, null);
    // It has been here before, so its cookies are kept.
    other.cookies.set("linnet_known", "1");
    for (const page of [await other.get(step), await finish(other, next())]) {
      expect(page.main).toContain("This sign-in has expired");
      expect(page.main).toContain("/generate?panel=login");
    }
    app.clock.advance(minutes(10));
    expect((await guest.get(step)).main).toContain("Sign in again.");
    expect((await finish(guest, next())).status).toBe(404);
    expect(await isIn(guest)).toBe(false);
  });

  it("a cookie that nobody signed, or that holds something else, is none", async () => {
    await giveFactor(app, alice);
    await signIn(guest);
    const signed = guest.cookies.get("linnet_step") ?? "";
    for (const value of [
      "",
      "x",
      `${signed}x`,
      signed.split(".")[0] ?? "",
      "%00",
      guest.cookies.get("linnet_told") ?? "",
    ]) {
      guest.cookies.set("linnet_step", value);
      expect((await guest.get(step)).main).toContain("This sign-in has expired");
    }
    guest.cookies.set("linnet_step", signed);
    expect((await guest.get(step)).main).toContain(alice.user.email);
  });

  it("a trusted browser is not asked again for 30 days, and a new password ends that", async () => {
    const { next } = await giveFactor(app, alice);
    await signIn(guest);
    await finish(guest, next(), { trust: "on" });
    await guest.post("/generate", { intent: "sign-out" });
    expect((await signIn(guest)).to).toContain("panel=success");
    const changed = { intent: "change-password", password, newPassword: "another wire 8" };
    expect((await guest.post(security, changed)).status).toBe(303);
    await guest.post("/generate", { intent: "sign-out" });
    const again = { intent: "sign-in", email: alice.user.email, password: "another wire 8" };
    expect((await guest.post("/generate?panel=login", again)).to).toBe(step);
    await finish(guest, next(), { trust: "on" });
    await guest.post("/generate", { intent: "sign-out" });
    app.clock.advance(days(30));
    expect((await guest.post("/generate?panel=login", again)).to).toBe(step);
  });

  it("signing in from the step's own page leads to the start", async () => {
    const { next } = await giveFactor(app, alice);
    await signIn(guest, `${step}?panel=login`);
    expect((await finish(guest, next())).to).toBe("/generate?panel=success");
  });

  it("the session that is open stays until the second step is done", async () => {
    const { next } = await giveFactor(app, alice);
    await signIn(asAlice);
    expect(await findSessionUser(app, alice.sessionId)).not.toBeNull();
    await finish(asAlice, next());
    expect(await findSessionUser(app, alice.sessionId)).toBeNull();
    expect(await isIn(asAlice)).toBe(true);
  });
});
