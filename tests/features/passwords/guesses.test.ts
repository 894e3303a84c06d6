// Guesses at one account from many addresses: when all wait for each other, for how long, and whom that keeps out.
import { DefaultQueryExecutor } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { knownWait, isUnderAttack, keepOwnBrowser, prunePasswords } from "~/features/passwords/passwords.server";
import { countOne } from "~/features/rate-limits/rate-limits.server";
import { endOtherSessions } from "~/features/sessions/sessions.server";
import { changePassword, signIn, signOutEverywhere } from "~/features/users/users.server";
import { finishSignIn, awaitSecondStep } from "~/features/second-factor/second-factor.server";
import { days, hours, minutes } from "~/ground/time/duration";
import { createTestApp, type TestApp } from "~tests/support/app";
import { giveFactor } from "~tests/support/people/factor";
import { makePerson, password, type Person } from "~tests/support/people/make";

let app: TestApp;
let alice: Person;
let bob: Person;
beforeEach(async () => {
  app = await createTestApp();
  alice = await makePerson(app, "alice");
  bob = await makePerson(app, "bob");
});
afterEach(() => app.close());

const home = "192.0.2.7";
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "let in",
    (error: { code: string }) => error.code,
  );
const right = (from = home, browser: string | null = null, who = alice) =>
  outcome(signIn(app, { email: who.user.email, password }, from, browser));
const wrong = (from: string, browser: string | null = null, email = alice.user.email) =>
  outcome(signIn(app, { email, password: "not this 1" }, from, browser));
const stranger = (n: number) => `198.51.100.${n}`;
/** One wrong password from each of so many addresses. */
const crowd = async (count: number, email?: string) => {
  const ends: string[] = [];
  for (let n = 1; n <= count; n += 1) ends.push(await wrong(stranger(n), null, email));
  return ends;
};
const held = () => isUnderAttack(app, alice.user.email);
const waitMinutes = async () => {
  const error: unknown = await signIn(app, { email: alice.user.email, password }, home).catch(
    (thrown: unknown) => thrown,
  );
  return (error as { retryAfterSeconds: number }).retryAfterSeconds / 60;
};

