// ENCRYPTION_KEY is changed: tokens move to its first key, the old one may go, and what no key opens waits for a person.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "~/ground/config.server";
import { countSealed, listAccounts, openTokens, resealTokens } from "~/features/accounts/accounts.server";
import { pauseAccount } from "~/features/publishing/publishing.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";

const [first, second, third] = ["first key of the test", "second key of the test", "third key of the test"] as const;

let app: TestApp;
let alice: Person;
beforeEach(async () => {
  app = await createTestApp({ config: { encryptionKeys: [first] } });
  alice = await makePerson(app, "alice");
  await linkAccount(app, alice, "one");
  await linkAccount(app, alice, "two");
});
afterEach(() => app.close());

const rows = () => app.db.selectFrom("accounts").selectAll().orderBy("id").execute();
const opened = async () => (await rows()).map((row) => openTokens(app, row).accessToken);

it("with the new key in front of the old one, a start seals everything anew, and then the old one may go", async () => {
  const tokens = await opened();
  app.config.encryptionKeys = [second, first];
  expect(await countSealed(app)).toEqual({ open: 2, old: 2, undecryptable: 0 });
  await resealTokens(app);
  expect(await countSealed(app)).toEqual({ open: 2, old: 0, undecryptable: 0 });
  app.config.encryptionKeys = [second];
  expect(await opened()).toEqual(tokens);
  const sealed = (await rows()).map((row) => row.tokens);
  await resealTokens(app);
  expect((await rows()).map((row) => row.tokens)).toEqual(sealed);
});

it("an account that its network refused stays so over a start, whatever keys there are", async () => {
  const refused = { status: "reconnect" as const, status_reason: "X refused it." };
  await app.db.updateTable("accounts").set(refused).where("username", "=", "one").execute();
  await resealTokens(app);
  expect(await rows()).toMatchObject([refused, { status: "active" }]);
});

it("without the old key an account says so, and is as before once the key is back", async () => {
  app.config.encryptionKeys = [third];
  expect(await countSealed(app)).toEqual({ open: 0, old: 0, undecryptable: 2 });
  await resealTokens(app);
  const [account] = await listAccounts(app, alice.user.id);
  expect(account).toMatchObject({ status: "reconnect", statusReason: expect.stringContaining("ENCRYPTION_KEY") });
  app.config.encryptionKeys = [third, first];
  await resealTokens(app);
  expect((await listAccounts(app, alice.user.id)).map(({ status }) => status)).toEqual(["active", "active"]);
  app.config.encryptionKeys = [third];
  await linkAccount(app, alice, "one");
  expect((await countSealed(app)).open).toBe(2);
});

it("without the old key an account that the person paused stays paused, and is not resumed by the key's coming back", async () => {
  const [paused] = await listAccounts(app, alice.user.id);
  await pauseAccount(app, alice.user.id, paused?.networkUserId ?? "");
  const states = async () => (await listAccounts(app, alice.user.id)).map(({ status }) => status);
  app.config.encryptionKeys = [third];
  await resealTokens(app);
  expect(await states()).toEqual(["paused", "reconnect"]);
  app.config.encryptionKeys = [third, first];
  await resealTokens(app);
  expect(await states()).toEqual(["paused", "active"]);
});

it("moved to another row, sealed tokens don't open, by whatever key, and aren't sealed anew", async () => {
  const [one, two] = await rows();
  await app.db
    .updateTable("accounts")
    .set({ tokens: one?.tokens })
    .where("id", "=", two?.id ?? 0)
    .execute();
  app.config.encryptionKeys = [second, first];
  await resealTokens(app);
  expect(await countSealed(app)).toEqual({ open: 1, old: 0, undecryptable: 1 });
});

it("the key that Linnet made itself stays good beside the first one that is given", () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "linnet-keys-"));
  try {
    const [made] = readConfig({ DATA_DIR }).encryptionKeys;
    const given = { DATA_DIR, SESSION_SECRET: second, ENCRYPTION_KEY: first };
    expect(readConfig(given).encryptionKeys).toEqual([first, made]);
    expect(readConfig(given).sessionSecrets).toEqual([second]);
  } finally {
    rmSync(DATA_DIR, { recursive: true });
  }
});
