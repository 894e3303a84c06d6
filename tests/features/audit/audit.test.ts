// What matters for safety: each is a row of its person and a line in the log, and neither has what a guest typed.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { days, hours } from "~/ground/time/duration";
import { auditKinds, auditWords, wordsOfTimes } from "~/features/audit/audit-event";
import { auditPages, listRecent, recordAudit } from "~/features/audit/audit.server";
import { exportData } from "~/features/data-export/data-export.server";
import { allOf } from "~tests/support/all-of";
import { exportText } from "~tests/support/people/export-text";
import { unlink } from "~/features/publishing/publishing.server";
import { endOtherSessions, endSession, listSessions, openSession } from "~/features/sessions/sessions.server";
import { leave } from "~/features/user-deletion/user-deletion.server";
import { createUser, resetPassword, revokeKeys } from "~/features/users/admin.server";
import { changePassword, issueKey, register, signIn, signOutEverywhere } from "~/features/users/users.server";
import { prune } from "~jobs/prune.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { client, linkAccount, makePerson, password, type Person } from "~tests/support/people/make";
import { atRest } from "~tests/support/rest";

let app: TestApp;
let alice: Person;
let bob: Person;
beforeEach(async () => {
  app = await createTestApp();
  alice = await makePerson(app, "alice");
  bob = await makePerson(app, "bob");
  await app.db.deleteFrom("audit_events").execute();
  app.logged.length = 0;
});
afterEach(() => app?.close());

const address = "198.51.100.9";
const email = "alice@linnet.example";
const lines = () => app.logged.filter((line) => line["msg"] === "audit");
const rows = () => app.db.selectFrom("audit_events").selectAll().orderBy("id").execute();
const refused = (press: Promise<unknown>) => press.then(() => "done").catch((error: { code: string }) => error.code);

interface Case {
  kind: string;
  press(): Promise<unknown>;
  /** What stands in the row beside kind and person; the address is the client's unless it says null. */
  address?: null;
  detail?: string;
  byOperator?: true;
}
const viewer = () => ({ userId: alice.user.id, sessionId: alice.sessionId });

const cases: Case[] = [
  { kind: "sign_in", detail: "Firefox on Linux", press: () => openSession(app, alice, { ...client, address }) },
  { kind: "sign_in.wrong", press: () => refused(signIn(app, { email, password: "not it 1" }, address)) },
  {
    kind: "password.wrong",
    press: () => refused(changePassword(app, alice.user, { password: "not it 1", newPassword: "a wire 8" }, address)),
  },
  {
    kind: "password.changed",
    press: () => changePassword(app, alice.user, { password, newPassword: "another wire 8" }, address),
  },
  { kind: "password.changed", byOperator: true, address: null, press: () => resetPassword(app, email) },
  {
    kind: "session.ended",
    detail: "Firefox on Linux",
    async press() {
      const [session] = await listSessions(app, viewer());
      await endSession(app, viewer(), { handle: session?.handle ?? "", address });
    },
  },
  { kind: "signed_out.others", press: () => endOtherSessions(app, viewer(), address) },
  { kind: "signed_out.everywhere", press: () => signOutEverywhere(app, alice.user.id, { address }) },
  { kind: "key.made", detail: "a browser", press: () => issueKey(app, alice.user.id, alice.sessionId, address) },
  { kind: "key.revoked", byOperator: true, address: null, press: () => revokeKeys(app, email) },
  { kind: "account.linked", detail: "@alice_x", address: null, press: () => linkAccount(app, alice, "alice_x") },
  { kind: "data.exported", press: () => exportData(app, alice.user.id, "json", { address }) },
  {
    kind: "data.exported",
    byOperator: true,
    address: null,
    press: () => exportData(app, alice.user.id, "csv", "operator"),
  },
];

