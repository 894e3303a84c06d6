// Links that go by mail, through a real SMTP server: used once, for a while, by whom they went to; nobody learns who is here.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  askForPassword,
  askToConfirm,
  choosePassword,
  confirmAddress,
  findLinked,
  nextLinkAt,
  pruneLinks,
  sendLinks,
} from "~/features/mail-links/mail-links.server";
import { findConfirmedEmail, findSessionUser, findUserByKey, issueKey, signIn } from "~/features/users/users.server";
import { openSession } from "~/features/sessions/sessions.server";
import { hours, minutes, seconds } from "~/ground/time/duration";
import { createTestApp, type TestApp } from "~tests/support/app";
import { type FakeMail, startFakeMail } from "~tests/support/fakes/fake-mail";
import { client, makePerson, password, type Person } from "~tests/support/people/make";

const from = "203.0.113.7";
const next = "another wire 8";

let server: FakeMail;
let app: TestApp;
let alice: Person;
let bob: Person;

beforeEach(async () => {
  server = await startFakeMail();
  app = await createTestApp({
    env: { SMTP_URL: server.url, MAIL_FROM: "linnet@linnet.example", APP_ORIGIN: "https://linnet.example" },
  });
  alice = await makePerson(app, "alice");
  bob = await makePerson(app, "bob");
});
afterEach(async () => {
  await app.close();
  await server.close();
});

