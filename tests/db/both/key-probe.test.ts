// What a node's secrets are compared by with those of the nodes before it.
import { afterEach, beforeEach, expect, it } from "vitest";
import { compareSecrets, OtherSecret } from "~db/key-probe.server";
import { createTestApp, type TestApp } from "~tests/support/app";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
  await app.db.deleteFrom("engine").execute();
});
afterEach(() => app.close());

const [one, two, three] = ["the first secret of all", "the second secret of all", "the third secret of all"];
const enter = (sessionSecrets: string[], encryptionKeys: string[] = [one]) =>
  compareSecrets(app.db, { sessionSecrets, encryptionKeys });

it("a node whose session secret or key is another's is refused, and leaves what is there", async () => {
  await enter([one]);
  await expect(enter([two])).rejects.toThrow(/^SESSION_SECRET is not the one .*Changing the secrets/);
  await expect(enter([one], [two])).rejects.toThrow(/^ENCRYPTION_KEY is not the one .*Changing the secrets/);
  await expect(enter([two])).rejects.toBeInstanceOf(OtherSecret);
  await enter([one]);
});

it("a database from before has no word of the session secret: the first node leaves it", async () => {
  await enter([one]);
  await app.db.updateTable("engine").set({ session_probe: null }).execute();
  await enter([two]);
  await expect(enter([one])).rejects.toBeInstanceOf(OtherSecret);
});

it("by the steps of the page both are changed node by node, and the old ones then refused", async () => {
  for (const secrets of [[one], [one, two], [one, two], [two, one], [one, two], [two, one], [two], [two]])
    await enter(secrets, secrets);
  await expect(enter([one])).rejects.toBeInstanceOf(OtherSecret);
  await expect(enter([three, one])).rejects.toBeInstanceOf(OtherSecret);
});

it("nothing of a secret stands in what is left", async () => {
  await enter([one], [two]);
  const [left] = await app.db.selectFrom("engine").select(["key_probe", "session_probe"]).execute();
  expect(left?.session_probe).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(left)).not.toMatch(/secret/);
});