describe.each(cases)("$kind", ({ kind, press, detail = null, byOperator = false, ...given }) => {
  const from = given.address === null ? null : address;

  it(`is one row and one line${byOperator ? ", by the operator" : ""}`, async () => {
    await press();
    await app.work.drained();
    expect(await rows()).toEqual([
      {
        id: expect.any(Number),
        kind,
        user_id: alice.user.id,
        by_operator: byOperator ? 1 : 0,
        address: from,
        detail,
        at: app.clock.now(),
        times: 1,
      },
    ]);
    const level = kind.endsWith(".wrong") ? "warn" : "info";
    const line = { level, audit: kind, address: from, user: alice.user.id, byOperator, detail, msg: "audit" };
    expect(lines()).toEqual([{ time: expect.any(String), ...line }]);
    expect(await allOf(auditPages(app, bob.user.id))).toEqual([]);
  });
});

it("an account that is unlinked is told by its name, and registering as such", async () => {
  const account = await linkAccount(app, alice, "alice_x");
  await unlink(app, alice.user.id, account.networkUserId, address);
  const carol = await register(app, { email: "carol@linnet.example", password, phone: null }, address);
  await openSession(app, carol, client);
  const told = async (id: string) => (await allOf(auditPages(app, id))).map((one) => auditWords(one.kind, one.detail));
  expect(await told(alice.user.id)).toEqual(["Account @alice_x disconnected", "Account @alice_x connected"]);
  expect(await told(carol.user.id)).toEqual(["Account created"]);
});

it("what was refused for another reason is nothing that happened", async () => {
  await refused(unlink(app, alice.user.id, "nobody's", address));
  await refused(endSession(app, viewer(), { handle: "nobody's", address }));
  await refused(register(app, { email, password, phone: null }, address));
  await refused(createUser(app, email));
  expect([await rows(), lines()]).toEqual([[], []]);
});

describe("a wrong password", () => {
  it("for an e-mail that nobody has is a line without row and name, and nothing that was typed is in it", async () => {
    const typed = ["x from 1.2.3.4", '1.2.3.4","audit":"sign_in.wrong","address":"1.2.3.4"', "nobody@linnet.example"];
    for (const one of typed) await refused(signIn(app, { email: one, password: "1.2.3.4" }, address));
    await app.work.drained();
    expect(await rows()).toEqual([]);
    expect(lines()).toHaveLength(3);
    for (const line of lines())
      expect(line).toMatchObject({ audit: "sign_in.wrong", address, user: null, detail: null });
    expect(JSON.stringify(lines())).not.toMatch(/1\.2\.3\.4|nobody/);
  });

  it("that is not judged any more is no line", async () => {
    for (let n = 0; n < 12; n += 1) await refused(signIn(app, { email, password: "not it 1" }, address));
    expect(lines()).toHaveLength(10);
  });

  it("in a flood is twenty rows an hour with the number of all, each a line of the log, and hides nothing else", async () => {
    app.config.rateLimits = false;
    await issueKey(app, alice.user.id, null, address);
    for (let n = 0; n < 25; n += 1) await refused(signIn(app, { email, password: "not it 1" }, `203.0.113.${n}`));
    await app.work.drained();
    expect(await rows()).toHaveLength(21);
    expect(lines()).toHaveLength(26);
    app.clock.advance(hours(1) + 1);
    await refused(signIn(app, { email, password: "not it 1" }, address));
    await app.work.drained();
    expect((await listRecent(app, alice.user.id)).map(({ kind, times }) => [kind, times])).toEqual([
      ["sign_in.wrong", 26],
      ["key.made", 1],
    ]);
  });
});

