// Throttles: who is told to wait, for how long, and that a restart forgives nothing.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { days, hours, minutes, seconds } from "~/ground/time/duration";
import { beginLink, finishLink } from "~/features/accounts/accounts.server";
import { request } from "~/features/generation/generation.server";
import {
  countHere,
  countOne,
  foldAddress,
  pruneRateLimits,
  requireRoom,
} from "~/features/rate-limits/rate-limits.server";
import { refusalOfAll, refusalOfRegistration, register, signIn } from "~/features/users/users.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, registerPerson, password, type Person } from "~tests/support/people/make";
import { slowly } from "~tests/support/races";

let app: TestApp;
let alice: Person;
beforeEach(async () => {
  app = await createTestApp();
  alice = await registerPerson(app, "alice");
});
afterEach(() => app?.close());

const email = "alice@linnet.example";
const home = "192.0.2.7";
const right = (from = home) => signIn(app, { email, password }, from);
const wrong = (from = home, who = email) => signIn(app, { email: who, password: "not this 1" }, from);
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "let in",
    (error: { code: string }) => error.code,
  );
const spend = (many: number, name: Parameters<typeof countOne>[1], ...whom: string[]) =>
  Promise.all(Array.from({ length: many }, () => countOne(app, name, ...whom)));

describe("what is known of an address without asking the database", () => {
  it("is nothing until it was turned away, and nothing more when its window is over", async () => {
    expect(refusalOfAll(app, home)).toBeNull();
    await spend(100, "wrongAddress", home);
    expect(refusalOfAll(app, home)).toBeNull();
    await expect(right()).rejects.toMatchObject({ code: "sign_in_throttled" });
    app.clock.advance(minutes(5));
    const error = await right().catch((error: unknown) => error);
    expect(refusalOfAll(app, `::ffff:${home}`)).toEqual(error);
    expect(error).toMatchObject({ code: "sign_in_throttled", retryAfterSeconds: 600 });
    expect(refusalOfAll(app, "192.0.2.8")).toBeNull();
    app.clock.advance(minutes(10));
    expect(refusalOfAll(app, home)).toBeNull();
    expect(await outcome(right())).toBe("let in");
  });

  it("is nothing of one whose clock would have it wait longer than a window", async () => {
    await spend(100, "wrongAddress", home);
    expect(await outcome(right())).toBe("sign_in_throttled");
    app.clock.advance(-minutes(1));
    expect(refusalOfAll(app, home)).toBeNull();
  });

  it("is nothing of an e-mail: others may sign in from there", async () => {
    for (let n = 0; n < 11; n++) await outcome(wrong());
    expect(await outcome(right())).toBe("sign_in_throttled");
    expect(refusalOfAll(app, home)).toBeNull();
  });
});

