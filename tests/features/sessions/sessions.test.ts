// Sessions as their person sees them: all that are good, and how one or all others are ended; nobody ends another's.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { days, minutes } from "~/ground/time/duration";
import { endOtherSessions, endSession, listSessions, openSession } from "~/features/sessions/sessions.server";
import { closeSession, findSessionUser, findUserByKey, issueKey } from "~/features/users/users.server";
import { prune } from "~jobs/prune.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { client, makePerson, type Person } from "~tests/support/people/make";

let app: TestApp;
let alice: Person;
let bob: Person;
beforeEach(async () => {
  app = await createTestApp();
  alice = await makePerson(app, "alice");
  bob = await makePerson(app, "bob");
});
afterEach(() => app?.close());

const address = "192.0.2.7";
const phone = {
  address: "2001:db8:1:2::9",
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
};

const as = ({ user, sessionId }: Person, other = sessionId) => ({ userId: user.id, sessionId: other });
const listOf = (person: Person, sessionId = person.sessionId) => listSessions(app, as(person, sessionId));
const handleOf = async (person: Person, sessionId: string) => {
  const found = (await listOf(person, sessionId)).find(({ isThis }) => isThis);
  if (!found) throw new Error("There is no such session");
  return found.handle;
};
const isGood = async (sessionId: string) => (await findSessionUser(app, sessionId)) !== null;

describe("the list", () => {
  it("has this browser first, then the one used last, each with what is known of it", async () => {
    const first = app.clock.now();
    app.clock.advance(minutes(10));
    const second = app.clock.now();
    const onPhone = await openSession(app, alice, phone);
    app.clock.advance(minutes(10));
    await findSessionUser(app, onPhone);
    const third = await openSession(app, alice, { address: "", userAgent: null });
    expect(await listOf(alice)).toEqual([
      {
        handle: expect.stringMatching(/^[\w-]{16}$/),
        isThis: true,
        name: "Firefox on Linux",
        isHandheld: false,
        addressBlock: "192.0.2.0/24",
        isNew: false,
        since: first,
        usedAt: first,
      },
      expect.objectContaining({ isThis: false, usedAt: app.clock.now() }),
      expect.objectContaining({ isThis: false, usedAt: app.clock.now() }),
    ]);
    const others = (await listOf(alice)).slice(1);
    expect(others).toContainEqual(
      expect.objectContaining({
        name: "Safari on iPhone",
        isHandheld: true,
        addressBlock: "2001:db8:1::/48",
        since: second,
      }),
    );
    expect(others).toContainEqual(expect.objectContaining({ name: "Unknown browser or app", addressBlock: null }));
    expect((await listOf(alice, third))[0]).toMatchObject({ isThis: true, addressBlock: null });
  });

  it("has neither another's, nor one that is over, nor a whole address or secret", async () => {
    const idle = await openSession(app, alice, phone);
    app.clock.advance(days(13));
    await findSessionUser(app, alice.sessionId);
    app.clock.advance(days(2));
    expect(await isGood(idle)).toBe(false);
    const list = await listOf(alice);
    expect(list).toHaveLength(1);
    const rows = JSON.stringify(await app.db.selectFrom("sessions").selectAll().execute());
    expect(rows).not.toContain(address);
    expect(rows).not.toContain(alice.sessionId);
    expect(rows).not.toContain(JSON.stringify(list[0]?.handle));
  });

  it("keeps no more than 512 characters of what a browser says of itself", async () => {
    await openSession(app, alice, { address, userAgent: "y".repeat(5_000) });
    const { user_agent } = await app.db
      .selectFrom("sessions")
      .select("user_agent")
      .where("user_agent", "like", "y%")
      .executeTakeFirstOrThrow();
    expect(user_agent).toBe("y".repeat(512));
  });
});

describe("ending one", () => {
  it("ends it with the keys issued to it, and nothing else", async () => {
    const other = await openSession(app, alice, phone);
    const [gone, own, programs] = [
      await issueKey(app, alice.user.id, other),
      await issueKey(app, alice.user.id, alice.sessionId),
      await issueKey(app, alice.user.id, null),
    ];
    const handle = await handleOf(alice, other);
    expect(await endSession(app, as(alice), { handle, address })).toBe("Safari on iPhone");
    expect(await isGood(other)).toBe(false);
    expect(await findUserByKey(app, gone)).toBeNull();
    expect(await isGood(alice.sessionId)).toBe(true);
    for (const key of [own, programs]) expect(await findUserByKey(app, key)).not.toBeNull();
    await expect(endSession(app, as(alice), { handle, address })).rejects.toMatchObject({ code: "not_found" });
  });

  it("is only for its own person, and the same answer as for one that is not there", async () => {
    const handle = await handleOf(bob, bob.sessionId);
    for (const one of [handle, "0".repeat(16), "", "%", "__proto__"])
      await expect(endSession(app, as(alice), { handle: one, address })).rejects.toMatchObject({
        code: "not_found",
        message: "That browser is already signed out.",
      });
    // Nor with the other's session beside one's own id, or one's own beside the other's.
    await expect(endSession(app, as(alice, bob.sessionId), { handle, address })).rejects.toMatchObject({
      code: "unauthenticated",
    });
    await expect(endSession(app, as(bob, alice.sessionId), { handle, address })).rejects.toMatchObject({
      code: "unauthenticated",
    });
    expect(await isGood(bob.sessionId)).toBe(true);
  });
});

