// Linking at X itself, from the button to the way back, through the real client and the real route.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { minutes } from "~/ground/time/duration";
import { beginLink, getAccount, listAccounts } from "~/features/accounts/accounts.server";
import { publishNow, unlink, writeTweet } from "~/features/publishing/publishing.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { callApi, cookieFor } from "~tests/support/calls/call";
import { type FakeX, startFakeX } from "~tests/support/fakes/fake-x";
import { clientOf } from "~tests/support/fakes/fake-x-linked";
import { makePerson, type Person } from "~tests/support/people/make";

let fake: FakeX;
let app: TestApp;
let alice: Person;
let bob: Person;
beforeEach(async () => {
  fake = await startFakeX({ now: () => app?.clock.now() ?? Date.now() });
  app = await createTestApp({ network: clientOf(fake) });
  [alice, bob] = [await makePerson(app, "alice"), await makePerson(app, "bob")];
});
afterEach(async () => {
  await app.close();
  await fake.close();
});

async function begin(person: Person, forceLogin = true): Promise<string> {
  const visitor = { userId: person.user.id, sessionId: person.sessionId };
  return new URL(await beginLink(app, visitor, { forceLogin })).searchParams.get("oauth_token") ?? "";
}

/** The browser of `person`, or of nobody, follows X's redirect; answers where it is sent on to. */
async function comeBack(url: string, person: Person | null): Promise<string> {
  const { pathname, search } = new URL(url);
  const headers = person ? { cookie: await cookieFor(app, person.sessionId) } : undefined;
  const answer = await callApi(pathname + search, { headers });
  expect(answer.status).toBe(303);
  return answer.headers.get("location") ?? "";
}

const link = async (person: Person, handle: string) => comeBack(fake.consentUrl(await begin(person), handle), person);
const failed = (code: string) => `/generate?twitter_error=${code}`;
const asked = (path: string) => fake.requests.filter((seen) => seen.path === path).length;

it.each([
  [true, "true"],
  [false, null],
])("X is asked to let the person choose an account, or not (force_login: %s)", async (forceLogin, told) => {
  const visitor = { userId: alice.user.id, sessionId: alice.sessionId };
  const url = new URL(await beginLink(app, visitor, { forceLogin }));
  expect(`${url.origin}${url.pathname}`).toBe("https://api.x.com/oauth/authorize");
  expect(url.searchParams.get("force_login")).toBe(told);
});

