// What a person does to their own passkeys: each verb in each state, on both databases, and what the keeper can do.
import { afterEach, beforeEach, expect, it } from "vitest";
import { listPasskeys, offerPasskey, renamePasskey } from "~/features/passkeys/passkeys.server";
import {
  addPasskey,
  beginAdding,
  beginSetUp,
  type OwnProof,
  readSecondFactor,
  removePasskey,
  renewCodes,
  signInWithCode,
  switchOff,
  switchOffFor,
} from "~/features/second-factor/second-factor.server";
import { leave } from "~/features/user-deletion/user-deletion.server";
import { isAppError } from "~/ground/errors";
import { hours, minutes } from "~/ground/time/duration";
import { createTestApp, type TestApp } from "~tests/support/app";
import { type Authenticator, giveFactor } from "~tests/support/people/factor";
import { makePerson, password, type Person } from "~tests/support/people/make";
import { Device, givePasskey, proofOf, prove, takeCodes } from "~tests/support/people/passkey";

const home = "192.0.2.7";
const from = { address: home, browser: "Firefox on Linux" };

let app: TestApp;
let alice: Person;
let factor: Authenticator | null;
let device: Device | null;
beforeEach(async () => {
  app = await createTestApp();
  alice = await makePerson(app, "alice");
  [factor, device] = [null, null];
});
afterEach(() => app.close());

const states = {
  async nothing() {
    await Promise.resolve();
  },
  async "an app"() {
    factor = await giveFactor(app, alice);
  },
  async "a passkey"() {
    device = await givePasskey(app, alice);
    await takeCodes(app, alice);
  },
  async "a passkey, codes shown"() {
    device = await givePasskey(app, alice);
  },
  async "two passkeys"() {
    device = await givePasskey(app, alice);
    const [code] = await takeCodes(app, alice);
    await givePasskey(app, alice, code);
  },
  async "an app and a passkey"() {
    factor = await giveFactor(app, alice);
    device = await givePasskey(app, alice, factor.next());
  },
};
type State = keyof typeof states;

/** By whatever the person has; a code that is none where they have nothing. */
async function proof(): Promise<OwnProof> {
  if (device) return prove(app, alice, device);
  return { password, address: home, code: factor?.next() ?? "123456" };
}
const oldest = async () => (await listPasskeys(app, alice.user.id))[0]?.id ?? "none";
const add = async () => {
  const answer = new Device(app.config.appOrigin).create(await offerPasskey(app, alice.user, alice.sessionId));
  return addPasskey(app, alice, { answer, name: "Phone", from });
};

const verbs = {
  addWithPassword: async () => {
    await beginAdding(app, alice, proofOf());
    await add();
  },
  addWithProof: async () => {
    await beginAdding(app, alice, await proof());
    await add();
  },
  addWithout: add,
  rename: async () => renamePasskey(app, alice.user.id, { id: await oldest(), name: "Kitchen" }),
  remove: async () => removePasskey(app, alice.user, await oldest(), await proof()),
  renewCodes: async () => renewCodes(app, alice.user, await proof()),
  removeApp: async () => switchOff(app, alice.user, await proof()),
  setUp: () => beginSetUp(app, alice.user),
  keeper: () => switchOffFor(app, alice.user.email),
  signIn: () => signInWithCode(app, { email: alice.user.email, password }, home),
};

/** What each verb comes to, and in which state it leaves: app, passkeys, recovery codes. */
async function outcome(verb: () => Promise<unknown>): Promise<string> {
  const came = await verb().then(
    () => "done",
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );
  const { since, passkeys, codesLeft, shownCodes } = await readSecondFactor(app, alice.user);
  const [is, names] = [since === null ? "-" : "app", passkeys.map(({ name }) => name).join("+") || "-"];
  return `${came}: ${is} ${names} ${codesLeft}${shownCodes ? " shown" : ""}`;
}

