// /settings/security without a script: whose page it is, and another password from there.
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestApp, type TestApp } from "~tests/support/app";
import { makePerson, password, type Person } from "~tests/support/make";
import { type Browser, browse } from "./browse";

const address = "/settings/security";

let app: TestApp;
let alice: Person;
let asAlice: Browser;

beforeEach(async () => {
  app = await createTestApp();
  alice = await makePerson(app, "alice");
  asAlice = await browse(app, alice.sessionId);
});
afterEach(() => app.close());

it("a guest is sent to sign in from the page of security", async () => {
  const guest = await browse(app, null);
  expect((await guest.get(address)).to).toBe("/generate?panel=login");
});

it("the page of security is a place of the settings", async () => {
  const page = await asAlice.get(address);
  expect([page.status, page.title]).toEqual([200, "Security · Settings · Linnet"]);
  expect(page.main).toContain("Security");
  expect((await asAlice.get("/settings/alerts")).main).toContain(address);
});

it("a password is changed on the page of security, and what is wrong is said beside its field", async () => {
  const ask = { intent: "change-password", password: "wrong password 1", newPassword: "another wire 8" };
  const wrong = await asAlice.post(address, ask);
  expect(wrong.status).toBe(401);
  expect(wrong.main).toContain("This is not your password");
  expect(wrong.html).not.toContain("wrong password 1");
  const weak = await asAlice.post(address, { ...ask, password, newPassword: "short" });
  expect(weak.main).toContain("Password must be at least 8 characters");
  const done = await asAlice.post(address, { ...ask, password });
  expect(done.to).toBe(`${address}?panel=password-changed`);
  expect((await asAlice.get(done.to ?? "")).over).toContain("Password changed");
});
