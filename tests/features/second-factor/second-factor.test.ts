// The second step at sign-in: who is let in by what, once, for how long, and what ends it.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  awaitSecondStep,
  findWaitingPerson,
  finishSignIn,
  pruneSecondFactor,
  readSecondFactor,
  renewCodes,
  signInWithCode,
  switchOff,
  switchOffFor,
} from "~/features/second-factor/second-factor.server";
import { resetPassword } from "~/features/users/admin.server";
import { openSession } from "~/features/sessions/sessions.server";
import { changePassword, signIn, signOutEverywhere } from "~/features/users/users.server";
import { days, minutes, seconds } from "~/ground/time/duration";
import { createTestApp, type TestApp } from "~tests/support/app";
import { type Authenticator, digitsOf, giveFactor, wrongDigits } from "~tests/support/people/factor";
import { client, makePerson, password, type Person } from "~tests/support/people/make";

const home = "192.0.2.7";

let app: TestApp;
let alice: Person;
let bob: Person;
let factor: Authenticator;
beforeEach(async () => {
  app = await createTestApp();
  alice = await makePerson(app, "alice");
  bob = await makePerson(app, "bob");
  factor = await giveFactor(app, alice);
});
afterEach(() => app.close());

const enter = (otp?: string, from = home) => signInWithCode(app, { email: alice.user.email, password, otp }, from);
const wrong = { code: "second_factor_wrong", message: "That code is wrong or has expired. Try the next one." };
/** Alice's right password, in a browser. */
async function waiting(...trustedIds: string[]): Promise<string> {
  const id = await awaitSecondStep(app, await signIn(app, { email: alice.user.email, password }, home), trustedIds);
  return id ?? "let in";
}
const waitingEmail = async (id: string) => (await findWaitingPerson(app, id))?.email ?? null;
const finish = (waitingId: string, code: string, trust = false, from = home) =>
  finishSignIn(app, { waitingId, code, trust }, from);
const over = { code: "not_found", message: expect.stringContaining("Sign in again") as string };
const wrongCode = () => wrongDigits(factor.key, app.clock.now());

describe("with password and code in one call", () => {
  it("the right password alone is told that a code is missing, and whoever has no app is let in", async () => {
    for (const none of [undefined, "", "  "])
      await expect(enter(none)).rejects.toMatchObject({ code: "second_factor_required" });
    await expect(signInWithCode(app, { email: alice.user.email, password: "not it 1" }, home)).rejects.toMatchObject({
      code: "wrong_credentials",
    });
    const ask = { email: bob.user.email, password, otp: "nonsense" };
    expect((await signInWithCode(app, ask, home)).user.id).toBe(bob.user.id);
  });

  it("a code of the app lets in, with spaces too, and each serves once", async () => {
    const code = factor.next();
    expect((await enter(`${code.slice(0, 3)} ${code.slice(3)}`)).user.id).toBe(alice.user.id);
    await expect(enter(code)).rejects.toMatchObject(wrong);
  });

  it("a code of half a minute ago or ahead is good, one of a minute ago or ahead is not, and none before a used one", async () => {
    app.clock.advance(minutes(5));
    const at = (off: number) => digitsOf(factor.key, app.clock.now() + off * seconds(30));
    for (const off of [-2, 2]) await expect(enter(at(off))).rejects.toMatchObject(wrong);
    await enter(at(-1));
    await enter(at(1));
    await expect(enter(at(0))).rejects.toMatchObject(wrong);
  });

  it("a recovery code lets in once, however it is typed", async () => {
    const [first = "", second = ""] = factor.codes;
    expect(factor.codes).toHaveLength(10);
    await enter(`${first.slice(0, 4)}-${first.slice(4)}`.toUpperCase());
    await expect(enter(first)).rejects.toMatchObject(wrong);
    await enter(` ${second.replaceAll("0", "o").replaceAll("1", "l")} `);
    expect((await readSecondFactor(app, alice.user)).codesLeft).toBe(8);
  });

  it("what is no code is refused like a wrong one", async () => {
    const hostile = [
      "12345",
      "1234567",
      "abc",
      "\u202e123456x",
      "'; drop table",
      "x".repeat(5_000),
      "１２３",
      "-".repeat(40),
    ];
    for (const [n, code] of hostile.entries())
      await expect(enter(code, `198.51.100.${n}`)).rejects.toMatchObject(wrong);
  });

  it("another person's code and recovery code open nothing", async () => {
    const bobs = await giveFactor(app, bob);
    app.clock.advance(minutes(5));
    await expect(enter(bobs.next())).rejects.toMatchObject(wrong);
    await expect(enter(bobs.codes[0])).rejects.toMatchObject(wrong);
    expect((await readSecondFactor(app, bob.user)).codesLeft).toBe(10);
  });
});

