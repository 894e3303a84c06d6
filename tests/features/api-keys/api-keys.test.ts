// Named keys: their form, what is kept of them, when they end, and what a restore makes of them.
import { crc32 } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  getKey,
  holdAllKeys,
  keepHeldKeys,
  listKeys,
  makeKey,
  makeKeyFor,
  type NewKey,
  requireKey,
  revokeKey,
  rotateKey,
} from "~/features/api-keys/api-keys.server";
import { isKeyText, newKey } from "~/features/api-keys/key-text.server";
import { exportText } from "~tests/support/people/export-text";
import { disablePerson, enablePerson } from "~/features/people/people.server";
import { leave } from "~/features/user-deletion/user-deletion.server";
import { resetPassword, revokeKeys } from "~/features/users/admin.server";
import {
  changePassword,
  closeSession,
  findUserByKey,
  issueKey,
  pruneSessions,
  proveInSession,
  signOutEverywhere,
} from "~/features/users/users.server";
import { newNoPassword } from "~/features/users/password-hash.server";
import { days, hours, minutes } from "~/ground/time/duration";
import { inTransaction } from "~db/database.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { giveFactor } from "~tests/support/people/factor";
import { makePerson, password, type Person } from "~tests/support/people/make";

const address = "192.0.2.7";
const proof = { password, address };
const ask: NewKey = { name: "n8n", scopes: ["read", "publish"], expiresAt: null };

let app: TestApp;
let alice: Person;
let bob: Person;
beforeEach(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "off" } });
  [alice, bob] = [await makePerson(app, "alice"), await makePerson(app, "bob")];
});
afterEach(() => app.close());

const make = (more: Partial<NewKey> = {}, person = alice) => makeKeyFor(app, person.user.id, { ...ask, ...more });
const codeOf = (key: string): Promise<string> =>
  requireKey(app, key).then(
    () => "good",
    (error: { code: string }) => error.code,
  );
const rows = () => app.db.selectFrom("named_keys").selectAll().orderBy("id").execute();
const kinds = async () =>
  (
    await app.db
      .selectFrom("audit_events")
      .select(["kind", "detail"])
      .where("kind", "like", "key.%")
      .orderBy("id")
      .execute()
  ).map(({ kind, detail }) => `${kind} ${detail}`);

describe("its text", () => {
  it("has a prefix, thirty random characters and their checksum, and no two are alike", () => {
    const keys = Array.from({ length: 200 }, newKey);
    expect(new Set(keys).size).toBe(200);
    const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    for (const key of keys) {
      expect(key).toMatch(/^linnet_[0-9A-Za-z]{36}$/);
      const sum = [...key.slice(-6)].reduce((all, digit) => all * 62 + digits.indexOf(digit), 0);
      expect(sum).toBe(crc32(key.slice(7, -6)));
      expect(isKeyText(key)).toBe(true);
    }
  });

  it("with one character changed is refused without asking the database", async () => {
    const { key } = await make();
    const close = app.db;
    const broken = [8, 20, 40].map((at) => key.slice(0, at) + (key[at] === "a" ? "b" : "a") + key.slice(at + 1));
    app.db = new Proxy(close, {
      get: () => {
        throw new Error("The database was asked");
      },
    });
    try {
      for (const text of [...broken, key.slice(0, -1), `${key}a`, "linnet_", key.toUpperCase()])
        expect(await codeOf(text)).toBe("key_unknown");
    } finally {
      app.db = close;
    }
    expect(await codeOf(key)).toBe("good");
  });
});

