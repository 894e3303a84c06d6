// What the keeper does for people from the terminal: accounts, passwords, keys, and who is there.
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeKeyFor } from "~/features/api-keys/api-keys.server";
import { createUser, listUsers, resetPassword, revokeKeys } from "~/features/users/admin.server";
import { findSessionUser, findUserByKey, issueKey, signIn } from "~/features/users/users.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { makePerson, registerPerson, password } from "~tests/support/people/make";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp({ config: { registration: "closed", rateLimits: false } });
});
afterEach(() => app?.close());

const enter = (email: string, secret: string) => signIn(app, { email, password: secret }, "192.0.2.7");

it("makes an account where registration is closed, whose password works", async () => {
  const secret = await createUser(app, " Carol@Linnet.example ");
  expect(secret).toMatch(/^[A-Za-z0-9]{16}$/);
  expect((await enter("carol@linnet.example", secret)).user.email).toBe("carol@linnet.example");
  await expect(createUser(app, "carol@linnet.example")).rejects.toThrow("Email already registered");
  await expect(createUser(app, "carol")).rejects.toThrow("Please enter a valid email address");
});

it("a reset gives a new password, and ends every session and every API key", async () => {
  const open = await createTestApp({ config: { rateLimits: false } });
  app = open;
  const alice = await registerPerson(open, "alice");
  const bob = await registerPerson(open, "bob");
  const browsers = await issueKey(open, alice.user.id, alice.sessionId);
  const programs = await issueKey(open, alice.user.id, null);
  const secret = await resetPassword(open, "ALICE@linnet.example");
  expect((await enter("alice@linnet.example", secret)).user.id).toBe(alice.user.id);
  await expect(enter("alice@linnet.example", password)).rejects.toThrow("Invalid email or password");
  expect(await findSessionUser(open, alice.sessionId)).toBeNull();
  expect(await findUserByKey(open, browsers)).toBeNull();
  expect(await findUserByKey(open, programs)).toBeNull();
  expect((await findSessionUser(open, bob.sessionId))?.id).toBe(bob.user.id);
});

it("takes back every API key, and leaves the sessions", async () => {
  const open = await createTestApp({ config: { rateLimits: false } });
  app = open;
  const alice = await registerPerson(open, "alice");
  const keys = [await issueKey(open, alice.user.id, alice.sessionId), await issueKey(open, alice.user.id, null)];
  expect(await revokeKeys(open, "alice@linnet.example")).toBe(2);
  for (const key of keys) expect(await findUserByKey(open, key)).toBeNull();
  expect((await findSessionUser(open, alice.sessionId))?.id).toBe(alice.user.id);
});

it("says who isn't there, and lists who is", async () => {
  await expect(resetPassword(app, "dave@linnet.example")).rejects.toThrow("No user has the email dave@linnet.example.");
  await expect(revokeKeys(app, "dave@linnet.example")).rejects.toThrow("No user has the email");
  expect(await listUsers(app)).toEqual([]);
  await createUser(app, "carol@linnet.example");
  expect(await listUsers(app)).toMatchObject([
    { user: { email: "carol@linnet.example" }, sessions: 0, keys: 0, namedKeys: 0, tweets: 0 },
  ]);
});

it("lists who is disabled, who has a second factor, and the keys of programs apart from those of browsers", async () => {
  const alice = await makePerson(app, "alice");
  const bob = await makePerson(app, "bob");
  for (const name of ["n8n", "script"])
    await makeKeyFor(app, alice.user.id, { name, scopes: ["read"], expiresAt: null });
  await app.db.updateTable("named_keys").set({ revoked_at: 1 }).where("name", "=", "script").execute();
  const at = app.clock.now();
  await app.db.updateTable("users").set({ disabled_at: at }).where("id", "=", bob.user.id).execute();
  const authenticator = { secret: "sealed", last_step: 0, created_at: at };
  await app.db
    .insertInto("authenticators")
    .values({ ...authenticator, user_id: bob.user.id, confirmed_at: at })
    .execute();
  await app.db
    .insertInto("authenticators")
    .values({ ...authenticator, user_id: alice.user.id, confirmed_at: null })
    .execute();
  const listed = Object.fromEntries((await listUsers(app)).map(({ user, ...seen }) => [user.email, seen]));
  expect(listed[alice.user.email]).toMatchObject({ isDisabled: false, hasSecondFactor: false, namedKeys: 1 });
  expect(listed[bob.user.email]).toMatchObject({ isDisabled: true, hasSecondFactor: true, namedKeys: 0 });
});
