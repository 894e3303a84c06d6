// Whatever ends a person's ways in: each way, and what of it is left, in one table. Somebody else loses nothing by any.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isAppError } from "~/ground/errors";
import { keepHeldKeys, makeKey, requireKey, rotateKey, type ShownKey } from "~/features/api-keys/api-keys.server";
import { choosePassword } from "~/features/mail-links/mail-links.server";
import { disablePerson, enablePerson, linkForPassword } from "~/features/people/people.server";
import { resetPassword, revokeKeys } from "~/features/users/admin.server";
import {
  changePassword,
  findSessionUser,
  findUserByKey,
  issueKey,
  signOutEverywhere,
} from "~/features/users/users.server";
import { disableAllOf, listWebhooks, testWebhook } from "~/features/webhooks/webhooks.server";
import { minutes } from "~/ground/time/duration";
import type { TestApp } from "~tests/support/app";
import { openReceiver, type Receiver } from "~tests/support/fakes/receiver";
import { makePerson, password, type Person } from "~tests/support/people/make";
import { createHookApp, hookTo, pass, tell } from "../webhooks/stage";

/** What a person has that lets somebody in or is told their words. A key's former secret is a way in of its own. */
const kinds = ["session", "browser key", "named key", "former secret", "webhook"] as const;
type Kind = (typeof kinds)[number];
type Left = Record<Kind, "good" | "held" | "over">;

interface Cast {
  person: Person;
  browserKey: string;
  key: ShownKey;
  former: string;
  receiver: Receiver;
}

const address = "192.0.2.7";
const next = "another wire 8";

let app: TestApp;
let alice: Cast;
let bob: Cast;

async function make(name: string): Promise<Cast> {
  const person = await makePerson(app, name);
  const { user, sessionId } = person;
  const receiver = await openReceiver();
  await hookTo(app, person, receiver);
  const proof = { password, address, sessionId };
  const made = await makeKey(app, user, { name: "n8n", scopes: ["read"], expiresAt: null }, proof);
  const key = await rotateKey(app, user, { id: made.id, overlapHours: 24 }, proof);
  return { person, browserKey: await issueKey(app, user.id, sessionId), key, former: made.key, receiver };
}

beforeEach(async () => {
  app = await createHookApp();
  alice = await make("alice");
  bob = await make("bob");
});
afterEach(async () => {
  await app.close();
  for (const { receiver } of [alice, bob]) await receiver.close();
});

async function stateOf(key: string): Promise<Left[Kind]> {
  try {
    await requireKey(app, key);
    return "good";
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.code === "key_held" ? "held" : "over";
  }
}

/** Whether a test that is asked for arrives. */
async function isTold({ person, receiver }: Cast): Promise<boolean> {
  const before = receiver.received.length;
  const [webhook] = await listWebhooks(app, person.user.id);
  await testWebhook(app, person.user.id, webhook?.id ?? "").catch(() => null);
  await tell(app);
  await pass(app, minutes(6), minutes(1));
  return receiver.received.length > before;
}

async function left(cast: Cast): Promise<Left> {
  const { person, browserKey, key, former } = cast;
  const when = (isGood: boolean): Left[Kind] => (isGood ? "good" : "over");
  return {
    session: when((await findSessionUser(app, person.sessionId)) !== null),
    "browser key": when((await findUserByKey(app, browserKey)) !== null),
    "named key": await stateOf(key.key),
    "former secret": await stateOf(former),
    webhook: when(await isTold(cast)),
  };
}

const all = (state: Left[Kind]): Left => Object.fromEntries(kinds.map((kind) => [kind, state])) as Left;
const keysToo = { "named key": "over", "former secret": "over" } as const;
const browsersOver = { ...all("good"), session: "over", "browser key": "over" } as const;

async function byLink(alsoPrograms: boolean): Promise<void> {
  const { id } = alice.person.user;
  const { link } = await linkForPassword(app, id, null);
  const token = new URL(link).searchParams.get("token") ?? "";
  const endPrograms = async (...[trx, userId]: Parameters<NonNullable<Ending>>) =>
    void (await disableAllOf(trx, app, { userId, address }));
  await choosePassword(app, token, next, { address, ...(alsoPrograms && { endPrograms }) });
}
type Ending = NonNullable<Parameters<typeof choosePassword>[3]>["endPrograms"];

const user = () => alice.person.user;

const ends: Record<string, { end: () => Promise<unknown>; then: Left }> = {
  "a new password": {
    end: () => changePassword(app, user(), { password, newPassword: next }, address),
    then: browsersOver,
  },
  "a new password with the box": {
    end: () => changePassword(app, user(), { password, newPassword: next, revokesKeys: true }, address),
    then: { ...browsersOver, ...keysToo },
  },
  "signing out everywhere": { end: () => signOutEverywhere(app, user().id), then: browsersOver },
  "signing out everywhere with the box": {
    end: () => signOutEverywhere(app, user().id, { revokesKeys: true }),
    then: { ...browsersOver, ...keysToo },
  },
  "a new password by a link without the box": { end: () => byLink(false), then: browsersOver },
  "a new password by a link with the box": { end: () => byLink(true), then: all("over") },
  "a new password by the operator's command": { end: () => resetPassword(app, user().email), then: browsersOver },
  "the operator's command for keys": {
    end: () => revokeKeys(app, user().email),
    then: { ...all("good"), "browser key": "over", ...keysToo },
  },
  "being disabled": { end: () => disablePerson(app, user().id, null), then: all("over") },
  "being disabled and enabled": {
    async end() {
      await disablePerson(app, user().id, null);
      await enablePerson(app, user().id, null);
    },
    then: { ...browsersOver, "named key": "held", "former secret": "held" },
  },
  "being disabled and enabled, and keeping the keys": {
    async end() {
      await disablePerson(app, user().id, null);
      await enablePerson(app, user().id, null);
      await keepHeldKeys(app, user().id, address);
    },
    then: browsersOver,
  },
};

describe.each(Object.entries(ends))("%s", (_, { end, then }) => {
  it("leaves of a person's ways in what is said of it, and somebody else's alone", async () => {
    await end();
    expect(await left(alice)).toEqual(then);
    expect(await left(bob)).toEqual(all("good"));
  });
});

it("everything is good before", async () => {
  expect(await left(alice)).toEqual(all("good"));
});

it("a key that was revoked before its person was disabled is not brought back by keeping the others", async () => {
  await changePassword(app, user(), { password, newPassword: next, revokesKeys: true }, address);
  await disablePerson(app, user().id, null);
  await enablePerson(app, user().id, null);
  expect(await keepHeldKeys(app, user().id, address)).toBe(0);
  expect(await stateOf(alice.key.key)).toBe("over");
});

it("a link whose box was ticked ends nothing where it is over", async () => {
  const { link } = await linkForPassword(app, user().id, null);
  const token = new URL(link).searchParams.get("token") ?? "";
  await choosePassword(app, token, next, { address });
  const endPrograms = () => Promise.reject(new Error("reached"));
  await expect(choosePassword(app, token, next, { address, endPrograms })).rejects.toMatchObject({ code: "not_found" });
  expect(await stateOf(alice.key.key)).toBe("good");
});
