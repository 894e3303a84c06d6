// A common password on the screens, without a script: taken with a warning, or refused beside its field.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "~tests/support/app";
import { callApi } from "~tests/support/calls/call";
import { makePerson, password } from "~tests/support/people/make";
import { type Browser, browse } from "../support/browse";

const common = "Password1";
const rare = "a rare wire 7";
const warning = "Thousands of people use this password. Choose another.";
const security = "/settings/security";

let app: TestApp;
let guest: Browser;
beforeEach(async () => {
  app = await createTestApp();
  guest = await browse(app, null);
});
afterEach(() => app.close());

const create = (secret: string, email = "carol@linnet.example") =>
  guest.post("/generate?panel=register", { intent: "create-account", email, password: secret });
const change = (browser: Browser, before: string, newPassword: string) =>
  browser.post(security, { intent: "change-password", password: before, newPassword });
const isWarned = async (browser: Browser) => (await browser.get(security)).main.includes(warning);

describe("a common password", () => {
  it("is taken at sign-up with a warning, which stays in Security until there is another", async () => {
    const made = await create(common);
    expect(made.to).toBe("/generate?panel=success");
    const welcome = await guest.get(made.to ?? "");
    expect(welcome.over).toContain(warning);
    expect(welcome.over).toContain(security);
    expect(await isWarned(guest)).toBe(true);
    const changed = await change(guest, common, rare);
    expect((await guest.get(changed.to ?? "")).over).not.toContain(warning);
    expect(await isWarned(guest)).toBe(false);
  });

  it("is warned of when it is chosen in Security, and at the next sign-in", async () => {
    await create(rare);
    expect((await guest.get("/generate?panel=success")).over).not.toContain(warning);
    expect(await isWarned(guest)).toBe(false);
    const changed = await change(guest, rare, common);
    expect((await guest.get(changed.to ?? "")).over).toContain(warning);
    const other = await browse(app, null);
    const ask = { intent: "sign-in", email: "carol@linnet.example", password: common };
    const entered = await other.post("/timeline?panel=login", ask);
    expect((await other.get(entered.to ?? "")).over).toContain(warning);
    expect(await isWarned(other)).toBe(true);
  });

  it("of one person is not said of the next one in the same browser", async () => {
    await create(common);
    await guest.post("/generate", { intent: "sign-out" });
    const bob = await makePerson(app, "bob");
    await guest.post("/generate?panel=login", { intent: "sign-in", email: bob.user.email, password });
    expect(await isWarned(guest)).toBe(false);
  });

  it("is refused with PASSWORDS=strict, at sign-up and in Security, beside its field", async () => {
    app.config.passwords = "strict";
    const refused = await create(common);
    expect([refused.status, refused.over.includes(warning), refused.html.includes(common)]).toEqual([422, true, false]);
    await create(rare);
    const kept = await change(guest, rare, common);
    expect([kept.status, kept.main.includes(warning), kept.html.includes(common)]).toEqual([422, true, false]);
    expect(await isWarned(guest)).toBe(false);
  });

  it("is refused over the API in the words and the shape of a bad field", async () => {
    const ask = { json: { email: "dora@linnet.example", password: common } };
    app.config.passwords = "strict";
    const refused = await callApi("/api/users/register", ask);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      success: false,
      error: warning,
      detail: [{ loc: ["body", "password"], msg: warning, type: "invalid" }],
    });
    app.config.passwords = "warn";
    expect((await callApi("/api/users/register", ask)).status).toBe(201);
  });
});
