// Whose handles the sandbox's consent page offers: those of who is signed in, and of nobody else.
import { afterEach, beforeEach, expect, it } from "vitest";
import { beginLink } from "~/features/accounts/accounts.server";
import { unlink } from "~/features/publishing/publishing.server";
import { loadAuthorize } from "~/screens/sandbox/authorize/load.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { cookieFor } from "~tests/support/calls/call";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";

let app: TestApp;
let alice: Person;
let bob: Person;
beforeEach(async () => {
  app = await createTestApp();
  [alice, bob] = [await makePerson(app, "alice"), await makePerson(app, "bob")];
});
afterEach(() => app?.close());

/** The page as `person`, or a guest, sees it, of a link that alice has begun. */
async function consentOf(person: Person | null) {
  const viewer = { userId: alice.user.id, sessionId: alice.sessionId };
  const url = await beginLink(app, viewer, { forceLogin: true });
  const headers = new Headers(person ? { cookie: await cookieFor(app, person.sessionId) } : {});
  const args = { request: new Request(url, { headers }), params: {}, context: {} };
  return (await loadAuthorize(args)).linkRequest?.handles;
}

it("the person's own, the latest link first, those that were unlinked too", async () => {
  const first = await linkAccount(app, alice, "alice_one");
  app.clock.advance(1_000);
  await linkAccount(app, alice, "alice_two");
  await linkAccount(app, bob, "bobs_secret");
  await unlink(app, alice.user.id, String(first.id));
  expect(await consentOf(alice)).toEqual(["alice_two", "alice_one"]);
});

it("of somebody else's account, and to who is not signed in, nothing", async () => {
  await linkAccount(app, alice, "alice_one");
  expect(await consentOf(bob)).toEqual([]);
  expect(await consentOf(null)).toEqual([]);
});
