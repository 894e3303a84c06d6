// The second step on two nodes: one code, one recovery code and one waiting sign-in in two browsers at once.
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  awaitSecondStep,
  beginSetUp,
  finishSignIn,
  signInWithCode,
  switchOff,
  switchOn,
} from "~/features/second-factor/second-factor.server";
import { resetPassword } from "~/features/users/admin.server";
import { signOutEverywhere } from "~/features/users/users.server";
import { seconds } from "~/ground/time/duration";
import type { TestApp } from "~tests/support/app";
import { digitsOf, giveFactor, keyOf } from "~tests/support/people/factor";
import { makePerson, password, type Person, personOf } from "~tests/support/people/make";
import { codeOf, type Nodes, openNodes, pass, play, pressAtOnce, raceLasts, unless } from "~tests/support/races";

const address = "192.0.2.7";

let nodes: Nodes;
let alice: Person;
beforeEach(async () => {
  nodes = await openNodes();
  alice = await makePerson(nodes.a, "alice");
});
afterEach(() => nodes.close());

const awaitIn = async (app: TestApp): Promise<string> =>
  (await awaitSecondStep(app, await personOf(app, alice.user.id), [])) ?? "";
const finish = (app: TestApp, waitingId: string, code: string) => () =>
  finishSignIn(app, { waitingId, code, trust: true }, address);
/** Both clocks go on; the node's own stands at the first one's. */
function nextDigits(key: string): string {
  pass(nodes, seconds(30));
  return digitsOf(key, nodes.a.clock.now());
}
const oneIsIn = (results: readonly PromiseSettledResult<unknown>[], others: string): string[] => {
  const codes = results.map(codeOf);
  const isOne = codes.filter((code) => code === "done").length === 1;
  return unless(isOne && codes.every((code) => code === "done" || code === others), `answered: ${codes.join(", ")}`);
};

it("one code in two browsers at once lets one of them in", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const { key } = await giveFactor(a, alice);
  b.clock.advance(a.clock.now() - b.clock.now());
  const broken = await play(async (chance) => {
    const [one, other] = [await awaitIn(a), await awaitIn(b)];
    const code = nextDigits(key);
    return oneIsIn(await pressAtOnce(chance, [finish(a, one, code), finish(b, other, code)]), "second_factor_wrong");
  });
  expect(broken).toEqual([]);
});

it("one recovery code in two browsers at once lets one of them in", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const { codes } = await giveFactor(a, alice);
  b.clock.advance(a.clock.now() - b.clock.now());
  const left = [...codes];
  const broken = await play(async (chance) => {
    const code = left.pop();
    if (code === undefined) return [];
    const [one, other] = [await awaitIn(a), await awaitIn(b)];
    return oneIsIn(await pressAtOnce(chance, [finish(a, one, code), finish(b, other, code)]), "second_factor_wrong");
  });
  expect(broken).toEqual([]);
});

it("a sign-in that waits is finished once, with two good codes at once", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const { key } = await giveFactor(a, alice);
  b.clock.advance(a.clock.now() - b.clock.now());
  const broken = await play(async (chance) => {
    const id = await awaitIn(a);
    const early = nextDigits(key);
    const late = nextDigits(key);
    const codes = (await pressAtOnce(chance, [finish(a, id, early), finish(b, id, late)])).map(codeOf);
    const isOnce = codes.filter((code) => code === "done").length === 1;
    return unless(isOnce, `answered: ${codes.join(", ")}`);
  });
  expect(broken).toEqual([]);
});

it("a sign-in that waits is finished once, with two good recovery codes at once", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const { codes } = await giveFactor(a, alice);
  const id = await awaitIn(a);
  // Each hashes its code before it looks again: both have seen that the sign-in waits.
  const results = await Promise.allSettled([finish(a, id, codes[0] ?? "")(), finish(b, id, codes[1] ?? "")()]);
  expect(results.map(codeOf).toSorted()).toEqual(["done", "not_found"]);
  const left = await a.db.selectFrom("trusted_browsers").selectAll().execute();
  expect(left).toHaveLength(1);
});

it("no code is used for a password that was replaced before", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const { codes } = await giveFactor(a, alice);
  const { email } = alice.user;
  const auditRows = async () => {
    const rows = await a.db.selectFrom("audit_events").select(["kind", "times"]).execute();
    const timesOf = (wanted: string) =>
      rows.filter(({ kind }) => kind === wanted).reduce((sum, { times }) => sum + times, 0);
    return { used: timesOf("second_factor.used"), changed: timesOf("password.changed") };
  };
  let known = password;
  for (const otp of codes) {
    const before = await auditRows();
    const [entered, replaced] = await Promise.allSettled([
      signInWithCode(a, { email, password: known, otp }, address),
      resetPassword(b, email),
    ]);
    const after = await auditRows();
    expect(["done", "wrong_credentials"]).toContain(codeOf(entered));
    expect([after.used - before.used, after.changed - before.changed]).toEqual([codeOf(entered) === "done" ? 1 : 0, 1]);
    if (replaced.status === "fulfilled") known = replaced.value;
  }
});

it("no trusted browser outlives signing out everywhere, or removing the app", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const broken = await play(async (chance, n) => {
    const { key } = await giveFactor(a, alice);
    b.clock.advance(a.clock.now() - b.clock.now());
    const id = await awaitIn(a);
    const [early, late] = [nextDigits(key), nextDigits(key)];
    const end = () =>
      n % 2 === 0 ? signOutEverywhere(b, alice.user.id) : switchOff(b, alice.user, { password, code: late, address });
    const [ended] = await pressAtOnce(chance, [end, finish(a, id, early)]);
    const trusted = await a.db.selectFrom("trusted_browsers").selectAll().execute();
    if (n % 2 === 0) await switchOff(a, alice.user, { password, code: nextDigits(key), address });
    return [
      ...unless(trusted.length === 0 || codeOf(ended) !== "done", "a browser is trusted still"),
      ...unless(codeOf(ended) === "done", `the end was answered: ${codeOf(ended)}`),
    ];
  });
  // Whoever finished after everybody was signed out waited still: nobody is left who waits.
  expect(broken).toEqual([]);
});

it(
  "an app that is set up anew while it is switched on has the key whose code was sent, or is off",
  {
    timeout: raceLasts,
  },
  async () => {
    const { a, b } = nodes;
    b.clock.advance(a.clock.now() - b.clock.now());
    const broken = await play(async (chance) => {
      await beginSetUp(a, alice.user);
      const key = await keyOf(a, alice);
      const code = nextDigits(key);
      const [on] = await pressAtOnce(chance, [
        () => switchOn(a, alice.user, { password, code, address }),
        () => beginSetUp(b, alice.user),
      ]);
      const isOn = codeOf(on) === "done";
      const rows = await a.db.selectFrom("authenticators").select("confirmed_at").execute();
      const fits = rows.length === 1 && (rows[0]?.confirmed_at !== null) === isOn;
      if (isOn) await switchOff(a, alice.user, { password, code: nextDigits(key), address });
      return unless(fits, `switching on was answered ${codeOf(on)}, and the app is otherwise`);
    });
    expect(broken).toEqual([]);
  },
);
