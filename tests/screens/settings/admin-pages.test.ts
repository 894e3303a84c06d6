// /admin without a script: for the operator alone; what each form does, what it asks for, and a link that is shown once.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { auditKinds } from "~/features/audit/audit-event";
import { recordAudit } from "~/features/audit/audit.server";
import { copyBackups } from "~/features/backups/copy.server";
import { listInvitations } from "~/features/invitations/invitations.server";
import { disablePerson } from "~/features/people/people.server";
import { personOperations } from "~/features/people/person-operation";
import { publishNow, writeTweet } from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { awaitSecondStep } from "~/features/second-factor/second-factor.server";
import { findSessionUser, signIn } from "~/features/users/users.server";
import { hours } from "~/ground/time/duration";
import { createTestApp, type TestApp } from "~tests/support/app";
import { giveFactor } from "~tests/support/people/factor";
import { linkAccount, makePerson, password, type Person, personOf } from "~tests/support/people/make";
import { type Browser, browse } from "../support/browse";

let app: TestApp;
let olive: Person;
let alice: Person;
let asOlive: Browser;
beforeEach(async () => {
  app = await createTestApp({ config: { rateLimits: false } });
  olive = await makePerson(app, "olive");
  alice = await makePerson(app, "alice");
  asOlive = await browse(app, olive.sessionId);
});
afterEach(() => app.close());

const ask = (operation: string, more: Record<string, string> = {}) => ({
  intent: "manage-people",
  deed: operation,
  password,
  ...more,
});
it("says when the last backup was made, and when one was copied elsewhere", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "linnet-admin-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  app.config.dataDir = dataDir;
  const main = async () => (await asOlive.get("/admin")).main;
  expect(await main()).toContain("No backup yet · not copied elsewhere");
  mkdirSync(join(dataDir, "backups"));
  const file = join(dataDir, "backups", "nightly-2026-11-19.db");
  writeFileSync(file, "");
  utimesSync(file, app.clock.now() / 1000, app.clock.now() / 1000);
  app.config.backupCopy = { command: "true", env: { PATH: process.env["PATH"] ?? "" } };
  expect(await main()).toMatch(/Last backup today, \d\d:\d\d · not copied elsewhere yet/);
  await copyBackups(app);
  expect(await main()).toMatch(/Last backup today, \d\d:\d\d · copied elsewhere today, \d\d:\d\d/);
});

const isDisabled = async ({ user }: Person) =>
  (await app.db.selectFrom("users").select("disabled_at").where("id", "=", user.id).executeTakeFirst())?.disabled_at !==
  null;
/** All that an act could change. */
const state = async () =>
  JSON.stringify(
    await Promise.all(
      (["users", "sessions", "invitations", "mail_links", "audit_events"] as const).map((table) =>
        app.db.selectFrom(table).selectAll().execute(),
      ),
    ),
  );

it("is not there for a guest, another person, somebody disabled, and whoever has not passed the second step", async () => {
  const others: Record<string, Browser> = {
    "a guest": await browse(app, null),
    alice: await browse(app, alice.sessionId),
  };
  const factor = await makePerson(app, "factor");
  await giveFactor(app, factor);
  others["the second step is missing"] = await browse(app, await awaitSecondStep(app, factor, []));
  const disabled = await makePerson(app, "disabled");
  others["disabled"] = await browse(app, disabled.sessionId);
  await disablePerson(app, disabled.user.id, null);
  const before = await state();
  for (const [name, browser] of Object.entries(others)) {
    const page = await browser.get("/admin");
    expect([page.status, page.to], name).toEqual([404, null]);
    expect(page.html, name).not.toContain(olive.user.email);
    for (const act of personOperations) {
      const sent = ask(act, { who: olive.user.id, email: "mika@linnet.example" });
      expect((await browser.post("/admin", sent)).status, `${name}, ${act}`).toBe(404);
    }
  }
  expect(await state()).toBe(before);
});

