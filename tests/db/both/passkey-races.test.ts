// Passkeys on two nodes: one challenge used twice at once, two removals, a removal beside a sign-in, adding beside an end.
import { afterEach, beforeEach, expect, it } from "vitest";
import { askForPasskey, listPasskeys, offerPasskey } from "~/features/passkeys/passkeys.server";
import {
  addPasskey,
  beginAdding,
  readSecondFactor,
  removePasskey,
  signInWithPasskey,
  switchOffFor,
} from "~/features/second-factor/second-factor.server";
import { signOutEverywhere } from "~/features/users/users.server";
import type { TestApp } from "~tests/support/app";
import { makePerson, type Person, personOf } from "~tests/support/people/make";
import { Device, givePasskey, proofOf, prove, takeCodes } from "~tests/support/people/passkey";
import { codeOf, type Nodes, openNodes, play, pressAtOnce, raceLasts, unless } from "~tests/support/races";

const address = "192.0.2.7";
const boundTo = "a cookie";
const from = { address, browser: "Firefox on Linux" };

let nodes: Nodes;
let alice: Person;
beforeEach(async () => {
  nodes = await openNodes();
  alice = await makePerson(nodes.a, "alice");
});
afterEach(() => nodes.close());

const ask = () => askForPasskey(nodes.a, { purpose: "sign_in", userId: null, boundTo }, address);
const enter = (app: TestApp, answer: string) => () => signInWithPasskey(app, { answer, boundTo }, address);

it("one challenge answered twice at once lets one of them in", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const device = await givePasskey(a, alice);
  const broken = await play(async (chance) => {
    const answer = device.get(await ask());
    const codes = (await pressAtOnce(chance, [enter(a, answer), enter(b, answer)])).map(codeOf).toSorted();
    return unless(codes.join() === "done,wrong_credentials", `answered: ${codes.join(", ")}`);
  });
  expect(broken).toEqual([]);
});

it("two answers with one count at once let one of them in", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const device = await givePasskey(a, alice);
  const broken = await play(async (chance, count) => {
    const [one, other] = [device.get(await ask(), { count }), device.get(await ask(), { count })];
    const codes = (await pressAtOnce(chance, [enter(a, one), enter(b, other)])).map(codeOf).toSorted();
    return unless(codes.join() === "done,second_factor_wrong", `answered: ${codes.join(", ")}`);
  });
  expect(broken).toEqual([]);
});

it("of two removals of the last two passkeys both are done, and nothing is left", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const broken = await play(async (chance) => {
    const [one] = [await givePasskey(a, alice)];
    const [code] = await takeCodes(a, alice);
    const other = await givePasskey(a, alice, code);
    const [first, second] = await listPasskeys(a, alice.user.id);
    const proofs = [await prove(a, alice, one), await prove(a, alice, other)] as const;
    await pressAtOnce(chance, [
      () => removePasskey(a, alice.user, first?.id ?? "", proofs[0]),
      () => removePasskey(b, alice.user, second?.id ?? "", proofs[1]),
    ]);
    // Whoever came second may have shown a passkey that was gone by then: then that one is left, and its codes are too.
    const { passkeys, codesLeft } = await readSecondFactor(a, alice.user);
    const fits = passkeys.length === 0 ? codesLeft === 0 : passkeys.length === 1 && codesLeft > 0;
    if (passkeys.length > 0) await switchOffFor(a, alice.user.email);
    return unless(fits, `${passkeys.length} passkeys and ${codesLeft} codes are left`);
  });
  expect(broken).toEqual([]);
});

it("one passkey is removed once", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const broken = await play(async (chance) => {
    await givePasskey(a, alice);
    const codes = await takeCodes(a, alice);
    const [only] = await listPasskeys(a, alice.user.id);
    const by =
      (app: TestApp, code = "") =>
      () =>
        removePasskey(app, alice.user, only?.id ?? "", { ...proofOf(), code });
    const results = (await pressAtOnce(chance, [by(a, codes[0]), by(b, codes[1])])).map(codeOf).toSorted();
    const left = await readSecondFactor(a, alice.user);
    return [
      ...unless(results[0] === "done" && results[1] === "second_factor_wrong", `answered: ${results.join(", ")}`),
      ...unless(left.passkeys.length === 0 && left.codesLeft === 0, "something is left"),
    ];
  });
  expect(broken).toEqual([]);
});

it("two first passkeys at once share one set of recovery codes", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const broken = await play(async (chance) => {
    const other = await personOf(a, alice.user.id);
    const add = async (app: TestApp, person: Person) => {
      await beginAdding(a, person, proofOf());
      const answer = new Device(a.config.appOrigin).create(await offerPasskey(a, person.user, person.sessionId));
      return () => addPasskey(app, person, { answer, name: "Phone", from });
    };
    const results = await pressAtOnce(chance, [await add(a, alice), await add(b, other)]);
    const { passkeys, codesLeft, shownCodes } = await readSecondFactor(a, alice.user);
    await switchOffFor(a, alice.user.email);
    const firsts = results.filter((one) => one.status === "fulfilled" && one.value).length;
    return [
      ...unless(
        results.every((one) => codeOf(one) === "done"),
        `answered: ${results.map(codeOf).join(", ")}`,
      ),
      ...unless(firsts === 1, `${firsts} say that they were the first`),
      ...unless(passkeys.length === 2 && codesLeft === 10 && shownCodes !== null, "passkeys or codes are otherwise"),
    ];
  });
  expect(broken).toEqual([]);
});

it("no passkey is added by a session that signing out everywhere has ended", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const broken = await play(async (chance) => {
    const person = await personOf(a, alice.user.id);
    await beginAdding(a, person, proofOf());
    const answer = new Device(a.config.appOrigin).create(await offerPasskey(a, person.user, person.sessionId));
    let endedFirst = false;
    const [added] = await pressAtOnce(chance, [
      async () => {
        const isFirst = await addPasskey(a, person, { answer, name: "Phone", from });
        return isFirst;
      },
      async () => {
        await signOutEverywhere(b, alice.user.id);
        endedFirst = (await listPasskeys(b, alice.user.id)).length === 0;
      },
    ]);
    const { length } = await listPasskeys(a, alice.user.id);
    if (length > 0) await switchOffFor(a, alice.user.email);
    return [
      ...unless(!endedFirst || length === 0, "a passkey came after everybody was signed out"),
      ...unless((codeOf(added) === "done") === (length === 1), `adding was answered ${codeOf(added)}`),
    ];
  });
  expect(broken).toEqual([]);
});
