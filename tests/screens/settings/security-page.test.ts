// /settings/security without a script: whose page it is, and another password from there.
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestApp, type TestApp } from "~tests/support/app";
import { recordAudit } from "~/features/audit/audit.server";
import { openSession } from "~/features/sessions/sessions.server";
import { resetPassword } from "~/features/users/admin.server";
import { findSessionUser, signIn } from "~/features/users/users.server";
import { makePerson, password, type Person, personOf } from "~tests/support/people/make";
import { type Browser, browse } from "../support/browse";

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
  expect(wrong.main).toContain("Wrong password.");
  expect(wrong.html).not.toContain("wrong password 1");
  const weak = await asAlice.post(address, { ...ask, password, newPassword: "short" });
  expect(weak.main).toContain("Password must be at least 8 characters");
  const done = await asAlice.post(address, { ...ask, password });
  expect(done.to).toBe(`${address}?panel=password-changed`);
  expect((await asAlice.get(done.to ?? "")).over).toContain("Password changed");
});

const phone = {
  address: "2001:db8:1:2::9",
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
};
/** The handles of the buttons that sign a browser out. */
const handlesOf = (html: string) => [...html.matchAll(/name="session" value="([^"]*)"/g)].map(([, handle]) => handle);

it("the browsers that are signed in are listed with their block, and this one has no button", async () => {
  app.clock.set(Date.parse("2026-11-22T21:10:00Z"));
  await openSession(app, alice, phone);
  app.clock.set(Date.parse("2026-11-23T09:00:00Z"));
  const page = await asAlice.get(address);
  expect(page.main).toContain("Firefox on Linux");
  expect(page.main).toContain("This browser");
  expect(page.main).toContain("From 192.0.2.0/24");
  expect(page.main).toContain("Safari on iPhone");
  expect(page.main).toContain("From 2001:db8:1::/48");
  expect(page.main.split(">New</span>")).toHaveLength(2);
  expect(page.main).toContain("Signed in yesterday, used yesterday at 21:10");
  expect(page.main.split("Security log")[0]).not.toContain(phone.address);
  expect(page.html).not.toContain(alice.sessionId);
  expect(handlesOf(page.html)).toHaveLength(1);
});

it("one browser is signed out, and all others", async () => {
  const [one, other] = [await openSession(app, alice, phone), await openSession(app, alice, phone)];
  const [handle = ""] = handlesOf((await asAlice.get(address)).html);
  const done = await asAlice.post(address, { intent: "end-session", session: handle });
  expect(done.to).toBe(address);
  expect((await asAlice.get(address)).html).toContain("Signed out: Safari on iPhone");
  const good = [await findSessionUser(app, one), await findSessionUser(app, other)].filter((user) => user !== null);
  expect(good).toHaveLength(1);
  const again = await asAlice.post(address, { intent: "end-session", session: handle });
  expect([again.status, again.main.includes("That browser is already signed out.")]).toEqual([404, true]);
  await asAlice.post(address, { intent: "end-other-sessions" });
  const page = await asAlice.get(address);
  expect(page.html).toContain("Signed out 1 other browser");
  expect(page.main).not.toContain("Sign out everywhere else");
  expect(handlesOf(page.html)).toEqual([]);
});

it("nobody signs out another's browser, and a guest none", async () => {
  const bob = await makePerson(app, "bob");
  const asBob = await browse(app, bob.sessionId);
  await openSession(app, bob, phone);
  const [bobs = ""] = handlesOf((await asBob.get(address)).html);
  const guest = await browse(app, null);
  expect((await asAlice.post(address, { intent: "end-session", session: bobs })).status).toBe(404);
  for (const intent of ["end-session", "end-other-sessions"])
    expect((await guest.post(address, { intent, session: bobs })).to).toBe("/generate?panel=login");
  expect((await asAlice.post(address, { intent: "end-other-sessions" })).to).toBe(address);
  expect(handlesOf((await asBob.get(address)).html)).toEqual([bobs]);
});

it("what happened to one's own account is told, and nothing of another's", async () => {
  const bob = await makePerson(app, "bob");
  await recordAudit(app, { kind: "account.linked", userId: bob.user.id, address: null, detail: "@bobs_perch" });
  for (let n = 0; n < 2; n += 1)
    await signIn(app, { email: alice.user.email, password: "not it 1" }, "198.51.100.9").catch(() => null);
  await app.work.drained();
  await resetPassword(app, bob.user.email);
  const { main } = await asAlice.get(address);
  expect(main).toContain("Wrong password at sign-in, 2 times");
  expect(main).toContain("198.51.100.9");
  expect(main).toContain("Signed in with Firefox on Linux");
  expect(main).not.toContain("bobs_perch");
  expect(main).not.toContain("Your admin");
  await resetPassword(app, alice.user.email);
  const back = await browse(app, (await personOf(app, alice.user.id)).sessionId);
  expect((await back.get(address)).main).toContain("Your admin");
});
