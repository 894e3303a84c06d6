// The box on the page of the link for a new password, without a script: it ends what programs have, or leaves it alone.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeKeyFor } from "~/features/api-keys/api-keys.server";
import { linkForPassword } from "~/features/people/people.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { makePerson, type Person } from "~tests/support/people/make";
import { type Browser, browse } from "../support/browse";

let app: TestApp;
let alice: Person;
let bob: Person;
let guest: Browser;

async function forgotten(): Promise<{ path: string; token: string }> {
  const { link } = await linkForPassword(app, alice.user.id, null);
  const { pathname, search, searchParams } = new URL(link);
  return { path: pathname + search, token: searchParams.get("token") ?? "" };
}

describe("the box that ends what programs have", () => {
  const boxOf = (main: string) => /<input[^>]*name="endsPrograms"[^>]*>/.exec(main)?.[0] ?? "no box";
  const revoked = async () => {
    const rows = await app.db.selectFrom("named_keys").select(["user_id", "revoked_at"]).execute();
    return rows.map(({ user_id, revoked_at }) => [user_id === alice.user.id ? "alice" : "bob", revoked_at !== null]);
  };
  const enabled = async () => {
    const rows = await app.db.selectFrom("webhooks").select(["user_id", "disabled_code"]).execute();
    return rows.map(({ user_id, disabled_code }) => [user_id === alice.user.id ? "alice" : "bob", disabled_code]);
  };
  beforeEach(async () => {
    app = await createTestApp();
    alice = await makePerson(app, "alice");
    bob = await makePerson(app, "bob");
    guest = await browse(app, null);
    for (const { user } of [alice, bob]) {
      await makeKeyFor(app, user.id, { name: "n8n", scopes: ["read"], expiresAt: null });
      const hook = { user_id: user.id, url: "https://example.com/hook", events: '["*"]', secret: "sealed" };
      await app.db
        .insertInto("webhooks")
        .values({ ...hook, id: `hook ${user.id}`, created_at: 1 })
        .execute();
    }
  });

  afterEach(() => app.close());

  it("is ticked, stays as it was left where the form fails, and ends nothing then", async () => {
    const { path, token } = await forgotten();
    expect(boxOf((await guest.get(path)).main)).toContain("checked");
    const weak = { intent: "choose-password", token, newPassword: "short" };
    expect(boxOf((await guest.post(path, weak)).main)).not.toContain("checked");
    expect(boxOf((await guest.post(path, { ...weak, endsPrograms: "on" })).main)).toContain("checked");
    expect((await revoked()).flat()).not.toContain(true);
  });

  it("revokes that person's keys and turns off their webhooks, and says so in their log", async () => {
    const { path, token } = await forgotten();
    const ask = { intent: "choose-password", token, newPassword: "another wire 8", endsPrograms: "on" };
    expect((await guest.post(path, ask)).to).toBe("/generate?panel=login");
    expect((await revoked()).toSorted()).toEqual([
      ["alice", true],
      ["bob", false],
    ]);
    expect((await enabled()).toSorted()).toEqual([
      ["alice", "person"],
      ["bob", null],
    ]);
    const told = await app.db.selectFrom("audit_events").selectAll().where("kind", "=", "webhook.off").execute();
    expect(told).toMatchObject([{ user_id: alice.user.id, detail: "example.com" }]);
  });

  it("not ticked leaves both alone", async () => {
    const { path, token } = await forgotten();
    const ask = { intent: "choose-password", token, newPassword: "another wire 8" };
    expect((await guest.post(path, ask)).to).toBe("/generate?panel=login");
    expect((await revoked()).flat()).not.toContain(true);
    expect((await enabled()).flat()).not.toContain("person");
  });
});