describe("sign-in", () => {
  it("after ten wrong passwords says when to come back, from that address and to that e-mail alone", async () => {
    for (let n = 0; n < 10; n++) expect(await outcome(wrong())).toBe("wrong_credentials");
    app.clock.advance(minutes(5));
    await expect(right()).rejects.toMatchObject({
      code: "sign_in_throttled",
      retryAfterSeconds: 600,
      message: "Too many failed sign-in attempts. Try again in 10 minutes.",
    });
    expect(await outcome(right("192.0.2.8"))).toBe("let in");
    expect(await outcome(wrong(home, "bob@linnet.example"))).toBe("wrong_credentials");
  });

  it("lets in again when the quarter of an hour is over, and right ones never count", async () => {
    for (let n = 0; n < 9; n++) await outcome(wrong());
    for (let n = 0; n < 5; n++) expect(await outcome(right())).toBe("let in");
    expect(await outcome(wrong())).toBe("wrong_credentials");
    expect(await outcome(right())).toBe("sign_in_throttled");
    app.clock.advance(minutes(15));
    expect(await outcome(right())).toBe("let in");
  });

  it("of many tries at once ten are judged, and the right one among the others is told nothing", async () => {
    const tries = Array.from({ length: 18 }, (_, n) => outcome(n === 17 ? right() : wrong()));
    const ends = await Promise.all(tries);
    expect(ends.filter((end) => end === "wrong_credentials")).toHaveLength(10);
    expect(ends.filter((end) => end === "sign_in_throttled")).toHaveLength(8);
  });

  it("the same where counting takes longer than judging", async () => {
    // Two are judged at a time, in the order in which they came; all eighteen are before the third is counted.
    const restore = slowly(app, 400);
    onTestFinished(restore);
    const tries = Array.from({ length: 18 }, (_, n) => outcome(n === 17 ? right() : wrong()));
    const ends = await Promise.all(tries);
    expect(ends.filter((end) => end === "wrong_credentials")).toHaveLength(10);
    expect(ends[17]).toBe("sign_in_throttled");
  });

  it("after a hundred wrong from one address turns away the address, whatever the e-mail", async () => {
    await spend(99, "wrongAddress", home);
    expect(await outcome(wrong(home, "x@linnet.example"))).toBe("wrong_credentials");
    expect(await outcome(wrong(home, "y@linnet.example"))).toBe("sign_in_throttled");
    expect(await outcome(right())).toBe("sign_in_throttled");
    expect(await outcome(right("198.51.100.1"))).toBe("let in");
  });

  it("a network of IPv6 is one address, however it is written", async () => {
    await spend(100, "wrongAddress", foldAddress("2001:db8:0:7::1"));
    expect(await outcome(right("2001:0DB8::7:ffff:0:0:9"))).toBe("sign_in_throttled");
    expect(await outcome(right("2001:db8:0:8::1"))).toBe("let in");
  });

  it("keeps neither e-mail nor address in clear", async () => {
    await outcome(wrong());
    const rows = JSON.stringify(await app.db.selectFrom("rate_limits").selectAll().execute());
    expect(rows).toContain("wrongPair:");
    expect(rows).not.toContain(email);
    expect(rows).not.toContain(home);
  });
});

describe("behind a proxy that nobody has told us of, where all have one address", () => {
  const bob = "bob@linnet.example";

  it("a hundred wrong passwords keep nobody out who has signed in from there before", async () => {
    expect(await outcome(right())).toBe("let in");
    await spend(100, "wrongAddress", home);
    expect(await outcome(wrong(home, bob))).toBe("sign_in_throttled");
    expect(refusalOfAll(app, home)).toBeNull();
    expect(await outcome(right())).toBe("let in");
  });

  it("theirs are counted apart: ten wrong ones for their e-mail, and none for the address", async () => {
    await right();
    await spend(99, "wrongAddress", home);
    for (let n = 0; n < 10; n++) expect(await outcome(wrong())).toBe("wrong_credentials");
    expect(await outcome(right())).toBe("sign_in_throttled");
    expect(refusalOfAll(app, home)).toBeNull();
    expect(await outcome(wrong(home, bob))).toBe("wrong_credentials");
    expect(await outcome(wrong(home, bob))).toBe("sign_in_throttled");
  });

  it("is forgotten after three months, and who registered there has signed in there", async () => {
    await register(app, { email: bob, password, phone: null }, home);
    await spend(100, "wrongAddress", home);
    expect(await outcome(signIn(app, { email: bob, password }, home))).toBe("let in");
    app.clock.advance(days(90));
    await spend(100, "wrongAddress", home);
    expect(await outcome(signIn(app, { email: bob, password }, home))).toBe("sign_in_throttled");
  });
});

