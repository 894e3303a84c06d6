// Guesses without end at one account from 10,000 addresses: how many are judged a day, and whether its owner gets in.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepOwnBrowser } from "~/features/passwords/passwords.server";
import { signIn } from "~/features/users/users.server";
import { days, hours, minutes } from "~/ground/time/duration";
import { createTestApp, type TestApp } from "~tests/support/app";
import { makePerson, password, type Person } from "~tests/support/people/make";

/** Every password that is judged, in the place of the slow library. */
const judged: { at: number; password: string }[] = [];
let clock: TestApp["clock"] | undefined;
vi.mock("@node-rs/argon2", () => ({
  hash: (text: string) => Promise.resolve(`$argon2id$v=19$m=19456,t=2,p=1$${text}`),
  verify: (kept: string, text: string) => {
    judged.push({ at: clock?.now() ?? 0, password: text });
    return Promise.resolve(kept.endsWith(`$${text}`));
  },
}));

const isNight = process.env["LINNET_NIGHT"] !== undefined;
const guesses = isNight ? 1_000_000 : 50_000;
const addresses = 10_000;
const home = "192.0.2.7";

let app: TestApp;
let alice: Person;
let browser: string;
beforeEach(async () => {
  app = await createTestApp();
  alice = await makePerson(app, "alice");
  browser = await keepOwnBrowser(app, alice.user.id, null);
  clock = app.clock;
  judged.length = 0;
});
afterEach(() => app.close());

/** The owner's own address is among them: they may sit behind the same router. */
const addressOf = (n: number) => (n === 0 ? home : `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
const ask = (secret: string, from: string, browserId: string | null) =>
  signIn(app, { email: alice.user.email, password: secret }, from, browserId).then(
    () => "let in",
    (error: { code: string }) => error.code,
  );

/** Most judged guesses within any 24 hours. */
function maxADay(): number {
  const moments = judged.filter((one) => one.password !== password).map(({ at }) => at);
  let first = 0;
  return moments.reduce((max, at, index) => {
    while ((moments[first] ?? at) <= at - days(1)) first += 1;
    return Math.max(max, index - first + 1);
  }, 0);
}

async function bruteForce(
  count: number,
  lastsMs: number,
  fromOf: (n: number) => string,
): Promise<{ refusedOwner: number }> {
  const began = app.clock.now();
  let [refusedOwner, nextVisit] = [0, began];
  for (let n = 0; n < count; n += 1) {
    const end = await ask(`guess number ${n}`, fromOf(n), null);
    if (end !== "sign_in_throttled" && end !== "wrong_credentials") throw new Error(`A guess ended as ${end}`);
    app.clock.advance(began + Math.floor(((n + 1) * lastsMs) / count) - app.clock.now());
    if (app.clock.now() < nextVisit) continue;
    nextVisit += minutes(20);
    if ((await ask(password, n % 2 === 0 ? home : addressOf(n % addresses), browser)) !== "let in") refusedOwner += 1;
  }
  return { refusedOwner };
}

describe("a siege from 10,000 addresses", () => {
  it("of a day has fewer than a hundred guesses judged, and the owner's own browser is let in at each first try", async () => {
    const { refusedOwner } = await bruteForce(guesses, days(1), (n) => addressOf(n % addresses));
    console.log(`${guesses} guesses, judged ${maxADay()} within a day`);
    expect(maxADay()).toBeLessThan(100);
    expect(maxADay()).toBeGreaterThan(20);
    expect(refusedOwner).toBe(0);
  });

  it("that uses up each address before the next, for three days, comes no further", async () => {
    const { refusedOwner } = await bruteForce(isNight ? 200_000 : 30_000, days(3), (n) =>
      addressOf(Math.floor(n / 12) % addresses),
    );
    expect(maxADay()).toBeLessThan(100);
    expect(refusedOwner).toBe(0);
  });

  it("that pauses for a day whenever it is held back comes no further", async () => {
    for (let day = 0; day < 4; day += 1) {
      await bruteForce(2_000, minutes(1), (n) => addressOf(Math.floor(n / 12) + day * 200));
      app.clock.advance(days(1) + hours(1));
    }
    expect(maxADay()).toBeLessThan(100);
  });

  it("keeps the owner out where the browser is not theirs: else the wait would hold nobody", async () => {
    await bruteForce(1_000, minutes(1), (n) => addressOf(n % addresses));
    expect(await ask(password, "203.0.113.1", null)).toBe("sign_in_throttled");
    expect(await ask(password, "203.0.113.1", browser)).toBe("let in");
  });
});