describe("what somebody does over and over", () => {
  const numbers = async () => (await rows()).map(({ user_id, times }) => [user_id === bob.user.id ? "bob" : "", times]);

  it("from one address is one row an hour with its number, and each is a line of the log", async () => {
    for (let n = 0; n < 65; n += 1) await issueKey(app, alice.user.id, null, address);
    await issueKey(app, bob.user.id, null, address);
    expect(await numbers()).toEqual([
      ["", 65],
      ["bob", 1],
    ]);
    expect(lines()).toHaveLength(66);
    expect((await listRecent(app, alice.user.id)).map(wordsOfTimes)).toEqual(["API key created, 65 times"]);
    app.clock.advance(hours(1) + 1);
    await issueKey(app, alice.user.id, null, address);
    expect(await rows()).toHaveLength(3);
  });

  it("from elsewhere is a row of its own: what a stolen key does is seen", async () => {
    for (let n = 0; n < 65; n += 1) await issueKey(app, alice.user.id, null, address);
    await issueKey(app, alice.user.id, null, "203.0.113.66");
    expect((await listRecent(app, alice.user.id)).map((one) => [one.address, one.times])).toEqual([
      ["203.0.113.66", 1],
      [address, 65],
    ]);
  });

  it("with another name each time is sixty rows an hour, but for what keys do", async () => {
    const event = { userId: alice.user.id, address };
    for (let n = 0; n < 70; n += 1) {
      await recordAudit(app, { ...event, kind: "webhook.added", detail: `n${n}.example` });
      await recordAudit(app, { ...event, kind: "key.used", detail: `key: PUT /api/${n}` });
    }
    const kinds = (await rows()).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "webhook.added")).toHaveLength(60);
    expect(kinds.filter((kind) => kind === "key.used")).toHaveLength(70);
  });
});

it("twenty are shown, the latest first, and another's never", async () => {
  for (let n = 0; n < 25; n += 1) {
    app.clock.advance(1);
    const detail = `@perch_${n}`;
    await recordAudit(app, { kind: "account.linked", userId: alice.user.id, address, detail });
  }
  const shown = await listRecent(app, alice.user.id);
  expect(shown.map(({ detail }) => detail)).toEqual(Array.from({ length: 20 }, (_, n) => `@perch_${24 - n}`));
  expect(await listRecent(app, bob.user.id)).toEqual([]);
});

it("they are kept 180 days", async () => {
  await issueKey(app, alice.user.id, null, address);
  app.clock.advance(days(180) - 1);
  await prune(app);
  expect(await rows()).toHaveLength(1);
  app.clock.advance(2);
  await prune(app);
  expect(await rows()).toEqual([]);
});

it("all of a person's are in their export", async () => {
  await issueKey(app, alice.user.id, null, address);
  await issueKey(app, bob.user.id, null, "192.0.2.200");
  const text = await exportText(app, alice.user.id, "json", { address });
  const kept = JSON.parse(text) as { what_happened: unknown };
  const at = new Date(app.clock.now()).toISOString();
  expect(kept.what_happened).toEqual([
    { at, kind: "data.exported", what: "Data downloaded", address, by_operator: false, times: 1 },
    { at, kind: "key.made", what: "API key created", address, by_operator: false, times: 1 },
  ]);
});

it("a person's go with them, and the operator's stay without their name", async () => {
  await resetPassword(app, bob.user.email);
  await issueKey(app, alice.user.id, null, address);
  await revokeKeys(app, email);
  await linkAccount(app, alice, "alice_x");
  await leave(app, alice.user.id, { password, address });
  await atRest();
  expect(await rows()).toEqual([
    expect.objectContaining({ kind: "password.changed", user_id: bob.user.id, by_operator: 1 }),
    expect.objectContaining({ kind: "key.revoked", user_id: null, by_operator: 1, detail: null, address: null }),
  ]);
  expect(lines().at(-1)).toMatchObject({ audit: "person.deleted", user: alice.user.id, address });
});

it("each kind has words of its own, and one of a later version is told by its name", () => {
  const words = auditKinds.map((kind) => auditWords(kind, null));
  for (const one of words) expect(one).toMatch(/^[A-Z][^.]+$/);
  expect(auditWords("tweet.eaten", null)).toBe("tweet.eaten");
  expect(auditWords("constructor", "x")).toBe("constructor");
});