describe("ending all others", () => {
  it("ends them with their keys, also of those that ran out; this browser's and programs' keys stay", async () => {
    const [one, other] = [await openSession(app, alice, phone), await openSession(app, alice, client)];
    const ranOut = await issueKey(app, alice.user.id, one);
    const gone = await issueKey(app, alice.user.id, other);
    const own = await issueKey(app, alice.user.id, alice.sessionId);
    const programs = await issueKey(app, alice.user.id, null);
    const bobs = await issueKey(app, bob.user.id, bob.sessionId);
    for (let n = 0; n < 2; n += 1) {
      app.clock.advance(days(8));
      for (const id of [alice.sessionId, other, bob.sessionId]) await findSessionUser(app, id);
    }
    await prune(app);
    expect(await findUserByKey(app, ranOut)).toBeNull();
    expect(await endOtherSessions(app, as(alice), address)).toBe(1);
    expect([await isGood(one), await isGood(other), await isGood(alice.sessionId)]).toEqual([false, false, true]);
    for (const key of [ranOut, gone]) expect(await findUserByKey(app, key)).toBeNull();
    for (const key of [own, programs, bobs]) expect(await findUserByKey(app, key)).not.toBeNull();
    expect(await isGood(bob.sessionId)).toBe(true);
    expect(await endOtherSessions(app, as(alice), address)).toBe(0);
  });
});

it("who ends all others trusts no browser any more, and no sign-in waits; another's trust stays", async () => {
  const row = (person: Person, name: string) => ({
    id_hash: `${name} of ${person.user.id}`,
    user_id: person.user.id,
    created_at: app.clock.now(),
    expires_at: app.clock.now() + days(1),
  });
  for (const person of [alice, bob]) {
    await app.db.insertInto("trusted_browsers").values(row(person, "trusted")).execute();
    const waiting = { ...row(person, "waiting"), password_hash: person.passwordHash };
    await app.db.insertInto("waiting_sign_ins").values(waiting).execute();
  }
  await endOtherSessions(app, as(alice), address);
  for (const table of ["trusted_browsers", "waiting_sign_ins"] as const)
    expect(await app.db.selectFrom(table).select("user_id").execute()).toEqual([{ user_id: bob.user.id }]);
});

/** The states of the session that asks, and what each verb answers: only a good one of the same person ends anything. */
const states: Record<string, (sessionId: string) => Promise<void>> = {
  good: () => Promise.resolve(),
  "signed out": (sessionId) => closeSession(app, sessionId),
  idle: async () => {
    app.clock.advance(days(14));
    // The others were used meanwhile.
    await app.db
      .updateTable("sessions")
      .set({ seen_at: app.clock.now() })
      .where("user_agent", "=", phone.userAgent)
      .execute();
  },
  old: async () => {
    app.clock.advance(days(31));
    await app.db
      .updateTable("sessions")
      .set({ seen_at: app.clock.now(), expires_at: app.clock.now() + 1 })
      .where("user_agent", "=", phone.userAgent)
      .execute();
  },
};
const verbs = {
  "ending one": async (handle: string) => void (await endSession(app, as(alice), { handle, address })),
  "ending all others": async () => void (await endOtherSessions(app, as(alice), address)),
};
describe.each(Object.keys(states))("a session that is %s", (state) => {
  it.each(Object.keys(verbs) as (keyof typeof verbs)[])("answers %s as it should", async (verb) => {
    const other = await openSession(app, alice, phone);
    const handle = await handleOf(alice, other);
    await states[state]?.(alice.sessionId);
    const pressed = await verbs[verb](handle).then(
      () => "done",
      (error: { code: string }) => error.code,
    );
    expect(pressed).toBe(state === "good" ? "done" : "unauthenticated");
    expect(await isGood(other)).toBe(state !== "good");
  });
});