it("lists people with what matters of them, and no act on the operator's own account", async () => {
  app.clock.set(Date.parse("2026-11-23T09:00:00Z"));
  const account = await linkAccount(app, alice, "alice_x");
  const { id } = await writeTweet(app, { userId: alice.user.id, content: "Secret words", account: null });
  const executeAt = app.clock.now() + hours(2);
  await scheduleAt(app, { userId: alice.user.id, tweetId: id, account: account.networkUserId, executeAt });
  const page = await asOlive.get("/admin");
  expect([page.status, page.title]).toEqual([200, "Admin · Linnet"]);
  for (const words of [olive.user.email, alice.user.email, "Admin", "Anyone can register", "2FA"])
    expect(page.main).toContain(words);
  expect(page.html).not.toContain("Secret words");
  expect(page.html).toContain(`step=disable&amp;who=${alice.user.id}`);
  expect(page.html).not.toContain(`who=${olive.user.id}`);
  const question = await asOlive.get(`/admin?step=disable&who=${alice.user.id}`);
  expect(question.over).toContain("1 scheduled tweet stays on hold until you enable the account again.");
  expect((await asOlive.get(`/admin?step=delete&who=${alice.user.id}`)).over).toContain(
    "1 scheduled tweet won’t post.",
  );
  expect((await asOlive.get("/admin?step=disable&who=nobody")).over).toBe("");
});

it("shows what each has spent of their share, and sets another with the operator's own password", async () => {
  await linkAccount(app, alice, "alice_default");
  const account = await linkAccount(app, alice, "alice_x");
  const words = { userId: alice.user.id, content: "Look: https://example.com/", account: account.networkUserId };
  const { id } = await writeTweet(app, words);
  await publishNow(app, { userId: alice.user.id, tweetId: id, account: null });
  expect((await asOlive.get("/admin")).main).toContain("$0.20 of $5.00");
  const at = `/admin?step=share&who=${alice.user.id}`;
  expect((await asOlive.get(at)).over).toContain("Reserves this much");
  const send = (usd: string, more = {}) =>
    asOlive.post(at, ask("share", { who: alice.user.id, share_usd: usd, ...more }));
  const kept = () =>
    app.db.selectFrom("users").select("spend_share_micros as micros").where("id", "=", alice.user.id).execute();
  expect((await send("1.50", { password: "no 12345" })).status).toBe(401);
  for (const wrong of ["nothing", "0", "-1", "0.001", "5.01"]) {
    const page = await send(wrong);
    expect([page.html.includes(`value="${wrong}"`), (await kept())[0]?.micros], wrong).toEqual([true, null]);
  }
  await send("$1.50");
  expect((await kept())[0]?.micros).toBe(1_500_000);
  expect((await asOlive.get("/admin")).main).toContain("$0.20 of $1.50");
  expect((await asOlive.get(at)).html).toContain('value="1.50"');
  await send("");
  expect((await kept())[0]?.micros).toBeNull();
});

it("disables, enables and deletes, each with the operator's own password", async () => {
  const who = alice.user.id;
  const wrong = await asOlive.post(`/admin?step=disable&who=${who}`, {
    ...ask("disable", { who }),
    password: "no 12345",
  });
  expect(wrong.status).toBe(401);
  expect(wrong.over).toContain("Wrong password.");
  expect(await isDisabled(alice)).toBe(false);
  expect((await asOlive.post(`/admin?step=disable&who=${who}`, ask("disable", { who }))).to).toBe("/admin");
  expect(await isDisabled(alice)).toBe(true);
  expect(await findSessionUser(app, alice.sessionId)).toBeNull();
  expect((await asOlive.get("/admin")).main).toContain("Disabled today");
  expect((await asOlive.post(`/admin?step=enable&who=${who}`, ask("enable", { who }))).to).toBe("/admin");
  expect(await isDisabled(alice)).toBe(false);
  expect((await asOlive.post("/admin", ask("delete", { who }))).to).toBe("/admin");
  await expect(signIn(app, { email: alice.user.email, password }, "192.0.2.7")).rejects.toMatchObject({
    code: "wrong_credentials",
  });
});

it("does nothing to the operator's own account, to nobody, and by no act that it does not know", async () => {
  for (const act of ["disable", "enable", "delete", "link"]) {
    expect((await asOlive.post("/admin", ask(act, { who: olive.user.id }))).status, act).toBe(409);
    expect((await asOlive.post("/admin", ask(act, { who: "nobody" }))).status, act).toBe(404);
  }
  expect((await asOlive.post("/admin", ask("promote", { who: alice.user.id }))).status).toBe(422);
  expect((await asOlive.post("/admin", { ...ask("disable"), password: "" })).status).toBe(422);
});

const linkIn = (html: string) => /value="(http:[^"]*token=[\w-]{43})"/.exec(html)?.[1];

