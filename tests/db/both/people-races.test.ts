// People on two nodes: keys, sessions, passwords and leaving, all at once.
import { afterEach, beforeEach, expect, it } from "vitest";
import { days } from "~/ground/time/duration";
import { publishNow, writeTweet } from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { giveConsent } from "~/features/bots/bots.server";
import { leave } from "~/features/user-deletion/user-deletion.server";
import {
  changePassword,
  closeSession,
  issueKey,
  register,
  replaceSession,
  signOutEverywhere,
} from "~/features/users/users.server";
import {
  endOtherSessions,
  endSession,
  listSessions,
  openSession,
  type Viewer,
} from "~/features/sessions/sessions.server";
import type { TestApp } from "~tests/support/app";
import { client, linkAccount, makePerson, password, type Person, personOf } from "~tests/support/people/make";
import {
  codeOf,
  meeting,
  type Nodes,
  openNodes,
  play,
  pressAtOnce,
  raceLasts,
  unless,
  whileTime,
} from "~tests/support/races";

let nodes: Nodes;
let alice: Person;
beforeEach(async () => {
  nodes = await openNodes();
  alice = await makePerson(nodes.a, "alice");
});
afterEach(() => nodes.close());

const address = "192.0.2.7";

const count = async (table: "api_keys" | "sessions", person = alice) =>
  (await nodes.a.db.selectFrom(table).select("user_id").where("user_id", "=", person.user.id).execute()).length;

it("a person never has more than fifty keys, however many are issued at once", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const issue = (app: TestApp) => () => issueKey(app, alice.user.id, null);
  for (let n = 0; n < 49; n += 1) await issue(a)();
  const broken = await play(async (chance) => {
    const codes = (await pressAtOnce(chance, [issue(a), issue(b), issue(a), issue(b)])).map(codeOf);
    const there = await count("api_keys");
    return [
      ...unless(there === 50, `there are ${there}`),
      ...codes.flatMap((code) => unless(code === "done", `it was answered: ${code}`)),
    ];
  });
  expect(broken).toEqual([]);
});

const ends = {
  "signing out everywhere": (app: TestApp) => signOutEverywhere(app, alice.user.id),
  "signing out": (app: TestApp, sessionId: string) => closeSession(app, sessionId),
};
for (const [name, end] of Object.entries(ends))
  it(`no key outlives ${name} that it was issued beside`, { timeout: raceLasts }, async () => {
    const { a, b } = nodes;
    const broken = await play(async (chance) => {
      const { sessionId } = await personOf(a, alice.user.id);
      const issue = (app: TestApp) => () => issueKey(app, alice.user.id, sessionId);
      const [ended, ...issued] = await pressAtOnce(chance, [() => end(b, sessionId), issue(a), issue(b), issue(a)]);
      const left = await count("api_keys");
      return [
        ...unless(left === 0, `${left} keys are left`),
        ...unless(codeOf(ended) === "done", `the end was answered: ${codeOf(ended)}`),
        ...issued
          .map(codeOf)
          .flatMap((code) => unless(["done", "unauthenticated"].includes(code), `a key was answered: ${code}`)),
      ];
    });
    expect(broken).toEqual([]);
  });

it("a browser that signs in anew while it gets a key keeps it or is told", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const broken = await play(async (chance) => {
    const former = (await personOf(a, alice.user.id)).sessionId;
    const next = (await personOf(a, alice.user.id)).sessionId;
    const [replaced, issued] = await pressAtOnce(chance, [
      () => replaceSession(b, { former, next, userId: alice.user.id }),
      () => issueKey(a, alice.user.id, former),
    ]);
    await closeSession(a, next);
    const left = await count("api_keys");
    return [
      // The key has gone over to the next session, and ends with it.
      ...unless(left === 0, `${left} keys are left`),
      ...unless(codeOf(replaced) === "done", `the new session was answered: ${codeOf(replaced)}`),
      ...unless(["done", "unauthenticated"].includes(codeOf(issued)), `the key was answered: ${codeOf(issued)}`),
    ];
  });
  expect(broken).toEqual([]);
});

it("no key and no session of the old password outlives its change", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const passwords = [password, `${password} other`];
  let current = await personOf(a, alice.user.id);
  const broken = await play(async (chance, n) => {
    const before = current;
    const stop = meeting(nodes, 4);
    const change = { password: passwords[(n - 1) % 2] ?? "", newPassword: passwords[n % 2] ?? "" };
    const [changed, ...others] = await pressAtOnce(chance, [
      () => changePassword(b, alice.user, change, address),
      () => issueKey(a, alice.user.id, before.sessionId),
      () => openSession(a, before, client),
      () => openSession(b, before, client),
    ]);
    stop();
    const [keys, sessions] = [await count("api_keys"), await count("sessions")];
    current = await personOf(a, alice.user.id);
    return [
      ...unless(keys === 0, `${keys} keys are left`),
      ...unless(sessions === 0, `${sessions} sessions are left`),
      ...unless(codeOf(changed) === "done", `the change was answered: ${codeOf(changed)}`),
      ...others
        .map(codeOf)
        .flatMap((code) =>
          unless(["done", "unauthenticated", "wrong_credentials"].includes(code), `one was answered: ${code}`),
        ),
    ];
  });
  expect(broken).toEqual([]);
});