describe("the wait over all addresses", () => {
  it("does not begin with wrong passwords from five addresses, however many they are", async () => {
    for (let round = 0; round < 4; round += 1) await crowd(5);
    expect(await held()).toBe(false);
    expect(await right()).toBe("let in");
  });

  it("begins with the sixth within an hour, and refuses right and wrong ones alike, with when to come back", async () => {
    expect(new Set(await crowd(6))).toEqual(new Set(["wrong_credentials"]));
    expect(await wrong(stranger(7))).toBe("sign_in_throttled");
    expect(await wrong(stranger(1))).toBe("sign_in_throttled");
    await expect(signIn(app, { email: alice.user.email, password }, home)).rejects.toMatchObject({
      code: "sign_in_throttled",
      retryAfterSeconds: 60,
      message: "Too many failed sign-in attempts from many places. Try again in a minute.",
    });
    expect(await right(home, null, bob)).toBe("let in");
  });

  it("counts an address no longer when its last wrong one is an hour ago, and networks of IPv6 as one", async () => {
    await crowd(5);
    app.clock.advance(hours(1));
    expect(await wrong(stranger(9))).toBe("wrong_credentials");
    for (let n = 1; n < 9; n += 1) await wrong(`2001:db8:0:7::${n}`);
    expect(await held()).toBe(false);
  });

  it("judges one when it is over, and then waits twice as long, up to an hour", async () => {
    await crowd(6);
    const waits = [];
    for (let n = 0; n < 9; n += 1) {
      waits.push(await waitMinutes());
      app.clock.advance(minutes(waits.at(-1) ?? 0));
      expect(await wrong(stranger(100 + n))).toBe("wrong_credentials");
      expect(await wrong(stranger(200 + n))).toBe("sign_in_throttled");
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it("lets the right one in at its turn, and goes on for the others", async () => {
    await crowd(6);
    app.clock.advance(minutes(1));
    expect(await right()).toBe("let in");
    expect(await wrong(stranger(8))).toBe("sign_in_throttled");
  });

  it("of a hundred at once at its end judges one", async () => {
    await crowd(6);
    app.clock.advance(minutes(1));
    const ends = await Promise.all(Array.from({ length: 100 }, (_, n) => wrong(stranger(n))));
    expect(ends.filter((end) => end === "wrong_credentials")).toHaveLength(1);
    expect(ends.filter((end) => end === "sign_in_throttled")).toHaveLength(99);
  });

  it("begins in the midst of many at once: who was judged after that learns nothing, not even that it was right", async () => {
    const tries = Array.from({ length: 20 }, (_, n) => (n === 19 ? right() : wrong(stranger(n))));
    const ends = await Promise.all(tries);
    expect(ends.filter((end) => end === "wrong_credentials").length).toBeLessThanOrEqual(6);
    expect(ends.at(-1)).toBe("sign_in_throttled");
    expect(await held()).toBe(true);
  });

  it("ends when none was judged for a day, and leaves no row", async () => {
    await crowd(6);
    app.clock.advance(days(1) - 1);
    expect(await held()).toBe(true);
    await prunePasswords(app);
    app.clock.advance(1);
    expect([await held(), await right()]).toEqual([false, "let in"]);
    await prunePasswords(app);
    expect(await app.db.selectFrom("guessed_accounts").selectAll().execute()).toEqual([]);
  });

  it("is the same for an e-mail that nobody has, and its words too", async () => {
    const nobody = "nobody@linnet.example";
    expect(await crowd(7, nobody)).toEqual([
      ...Array.from({ length: 6 }, () => "wrong_credentials"),
      "sign_in_throttled",
    ]);
    expect(knownWait(app, nobody)?.message).toMatch(/^Too many failed sign-in attempts from many places\./);
    expect(await right()).toBe("let in");
  });

  it("is known to the process once somebody was refused, until it is over, and to none with RATE_LIMITS=off", async () => {
    await crowd(6);
    expect(knownWait(app, alice.user.email)).toBeNull();
    await right();
    expect(knownWait(app, alice.user.email)).toMatchObject({ code: "sign_in_throttled", retryAfterSeconds: 60 });
    app.config.rateLimits = false;
    expect([knownWait(app, alice.user.email), await right()]).toEqual([null, "let in"]);
    app.config.rateLimits = true;
    app.clock.advance(minutes(1));
    expect(knownWait(app, alice.user.email)).toBeNull();
  });

  it("is not prolonged by a clock that was set back", async () => {
    await crowd(6);
    app.clock.step(-days(1));
    expect(await right()).toBe("let in");
  });

  it("keeps neither e-mail nor address in clear", async () => {
    await crowd(3);
    const rows = JSON.stringify(await app.db.selectFrom("guessed_accounts").selectAll().execute());
    expect(rows).toContain("from");
    for (const secret of [alice.user.email, stranger(1)]) expect(rows).not.toContain(secret);
  });

  it("leaves twenty wrong from one address what they were: the right one from another works", async () => {
    const ends = [];
    for (let n = 0; n < 20; n += 1) ends.push(await wrong(stranger(1)));
    expect(ends.filter((end) => end === "sign_in_throttled")).toHaveLength(10);
    expect(await right()).toBe("let in");
  });
});

describe("a browser that signed in to the account before", () => {
  let browser: string;
  beforeEach(async () => {
    browser = await keepOwnBrowser(app, alice.user.id, null);
  });

  it("lets its person in at the first try while others wait, from wherever, also where others guessed", async () => {
    await crowd(6);
    for (let n = 0; n < 12; n += 1) await wrong(home);
    expect(await right(home)).toBe("sign_in_throttled");
    expect(await right(home, browser)).toBe("let in");
    expect(await right(stranger(6), browser)).toBe("let in");
    expect(await right(home)).toBe("sign_in_throttled");
  });

  it("has ten wrong ones a quarter of an hour, wherever it is, and they count for nobody else", async () => {
    for (let n = 0; n < 10; n += 1) expect(await wrong(stranger(n), browser)).toBe("wrong_credentials");
    expect(await right(home, browser)).toBe("sign_in_throttled");
    expect(await held()).toBe(false);
    expect(await right(stranger(1))).toBe("let in");
    app.clock.advance(minutes(15));
    expect(await right(home, browser)).toBe("let in");
  });

  it("is worth nothing for another account, nor when it is made up", async () => {
    await crowd(6, bob.user.email);
    expect(await right(home, browser, bob)).toBe("sign_in_throttled");
    await crowd(6);
    expect(await right(home, "made up")).toBe("sign_in_throttled");
  });

  it("has another name after each sign-in, and stays everybody's who signed in with it", async () => {
    const next = await keepOwnBrowser(app, bob.user.id, browser);
    await crowd(6);
    await crowd(6, bob.user.email);
    expect([await right(home, browser), await right(home, browser, bob)]).toEqual([
      "sign_in_throttled",
      "sign_in_throttled",
    ]);
    expect([await right(home, next), await right(home, next, bob)]).toEqual(["let in", "let in"]);
  });

  it("is forgotten with another password, when all are signed out, and after 180 days unused", async () => {
    await crowd(6);
    const ask = { password, newPassword: "another wire 8" };
    await changePassword(app, alice.user, ask, "203.0.113.1");
    await changePassword(app, alice.user, { password: ask.newPassword, newPassword: password }, "203.0.113.1");
    expect(await right(home, browser)).toBe("sign_in_throttled");
    const second = await keepOwnBrowser(app, alice.user.id, null);
    await signOutEverywhere(app, alice.user.id);
    expect(await right(home, second)).toBe("sign_in_throttled");
    const third = await keepOwnBrowser(app, alice.user.id, null);
    app.clock.advance(days(180));
    await prunePasswords(app);
    await crowd(6);
    expect(await right(home, third)).toBe("let in");
    app.clock.advance(1);
    await prunePasswords(app);
    await crowd(6);
    expect(await right(home, third)).toBe("sign_in_throttled");
  });

  it("stays when it signs out all others, and they do not", async () => {
    const other = await keepOwnBrowser(app, alice.user.id, null);
    const bobs = await keepOwnBrowser(app, bob.user.id, null);
    await endOtherSessions(app, { userId: alice.user.id, sessionId: alice.sessionId }, home, browser);
    await crowd(6);
    await crowd(6, bob.user.email);
    expect([await right(home, browser), await right(home, other)]).toEqual(["let in", "sign_in_throttled"]);
    expect(await right(home, bobs, bob)).toBe("let in");
  });

  it("passes the second step though somebody who has the password used up all codes", async () => {
    const factor = await giveFactor(app, alice);
    const finish = async (code: string, browserId: string | null) => {
      const admitted = await signIn(app, { email: alice.user.email, password }, home, browser);
      const waitingId = await awaitSecondStep(app, admitted, []);
      return outcome(finishSignIn(app, { waitingId: waitingId ?? "", code, trust: false, browserId }, home));
    };
    for (let n = 0; n < 10; n += 1) await finish("not a code", null);
    expect(await finish(factor.next(), null)).toBe("sign_in_throttled");
    expect(await finish(factor.next(), browser)).toBe("let in");
    for (let n = 0; n < 10; n += 1) expect(await finish("not a code", browser)).toBe("second_factor_wrong");
    expect(await finish(factor.next(), browser)).toBe("sign_in_throttled");
  });
});

describe("a sign-in that is refused anyhow", () => {
  /** How many statements the database is asked meanwhile. */
  const asked = async (work: () => Promise<string>): Promise<[string, number]> => {
    const executed = vi.spyOn(DefaultQueryExecutor.prototype, "executeQuery");
    const end = await work();
    const count = executed.mock.calls.length;
    executed.mockRestore();
    return [end, count];
  };

  it("asks the database nothing once this process knows: of the account, or of e-mail and address", async () => {
    for (let n = 0; n < 11; n += 1) await wrong(stranger(1));
    expect(await asked(() => wrong(stranger(1)))).toEqual(["sign_in_throttled", 0]);
    await crowd(7);
    expect(await asked(() => wrong(stranger(99)))).toEqual(["sign_in_throttled", 0]);
    expect(await asked(() => right())).toEqual(["sign_in_throttled", 0]);
  });

  it("asks two things for a stranger at an address that is somebody's own and used up its hundred", async () => {
    await right(home, null, bob);
    for (let n = 0; n < 100; n += 1) await countOne(app, "wrongAddress", home);
    const another = (n: number) => wrong(home, null, `n${n}@linnet.example`);
    await another(1);
    expect(await asked(() => another(2))).toEqual(["sign_in_throttled", 2]);
    expect(await right(home, null, bob)).toBe("let in");
  });
});