describe("registration", () => {
  const ask = (n: number, from = home) =>
    outcome(register(app, { email: `new${n}@linnet.example`, password, phone: null }, from));
  const people = async () => (await app.db.selectFrom("users").select("id").execute()).length;

  it("of a flood from one address makes ten, and signs in everybody from elsewhere meanwhile", async () => {
    const before = await people();
    const ends: string[] = [];
    const signIns: string[] = [];
    // As many at once as the door lets in.
    for (let from = 0; from < 335; from += 100) {
      const wave = Array.from({ length: Math.min(100, 335 - from) }, (_, n) => ask(from + n));
      const others = Array.from({ length: 4 }, (_, n) => outcome(right(`198.51.100.${n}`)));
      ends.push(...(await Promise.all(wave)));
      signIns.push(...(await Promise.all(others)));
    }
    expect(new Set(signIns)).toEqual(new Set(["let in"]));
    expect(ends.filter((end) => end === "let in")).toHaveLength(10);
    expect(ends.filter((end) => end === "rate_limited")).toHaveLength(325);
    expect((await people()) - before).toBe(10);
  });

  it("counts those of an e-mail that is taken, so that few can be tried an hour", async () => {
    const taken = () => outcome(register(app, { email, password, phone: null }, home));
    for (let n = 0; n < 10; n++) expect(await taken()).toBe("email_taken");
    await expect(register(app, { email, password, phone: null }, home)).rejects.toMatchObject({
      code: "rate_limited",
      retryAfterSeconds: 3600,
      message: "Your network has reached the limit of 10 sign-up attempts per hour. Try again in 60 minutes.",
    });
    expect(await ask(1, "192.0.2.8")).toBe("let in");
    app.clock.advance(hours(1));
    expect(await ask(2)).toBe("let in");
  });

  it("is refused unread once it is known to be, and where it is closed nobody is counted", async () => {
    app.config.registration = "closed";
    for (let n = 0; n < 11; n++) expect(await ask(n)).toBe("registration_closed");
    app.config.registration = "open";
    expect(refusalOfRegistration(app, home)).toBeNull();
    for (let n = 0; n < 11; n++) await ask(n);
    expect(refusalOfRegistration(app, home)).toMatchObject({ code: "rate_limited", retryAfterSeconds: 3600 });
    expect(refusalOfRegistration(app, "192.0.2.8")).toBeNull();
    expect(refusalOfAll(app, home)).toBeNull();
  });

  it("hashes nothing for who is refused", async () => {
    await spend(10, "registration", home);
    const refused = await Promise.all(Array.from({ length: 100 }, (_, n) => ask(n)));
    // Were they hashed first, most would be told that too many sign in.
    expect(new Set(refused)).toEqual(new Set(["rate_limited"]));
    await expect(register(app, { email, password, phone: null }, home)).rejects.toMatchObject({
      retryAfterSeconds: 3600,
    });
    expect(await outcome(right())).toBe("let in");
  });
});

describe("a restart", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "linnet-throttles-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("forgives no wrong password", async () => {
    await app.close();
    const file = join(folder, "linnet.db");
    app = await createTestApp({ file });
    for (let n = 0; n < 10; n++) await outcome(wrong());
    await app.close();
    app = await createTestApp({ file });
    expect(await outcome(wrong())).toBe("sign_in_throttled");
  });
});

describe("generation", () => {
  const ask = () => request(app, { userId: alice.user.id, accountId: null, topic: "tea", webSearch: false });

  it("is asked for sixty times an hour by one person, and each has their own sixty", async () => {
    await spend(59, "generation", alice.user.id);
    await ask();
    await expect(ask()).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 3600 });
    expect(await app.db.selectFrom("generation_tasks").select("id").execute()).toHaveLength(1);
    const bob = await registerPerson(app, "bob");
    await request(app, { userId: bob.user.id, accountId: null, topic: "tea", webSearch: false });
    app.clock.advance(hours(1));
    await ask();
  });

  it("with RATE_LIMITS=off is never refused", async () => {
    app.config.rateLimits = false;
    await spend(200, "generation", alice.user.id);
    await ask();
  });
});