it("an invitation is shown once, lets its person in, and is withdrawn", async () => {
  app.config.registration = "invite";
  const done = await asOlive.post("/admin?step=invite", ask("invite", { email: "mika@linnet.example" }));
  expect(done.to).toBe("/admin?step=handed");
  const shown = await asOlive.get(done.to ?? "");
  const link = linkIn(shown.html) ?? "";
  expect(link).toMatch(/^http:\/\/localhost:3000\/join\?token=/);
  const next = await asOlive.get("/admin");
  expect(next.main).toContain("Invited, expires");
  expect(next.html).not.toContain(new URL(link).searchParams.get("token"));
  expect(linkIn((await asOlive.get("/admin?step=handed")).html)).toBeUndefined();

  const guest = await browse(app, null);
  const { pathname, search, searchParams } = new URL(link);
  const joining = await guest.get(`${pathname}${search}`);
  expect(joining.main).toContain("mika@linnet.example");
  const form = { intent: "create-account", invitation: searchParams.get("token") ?? "", email: "else@where.example" };
  const weak = await guest.post(`${pathname}${search}`, { ...form, password: "short" });
  expect(weak.main).toContain("Password must be at least 8 characters");
  expect((await guest.post(`${pathname}${search}`, { ...form, password })).to).toBe("/generate?panel=success");
  expect((await signIn(app, { email: "mika@linnet.example", password }, "192.0.2.7")).user.email).toContain("mika");
  expect((await (await browse(app, null)).get(`${pathname}${search}`)).main).toContain(
    "This invitation no longer works",
  );

  await asOlive.post("/admin", ask("invite", { email: "jo@linnet.example" }));
  const [open] = await listInvitations(app);
  expect((await asOlive.get(`/admin?step=withdraw&who=${open?.id}`)).over).toContain("jo@linnet.example");
  expect((await asOlive.post("/admin", ask("withdraw", { who: open?.id ?? "" }))).to).toBe("/admin");
  expect(await listInvitations(app)).toEqual([]);
});

it("a link for a new password is shown to the operator who made it, and to nobody who signs in to that browser later", async () => {
  const done = await asOlive.post("/admin", ask("link", { who: alice.user.id }));
  const link = linkIn((await asOlive.get(done.to ?? "")).html);
  expect(link).toMatch(/^http:\/\/localhost:3000\/reset-password\?token=/);
  const sealed = asOlive.cookies.get("linnet_handed") ?? "";
  expect(sealed).not.toBe("");
  expect(Buffer.from(decodeURIComponent(sealed), "base64").toString()).not.toContain("token=");
  await app.db.updateTable("users").set({ vouched_at: 1 }).execute();
  app.config.adminEmails = [olive.user.email, alice.user.email];
  const later = await browse(app, (await personOf(app, alice.user.id)).sessionId);
  later.cookies.set("linnet_handed", sealed);
  expect(linkIn((await later.get("/admin?step=handed")).html)).toBeUndefined();
  expect(linkIn((await asOlive.get("/admin?step=handed")).html)).toBe(link);
});

it("shows what happened to everybody, of one kind, a page at a time, and names nobody who has left", async () => {
  for (let n = 0; n < 60; n += 1)
    await recordAudit(app, {
      kind: "data.exported",
      userId: n % 2 ? alice.user.id : olive.user.id,
      address: `192.0.2.${n}`,
      detail: String(n),
    });
  const first = await asOlive.get("/admin");
  expect(first.main).toContain("192.0.2.59");
  expect(first.main).not.toContain("192.0.2.2 ");
  const older = /href="(\/admin\?before=\d+)"/.exec(first.html)?.[1] ?? "";
  expect((await asOlive.get(older)).main).toContain("192.0.2.0");
  const signIns = await asOlive.get("/admin?kind=person.disabled");
  expect(signIns.main).toContain("No such events");
  for (const kind of auditKinds) expect(signIns.html).toContain(`value="${kind}"`);
  await asOlive.post("/admin", ask("delete", { who: alice.user.id }));
  const after = await asOlive.get("/admin?kind=person.deleted");
  expect(after.main).toContain("Unknown");
  expect(after.main).toContain("Admin");
});

it("is linked from the settings for the operator alone", async () => {
  const asAlice = await browse(app, alice.sessionId);
  for (const path of ["/settings/security", "/settings/alerts"]) {
    expect((await asOlive.get(path)).main, path).toContain("/admin");
    expect((await asAlice.get(path)).main, path).not.toContain("/admin");
  }
});
