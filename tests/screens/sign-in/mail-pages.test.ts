// The pages of mail, without a script: as a guest, as whom the link went to, as somebody else, and where it goes wrong.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ActionFunctionArgs } from "@remix-run/node";
import { sql } from "kysely";
import { askForPassword, askToConfirm, confirmAddress, sendLinks } from "~/features/mail-links/mail-links.server";
import { findConfirmedEmail, signIn } from "~/features/users/users.server";
import { runIntent } from "~/screens/forms/run-intent.server";
import { frameActions } from "~/screens/frame/actions.server";
import { linkActions } from "~/screens/mail-links/actions.server";
import { settingsActions } from "~/screens/settings/actions.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { cookieFor, sameOrigin } from "~tests/support/calls/call";
import { type FakeMail, startFakeMail } from "~tests/support/fakes/fake-mail";
import { giveFactor } from "~tests/support/people/factor";
import { makePerson, password, type Person } from "~tests/support/people/make";
import { type Browser, browse, type Page } from "../support/browse";

let server: FakeMail;
let app: TestApp;
let alice: Person;
let guest: Browser;
let asAlice: Browser;
let asBob: Browser;

beforeEach(async () => {
  server = await startFakeMail();
  app = await createTestApp({ env: { SMTP_URL: server.url, MAIL_FROM: "linnet@linnet.example" } });
  alice = await makePerson(app, "alice");
  // Who registered first is the operator.
  app.clock.advance(1);
  const bob = await makePerson(app, "bob");
  guest = await browse(app, null);
  asAlice = await browse(app, alice.sessionId);
  asBob = await browse(app, bob.sessionId);
});
afterEach(async () => {
  await app.close();
  await server.close();
});

async function sent(ask: Promise<void>): Promise<{ path: string; token: string }> {
  await ask;
  await (
    await sendLinks(app)
  ).done;
  const url = new URL(server.linkFor(alice.user.email));
  return { path: url.pathname + url.search, token: url.searchParams.get("token") ?? "" };
}
const forgotten = () => sent(askForPassword(app, alice.user.email, "203.0.113.7"));
const confirming = () => sent(askToConfirm(app, alice.user));
const rowsOf = async () =>
  JSON.stringify([
    await app.db.selectFrom("mail_links").selectAll().execute(),
    await app.db.selectFrom("users").selectAll().orderBy("id").execute(),
  ]);
/** After a reload of the way back. */
const followed = async (browser: Browser, page: Page) => browser.get(page.to ?? "");

it("the link is offered at Sign In, and nothing tells whether an address is known", async () => {
  expect((await guest.get("/generate?panel=login")).over).toContain("Forgot password?");
  const answers = [];
  for (const email of [alice.user.email, "nobody@linnet.example"])
    answers.push(await guest.post("/generate?panel=forgot", { intent: "forgot-password", email }));
  const seen = answers.map(({ status, to, html, headers }) => ({ status, to, html, cookie: headers["set-cookie"] }));
  expect(seen[0]).toEqual({ status: 303, to: "/generate?panel=forgot-sent", html: "", cookie: undefined });
  expect(seen[1]).toEqual(seen[0]);
  expect((await guest.get("/generate?panel=forgot-sent")).over).toContain("If there’s an account for this address");
});

it("a field left empty, and an address that was asked for too often, are told", async () => {
  const ask = (email: string) => guest.post("/generate?panel=forgot", { intent: "forgot-password", email });
  expect((await ask("")).over).toContain("Enter your email.");
  expect((await ask("not an address")).over).toContain("Please enter a valid email address");
  for (let n = 0; n < 3; n += 1) await ask(alice.user.email);
  const refused = await ask(alice.user.email);
  expect(refused.status).toBe(429);
  expect(refused.over).toContain("You’ve reached the limit of 3 links per hour for this email.");
});

it("opening a link changes nothing, also twice and by anybody", async () => {
  for (const { path } of [await forgotten(), await confirming()]) {
    const before = await rowsOf();
    for (const browser of [guest, asAlice, asBob]) expect((await browser.get(path)).main).toContain(alice.user.email);
    expect(await rowsOf()).toBe(before);
  }
});