describe("making one", () => {
  it("keeps nothing but its hash and how it begins, and writes no key to the log", async () => {
    const { key, ...made } = await makeKey(app, alice.user, ask, proof);
    const { key: other } = await rotateKey(app, alice.user, { id: made.id, overlapHours: 24 }, proof);
    expect(made).toMatchObject({ name: "n8n", scopes: ["publish", "read"], hint: key.slice(0, 11), isHeld: false });
    await requireKey(app, key);
    const kept = JSON.stringify([await rows(), await app.db.selectFrom("audit_events").selectAll().execute()]);
    for (const secret of [key, other, key.slice(12), other.slice(12)]) {
      expect(kept).not.toContain(secret);
      expect(JSON.stringify(app.logged)).not.toContain(secret);
    }
    expect(await kinds()).toEqual(["key.made n8n", "key.rotated n8n"]);
    expect((await requireKey(app, other)).user.id).toBe(alice.user.id);
  });

  it("asks for the password, for the second step where there is one, and for a fresh proof where there is no password", async () => {
    const wrong = { password: "wrong 1234", address };
    await expect(makeKey(app, alice.user, ask, wrong)).rejects.toMatchObject({ code: "wrong_credentials" });
    await expect(makeKey(app, alice.user, ask, { ...proof, password: "" })).rejects.toMatchObject({ code: "invalid" });
    const factor = await giveFactor(app, alice);
    await expect(makeKey(app, alice.user, ask, proof)).rejects.toMatchObject({ code: "second_factor_required" });
    await expect(makeKey(app, alice.user, ask, { ...proof, code: "000000" })).rejects.toMatchObject({
      code: "second_factor_wrong",
    });
    expect(await rows()).toEqual([]);
    await makeKey(app, alice.user, ask, { ...proof, code: factor.next() });
    await app.db.updateTable("users").set({ password_hash: newNoPassword() }).where("id", "=", bob.user.id).execute();
    const bobs = { password: "", address, sessionId: bob.sessionId };
    await expect(makeKey(app, bob.user, ask, bobs)).rejects.toMatchObject({ code: "forbidden" });
    const at = app.clock.now();
    await inTransaction(app.db, (trx) => proveInSession(trx, { userId: bob.user.id, sessionId: bob.sessionId, at }));
    await makeKey(app, bob.user, ask, bobs);
    app.clock.advance(minutes(5));
    await expect(makeKey(app, bob.user, { ...ask, name: "b" }, bobs)).rejects.toMatchObject({ code: "forbidden" });
    expect((await rows()).map(({ user_id }) => user_id)).toEqual([alice.user.id, bob.user.id]);
  });

  it("gives a name once a person, until that key is revoked, and twenty living keys", async () => {
    const first = await make();
    await expect(make()).rejects.toMatchObject({ code: "invalid" });
    await make({}, bob);
    await revokeKey(app, { userId: alice.user.id, id: first.id }, address);
    await make();
    await make({ name: "short", expiresAt: app.clock.now() + hours(1) });
    for (let n = 2; n < 20; n += 1) await make({ name: `key ${n}` });
    await expect(make({ name: "one more" })).rejects.toMatchObject({ code: "limit_reached" });
    app.clock.advance(hours(1));
    await make({ name: "one more" });
    await expect(make({ name: "past", expiresAt: app.clock.now() })).rejects.toMatchObject({ code: "invalid" });
  });

  it("twenty at once make no more than twenty", async () => {
    for (let n = 0; n < 15; n += 1) await make({ name: `key ${n}` });
    const all = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => make({ name: `at once ${n}` })));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    expect(await listKeys(app, alice.user.id)).toHaveLength(20);
  });
});

describe("it ends", () => {
  it("when it is revoked, at once and for its former secret too, and no other's person can do that", async () => {
    const made = await make();
    const { key: next } = await rotateKey(app, alice.user, { id: made.id, overlapHours: 24 }, proof);
    const by = { userId: bob.user.id, id: made.id };
    await expect(revokeKey(app, by, address)).rejects.toMatchObject({ code: "not_found" });
    await expect(rotateKey(app, bob.user, { id: made.id, overlapHours: 0 }, proof)).rejects.toMatchObject({
      code: "not_found",
    });
    expect([await codeOf(made.key), await codeOf(next)]).toEqual(["good", "good"]);
    await revokeKey(app, { userId: alice.user.id, id: made.id }, address);
    expect([await codeOf(made.key), await codeOf(next)]).toEqual(["key_unknown", "key_unknown"]);
    await expect(getKey(app, alice.user.id, made.id)).rejects.toMatchObject({ code: "not_found" });
    expect(await listKeys(app, alice.user.id)).toEqual([]);
  });

  it("at its end, to the millisecond, and is given no other secret then", async () => {
    const { key, id } = await make({ expiresAt: app.clock.now() + minutes(1) });
    app.clock.advance(minutes(1) - 1);
    expect(await codeOf(key)).toBe("good");
    app.clock.advance(1);
    expect(await codeOf(key)).toBe("key_expired");
    await expect(rotateKey(app, alice.user, { id, overlapHours: 0 }, proof)).rejects.toMatchObject({ code: "invalid" });
    expect(await listKeys(app, alice.user.id)).toHaveLength(1);
  });

  it("when another secret takes its place: after the overlap, or at once", async () => {
    const { key, id } = await make();
    const second = await rotateKey(app, alice.user, { id, overlapHours: 2 }, proof);
    expect([await codeOf(key), await codeOf(second.key)]).toEqual(["good", "good"]);
    app.clock.advance(hours(2) - 1);
    expect(await codeOf(key)).toBe("good");
    app.clock.advance(1);
    expect([await codeOf(key), await codeOf(second.key)]).toEqual(["key_unknown", "good"]);
    const third = await rotateKey(app, alice.user, { id, overlapHours: 0 }, proof);
    expect([await codeOf(second.key), await codeOf(third.key)]).toEqual(["key_unknown", "good"]);
    expect(third).toMatchObject({ id, name: "n8n", hint: third.key.slice(0, 11) });
  });

  it("not with a session or a password, unless its person says so, and not by a command for the password", async () => {
    const { key } = await make();
    const next = "another 2 wires";
    await changePassword(app, alice.user, { password, newPassword: next }, address);
    await signOutEverywhere(app, alice.user.id);
    await resetPassword(app, alice.user.email);
    expect(await codeOf(key)).toBe("good");
    await signOutEverywhere(app, alice.user.id, { revokesKeys: true });
    expect(await codeOf(key)).toBe("key_unknown");
    const bobs = await make({}, bob);
    await changePassword(app, bob.user, { password, newPassword: next, revokesKeys: true }, address);
    expect(await codeOf(bobs.key)).toBe("key_unknown");
  });

  it("by the command that takes every key back, and with its person", async () => {
    const [mine, bobs] = [await make(), await make({}, bob)];
    await issueKey(app, alice.user.id, alice.sessionId);
    expect(await revokeKeys(app, alice.user.email)).toBe(2);
    expect([await codeOf(mine.key), await codeOf(bobs.key)]).toEqual(["key_unknown", "good"]);
    await leave(app, bob.user.id, proof);
    expect(await codeOf(bobs.key)).toBe("key_unknown");
    expect((await rows()).map(({ user_id }) => user_id)).toEqual([alice.user.id]);
  });

  it("when its person is disabled, until they say after that that it is kept", async () => {
    const { key } = await make();
    await disablePerson(app, alice.user.id, null);
    expect(await codeOf(key)).toBe("key_unknown");
    await enablePerson(app, alice.user.id, null);
    expect(await codeOf(key)).toBe("key_held");
    expect(await keepHeldKeys(app, alice.user.id, address)).toBe(1);
    expect(await codeOf(key)).toBe("good");
  });
});