const needed = "second_factor_required";
const table: Record<State, Record<keyof typeof verbs, string>> = {
  nothing: {
    addWithPassword: "done: - Phone 10 shown",
    addWithProof: "second_factor_wrong: - - 0",
    addWithout: "forbidden: - - 0",
    rename: "not_found: - - 0",
    remove: "second_factor_wrong: - - 0",
    renewCodes: "changed: - - 0",
    removeApp: "changed: - - 0",
    setUp: "done: - - 0",
    keeper: "changed: - - 0",
    signIn: "done: - - 0",
  },
  "an app": {
    addWithPassword: `${needed}: app - 10`,
    addWithProof: "done: app Phone 10",
    addWithout: "forbidden: app - 10",
    rename: "not_found: app - 10",
    remove: "not_found: app - 10",
    renewCodes: "done: app - 10 shown",
    removeApp: "done: - - 0",
    setUp: "changed: app - 10",
    keeper: "done: - - 0",
    signIn: `${needed}: app - 10`,
  },
  "a passkey": {
    addWithPassword: `${needed}: - Laptop 10`,
    addWithProof: "done: - Laptop+Phone 10",
    addWithout: "forbidden: - Laptop 10",
    rename: "done: - Kitchen 10",
    remove: "done: - - 0",
    renewCodes: "done: - Laptop 10 shown",
    removeApp: "changed: - Laptop 10",
    setUp: `${needed}: - Laptop 10`,
    keeper: "done: - - 0",
    signIn: `${needed}: - Laptop 10`,
  },
  "a passkey, codes shown": {
    addWithPassword: `${needed}: - Laptop 10 shown`,
    addWithProof: "done: - Laptop+Phone 10 shown",
    addWithout: "forbidden: - Laptop 10 shown",
    rename: "done: - Kitchen 10 shown",
    remove: "done: - - 0",
    renewCodes: "done: - Laptop 10 shown",
    removeApp: "changed: - Laptop 10 shown",
    setUp: `${needed}: - Laptop 10 shown`,
    keeper: "done: - - 0",
    signIn: `${needed}: - Laptop 10 shown`,
  },
  "two passkeys": {
    addWithPassword: `${needed}: - Laptop+Laptop 9`,
    addWithProof: "done: - Laptop+Laptop+Phone 9",
    addWithout: "forbidden: - Laptop+Laptop 9",
    rename: "done: - Kitchen+Laptop 9",
    remove: "done: - Laptop 9",
    renewCodes: "done: - Laptop+Laptop 10 shown",
    removeApp: "changed: - Laptop+Laptop 9",
    setUp: `${needed}: - Laptop+Laptop 9`,
    keeper: "done: - - 0",
    signIn: `${needed}: - Laptop+Laptop 9`,
  },
  "an app and a passkey": {
    addWithPassword: `${needed}: app Laptop 10`,
    addWithProof: "done: app Laptop+Phone 10",
    addWithout: "forbidden: app Laptop 10",
    rename: "done: app Kitchen 10",
    remove: "done: app - 10",
    renewCodes: "done: app Laptop 10 shown",
    removeApp: "done: - Laptop 10",
    setUp: "changed: app Laptop 10",
    keeper: "done: - - 0",
    signIn: `${needed}: app Laptop 10`,
  },
};
const cells = Object.entries(table).flatMap(([state, row]) =>
  Object.entries(row).map(([verb, came]) => [state as State, verb as keyof typeof verbs, came] as const),
);

it.each(cells)("in the state %s the verb %s comes to %s", async (state, verb, came) => {
  await states[state]();
  // The order in which they were made is that of their moments.
  app.clock.advance(1);
  const first = await listPasskeys(app, alice.user.id);
  expect(first.length).toBeLessThanOrEqual(2);
  if (first.length === 2)
    await app.db
      .updateTable("passkeys")
      .set({ created_at: 1 })
      .where("id", "=", await own())
      .execute();
  expect(await outcome(verbs[verb])).toBe(came);
});
/** The passkey that the person's device has. */
async function own(): Promise<string> {
  const row = app.db
    .selectFrom("passkeys")
    .select("id")
    .where("credential_id", "=", device?.id ?? "");
  return (await row.executeTakeFirstOrThrow()).id;
}

const heard = async () => {
  const rows = app.db.selectFrom("audit_events").select("kind").where("user_id", "=", alice.user.id).orderBy("id");
  return (await rows.execute()).map(({ kind }) => kind).filter((kind) => /^(passkey|second|auth)/.test(kind));
};