describe("in a browser", () => {
  it("whoever has no app is let in, and whoever has one waits", async () => {
    expect(await awaitSecondStep(app, await signIn(app, { email: bob.user.email, password }, home), [])).toBeNull();
    const id = await waiting();
    expect(await waitingEmail(id)).toBe(alice.user.email);
    const rows = await app.db.selectFrom("waiting_sign_ins").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(id);
  });

  it("the right code opens a session, and what waited is over", async () => {
    const id = await waiting();
    await expect(finish(id, wrongCode())).rejects.toMatchObject({ ...wrong, faults: [{ loc: ["form", "code"] }] });
    expect(await waitingEmail(id)).toBe(alice.user.email);
    const { admitted, trustedId } = await finish(id, factor.next());
    expect(trustedId).toBeNull();
    await openSession(app, admitted, client);
    expect(await waitingEmail(id)).toBeNull();
    await expect(finish(id, factor.next())).rejects.toMatchObject(over);
  });

  it("it waits ten minutes, and a code that comes later is not used", async () => {
    const id = await waiting();
    app.clock.advance(minutes(10));
    expect(await waitingEmail(id)).toBeNull();
    const code = factor.next();
    await expect(finish(id, code)).rejects.toMatchObject(over);
    await expect(finish("never was", code)).rejects.toMatchObject(over);
    await enter(code);
  });

  const ends: [string, () => Promise<unknown>][] = [
    ["another password", () => changePassword(app, alice.user, { password, newPassword: "another wire 8" }, home)],
    ["a password of the keeper's", () => resetPassword(app, alice.user.email)],
    ["signing out everywhere", () => signOutEverywhere(app, alice.user.id)],
    ["removing the app", () => switchOff(app, alice.user, { password, code: factor.next(), address: home })],
    ["the keeper's help", () => switchOffFor(app, alice.user.email)],
  ];

  it.each(ends)("%s ends what waits and every trusted browser, and nobody else's", async (_, end) => {
    const bobs = await giveFactor(app, bob);
    const admittedBob = await signIn(app, { email: bob.user.email, password }, home);
    const bobWaits = (await awaitSecondStep(app, admittedBob, [])) ?? "";
    const bobTrusted = (await finishSignIn(app, { waitingId: bobWaits, code: bobs.next(), trust: true }, home))
      .trustedId;
    const { trustedId } = await finish(await waiting(), factor.next(), true);
    const id = await waiting();
    expect(await waiting(trustedId ?? "")).toBe("let in");
    await end();
    expect(await waitingEmail(id)).toBeNull();
    await expect(finish(id, factor.next())).rejects.toMatchObject(over);
    expect(await app.db.selectFrom("trusted_browsers").select("user_id").execute()).toEqual([{ user_id: bob.user.id }]);
    expect(await awaitSecondStep(app, admittedBob, [bobTrusted ?? ""])).toBeNull();
  });

  it("a sign-in whose password was changed while it was checked does not wait", async () => {
    const admitted = await signIn(app, { email: alice.user.email, password }, home);
    await changePassword(app, alice.user, { password, newPassword: "another wire 8" }, home);
    await expect(awaitSecondStep(app, admitted, [])).rejects.toMatchObject({ code: "wrong_credentials" });
  });

  it("a trusted browser is not asked for 30 days, and another's trust is worth nothing", async () => {
    const { trustedId } = await finish(await waiting(), factor.next(), true);
    expect(await waiting(trustedId ?? "")).toBe("let in");
    expect(await waiting("made up")).not.toBe("let in");
    await giveFactor(app, bob);
    expect(
      await awaitSecondStep(app, await signIn(app, { email: bob.user.email, password }, home), [trustedId ?? ""]),
    ).not.toBeNull();
    app.clock.advance(days(30));
    expect(await waiting(trustedId ?? "")).not.toBe("let in");
    await pruneSecondFactor(app);
    expect(await app.db.selectFrom("trusted_browsers").selectAll().execute()).toEqual([]);
  });

  it("at most twenty sign-ins of a person wait at once, the newest", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 22; n += 1) {
      app.clock.advance(1);
      ids.push(await waiting());
    }
    const open = await Promise.all(ids.map((id) => waitingEmail(id)));
    expect(open.map((one) => one !== null)).toEqual(ids.map((_, n) => n > 1));
  });
});