it("the way back links the account, knows its name and picture, and what the app may do", async () => {
  expect(await link(alice, "Alice_X")).toBe("/generate?twitter_connected=true&username=Alice_X");
  expect(app.logged).toContainEqual(expect.objectContaining({ msg: "account connected", username: "Alice_X" }));
  const [account] = await listAccounts(app, alice.user.id);
  expect(account).toMatchObject({
    username: "Alice_X",
    displayName: "Alice_X of X",
    isDefault: true,
    status: "active",
  });
  expect(account?.imageUrl).toMatch(/^https:\/\/pbs\.twimg\.com\//);
  const row = await app.db.selectFrom("accounts").select("access_level").executeTakeFirstOrThrow();
  expect(row.access_level).toBe("read-write");
});

describe("a way back that links nothing", () => {
  afterEach(async () => {
    expect(await listAccounts(app, alice.user.id)).toEqual([]);
    expect(await listAccounts(app, bob.user.id)).toEqual([]);
    expect(asked("/2/users/me")).toBe(0);
  });

  it("was denied, and can't be used afterwards", async () => {
    const url = fake.deny(await begin(alice));
    expect(await comeBack(url, alice)).toBe(failed("denied"));
    expect(await comeBack(url, alice)).toBe(failed("expired"));
    expect(asked("/oauth/access_token")).toBe(0);
  });

  it("took longer than ten minutes", async () => {
    const url = fake.consentUrl(await begin(alice), "alice_x");
    app.clock.advance(minutes(10));
    expect(await comeBack(url, alice)).toBe(failed("expired"));
    expect(asked("/oauth/access_token")).toBe(0);
  });

  it("is another person's, nobody's, or made up", async () => {
    const url = fake.consentUrl(await begin(alice), "alice_x");
    expect(await comeBack(url, bob)).toBe(failed("wrong_state"));
    expect(await comeBack(url, null)).toBe(failed("wrong_state"));
    const swapped = url.replace(/oauth_token=[^&]+/, `oauth_token=${await begin(bob)}`);
    expect(await comeBack(swapped, alice)).toBe(failed("wrong_state"));
    expect(await comeBack(url.replace(/oauth_token=[^&]+/, "oauth_token=made-up"), alice)).toBe(failed("expired"));
    expect(await comeBack("http://localhost:3000/api/twitter-auth/callback", alice)).toBe(failed("wrong_state"));
    expect(asked("/oauth/access_token")).toBe(0);
  });

  it("has no verifier, or one that X doesn't know", async () => {
    const token = await begin(alice);
    const path = `http://localhost:3000/api/twitter-auth/callback?oauth_token=${token}`;
    expect(await comeBack(path, alice)).toBe(failed("wrong_state"));
    const other = fake.consentUrl(await begin(alice), "alice_x").replace(/oauth_verifier=.*/, "oauth_verifier=guess");
    expect(await comeBack(other, alice)).toBe(failed("expired"));
    expect(asked("/oauth/access_token")).toBe(1);
  });

  it("leads to an app that may only read", async () => {
    fake.rules.accessLevel = "read";
    expect(await link(alice, "alice_x")).toBe(failed("read_only"));
  });

  it("finds X out of reach", async () => {
    const url = fake.consentUrl(await begin(alice), "alice_x");
    await fake.goDown();
    expect(await comeBack(url, alice)).toBe(failed("unreachable"));
    await fake.comeUp();
  });
});

it("a callback that comes twice links once, also when both come together", async () => {
  const url = fake.consentUrl(await begin(alice), "alice_x");
  const ways = await Promise.all([comeBack(url, alice), comeBack(url, alice)]);
  expect(ways.sort()).toEqual(["/generate?twitter_connected=true&username=alice_x", failed("expired")]);
  expect(await listAccounts(app, alice.user.id)).toHaveLength(1);
  expect(asked("/oauth/access_token")).toBe(1);
});

it("an account of somebody else here stays theirs, and still posts for them", async () => {
  await link(alice, "shared");
  expect(await link(bob, "shared")).toBe(failed("already_linked"));
  expect(await listAccounts(app, bob.user.id)).toEqual([]);
  const tweet = await writeTweet(app, { userId: alice.user.id, content: "Still mine", account: null });
  await publishNow(app, { userId: alice.user.id, tweetId: tweet.id, account: null });
  expect(fake.posts.map(({ text }) => text)).toEqual(["Still mine"]);
});

it("linked again, an account keeps id and history and gets its new name, picture and good standing", async () => {
  await link(alice, "old_name");
  const [before] = await listAccounts(app, alice.user.id);
  const id = before?.id ?? 0;
  await app.db
    .updateTable("accounts")
    .set({ status: "reconnect", status_reason: "refused", image_url: "https://old.example/a.jpg" })
    .execute();
  fake.rename("old_name", "new_name");
  expect(await link(alice, "new_name")).toContain("username=new_name");
  const after = await getAccount(app, alice.user.id, String(id));
  expect(after).toMatchObject({ id, username: "new_name", displayName: "new_name of X", status: "active" });
  expect(after).toMatchObject({ isDefault: true, statusReason: null, imageUrl: before?.imageUrl });
  expect(await listAccounts(app, alice.user.id)).toHaveLength(1);
});

it("unlinked, its tokens are gone here and taken back at X; linked again, it posts", async () => {
  await link(alice, "alice_x");
  const [account] = await listAccounts(app, alice.user.id);
  const ref = account?.networkUserId ?? "";
  await unlink(app, alice.user.id, ref);
  expect(asked("/1.1/oauth/invalidate_token")).toBe(1);
  const row = await app.db.selectFrom("accounts").selectAll().executeTakeFirstOrThrow();
  expect(row.tokens).toBe("");
  expect(fake.hasAccess(ref)).toBe(false);
  await link(alice, "alice_x");
  const tweet = await writeTweet(app, { userId: alice.user.id, content: "Back again", account: null });
  await publishNow(app, { userId: alice.user.id, tweetId: tweet.id, account: null });
  expect(fake.posts).toHaveLength(1);
});

it("X is asked who somebody is when an account is linked, and never again", async () => {
  await link(alice, "alice_x");
  for (const content of ["one", "two"]) {
    const tweet = await writeTweet(app, { userId: alice.user.id, content, account: null });
    await publishNow(app, { userId: alice.user.id, tweetId: tweet.id, account: null });
  }
  await listAccounts(app, alice.user.id);
  expect(asked("/2/users/me")).toBe(1);
});
