// What a person does to their own second step: each verb in each state, with what is wrong, and what the keeper can do.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { examine, ownLoop } from "~/features/doctor/doctor.server";
import { leave } from "~/features/user-deletion/user-deletion.server";
import {
  beginSetUp,
  countUndecryptableFactors,
  keepCodes,
  pruneSecondFactor,
  readSecondFactor,
  renewCodes,
  resealFactors,
  signInWithCode,
  switchOff,
  switchOffFor,
  switchOn,
} from "~/features/second-factor/second-factor.server";
import { isAppError } from "~/ground/errors";
import { hours, minutes, seconds } from "~/ground/time/duration";
import { createTestApp, type TestApp } from "~tests/support/app";
import { digitsOf, giveFactor, keyOf, wrongDigits } from "~tests/support/people/factor";
import { makePerson, password, type Person } from "~tests/support/people/make";

const home = "192.0.2.7";

let app: TestApp;
let alice: Person;
let key: string;
beforeEach(async () => {
  app = await createTestApp();
  alice = await makePerson(app, "alice");
  key = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
});
afterEach(() => app.close());

const read = () => readSecondFactor(app, alice.user);
const rightCode = () => {
  app.clock.advance(seconds(30));
  return digitsOf(key, app.clock.now());
};
const proof = (change: { password?: string; code?: string } = {}) => ({
  password,
  code: rightCode(),
  address: home,
  ...change,
});

const states = {
  async off() {
    await Promise.resolve();
  },
  async "set up begun"() {
    await beginSetUp(app, alice.user);
    key = await keyOf(app, alice);
  },
  async "set up begun an hour ago"() {
    await states["set up begun"]();
    app.clock.advance(hours(1));
  },
  async on() {
    ({ key } = await giveFactor(app, alice));
  },
  async "on, codes shown"() {
    await states["set up begun"]();
    await switchOn(app, alice.user, proof());
  },
};
type State = keyof typeof states;

const verbs = {
  beginSetUp: () => beginSetUp(app, alice.user),
  switchOn: () => switchOn(app, alice.user, proof()),
  renewCodes: () => renewCodes(app, alice.user, proof()),
  switchOff: () => switchOff(app, alice.user, proof()),
  keepCodes: () => keepCodes(app, alice.user.id),
  switchOffFor: () => switchOffFor(app, alice.user.email),
  signIn: () => signInWithCode(app, { email: alice.user.email, password }, home),
};

/** What each verb comes to, and in which state it leaves. */
async function outcome(verb: () => Promise<unknown>): Promise<string> {
  const came = await verb().then(
    () => "done",
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );
  const { since, codesLeft, setUp, shownCodes } = await read();
  const state = since !== null ? `on ${codesLeft}${shownCodes ? " shown" : ""}` : setUp ? "set up" : "off";
  return `${came}: ${state}`;
}

const table: Record<State, Record<keyof typeof verbs, string>> = {
  off: {
    beginSetUp: "done: set up",
    switchOn: "not_found: off",
    renewCodes: "changed: off",
    switchOff: "changed: off",
    keepCodes: "done: off",
    switchOffFor: "changed: off",
    signIn: "done: off",
  },
  "set up begun": {
    beginSetUp: "done: set up",
    switchOn: "done: on 10 shown",
    renewCodes: "changed: set up",
    switchOff: "changed: set up",
    keepCodes: "done: set up",
    switchOffFor: "done: off",
    signIn: "done: set up",
  },
  "set up begun an hour ago": {
    beginSetUp: "done: set up",
    switchOn: "not_found: off",
    renewCodes: "changed: off",
    switchOff: "changed: off",
    keepCodes: "done: off",
    switchOffFor: "done: off",
    signIn: "done: off",
  },
  on: {
    beginSetUp: "changed: on 10",
    switchOn: "changed: on 10",
    renewCodes: "done: on 10 shown",
    switchOff: "done: off",
    keepCodes: "done: on 10",
    switchOffFor: "done: off",
    signIn: "second_factor_required: on 10",
  },
  "on, codes shown": {
    beginSetUp: "changed: on 10 shown",
    switchOn: "changed: on 10 shown",
    renewCodes: "done: on 10 shown",
    switchOff: "done: off",
    keepCodes: "done: on 10",
    switchOffFor: "done: off",
    signIn: "second_factor_required: on 10 shown",
  },
};
const cells = Object.entries(table).flatMap(([state, row]) =>
  Object.entries(row).map(([verb, came]) => [state as State, verb as keyof typeof verbs, came] as const),
);

it.each(cells)("in the state %s the verb %s comes to %s", async (state, verb, came) => {
  await states[state]();
  expect(await outcome(verbs[verb])).toBe(came);
});