describe("wrong codes", () => {
  it("count as wrong sign-ins of that address, the password's too", async () => {
    for (let n = 0; n < 5; n += 1) await expect(enter(wrongCode())).rejects.toMatchObject(wrong);
    const mistyped = { email: alice.user.email, password: "not it 1" };
    for (let n = 0; n < 5; n += 1) await expect(signIn(app, mistyped, home)).rejects.toThrow("Invalid email");
    await expect(enter(factor.next())).rejects.toMatchObject({ code: "sign_in_throttled" });
  });

  it("of one person are ten an hour, from however many addresses and on however many pages", async () => {
    for (let n = 0; n < 10; n += 1)
      await expect(finish(await waiting(), wrongCode(), false, `198.51.100.${n}`)).rejects.toMatchObject(wrong);
    await expect(finish(await waiting(), factor.next(), false, "203.0.113.9")).rejects.toMatchObject({
      code: "sign_in_throttled",
      message: expect.stringContaining("Too many wrong codes") as string,
    });
    await expect(enter(factor.codes[0], "203.0.113.10")).rejects.toMatchObject({ code: "sign_in_throttled" });
    app.clock.advance(minutes(61));
    await finish(await waiting(), factor.next());
  });

  it("right ones are not counted", async () => {
    for (let n = 0; n < 15; n += 1) await enter(factor.next());
  });

  it("of a hundred guesses at once ten are judged", async () => {
    const id = await waiting();
    const guesses = Array.from({ length: 100 }, (_, n) => finish(id, wrongCode(), false, `198.51.100.${n}`));
    const codes = (await Promise.allSettled(guesses)).map((one) => (one as { reason?: { code: string } }).reason?.code);
    expect(codes.filter((code) => code === "second_factor_wrong")).toHaveLength(10);
    expect(codes.filter((code) => code === "sign_in_throttled")).toHaveLength(90);
  });
});

describe("at rest", () => {
  it("key, codes and ids are nowhere in the clear, and another's row does not open", async () => {
    const { trustedId } = await finish(await waiting(), factor.next(), true);
    const waits = await waiting();
    await renewCodes(app, alice.user, { password, code: factor.next(), address: home });
    const fresh = (await readSecondFactor(app, alice.user)).shownCodes ?? [];
    const tables = [
      "authenticators",
      "recovery_codes",
      "trusted_browsers",
      "waiting_sign_ins",
      "rate_limits",
      "recovery_sets",
    ] as const;
    const rows = await Promise.all(tables.map((table) => app.db.selectFrom(table).selectAll().execute()));
    const text = JSON.stringify([rows, app.logged]);
    for (const secret of [factor.key, trustedId ?? "", waits, ...factor.codes, ...fresh])
      expect(text).not.toContain(secret);
    expect(fresh).toHaveLength(10);
    expect(rows[1]?.every((row) => "code_hash" in row && row.code_hash.startsWith("$argon2id$"))).toBe(true);

    await giveFactor(app, bob);
    const bobs = await app.db.selectFrom("authenticators").selectAll().where("user_id", "=", bob.user.id).execute();
    const { secret = "" } = bobs[0] ?? {};
    await app.db.updateTable("authenticators").set({ secret }).where("user_id", "=", alice.user.id).execute();
    await expect(enter(factor.next())).rejects.toMatchObject({ code: "not_configured" });
  });
});
