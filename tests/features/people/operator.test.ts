// Whose the server is: the first account, or the addresses of ADMIN_EMAILS once it is known whose they are.
import { afterEach, beforeEach, expect, it } from "vitest";
import { createUser } from "~/features/users/admin.server";
import { isOperator, nameOperator } from "~/features/people/people.server";
import { leave } from "~/features/user-deletion/user-deletion.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { makePerson, password, registerPerson } from "~tests/support/people/make";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp({ config: { rateLimits: false } });
});
afterEach(() => app?.close());

const idOf = async (email: string): Promise<string> =>
  (await app.db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow()).id;

/** As the link by mail does. */
const confirm = (email: string) =>
  app.db.updateTable("users").set({ email_confirmed_at: 1 }).where("email", "=", email).execute();

it("the operator is who registered first, and nobody else", async () => {
  const [alice, bob] = [await makePerson(app, "alice"), await makePerson(app, "bob")];
  expect(await isOperator(app, alice.user.id)).toBe(true);
  expect(await isOperator(app, bob.user.id)).toBe(false);
  expect(await isOperator(app, "nobody")).toBe(false);
});

it("of two who register first at once one is the operator", async () => {
  const both = await Promise.all([registerPerson(app, "alice"), registerPerson(app, "bob")]);
  const rights = await Promise.all(both.map(({ user }) => isOperator(app, user.id)));
  expect(rights.filter(Boolean)).toHaveLength(1);
});

it("the right passes to nobody when the first account goes", async () => {
  const [alice, bob] = [await registerPerson(app, "alice"), await registerPerson(app, "bob")];
  await leave(app, alice.user.id, { password, address: "192.0.2.1" });
  expect(await isOperator(app, bob.user.id)).toBe(false);
  const carol = await registerPerson(app, "carol");
  expect(await isOperator(app, carol.user.id)).toBe(false);
  const again = await registerPerson(app, "alice");
  expect(await isOperator(app, again.user.id)).toBe(false);
  await nameOperator(app, "BOB@linnet.example");
  expect(await isOperator(app, bob.user.id)).toBe(true);
});

it("an address of ADMIN_EMAILS counts once it was confirmed, and the first account no more", async () => {
  const alice = await registerPerson(app, "alice");
  app.config.adminEmails = ["bob@linnet.example"];
  const bob = await registerPerson(app, "bob");
  expect(await isOperator(app, alice.user.id)).toBe(false);
  expect(await isOperator(app, bob.user.id)).toBe(false);
  await confirm("bob@linnet.example");
  await confirm("alice@linnet.example");
  expect(await isOperator(app, bob.user.id)).toBe(true);
  expect(await isOperator(app, alice.user.id)).toBe(false);
});

it("an address of ADMIN_EMAILS that came by a command counts, also where it was named later", async () => {
  await createUser(app, "carol@linnet.example");
  await createUser(app, "dave@linnet.example");
  expect(await isOperator(app, await idOf("dave@linnet.example"))).toBe(false);
  app.config.adminEmails = ["dave@linnet.example"];
  expect(await isOperator(app, await idOf("dave@linnet.example"))).toBe(true);
});

it("whoever comes first on a server of ADMIN_EMAILS has no right that shows once the setting is gone", async () => {
  app.config.adminEmails = ["bob@linnet.example"];
  const mallory = await registerPerson(app, "mallory");
  const bob = await registerPerson(app, "bob");
  app.config.adminEmails = [];
  expect(await isOperator(app, mallory.user.id)).toBe(false);
  expect(await isOperator(app, bob.user.id)).toBe(false);
});

it("the command names nobody whom ADMIN_EMAILS does not, and vouches for whom it names", async () => {
  const bob = await registerPerson(app, "bob");
  app.config.adminEmails = ["alice@linnet.example", "bob@linnet.example"];
  await registerPerson(app, "carol");
  await expect(nameOperator(app, "carol@linnet.example")).rejects.toMatchObject({ code: "changed" });
  await expect(nameOperator(app, "erin@linnet.example")).rejects.toMatchObject({ code: "not_found" });
  await nameOperator(app, "bob@linnet.example");
  expect(await isOperator(app, bob.user.id)).toBe(true);
  const line = { audit: "operator.named", user: bob.user.id, byOperator: true };
  expect(app.logged).toContainEqual(expect.objectContaining(line));
});

it("who is disabled has no right", async () => {
  const alice = await registerPerson(app, "alice");
  await app.db.updateTable("users").set({ disabled_at: 1 }).where("id", "=", alice.user.id).execute();
  expect(await isOperator(app, alice.user.id)).toBe(false);
});
