// Disabling a person: nobody gets in, nothing is sent or told for them, until they are enabled; and nobody else notices.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hours, minutes, seconds } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { analyse } from "~/features/analysis/analysis.server";
import { runBots, startBot } from "~/features/bots/bots.server";
import { askForPassword, choosePassword, sendLinks } from "~/features/mail-links/mail-links.server";
import {
  countAtStake,
  deletePerson,
  disablePerson,
  enablePerson,
  isOperator,
  linkForPassword,
} from "~/features/people/people.server";
import { pauseAccount, publishDue, publishNow, writeTweet } from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { awaitSecondStep, finishSignIn } from "~/features/second-factor/second-factor.server";
import { openSession } from "~/features/sessions/sessions.server";
import { findConfirmedEmail, findSessionUser, findUserByKey, issueKey, signIn } from "~/features/users/users.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { giveFactor } from "~tests/support/people/factor";
import { client, linkAccount, makePerson, password, type Person } from "~tests/support/people/make";
import { sendDue } from "~tests/support/sends";

let app: TestApp;
let olive: Person;
let alice: Person;
let bob: Person;
let accounts: Record<"alice" | "bob", Account>;
beforeEach(async () => {
  app = await createTestApp({ config: { quietHours: null, minGapMs: 0, catchUpGapMs: 0, rateLimits: false } });
  olive = await makePerson(app, "olive");
  alice = await makePerson(app, "alice");
  bob = await makePerson(app, "bob");
  // The default of each is not the account that posts.
  for (const [person, name] of [
    [alice, "alice"],
    [bob, "bob"],
  ] as const)
    await linkAccount(app, person, `${name}_main`);
  accounts = { alice: await linkAccount(app, alice, "alice_x"), bob: await linkAccount(app, bob, "bob_x") };
});
afterEach(() => app?.close());

const operator = () => ({ id: olive.user.id });
const disable = (person = alice) => disablePerson(app, person.user.id, operator());
const enable = (person = alice) => enablePerson(app, person.user.id, operator());

async function schedule(person: Person, content: string, executeAt: number): Promise<number> {
  const userId = person.user.id;
  const account = accounts[person === alice ? "alice" : "bob"].networkUserId;
  const { id } = await writeTweet(app, { userId, content, account });
  await scheduleAt(app, { userId, tweetId: id, account: null, executeAt });
  return id;
}

const tweet = (id: number) => app.db.selectFrom("tweets").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const count = async (table: "sessions" | "api_keys" | "trusted_browsers" | "waiting_sign_ins" | "mail_links") =>
  (await app.db.selectFrom(table).select("user_id").where("user_id", "=", alice.user.id).execute()).length;
const whatHappened = (kind: string) =>
  app.db.selectFrom("audit_events").selectAll().where("kind", "=", kind).orderBy("id").execute();