it("of two who register with one e-mail at once one has it", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const stop = meeting(nodes, 2);
  const broken = await play(async (chance, n) => {
    const come = (app: TestApp) => () =>
      register(app, { email: `same_${n}@linnet.example`, password, phone: null }, `${n}`);
    const codes = (await pressAtOnce(chance, [come(a), come(b)])).map(codeOf).toSorted().join(", ");
    return unless(codes === "done, email_taken", `they were answered: ${codes}`);
  });
  stop();
  expect(broken).toEqual([]);
});

it("nothing of a person is left who leaves while others press for them", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const broken = await play(async (chance, n) => {
    const carol = await makePerson(a, `carol_${n}`);
    const { networkUserId } = await linkAccount(a, carol, `carol_${n}`);
    const userId = carol.user.id;
    const write = (which: string) =>
      writeTweet(a, { userId, content: `Carol says ${which} in round ${n}.`, account: networkUserId });
    const [one, other] = [await write("this"), await write("that")];
    const presses = [
      () => scheduleAt(b, { userId, tweetId: one.id, account: null, executeAt: b.clock.now() + days(1) }),
      () => publishNow(b, { userId, tweetId: other.id, account: null }),
      () => linkAccount(b, carol, `carol_z_${n}`),
      () => issueKey(b, userId, null),
      () => writeTweet(b, { userId, content: "A last word.", account: null }),
      () => giveConsent(b, userId, networkUserId),
    ];
    const stop = meeting(nodes, 2);
    const leaving = leave(a, userId, { password, address });
    const results = await pressAtOnce(chance, presses);
    stop();
    // Where one of theirs is being sent it looks again after a moment.
    await whileTime(nodes, leaving);
    const left = await Promise.all(
      (["tweets", "accounts", "sessions", "api_keys", "link_requests"] as const).map(async (table) => {
        const rows = await a.db.selectFrom(table).select("user_id").where("user_id", "=", userId).execute();
        return unless(rows.length === 0, `${rows.length} rows of ${table} are left`);
      }),
    );
    const refusals = ["done", "not_found", "no_account", "unauthenticated", "wrong_state", "expired"];
    return [
      ...left.flat(),
      ...results.map(codeOf).flatMap((code, which) => unless(refusals.includes(code), `press ${which} was ${code}`)),
    ];
  });
  expect(broken).toEqual([]);
});

const endings = {
  "it is ended by another browser": async (app: TestApp, viewer: Viewer, handle: string) =>
    void (await endSession(app, viewer, { handle, address })),
  "all others are ended": async (app: TestApp, viewer: Viewer) => void (await endOtherSessions(app, viewer, address)),
};
for (const [name, end] of Object.entries(endings))
  it(`no key outlives its session that is issued while ${name}`, { timeout: raceLasts }, async () => {
    const { a, b } = nodes;
    const viewer = { userId: alice.user.id, sessionId: alice.sessionId };
    const broken = await play(async (chance) => {
      const { sessionId } = await personOf(a, alice.user.id);
      const all = await listSessions(a, { userId: alice.user.id, sessionId });
      const issue = (app: TestApp) => () => issueKey(app, alice.user.id, sessionId);
      const [ended, ...issued] = await pressAtOnce(chance, [
        () => end(b, viewer, all[0]?.handle ?? ""),
        issue(a),
        issue(b),
        issue(a),
      ]);
      const [keys, sessions] = [await count("api_keys"), await count("sessions")];
      return [
        ...unless(keys === 0, `${keys} keys are left`),
        ...unless(sessions === 1, `${sessions} sessions are left`),
        ...unless(codeOf(ended) === "done", `the end was answered: ${codeOf(ended)}`),
        ...issued
          .map(codeOf)
          .flatMap((code) => unless(["done", "unauthenticated"].includes(code), `a key was answered: ${code}`)),
      ];
    });
    expect(broken).toEqual([]);
  });

it("of two browsers that end each other at once one stays", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const broken = await play(async (chance) => {
    await a.db.deleteFrom("sessions").execute();
    const [one, other] = [await personOf(a, alice.user.id), await personOf(a, alice.user.id)];
    const endOthers = (app: TestApp, { sessionId }: Person) =>
      endOtherSessions(app, { userId: alice.user.id, sessionId }, address);
    const ended = await pressAtOnce(chance, [() => endOthers(a, one), () => endOthers(b, other)]);
    const [codes, sessions] = [ended.map(codeOf).toSorted().join(", "), await count("sessions")];
    return [
      ...unless(sessions === 1, `${sessions} sessions are left`),
      ...unless(codes === "done, unauthenticated", `they were answered: ${codes}`),
    ];
  });
  expect(broken).toEqual([]);
});