it("a new password is chosen by whoever has the link, signs nobody in, and ends what was signed in", async () => {
  const { path, token } = await forgotten();
  const weak = await guest.post(path, { intent: "choose-password", token, newPassword: "short" });
  expect(weak.main).toContain("Password must be at least 8 characters");
  const came = await guest.post(path, { intent: "choose-password", token, newPassword: "another wire 8" });
  expect(came.to).toBe("/generate?panel=login");
  expect([...guest.cookies.keys()]).toEqual(["linnet_told"]);
  expect((await followed(guest, came)).html).toContain("Password changed. Sign in with your new password.");
  expect((await asAlice.get("/settings/alerts")).to).toBe("/generate?panel=login");
  expect((await asBob.get("/settings/alerts")).status).toBe(200);
  const again = await guest.post(path, { intent: "choose-password", token, newPassword: "another wire 8" });
  expect(again.status).toBe(404);
  expect(again.main).toContain("This link was used or has expired. Request a new one.");
  const entered = await guest.post("/generate?panel=login", { intent: "sign-in", email: alice.user.email, password });
  expect(entered.status).toBe(401);
});

describe("while wrong passwords come from many places", () => {
  const signInAt = "/generate?panel=login";
  const ask = () => guest.post(signInAt, { intent: "sign-in", email: alice.user.email, password });
  const keepIn = (browser: Browser, { path, token }: { path: string; token: string }) =>
    browser.post(path, { intent: "choose-password", token, keep: "on" });
  const isIn = async (browser: Browser) => (await browser.get("/settings/security")).status === 200;

  const bruteForce = async () => {
    for (let n = 1; n <= 6; n += 1)
      await signIn(app, { email: alice.user.email, password: "not it 1" }, `198.51.100.${n}`).catch(() => null);
  };

  it("who is held back is told of the link, which signs in once as the password would, and the password stays", async () => {
    await bruteForce();
    const refused = await ask();
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "60"]);
    expect(refused.over).toContain("To sign in now, use the link that “Forgot password?” emails you.");
    const link = await forgotten();
    expect(server.mails.at(-1)?.parsed.text).toContain("can also sign you in without changing your password");
    expect((await guest.get(link.path)).main).toContain("Sign in with this link");
    const entered = await keepIn(guest, link);
    expect(entered.to).toBe("/generate?panel=success");
    expect(await isIn(guest)).toBe(true);
    expect(await isIn(asAlice)).toBe(true);
    const other = await browse(app, null);
    expect([(await keepIn(other, link)).status, await isIn(other)]).toEqual([404, false]);
    // Its browser is one of her own from now on.
    await guest.post("/generate", { intent: "sign-out" });
    expect([(await ask()).to, await isIn(guest)]).toEqual(["/generate?panel=success", true]);
    const happened = (await asAlice.get("/settings/security")).main;
    expect(happened).toContain("Used a link to sign in");
  });

  it("the second step is still asked for", async () => {
    const factor = await giveFactor(app, alice);
    await bruteForce();
    const entered = await keepIn(guest, await forgotten());
    expect([entered.to, await isIn(guest)]).toEqual(["/sign-in/second-step", false]);
    const done = await guest.post("/sign-in/second-step", { intent: "second-step", code: factor.next() });
    expect([done.to, await isIn(guest)]).toEqual(["/generate?panel=success", true]);
  });

  it("a link signs nobody in where nothing is held back, and says so", async () => {
    const link = await forgotten();
    expect(server.mails.at(-1)?.parsed.text).not.toContain("sign you in");
    expect((await guest.get(link.path)).main).not.toContain("Sign in with this link");
    const refused = await keepIn(guest, link);
    expect([refused.status, refused.main.includes("You can sign in with your password again.")]).toEqual([409, true]);
    expect(await isIn(guest)).toBe(false);
  });

  it("a link that confirms an address signs nobody in", async () => {
    await bruteForce();
    const { token } = await confirming();
    const refused = await keepIn(guest, { path: `/reset-password?token=${token}`, token });
    expect([refused.status, await isIn(guest)]).toEqual([404, false]);
  });

  it("a browser that signed in before signs in with its password, also once it was signed out", async () => {
    expect((await ask()).to).toBe("/generate?panel=success");
    await guest.post("/generate", { intent: "sign-out" });
    await bruteForce();
    expect((await ask()).to).toBe("/generate?panel=success");
    const other = await browse(app, null);
    const fields = { intent: "sign-in", email: alice.user.email, password };
    expect((await other.post(signInAt, fields)).status).toBe(429);
  });
});

it.each(["", "x", "x".repeat(5_000), "__proto__", "%00", "\u202e"])(
  "a link with the token %j is over",
  async (token) => {
    for (const path of ["/reset-password", "/confirm-address"]) {
      const page = await asAlice.get(`${path}?token=${encodeURIComponent(token)}`);
      expect([page.status, page.main.includes("This link no longer works")]).toEqual([200, true]);
      const intent = path === "/reset-password" ? "choose-password" : "confirm-address";
      const posted = await asAlice.post(path, { intent, token, newPassword: "another wire 8" });
      expect([404, 422]).toContain(posted.status);
    }
  },
);