it("a browser's key ends with its session while a script with a named key goes on", async () => {
  const browsers = await issueKey(app, alice.user.id, alice.sessionId);
  const { key } = await make();
  // Each is used every day: of a session 30 days are all the same the end.
  for (let day = 0; day < 29; day += 1) {
    app.clock.advance(days(1));
    expect(await findUserByKey(app, browsers), `day ${day}`).not.toBeNull();
    expect(await codeOf(key)).toBe("good");
    await pruneSessions(app);
  }
  app.clock.advance(days(2));
  expect(await findUserByKey(app, browsers)).toBeNull();
  expect(await codeOf(key)).toBe("good");
  const again = await issueKey(app, bob.user.id, null);
  await closeSession(app, alice.sessionId);
  expect(await findUserByKey(app, again)).not.toBeNull();
  expect(await codeOf(key)).toBe("good");
});

it("that it was used is noted at most once a minute", async () => {
  const { key, id } = await make();
  const usedAt = async () => (await getKey(app, alice.user.id, id)).lastUsedAt;
  expect(await usedAt()).toBeNull();
  await requireKey(app, key);
  const first = app.clock.now();
  app.clock.advance(minutes(1) - 1);
  await requireKey(app, key);
  expect(await usedAt()).toBe(first);
  app.clock.advance(1);
  await requireKey(app, key);
  expect(await usedAt()).toBe(app.clock.now());
});

it("after a restore every key waits until its own person keeps it; one that was revoked stays so", async () => {
  const [mine, gone, bobs] = [await make(), await make({ name: "gone" }), await make({}, bob)];
  await revokeKey(app, { userId: alice.user.id, id: gone.id }, address);
  await inTransaction(app.db, (trx) => holdAllKeys(trx, app.clock.now()));
  for (const { key } of [mine, bobs]) expect(await codeOf(key)).toBe("key_held");
  // Another secret is no way round it.
  const { key: next } = await rotateKey(app, alice.user, { id: mine.id, overlapHours: 24 }, proof);
  expect(await codeOf(next)).toBe("key_held");
  expect(await keepHeldKeys(app, alice.user.id, address)).toBe(1);
  expect(await keepHeldKeys(app, alice.user.id, address)).toBe(0);
  expect([await codeOf(mine.key), await codeOf(next)]).toEqual(["good", "good"]);
  expect([await codeOf(bobs.key), await codeOf(gone.key)]).toEqual(["key_held", "key_unknown"]);
  expect((await kinds()).filter((kind) => kind.startsWith("key.kept"))).toHaveLength(1);
});

it("the export names a person's keys, and has no secret, no hash and nobody else's", async () => {
  const { key } = await make();
  await make({ name: "bobs" }, bob);
  const text = await exportText(app, alice.user.id, "json", { address });
  const { api_keys } = JSON.parse(text) as { api_keys: unknown };
  expect(api_keys).toMatchObject([{ name: "n8n", scopes: ["publish", "read"], last_used_at: null, expires_at: null }]);
  const [row] = await rows();
  for (const secret of [key, key.slice(12), row?.key_hash ?? key, "bobs"]) expect(text).not.toContain(secret);
});