describe("who is disabled", () => {
  it("is signed out everywhere, with every key, trusted browser, sign-in that waits and link by mail", async () => {
    const factor = await giveFactor(app, alice);
    const waitingId = (await awaitSecondStep(app, alice, [])) ?? "";
    const ask = { waitingId, code: factor.next(), trust: true };
    await finishSignIn(app, ask, "192.0.2.7");
    await awaitSecondStep(app, alice, []);
    await linkForPassword(app, alice.user.id, operator());
    const keys = [await issueKey(app, alice.user.id, alice.sessionId), await issueKey(app, alice.user.id, null)];
    const others = await issueKey(app, bob.user.id, null);
    for (const table of ["sessions", "api_keys", "trusted_browsers", "waiting_sign_ins", "mail_links"] as const)
      expect(await count(table), table).toBeGreaterThan(0);
    await disable();
    for (const table of ["sessions", "api_keys", "trusted_browsers", "waiting_sign_ins", "mail_links"] as const)
      expect(await count(table), table).toBe(0);
    expect(await findSessionUser(app, alice.sessionId)).toBeNull();
    for (const key of keys) expect(await findUserByKey(app, key)).toBeNull();
    expect((await findUserByKey(app, others))?.user.id).toBe(bob.user.id);
    expect((await findSessionUser(app, bob.sessionId))?.id).toBe(bob.user.id);
  });

  it("is told so with the right password, and with a wrong one what everybody is told", async () => {
    await disable();
    const enter = (secret: string) => signIn(app, { email: alice.user.email, password: secret }, "192.0.2.7");
    await expect(enter("not it 1")).rejects.toMatchObject({ code: "wrong_credentials" });
    await expect(enter(password)).rejects.toMatchObject({
      code: "account_disabled",
      status: 403,
      message: "This account is disabled. Contact your Linnet admin.",
    });
  });

  it("opens no session and gets no key by what was right before", async () => {
    await disable();
    await expect(openSession(app, alice, client)).rejects.toMatchObject({ code: "account_disabled" });
    await expect(issueKey(app, alice.user.id, null)).rejects.toMatchObject({ code: "account_disabled" });
    await expect(issueKey(app, alice.user.id, alice.sessionId)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("has no session and no key although a row were left behind", async () => {
    const key = await issueKey(app, alice.user.id, null);
    await app.db.updateTable("users").set({ disabled_at: 1 }).where("id", "=", alice.user.id).execute();
    expect(await findSessionUser(app, alice.sessionId)).toBeNull();
    expect(await findUserByKey(app, key)).toBeNull();
  });

  it("puts nothing on its way by what was asked a moment before", async () => {
    const userId = alice.user.id;
    const { id: tweetId } = await writeTweet(app, { userId, content: "Words", account: null });
    await disable();
    const ask = { userId, tweetId, account: null };
    await expect(publishNow(app, ask)).rejects.toMatchObject({ code: "account_disabled" });
    const executeAt = app.clock.now() + hours(1);
    await expect(scheduleAt(app, { ...ask, executeAt })).rejects.toMatchObject({ code: "account_disabled" });
    expect((await tweet(tweetId)).state).toBe("pending");
  });

  it("is mailed nothing", async () => {
    await app.db.updateTable("users").set({ email_confirmed_at: 1 }).execute();
    await disable();
    expect(await findConfirmedEmail(app, alice.user.id)).toBeNull();
    expect(await findConfirmedEmail(app, bob.user.id)).toBe(bob.user.email);
    await enable();
    expect(await findConfirmedEmail(app, alice.user.id)).toBe(alice.user.email);
  });
});

describe("what is scheduled", () => {
  it("waits, while everybody else's goes out; enabled, what fell due meanwhile gets a new moment and the reason", async () => {
    const at = app.clock.now() + hours(1);
    const [due, later] = [await schedule(alice, "Hers", at), await schedule(alice, "Later", at + hours(9))];
    const others = await schedule(bob, "His", at);
    await disable();
    app.clock.set(at);
    expect(await sendDue(app)).toBe(1);
    expect([(await tweet(due)).state, (await tweet(others)).state]).toEqual(["scheduled", "published"]);
    app.clock.advance(hours(2));
    expect(await sendDue(app)).toBe(0);
    await enable();
    const now = app.clock.now();
    const after = await tweet(due);
    expect(after.state).toBe("scheduled");
    expect(after.due_at).toBeGreaterThanOrEqual(now + hours(4));
    expect(after.moment_reason).toMatch(/^Missed \w+, Nov \d+, .* while your Linnet account was disabled\. /);
    expect((await tweet(later)).due_at).toBe(at + hours(9));
    app.clock.set(after.due_at ?? 0);
    await sendDue(app);
    expect((await tweet(due)).state).toBe("published");
  });

  it("of an account that is paused beside that goes on waiting, moment and all", async () => {
    const at = app.clock.now() + hours(1);
    const id = await schedule(alice, "Hers", at);
    await pauseAccount(app, alice.user.id, accounts.alice.networkUserId);
    await disable();
    app.clock.set(at + hours(1));
    await enable();
    expect(await tweet(id)).toMatchObject({ state: "scheduled", due_at: at });
  });

  it("and stands between claim and send goes back unsent, and says why", async () => {
    const at = app.clock.now() + hours(1);
    const id = await schedule(alice, "Hers", at);
    app.clock.set(at - 200);
    const { started, done } = await publishDue(app);
    expect(started).toBe(1);
    await disable();
    app.clock.advance(seconds(1));
    await done;
    expect(await tweet(id)).toMatchObject({ state: "scheduled" });
    const [attempt] = await app.db.selectFrom("attempts").selectAll().where("tweet_id", "=", id).execute();
    expect(attempt).toMatchObject({ outcome: "not_sent" });
    expect(attempt?.detail).toContain("disabled before it was sent");
    expect(await app.db.selectFrom("sandbox_posts").selectAll().execute()).toEqual([]);
    app.clock.advance(hours(1));
    expect(await sendDue(app)).toBe(0);
  });
});

it("bots stop with their person, nothing of theirs runs, and nothing begins again by itself", async () => {
  const run = async (person: Person, account: Account) => {
    const content = "A booking page for small sailing schools. It turns a good forecast into offers. Try it free.";
    const userId = person.user.id;
    const { id } = await analyse(app, userId, content);
    await startBot(app, { userId, analysisId: id, account: account.networkUserId });
    return id;
  };
  await run(alice, accounts.alice);
  await run(bob, accounts.bob);
  await disable();
  const states = async ({ user }: Person) => {
    const bots = await app.db.selectFrom("bots").select(["state", "reason"]).where("user_id", "=", user.id).execute();
    return bots.map(({ state, reason }) => `${state}: ${reason}`);
  };
  const stopped = ["stopped: The bot stopped when your account was disabled."];
  expect(await states(alice)).toEqual(stopped);
  expect(await states(bob)).toEqual(["waiting: null"]);
  await enable();
  await runBots(app).then(({ done }) => done);
  expect(await states(alice)).toEqual(stopped);
});

describe("who may", () => {
  it("disables nobody twice, enables nobody twice, and knows nobody who is gone", async () => {
    await disable();
    await expect(disable()).rejects.toMatchObject({ code: "changed" });
    await enable();
    await expect(enable()).rejects.toMatchObject({ code: "changed" });
    for (const act of [disablePerson, enablePerson, deletePerson, linkForPassword])
      await expect(act(app, "nobody", operator())).rejects.toMatchObject({ code: "not_found" });
  });

  it("does nothing of it to their own account, nor with a right that is over", async () => {
    for (const act of [disablePerson, enablePerson, deletePerson, linkForPassword]) {
      await expect(act(app, olive.user.id, operator())).rejects.toMatchObject({ code: "changed" });
      await expect(act(app, alice.user.id, { id: bob.user.id })).rejects.toMatchObject({ code: "forbidden" });
    }
    app.config.adminEmails = [bob.user.email];
    await expect(disable()).rejects.toMatchObject({ code: "forbidden" });
    expect(await findSessionUser(app, alice.sessionId)).not.toBeNull();
  });

  it("of two operators who disable one another at once one does", async () => {
    app.config.adminEmails = [alice.user.email, bob.user.email];
    await app.db.updateTable("users").set({ vouched_at: 1 }).execute();
    const both = await Promise.allSettled([
      disablePerson(app, bob.user.id, { id: alice.user.id }),
      disablePerson(app, alice.user.id, { id: bob.user.id }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const left = [await isOperator(app, alice.user.id), await isOperator(app, bob.user.id)];
    expect(left.filter(Boolean)).toHaveLength(1);
  });

  it("at the terminal acts on anybody, an operator too", async () => {
    await disablePerson(app, olive.user.id, null);
    expect(await isOperator(app, olive.user.id)).toBe(false);
    await enablePerson(app, olive.user.id, null);
    expect(await isOperator(app, olive.user.id)).toBe(true);
  });
});

describe("the operator's acts", () => {
  it("stand in the person's own list, and in the log with which operator it was", async () => {
    await disable();
    await enable();
    for (const kind of ["person.disabled", "person.enabled"]) {
      expect(await whatHappened(kind)).toMatchObject([{ user_id: alice.user.id, by_operator: 1, address: null }]);
      const line = { audit: kind, user: alice.user.id, byOperator: true, operator: olive.user.id };
      expect(app.logged).toContainEqual(expect.objectContaining(line));
    }
    await disablePerson(app, alice.user.id, null);
    expect(app.logged.at(-1)).not.toHaveProperty("operator");
  });

  it("stay without the name when the person goes, their deletion too", async () => {
    await disable();
    await deletePerson(app, alice.user.id, operator());
    expect(await app.db.selectFrom("users").select("email").orderBy("email").execute()).toEqual([
      { email: bob.user.email },
      { email: olive.user.email },
    ]);
    const rows = [...(await whatHappened("person.disabled")), ...(await whatHappened("person.deleted"))];
    expect(rows).toMatchObject([
      { user_id: null, by_operator: 1 },
      { user_id: null, by_operator: 1 },
    ]);
    const line = { audit: "person.deleted", user: alice.user.id, byOperator: true, operator: olive.user.id };
    expect(app.logged).toContainEqual(expect.objectContaining(line));
  });
});

it("counts what is at stake: what waits, and the bots that run", async () => {
  const at = app.clock.now() + hours(1);
  await schedule(alice, "One", at);
  await schedule(alice, "Two", at + 1);
  await schedule(bob, "His", at);
  expect(await countAtStake(app, alice.user.id)).toEqual({ scheduled: 2, bots: 0 });
  expect(await countAtStake(app, olive.user.id)).toEqual({ scheduled: 0, bots: 0 });
});

describe("a link for a new password", () => {
  const tokenOf = (link: string) => new URL(link).searchParams.get("token") ?? "";

  it("works once, for a day, signs nobody in and is kept as a hash alone", async () => {
    const { user, link } = await linkForPassword(app, alice.user.id, operator());
    expect(user.email).toBe(alice.user.email);
    expect(link).toMatch(/^http:\/\/localhost:3000\/reset-password\?token=[\w-]{43}$/);
    const kept = JSON.stringify([await app.db.selectFrom("mail_links").selectAll().execute(), app.logged]);
    expect(kept).not.toContain(tokenOf(link));
    app.clock.advance(hours(23));
    await choosePassword(app, tokenOf(link), "another on a wire 8");
    expect(await findSessionUser(app, alice.sessionId)).toBeNull();
    await expect(choosePassword(app, tokenOf(link), "third on a wire 9")).rejects.toMatchObject({ code: "not_found" });
    const ask = { email: alice.user.email, password: "another on a wire 8" };
    expect((await signIn(app, ask, "192.0.2.7")).user.id).toBe(alice.user.id);
  });

  it("is over after a day, and made for nobody who is disabled", async () => {
    const { link } = await linkForPassword(app, alice.user.id, operator());
    app.clock.advance(hours(24));
    await expect(choosePassword(app, tokenOf(link), "another on a wire 8")).rejects.toMatchObject({
      code: "not_found",
    });
    await disable();
    await expect(linkForPassword(app, alice.user.id, operator())).rejects.toMatchObject({ code: "account_disabled" });
  });
});

it("asks for no link by mail that would go to somebody who is disabled", async () => {
  const sent: string[] = [];
  app.mail = {
    send(mail) {
      sent.push(mail.to);
      return Promise.resolve({ state: "sent" });
    },
  };
  await disable();
  for (const { user } of [alice, bob]) await askForPassword(app, user.email, "192.0.2.9");
  app.clock.advance(minutes(1));
  await sendLinks(app).then(({ done }) => done);
  expect(sent).toEqual([bob.user.email]);
});
