// Secrets that can be found by trying: a new server takes none, and one that has people goes on and says so.
import { randomBytes } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import { ConfigError } from "~/ground/config.server";
import { guessableOf, isGuessable } from "~/ground/secrets/secrets.server";
import { isNewest, seal, unseal } from "~/ground/secrets/vault.server";
import { judgeSecrets } from "~jobs/storage.server";
import { createTestApp } from "~tests/support/app";
import { makePerson } from "~tests/support/people/make";

const typed = [
  "MySecretKey12345",
  "linnet-encryption",
  "x".repeat(64),
  "0123456789abcdef",
  "abababababababababababababababab",
];

it.each(typed)("%s can be found", (secret) => {
  expect(isGuessable(secret)).toBe(true);
});

it("what is drawn can't be, in any form in which it is written", () => {
  for (let n = 0; n < 200; n += 1)
    for (const form of ["hex", "base64", "base64url"] as const)
      for (const bytes of [20, 32, 48]) expect(isGuessable(randomBytes(bytes).toString(form))).toBe(false);
});

it("the newest part counts: what is older only opens", () => {
  const strong = randomBytes(32).toString("base64");
  const [weak = ""] = typed;
  expect(guessableOf({ sessionSecrets: [strong], encryptionKeys: [weak, strong] })).toEqual(["ENCRYPTION_KEY"]);
  expect(guessableOf({ sessionSecrets: [strong, weak], encryptionKeys: [strong, weak] })).toEqual([]);
  const sealed = seal([weak], "alice", "a token");
  expect(unseal([strong, weak], "alice", sealed)).toBe("a token");
  expect(isNewest([strong, weak], sealed)).toBe(false);
});

it("ends the start of a server that nobody has come to yet, and only warns where people are", async () => {
  const app = await createTestApp();
  onTestFinished(() => app.close());
  const weak = { ...app.config, sessionSecrets: ["MySecretKey12345"], encryptionKeys: ["MySecretKey12345"] };
  expect(await judgeSecrets(app.config, app.db)).toEqual([]);
  const fault: unknown = await judgeSecrets(weak, app.db).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(ConfigError);
  expect((fault as ConfigError).faults.map((line) => line.split(" ", 1)[0])).toEqual([
    "SESSION_SECRET",
    "ENCRYPTION_KEY",
  ]);
  await makePerson(app, "alice");
  const told = await judgeSecrets(weak, app.db);
  expect(told.map((line) => line.split(" ", 1)[0])).toEqual(["SESSION_SECRET", "ENCRYPTION_KEY"]);
  expect(told.join()).not.toContain("MySecretKey");
});