const run = async (by = app): Promise<void> => (await sendLinks(by)).done;
/** As the job does, which is asked each second. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= seconds(15)) {
    app.clock.advance(Math.min(left, seconds(15)));
    await run();
  }
}
const tokenFor = ({ user }: Person): string => new URL(server.linkFor(user.email)).searchParams.get("token") ?? "";
async function forgotten(person: Person): Promise<string> {
  await askForPassword(app, person.user.email, from);
  await run();
  return tokenFor(person);
}
async function asked(person: Person): Promise<string> {
  await askToConfirm(app, person.user);
  await run();
  return tokenFor(person);
}
const rows = (table: "link_mails" | "mail_links") => app.db.selectFrom(table).selectAll().execute();
const confirm = (token: string, first: string[] = []) =>
  confirmAddress(app, token, (_trx, userId) => {
    first.push(userId);
    return Promise.resolve();
  });
const over = { code: "not_found", message: expect.stringContaining("was used or has expired") as string };

describe("a forgotten password", () => {
  it("is replaced by the link that came by mail, which signs nobody in and ends all that was signed in", async () => {
    const key = await issueKey(app, alice.user.id, alice.sessionId);
    const bobs = await issueKey(app, bob.user.id, bob.sessionId);
    const token = await forgotten(alice);
    expect(server.linkFor(alice.user.email)).toBe(`https://linnet.example/reset-password?token=${token}`);
    expect(await findLinked(app, "password", token)).toEqual({ email: alice.user.email, signsIn: false });
    expect(await findSessionUser(app, alice.sessionId)).not.toBeNull();

    await choosePassword(app, token, next);
    await expect(signIn(app, { email: alice.user.email, password }, from)).rejects.toMatchObject({
      code: "wrong_credentials",
    });
    expect((await signIn(app, { email: alice.user.email, password: next }, from)).user.id).toBe(alice.user.id);
    expect(await findSessionUser(app, alice.sessionId)).toBeNull();
    expect(await findUserByKey(app, key)).toBeNull();
    await expect(openSession(app, alice, client)).rejects.toMatchObject({ code: "wrong_credentials" });

    expect(await findSessionUser(app, bob.sessionId)).not.toBeNull();
    expect((await findUserByKey(app, bobs))?.user.id).toBe(bob.user.id);
    await expect(signIn(app, { email: bob.user.email, password }, from)).resolves.toBeTruthy();
  });

  it("the link works once, also for two who use it at once", async () => {
    const token = await forgotten(alice);
    const both = await Promise.allSettled([
      choosePassword(app, token, next),
      choosePassword(app, token, "a third wire 9"),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(choosePassword(app, token, next)).rejects.toMatchObject(over);
    expect(await findLinked(app, "password", token)).toBeNull();
  });

  it("the link works for 30 minutes, and one that was used takes the others along", async () => {
    const first = await forgotten(alice);
    app.clock.advance(minutes(29));
    const second = await forgotten(alice);
    expect(await findLinked(app, "password", first)).toEqual({ email: alice.user.email, signsIn: false });
    app.clock.advance(minutes(1));
    await expect(choosePassword(app, first, next)).rejects.toMatchObject(over);
    const third = await forgotten(alice);
    await choosePassword(app, third, next);
    await expect(choosePassword(app, second, next)).rejects.toMatchObject(over);
    expect(await rows("mail_links")).toEqual([]);
  });

  it("is kept as a hash, and its token stands in no row and no line of the log", async () => {
    const token = await forgotten(alice);
    expect(token).toMatch(/^[\w-]{43}$/);
    const kept = JSON.stringify([await rows("mail_links"), await rows("link_mails"), app.logged]);
    expect(kept).toContain(alice.user.id);
    expect(kept).not.toContain(token);
  });

  it("is written and answered alike whether anybody has the address or not", async () => {
    const changed = async (email: string) => {
      const before = await rows("link_mails");
      const answer = await askForPassword(app, email, from);
      const written = (await rows("link_mails")).filter(({ id }) => !before.some((row) => row.id === id));
      return { answer, written: written.map((row) => ({ ...row, id: "", email: "" })) };
    };
    expect(await changed("nobody@linnet.example")).toEqual(await changed(alice.user.email));
    await run();
    expect(server.mails.map(({ to }) => to)).toEqual([[alice.user.email]]);
    expect(await rows("link_mails")).toEqual([]);
    expect(await rows("mail_links")).toHaveLength(1);
  });

  it("is asked for three times an hour by an address, known or not, and twenty times by a network", async () => {
    for (const email of [alice.user.email, "nobody@linnet.example"]) {
      for (let n = 0; n < 3; n += 1) await askForPassword(app, email, from);
      await expect(askForPassword(app, email, "198.51.100.1")).rejects.toMatchObject({
        code: "rate_limited",
        message: "You’ve reached the limit of 3 links per hour for this email. Try again in 60 minutes.",
      });
    }
    await run();
    await run();
    expect(server.mailsFor(alice.user.email)).toHaveLength(3);
    for (let n = 0; n < 14; n += 1) await askForPassword(app, `n${n}@linnet.example`, from);
    await expect(askForPassword(app, bob.user.email, from)).rejects.toMatchObject({ code: "rate_limited" });
    await askForPassword(app, bob.user.email, "198.51.100.2");
    app.clock.advance(hours(1));
    await askForPassword(app, alice.user.email, from);
  });

  it("where no mail is set up it is refused, and nothing is written", async () => {
    app.mail = null;
    await expect(askForPassword(app, alice.user.email, from)).rejects.toMatchObject({ code: "not_configured" });
    await expect(askToConfirm(app, alice.user)).rejects.toMatchObject({ code: "not_configured" });
    expect(await rows("link_mails")).toEqual([]);
  });
});

describe("confirming an address", () => {
  it("is done by whoever has the link, once, and says so the first time", async () => {
    const first: string[] = [];
    expect(await findConfirmedEmail(app, alice.user.id)).toBeNull();
    const token = await asked(alice);
    expect(server.linkFor(alice.user.email)).toBe(`https://linnet.example/confirm-address?token=${token}`);
    await confirm(token, first);
    expect(await findConfirmedEmail(app, alice.user.id)).toBe(alice.user.email);
    expect(await findConfirmedEmail(app, bob.user.id)).toBeNull();
    await expect(confirm(token, first)).rejects.toMatchObject(over);
    await confirm(await asked(alice), first);
    expect(first).toEqual([alice.user.id]);
  });

  it("a link of one kind is none of the other, and it ends after a day", async () => {
    const token = await asked(alice);
    await expect(choosePassword(app, token, next)).rejects.toMatchObject(over);
    await expect(confirm(await forgotten(bob))).rejects.toMatchObject(over);
    app.clock.advance(hours(24));
    await expect(confirm(token)).rejects.toMatchObject(over);
    for (const guess of ["", "x".repeat(43), "__proto__"]) await expect(confirm(guess)).rejects.toMatchObject(over);
  });

  it("a link that went to a former address confirms nothing of the present one", async () => {
    const token = await asked(alice);
    await app.db.updateTable("users").set({ email: "new@linnet.example" }).where("id", "=", alice.user.id).execute();
    await confirm(token).catch(() => undefined);
    expect(await findConfirmedEmail(app, alice.user.id)).toBeNull();
  });
});

describe("sending", () => {
  it("a mail server that is down gets it once it is back, once, and nobody after the link's time", async () => {
    await server.goDown();
    await askForPassword(app, alice.user.email, from);
    await askToConfirm(app, bob.user);
    await pass(minutes(20));
    await server.comeUp();
    await pass(minutes(6));
    expect(server.mails.map(({ to: [to] }) => to).sort()).toEqual([alice.user.email, bob.user.email]);
    await choosePassword(app, tokenFor(alice), next);
    await confirm(tokenFor(bob));

    await server.goDown();
    await askForPassword(app, bob.user.email, from);
    await pass(minutes(36));
    await server.comeUp();
    await pass(minutes(10));
    expect(server.mails).toHaveLength(2);
    expect(await rows("link_mails")).toEqual([]);
  });

  it("each mail that arrives has a link that works, also where the answer to the first was lost", async () => {
    const speak = server.fallSilent();
    await askForPassword(app, alice.user.email, from);
    const lost = await sendLinks(app);
    await expect.poll(() => server.mails.length).toBe(1);
    const first = tokenFor(alice);
    // Its process is gone: the claim runs out.
    app.clock.advance(minutes(1));
    speak();
    await lost.done;
    app.clock.advance(minutes(5));
    const other = await createTestApp({ beside: app, env: { SMTP_URL: server.url, MAIL_FROM: "l@linnet.example" } });
    other.clock.set(app.clock.now());
    await run(other);
    await other.close();
    expect(await findLinked(app, "password", first)).toEqual({ email: alice.user.email, signsIn: false });
  });

  it("two nodes send it once", async () => {
    const other = await createTestApp({ beside: app, env: { SMTP_URL: server.url, MAIL_FROM: "l@linnet.example" } });
    other.clock.set(app.clock.now());
    await askForPassword(app, alice.user.email, from);
    await Promise.all([run(app), run(other)]);
    await Promise.all([run(app), run(other)]);
    expect(server.mails).toHaveLength(1);
    await other.close();
  });

  it("a process that may not claim sends nothing; the job is due at once, and then no more", async () => {
    const now = app.clock.now();
    await askForPassword(app, alice.user.email, from);
    expect(await nextLinkAt(app, 0)).toBe(now);
    app.node.mayClaim = () => false;
    await run();
    expect(server.mails).toEqual([]);
    app.node.mayClaim = () => true;
    await run();
    expect(server.mails).toHaveLength(1);
    expect(await nextLinkAt(app, 0)).toBeNull();
  });

  it("an address that the mail server refuses is not tried again, and no address is in the log", async () => {
    server.refuse({ at: "to", code: 550, words: "No such user" });
    await askForPassword(app, alice.user.email, from);
    await pass(minutes(10));
    expect(server.talks()).toBe(1);
    const lines = app.logged.filter(({ msg }) => msg === "a link was not sent");
    expect(lines).toMatchObject([{ purpose: "password", user: alice.user.id, reason: "address" }]);
    expect(JSON.stringify(lines)).not.toContain(alice.user.email);
  });

  it("links go with their time, and with their person", async () => {
    await forgotten(alice);
    await asked(bob);
    app.clock.advance(minutes(30));
    await pruneLinks(app);
    expect((await rows("mail_links")).map(({ user_id }) => user_id)).toEqual([bob.user.id]);
    await askToConfirm(app, bob.user);
    await app.db.deleteFrom("users").where("id", "=", bob.user.id).execute();
    expect([await rows("mail_links"), await rows("link_mails")]).toEqual([[], []]);
  });
});
