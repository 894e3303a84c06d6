// Passwords that everybody tries first: which they are, and who is refused one.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isCommonPassword } from "~/features/passwords/passwords.server";
import { changePassword, register, replaceForgottenPassword, signIn } from "~/features/users/users.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { makePerson, password, type Person } from "~tests/support/people/make";

const common = "password1";
const warning = "Thousands of people use this password. Choose another.";

describe("the common passwords", () => {
  it("are those of the list that the rule lets pass, in upper and lower case", async () => {
    for (const one of [common, "PassWord1", "qwerty123", "trustno1"]) expect(await isCommonPassword(one)).toBe(true);
  });

  it("are not those that are long and rare, nor those that the rule refuses anyhow", async () => {
    for (const one of [password, `${common} and more`, "password", "12345678", ""])
      expect(await isCommonPassword(one)).toBe(false);
  });
});

describe("who chooses a common password", () => {
  let app: TestApp;
  let alice: Person;
  beforeEach(async () => {
    app = await createTestApp();
    alice = await makePerson(app, "alice");
  });
  afterEach(() => app.close());

  const from = "192.0.2.7";
  const registering = (secret: string) =>
    register(app, { email: "carol@linnet.example", password: secret, phone: null }, from);
  const changing = (newPassword: string) => changePassword(app, alice.user, { password, newPassword }, from);
  const byLink = (newPassword: string) =>
    replaceForgottenPassword(app, { userId: alice.user.id, newPassword, address: from }, () => Promise.resolve());
  const refusalFor = (field: string) => ({
    code: "invalid",
    message: warning,
    faults: [{ loc: ["body", field], msg: warning, type: "invalid" }],
  });

  it("has it, at registration, by a change and by a link", async () => {
    await registering(common);
    await changing(common);
    await byLink("qwerty123");
    await signIn(app, { email: alice.user.email, password: "qwerty123" }, from);
  });

  it("is refused it with PASSWORDS=strict, beside its field, and nothing is changed", async () => {
    app.config.passwords = "strict";
    await expect(registering("Password1")).rejects.toMatchObject(refusalFor("password"));
    await expect(changing(common)).rejects.toMatchObject(refusalFor("newPassword"));
    await expect(byLink(common)).rejects.toMatchObject(refusalFor("newPassword"));
    await signIn(app, { email: alice.user.email, password }, from);
    await registering("a rare wire 7");
  });

  it("and had it before goes on signing in with PASSWORDS=strict", async () => {
    await changing(common);
    app.config.passwords = "strict";
    await signIn(app, { email: alice.user.email, password: common }, from);
  });

  it("is told so only after showing the present one", async () => {
    app.config.passwords = "strict";
    const ask = { password: "not mine 1", newPassword: common };
    await expect(changePassword(app, alice.user, ask, from)).rejects.toMatchObject({ code: "wrong_credentials" });
  });

  it("leaves no trace of that in the database", async () => {
    await registering(common);
    await register(app, { email: "dora@linnet.example", password, phone: null }, from);
    const all = app.db.selectFrom("users").selectAll().where("id", "!=", alice.user.id);
    const rows = await all.orderBy("email").execute();
    const own = ["id", "email", "password_hash", "created_at"];
    const [known, rare] = rows.map((row) => Object.entries(row).filter(([name]) => !own.includes(name)));
    expect(known).toEqual(rare);
    expect(known?.length).toBeGreaterThan(0);
  });
});