describe("what changes it asks for password and code", () => {
  const asking = {
    switchOn: { state: "set up begun", run: switchOn },
    renewCodes: { state: "on", run: renewCodes },
    switchOff: { state: "on", run: switchOff },
  } as const;
  const each = Object.entries(asking);

  it.each(each)("%s does nothing with one of them wrong, and says which", async (_, { state, run }) => {
    await states[state]();
    const before = await read();
    await expect(run(app, alice.user, proof({ password: "not it 1" }))).rejects.toMatchObject({
      code: "wrong_credentials",
      faults: [{ loc: ["form", "password"] }],
    });
    for (const code of [wrongDigits(key, app.clock.now()), "nonsense"])
      await expect(run(app, alice.user, proof({ code }))).rejects.toMatchObject({
        code: "second_factor_wrong",
        faults: [{ loc: ["form", "code"] }],
      });
    expect(await read()).toEqual(before);
    await run(app, alice.user, proof());
  });

  it.each(["renewCodes", "switchOff"] as const)("%s takes a recovery code instead", async (name) => {
    const { codes } = await giveFactor(app, alice);
    await asking[name].run(app, alice.user, proof({ code: codes[3] ?? "" }));
  });
});

it("new recovery codes end those of before", async () => {
  const { codes, next } = await giveFactor(app, alice);
  await renewCodes(app, alice.user, { password, code: next(), address: home });
  const fresh = (await read()).shownCodes ?? [];
  const enter = (otp = "") => signInWithCode(app, { email: alice.user.email, password, otp }, home);
  await expect(enter(codes[0])).rejects.toMatchObject({ code: "second_factor_wrong" });
  await enter(fresh[0]);
  expect((await read()).codesLeft).toBe(9);
});

it("the first code, by which the app was switched on, opens no session after it", async () => {
  await states["set up begun"]();
  const code = rightCode();
  await switchOn(app, alice.user, proof({ code }));
  const ask = { email: alice.user.email, password, otp: code };
  await expect(signInWithCode(app, ask, home)).rejects.toMatchObject({ code: "second_factor_wrong" });
});

it("a key that was replaced while somebody typed its code switches nothing on", async () => {
  await states["set up begun"]();
  const [code, former] = [rightCode(), key];
  await beginSetUp(app, alice.user);
  expect(await keyOf(app, alice)).not.toBe(former);
  await expect(switchOn(app, alice.user, proof({ code }))).rejects.toMatchObject({ code: "second_factor_wrong" });
  expect((await read()).since).toBeNull();
});

it("recovery codes that nobody has kept are shown for half an hour, and the key of a set-up for one", async () => {
  await states["on, codes shown"]();
  app.clock.advance(minutes(30));
  expect((await read()).shownCodes).toBeNull();
  const bob = await makePerson(app, "bob");
  await beginSetUp(app, bob.user);
  app.clock.advance(hours(1));
  await pruneSecondFactor(app);
  const rows = await app.db.selectFrom("recovery_sets").select(["user_id", "shown_codes", "shown_until"]).execute();
  expect(rows).toEqual([{ user_id: alice.user.id, shown_codes: null, shown_until: null }]);
  const left = await app.db.selectFrom("authenticators").select("user_id").execute();
  expect(left).toEqual([{ user_id: alice.user.id }]);
});

it("whoever leaves takes all of it along", async () => {
  await giveFactor(app, alice);
  await leave(app, alice.user.id, { password, address: home });
  for (const table of ["authenticators", "recovery_codes", "recovery_sets"] as const)
    expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([]);
});

it("the keeper's help is logged with whom it was for", async () => {
  await giveFactor(app, alice);
  await expect(switchOffFor(app, "nobody@linnet.example")).rejects.toMatchObject({ code: "not_found" });
  await switchOffFor(app, alice.user.email);
  expect(app.logged.at(-1)).toMatchObject({ audit: "second_factor.off", user: alice.user.id, byOperator: true });
});

it("after ENCRYPTION_KEY was changed a start seals the key with the new one; without the old one recovery codes work", async () => {
  const { codes } = await giveFactor(app, alice).then((factor) => ((key = factor.key), factor));
  const [former] = app.config.encryptionKeys;
  const next = "another secret of the tests that is long enough";
  app.config.encryptionKeys = [next, former ?? ""];
  await resealFactors(app);
  app.config.encryptionKeys = [next];
  const enter = (otp: string) => signInWithCode(app, { email: alice.user.email, password, otp }, home);
  await enter(rightCode());

  app.config.encryptionKeys = ["a third secret of the tests that is long enough"];
  await resealFactors(app);
  await expect(enter(rightCode())).rejects.toMatchObject({ code: "not_configured" });
  await enter(codes[0] ?? "");
});

it("the doctor tells of an app whose key nothing opens, and is silent while all are open", async () => {
  const findings = async () => (await examine(app, ownLoop(app))).filter(({ id }) => id === "second-steps");
  await giveFactor(app, alice);
  expect([await countUndecryptableFactors(app), await findings()]).toEqual([0, []]);
  app.config.encryptionKeys = ["another secret of the tests that is long enough"];
  expect(await countUndecryptableFactors(app)).toBe(1);
  expect(await findings()).toMatchObject([
    { state: "bad", message: expect.stringContaining("1 authenticator app can’t be used") as string },
  ]);
});
