// What people do to their own account: another password and signing out everywhere, and what each of them ends.
import { hash } from "@node-rs/argon2";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { days, minutes } from "~/ground/time/duration";
import {
  changePassword,
  findSessionUser,
  findUserByKey,
  issueKey,
  pruneSessions,
  replaceSession,
  signIn,
  signOutEverywhere,
} from "~/features/users/users.server";
import { openSession } from "~/features/sessions/sessions.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { client, registerPerson, password, type Person } from "~tests/support/people/make";

const next = "another wire 8";
const home = "192.0.2.7";

let app: TestApp;
let alice: Person;
beforeEach(async () => {
  app = await createTestApp();
  alice = await registerPerson(app, "alice");
});
afterEach(() => app?.close());

const enter = (secret: string, from = home) => signIn(app, { email: alice.user.email, password: secret }, from);
const change = (secret: string, from = home) =>
  changePassword(app, alice.user, { password: secret, newPassword: next }, from);

describe("another password", () => {
  it("opens from now on, and the old one no longer", async () => {
    await change(password);
    expect((await enter(next)).user.id).toBe(alice.user.id);
    await expect(enter(password)).rejects.toMatchObject({ code: "wrong_credentials" });
  });

  it("ends every session and key of the person, and nobody else's", async () => {
    const bob = await registerPerson(app, "bob");
    const [browsers, programs, bobs] = [
      await issueKey(app, alice.user.id, alice.sessionId),
      await issueKey(app, alice.user.id, null),
      await issueKey(app, bob.user.id, bob.sessionId),
    ];
    await change(password);
    expect(await findSessionUser(app, alice.sessionId)).toBeNull();
    expect(await findUserByKey(app, browsers)).toBeNull();
    expect(await findUserByKey(app, programs)).toBeNull();
    expect(await findSessionUser(app, bob.sessionId)).toMatchObject({ id: bob.user.id });
    expect(await findUserByKey(app, bobs)).toMatchObject({ user: { id: bob.user.id } });
  });

  it("needs the right one, told beside its field, and changes nothing without", async () => {
    await expect(change("not it 1")).rejects.toMatchObject({
      code: "wrong_credentials",
      faults: [{ loc: ["form", "password"], msg: "Wrong password." }],
    });
    expect(await findSessionUser(app, alice.sessionId)).toMatchObject({ id: alice.user.id });
    await enter(password);
  });

  it("is guessed at no more often than at sign-in, and the two count together", async () => {
    for (let n = 0; n < 5; n += 1) await expect(change("not it 1")).rejects.toThrow("Wrong password.");
    for (let n = 0; n < 5; n += 1) await expect(enter("not it 1")).rejects.toThrow("Invalid email");
    await expect(change(password)).rejects.toMatchObject({ code: "sign_in_throttled" });
    await change(password, "198.51.100.9");
  });

  it("is given once, of two that are asked for at the same time", async () => {
    const ends = await Promise.allSettled([change(password), change(password)]);
    expect(ends.map((end) => end.status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = ends.find((end) => end.status === "rejected");
    expect(refused?.reason).toMatchObject({ code: "changed" });
  });

  it("lets nobody in with the old one whose sign-in was being checked meanwhile", async () => {
    const entering = enter(password).then((admitted) => openSession(app, admitted, client));
    const other = await hash(next, { memoryCost: 8, timeCost: 1 });
    await app.db.updateTable("users").set({ password_hash: other }).execute();
    await expect(entering).rejects.toMatchObject({ code: "wrong_credentials" });
  });

  it("lets nobody in with the old one who was checked before, and only then comes to open a session", async () => {
    const admitted = await enter(password);
    const changed = await change(password);
    await expect(openSession(app, admitted, client)).rejects.toMatchObject({ code: "wrong_credentials" });
    expect(await app.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
    expect(await findSessionUser(app, await openSession(app, changed, client))).toMatchObject({ id: alice.user.id });
  });

  it("is not undone by the renewal of an old hash that began before", async () => {
    const old = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await app.db.updateTable("users").set({ password_hash: old }).execute();
    const ends = await Promise.allSettled([change(password), enter(password)]);
    // Whoever is first decides; never does the old password open what the new one was given for.
    if (ends[0]?.status === "fulfilled") {
      await enter(next);
      await expect(enter(password)).rejects.toMatchObject({ code: "wrong_credentials" });
    } else await enter(password);
  });
});

describe("signing out everywhere", () => {
  it("ends every session and key of the person; the password stays, others stay signed in", async () => {
    const bob = await registerPerson(app, "bob");
    const phone = await openSession(app, alice, client);
    const keys = [await issueKey(app, alice.user.id, phone), await issueKey(app, alice.user.id, null)];
    await signOutEverywhere(app, alice.user.id);
    for (const session of [alice.sessionId, phone]) expect(await findSessionUser(app, session)).toBeNull();
    for (const key of keys) expect(await findUserByKey(app, key)).toBeNull();
    expect(await findSessionUser(app, bob.sessionId)).toMatchObject({ id: bob.user.id });
    await enter(password);
  });

  it("leaves no key behind that a browser asked for just before", async () => {
    const issuing = issueKey(app, alice.user.id, alice.sessionId);
    const [key] = await Promise.allSettled([issuing, signOutEverywhere(app, alice.user.id)]);
    if (key.status === "fulfilled") expect(await findUserByKey(app, key.value)).toBeNull();
    await expect(issueKey(app, alice.user.id, alice.sessionId)).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await app.db.selectFrom("api_keys").selectAll().execute()).toEqual([]);
  });
});

describe("API keys hold until their browser signs out", () => {
  it("also when it signs in once more", async () => {
    const key = await issueKey(app, alice.user.id, alice.sessionId);
    const again = await openSession(app, alice, client);
    await replaceSession(app, { former: alice.sessionId, next: again, userId: alice.user.id });
    expect(await findSessionUser(app, alice.sessionId)).toBeNull();
    expect(await findUserByKey(app, key)).toMatchObject({ user: { id: alice.user.id } });
  });

  it("but not when somebody else signs in there", async () => {
    const key = await issueKey(app, alice.user.id, alice.sessionId);
    const bob = await registerPerson(app, "bob");
    await replaceSession(app, { former: alice.sessionId, next: bob.sessionId, userId: bob.user.id });
    expect(await findUserByKey(app, key)).toBeNull();
    expect(await findSessionUser(app, bob.sessionId)).toMatchObject({ id: bob.user.id });
  });

  it("or its session has run out, and then nothing of either is kept", async () => {
    const key = await issueKey(app, alice.user.id, alice.sessionId);
    const programs = await issueKey(app, alice.user.id, null);
    app.clock.advance(days(14) + minutes(1));
    expect(await findUserByKey(app, key)).toBeNull();
    await pruneSessions(app);
    expect(await app.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
    expect(await app.db.selectFrom("api_keys").select("session_hash").execute()).toEqual([{ session_hash: null }]);
    expect(await findUserByKey(app, programs)).toMatchObject({ user: { id: alice.user.id } });
  });

  it("and a call with one is use of its session, for as long as a session lasts", async () => {
    const key = await issueKey(app, alice.user.id, alice.sessionId);
    for (let n = 0; n < 2; n += 1) {
      app.clock.advance(days(13));
      expect(await findUserByKey(app, key)).not.toBeNull();
      await pruneSessions(app);
    }
    expect(await findSessionUser(app, alice.sessionId)).not.toBeNull();
    app.clock.advance(days(5));
    expect(await findUserByKey(app, key)).toBeNull();
  });
});