describe("linking", () => {
  it("is begun twenty times an hour by one person, and asks the network no more than that", async () => {
    const begin = (person: Person) =>
      beginLink(app, { userId: person.user.id, sessionId: person.sessionId }, { forceLogin: true });
    for (let n = 0; n < 20; n++) await begin(alice);
    await expect(begin(alice)).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 3600 });
    expect(await app.db.selectFrom("link_requests").select("token_hash").execute()).toHaveLength(20);
    await begin(await registerPerson(app, "bob"));
    app.clock.advance(hours(1));
    await begin(alice);
  });

  it("counts only what is not finished, for each person by themselves", async () => {
    const bob = await registerPerson(app, "bob");
    const begin = (person: Person) =>
      beginLink(app, { userId: person.user.id, sessionId: person.sessionId }, { forceLogin: true });
    for (let n = 0; n < 25; n += 1) await linkAccount(app, alice, `alice_${n}`);
    for (const person of [bob, alice]) {
      for (let n = 0; n < 20; n += 1) await begin(person);
      await expect(begin(person)).rejects.toMatchObject({ code: "rate_limited" });
    }
  });

  it("counts what somebody came back from without allowing it", async () => {
    const viewer = { userId: alice.user.id, sessionId: alice.sessionId };
    const begin = () => beginLink(app, viewer, { forceLogin: true });
    for (let n = 0; n < 20; n += 1) {
      const denied = new URL(await begin()).searchParams.get("oauth_token");
      const back = finishLink(app, viewer, { oauthToken: null, verifier: null, denied });
      await expect(back).rejects.toMatchObject({ code: "denied" });
    }
    await expect(begin()).rejects.toMatchObject({ code: "rate_limited" });
  });
});

describe("weighing", () => {
  it("is asked for 600 times a minute by one person, counted in memory alone", async () => {
    const rows = () => app.db.selectFrom("rate_limits").select("key").execute();
    const before = await rows();
    for (let n = 0; n < 600; n++) countHere(app, "weighing", "alice");
    expect(() => countHere(app, "weighing", "alice")).toThrow(
      "You’ve reached the limit of 600 character counts per minute",
    );
    countHere(app, "weighing", "bob");
    app.clock.advance(minutes(1));
    countHere(app, "weighing", "alice");
    expect(await rows()).toEqual(before);
    app.config.rateLimits = false;
    for (let n = 0; n < 700; n++) countHere(app, "weighing", "alice");
  });
});

describe("counting", () => {
  it("of twenty at once lets exactly as many pass as there is room for", async () => {
    await spend(25, "analysis", "alice");
    const ends = await Promise.all(Array.from({ length: 20 }, () => outcome(countOne(app, "analysis", "alice"))));
    expect(ends.filter((end) => end === "let in")).toHaveLength(5);
  });

  it("is not prolonged by a clock that was set back", async () => {
    await spend(30, "analysis", "alice");
    app.clock.step(-hours(24));
    await requireRoom(app, "analysis", "alice");
    await spend(30, "analysis", "alice");
    await expect(requireRoom(app, "analysis", "alice")).rejects.toMatchObject({ retryAfterSeconds: 3600 });
  });

  it("leaves nothing behind once its window has ended", async () => {
    await spend(3, "analysis", "alice");
    app.clock.advance(hours(1) - seconds(1));
    await pruneRateLimits(app);
    expect(
      await app.db.selectFrom("rate_limits").select("key").where("key", "like", "analysis:%").execute(),
    ).toHaveLength(1);
    app.clock.advance(seconds(1));
    await pruneRateLimits(app);
    const rows = await app.db.selectFrom("rate_limits").select("key").execute();
    // Where alice has signed in from is remembered for longer.
    expect(rows.filter(({ key }) => !key.startsWith("past:"))).toEqual([]);
    app.clock.advance(days(90));
    await pruneRateLimits(app);
    expect(await app.db.selectFrom("rate_limits").select("key").execute()).toEqual([]);
  });
});
