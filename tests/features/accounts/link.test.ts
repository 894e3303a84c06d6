// Linking: one request token, one browser session, ten minutes, once.
import { afterEach, beforeEach, expect, it } from "vitest";
import { minutes } from "~/ground/time/duration";
import { beginLink, finishLink, listAccounts, openTokens, setDefault } from "~/features/accounts/accounts.server";
import { unlink } from "~/features/publishing/publishing.server";
import * as connect from "~/routes/accounts.connect";
import { isSandbox } from "~/ports/network/index.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { call, cookieFor } from "~tests/support/calls/call";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";

let app: TestApp;
let alice: Person;
let bob: Person;
beforeEach(async () => {
  app = await createTestApp();
  [alice, bob] = [await makePerson(app, "alice"), await makePerson(app, "bob")];
});
afterEach(() => app?.close());

const visitor = (person: Person): { userId: string; sessionId: string | null } => ({
  userId: person.user.id,
  sessionId: person.sessionId,
});

async function consent(person: Person, handle: string, startedIn = visitor(person)) {
  if (!isSandbox(app.network)) throw new Error("sandbox expected");
  const authorizeUrl = new URL(await beginLink(app, startedIn, { forceLogin: false }));
  const back = new URL(await app.network.grant(authorizeUrl.searchParams.get("oauth_token") ?? "", handle));
  return {
    oauthToken: back.searchParams.get("oauth_token"),
    verifier: back.searchParams.get("oauth_verifier"),
    denied: null,
  };
}

it("makes the first account the default and the next one not", async () => {
  await linkAccount(app, alice, "first_one");
  await linkAccount(app, alice, "second_one");
  const accounts = await listAccounts(app, alice.user.id);
  expect(accounts.map((account) => [account.username, account.isDefault])).toEqual([
    ["first_one", true],
    ["second_one", false],
  ]);
});

it("a link that a program began by an API key ends in any browser of the same person", async () => {
  const back = await consent(alice, "alice_x", { userId: alice.user.id, sessionId: null });
  await expect(finishLink(app, visitor(bob), back)).rejects.toMatchObject({ code: "wrong_state" });
  await expect(finishLink(app, visitor(alice), back)).resolves.toMatchObject({ username: "alice_x" });
});

it("refuses the way back in another person's browser, in none, and in another session, and keeps it good for the right one", async () => {
  const back = await consent(alice, "alice_x");
  await expect(finishLink(app, visitor(bob), back)).rejects.toMatchObject({ code: "wrong_state" });
  await expect(finishLink(app, null, back)).rejects.toMatchObject({ code: "wrong_state" });
  const elsewhere = { userId: alice.user.id, sessionId: "another session" };
  await expect(finishLink(app, elsewhere, back)).rejects.toMatchObject({ code: "wrong_state" });
  await expect(finishLink(app, visitor(alice), back)).resolves.toMatchObject({ username: "alice_x" });
});

it("the 21st link that is begun is one quiet line of the log with its code, and another person links meanwhile", async () => {
  const begin = async ({ sessionId }: Person) =>
    call(connect, "/accounts/connect", { headers: { cookie: await cookieFor(app, sessionId) } });
  for (let n = 0; n < 20; n += 1) await begin(alice);
  app.logged.length = 0;
  expect((await begin(alice)).headers.get("location")).toBe("/generate?connect_error=too_often");
  expect(app.logged).toMatchObject([
    { level: "info", err: { code: "rate_limited" }, msg: "couldn't start connecting an account" },
  ]);
  expect(JSON.stringify(app.logged)).not.toContain("stack");
  expect((await begin(bob)).headers.get("location")).toContain("oauth_token=");
});

it("serves a request token once, and for ten minutes", async () => {
  const back = await consent(alice, "alice_x");
  await finishLink(app, visitor(alice), back);
  await expect(finishLink(app, visitor(alice), back)).rejects.toMatchObject({ code: "expired" });
  const late = await consent(alice, "alice_y");
  app.clock.advance(minutes(10));
  await expect(finishLink(app, visitor(alice), late)).rejects.toMatchObject({ code: "expired" });
});

it("says denied when the person denied, and links nothing", async () => {
  if (!isSandbox(app.network)) throw new Error("sandbox expected");
  const authorizeUrl = new URL(await beginLink(app, visitor(alice), { forceLogin: false }));
  const back = new URL(await app.network.deny(authorizeUrl.searchParams.get("oauth_token") ?? ""));
  const denied = back.searchParams.get("denied");
  await expect(finishLink(app, visitor(alice), { oauthToken: null, verifier: null, denied })).rejects.toMatchObject({
    code: "denied",
  });
  expect(await listAccounts(app, alice.user.id)).toEqual([]);
});

it("links an account to one person of the server at a time", async () => {
  const account = await linkAccount(app, alice, "shared");
  const back = await consent(bob, "shared");
  await expect(finishLink(app, visitor(bob), back)).rejects.toMatchObject({ code: "already_linked" });
  await unlink(app, alice.user.id, account.networkUserId);
  await expect(linkAccount(app, bob, "shared")).resolves.toMatchObject({ isDefault: true });
});

it("keeps id and history when a known account is linked again", async () => {
  const before = await linkAccount(app, alice, "again");
  await unlink(app, alice.user.id, String(before.id));
  expect(await listAccounts(app, alice.user.id)).toEqual([]);
  expect(await linkAccount(app, alice, "again")).toMatchObject({ id: before.id, isDefault: true });
});

it("has exactly one default after twenty people's worth of clicks at once", async () => {
  for (const handle of ["a_one", "a_two", "a_three"]) await linkAccount(app, alice, handle);
  const accounts = await listAccounts(app, alice.user.id);
  const clicks = Array.from({ length: 20 }, (_, n) => setDefault(app, alice.user.id, String(accounts[n % 3]?.id)));
  await Promise.all(clicks);
  const after = await listAccounts(app, alice.user.id);
  expect(after.filter((account) => account.isDefault)).toHaveLength(1);
});

it("keeps tokens encrypted, each bound to its user and account", async () => {
  await linkAccount(app, alice, "alice_x");
  await linkAccount(app, bob, "bob_x");
  const [one, two] = await app.db.selectFrom("accounts").selectAll().execute();
  if (!one || !two) throw new Error("two accounts expected");
  const { accessToken } = openTokens(app, one);
  expect(one.tokens).not.toContain(accessToken);
  expect(() => openTokens(app, { ...one, tokens: two.tokens })).toThrow();
  app.config.encryptionKeys = ["a newer key of the tests", ...app.config.encryptionKeys];
  expect(openTokens(app, one).accessToken).toBe(accessToken);
  app.config.encryptionKeys = ["a newer key of the tests"];
  expect(() => openTokens(app, one)).toThrow(/ENCRYPTION_KEY/);
});