it("each act is an audit event, and the last passkey's going turns the second step off", async () => {
  device = await givePasskey(app, alice);
  expect(await heard()).toEqual(["passkey.added", "second_factor.on"]);
  const [code] = await takeCodes(app, alice);
  app.clock.advance(hours(1));
  await givePasskey(app, alice, code);
  await removePasskey(app, alice.user, await own(), await proof());
  expect((await heard()).slice(2)).toEqual(["passkey.added", "passkey.removed"]);
  await switchOffFor(app, alice.user.email);
  expect((await heard()).at(-1)).toBe("second_factor.off");
  expect(app.logged.at(-1)).toMatchObject({ audit: "second_factor.off", user: alice.user.id, byOperator: true });
});

it("a wrong password and a wrong second step change nothing, and say which it was", async () => {
  await states["a passkey"]();
  const [id, right] = [await oldest(), await proof()];
  await expect(removePasskey(app, alice.user, id, { ...right, password: "not it 1" })).rejects.toMatchObject({
    code: "wrong_credentials",
    faults: [{ loc: ["form", "password"] }],
  });
  const code = { password, address: home, code: "aaaaaaaa" };
  await expect(removePasskey(app, alice.user, id, code)).rejects.toMatchObject({ faults: [{ loc: ["form", "code"] }] });
  const other = { ...right, passkey: new Device(app.config.appOrigin).get({ challenge: "x" }) };
  await expect(removePasskey(app, alice.user, id, other)).rejects.toMatchObject({
    faults: [{ loc: ["form", "passkey"] }],
  });
  expect(await listPasskeys(app, alice.user.id)).toHaveLength(1);
  await removePasskey(app, alice.user, id, await proof());
});

it("leave to add is this session's, for five minutes and one passkey", async () => {
  await beginAdding(app, alice, proofOf());
  const options = await offerPasskey(app, alice.user, alice.sessionId);
  await expect(offerPasskey(app, alice.user, "another session")).rejects.toMatchObject({ code: "forbidden" });
  app.clock.advance(minutes(5));
  const late = { answer: new Device(app.config.appOrigin).create(options), name: "Phone", from };
  await expect(addPasskey(app, alice, late)).rejects.toMatchObject({ code: "invalid" });
  await expect(offerPasskey(app, alice.user, alice.sessionId)).rejects.toMatchObject({ code: "forbidden" });

  await beginAdding(app, alice, proofOf());
  const [one, other] = [
    await offerPasskey(app, alice.user, alice.sessionId),
    await offerPasskey(app, alice.user, alice.sessionId),
  ];
  const answer = new Device(app.config.appOrigin).create(one, { isVerified: false });
  await addPasskey(app, alice, { answer, name: "Key", from });
  const second = { answer: new Device(app.config.appOrigin).create(other), name: "Phone", from };
  await expect(addPasskey(app, alice, second)).rejects.toMatchObject({ code: "forbidden" });
});

it("somebody has twenty passkeys at most", async () => {
  device = await givePasskey(app, alice);
  const rows = Array.from({ length: 19 }, (_, n) => ({
    id: `more${n}`,
    user_id: alice.user.id,
    credential_id: `more${n}`,
    public_key: "x",
    sign_count: 0,
    transports: "[]",
    backed_up: 0 as const,
    name: "More",
    created_at: n,
  }));
  await app.db.insertInto("passkeys").values(rows).execute();
  await beginAdding(app, alice, await proof());
  await expect(add()).rejects.toMatchObject({
    code: "limit_reached",
    message: expect.stringContaining("20 passkeys") as string,
  });
});

it("an answer that lies about where it was made adds nothing", async () => {
  for (const lie of [
    { origin: "https://evil.example" },
    { rpId: "evil.example" },
    { type: "webauthn.get" },
    { isPresent: false },
  ]) {
    await beginAdding(app, alice, proofOf());
    const answer = new Device(app.config.appOrigin).create(await offerPasskey(app, alice.user, alice.sessionId), lie);
    await expect(addPasskey(app, alice, { answer, name: "Phone", from })).rejects.toMatchObject({ code: "invalid" });
  }
  for (const answer of ["", "{}", "null"])
    await expect(addPasskey(app, alice, { answer, name: "Phone", from })).rejects.toMatchObject({ code: "invalid" });
  expect(await listPasskeys(app, alice.user.id)).toEqual([]);
});

it("whoever leaves takes their passkeys along", async () => {
  await states["a passkey"]();
  await leave(app, alice.user.id, { password, address: home });
  for (const name of ["passkeys", "passkey_challenges", "recovery_sets"] as const)
    expect(await app.db.selectFrom(name).selectAll().execute()).toEqual([]);
});