describe("/settings/alerts", () => {
  it("is a person's own: a guest is sent to sign in, and one's choice is not the other's", async () => {
    expect((await guest.get("/settings/alerts")).to).toBe("/generate?panel=login");
    const chosen = { intent: "choose-alerts", weekly_summary: "on", user_id: "somebody", __proto__: "on" };
    expect((await guest.post("/settings/alerts", chosen)).to).toBe("/generate?panel=login");
    expect(await app.db.selectFrom("subscriptions").selectAll().execute()).toEqual([]);
    const { token } = await confirming();
    await guest.post(`/confirm-address?token=${token}`, { intent: "confirm-address", token });
    expect(await findConfirmedEmail(app, alice.user.id)).toBe(alice.user.email);
    expect((await asAlice.post("/settings/alerts", chosen)).to).toBe("/settings/alerts");
    const ticked = (page: Page) => [...page.html.matchAll(/name="(\w+)" checked=""/g)].map(([, name]) => name);
    expect(ticked(await asAlice.get("/settings/alerts"))).toEqual(["weekly_summary"]);
    const bobs = await asBob.get("/settings/alerts");
    expect(ticked(bobs)).toEqual(["tweet_failed", "account", "bot"]);
    expect(bobs.main).toContain("not confirmed");
    expect(bobs.html).not.toContain(alice.user.email);
  });

  it("a test goes to a confirmed address alone, five times an hour, and says what the mail server has against it", async () => {
    const test = () => asAlice.post("/settings/alerts", { intent: "send-test-mail" });
    expect((await test()).main).toContain("Confirm your email first.");
    const { token } = await confirming();
    await asBob.post(`/confirm-address?token=${token}`, { intent: "confirm-address", token });
    server.refuse({ at: "from", code: 550, words: "Who are you" });
    expect((await test()).main).toContain(
      "The test wasn’t sent: The mail server doesn’t accept email from Linnet’s address.",
    );
    server.refuse(null);
    expect((await followed(asAlice, await test())).html).toContain(`Test email sent to ${alice.user.email}`);
    expect(server.mails.at(-1)).toMatchObject({ to: [alice.user.email] });
    for (let n = 0; n < 3; n += 1) await test();
    expect((await test()).main).toContain("You’ve reached the limit of 5 tests per hour.");
  });

  it("without a mail server it says so once, to the operator how; and a form of before is refused", async () => {
    app.mail = null;
    const page = await asBob.get("/settings/alerts");
    expect(page.main).toContain("Email isn’t set up on this server");
    expect(page.main).toContain("Your admin can set it up.");
    expect((await asBob.post("/settings/alerts", { intent: "ask-to-confirm" })).main).toContain(
      "This server sends no email.",
    );
    expect((await guest.get("/generate?panel=login")).over).not.toContain("Forgot password?");
    expect((await guest.get("/generate?panel=forgot")).over).toBe("");
  });
});

describe("what breaks", () => {
  const broken = [
    ["/generate", "forgot-password", "Couldn’t request the link. Try again."],
    ["/reset-password", "choose-password", "Couldn’t change your password. Try again."],
    ["/confirm-address", "confirm-address", "Couldn’t confirm your email. Try again."],
    ["/settings/alerts", "ask-to-confirm", "Couldn’t send the link. Try again."],
    ["/settings/alerts", "send-test-mail", "Couldn’t send the test. Try again."],
    ["/settings/alerts", "choose-alerts", "Couldn’t save your notification settings. Try again."],
  ] as const;

  it.each(broken)("on %s by the form %s is told: %s", async (path, intent, words) => {
    const { token } = await confirming();
    await confirmAddress(app, token, () => Promise.resolve());
    const cookie = await cookieFor(app, alice.sessionId);
    for (const table of ["link_mails", "mail_links", "rate_limits", "subscriptions"])
      await sql`alter table ${sql.table(table)} rename to ${sql.table(`${table}_gone`)}`.execute(app.db);
    const body = new URLSearchParams({ intent, email: alice.user.email, token, newPassword: "another wire 8" });
    const headers = { ...sameOrigin, host: "localhost:3000", cookie, accept: "*/*" };
    const request = new Request(`http://localhost:3000${path}`, { method: "POST", headers, body });
    const actions = { ...frameActions, ...linkActions, ...settingsActions };
    const came = await runIntent({ request, params: {}, context: {} } as unknown as ActionFunctionArgs, actions);
    expect(came).toMatchObject({ data: { ok: false, intent, error: words } });
  });
});
