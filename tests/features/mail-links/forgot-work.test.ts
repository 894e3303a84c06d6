// "Forgot password?" does the same work for an address that nobody has: its time tells nobody who has an account here.
import { createHook } from "node:async_hooks";
import { DefaultQueryExecutor } from "kysely";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { sendLinks } from "~/features/mail-links/mail-links.server";
import { signIn } from "~/features/users/users.server";
import { hours } from "~/ground/time/duration";
import { browse, type Browser } from "~tests/screens/support/browse";
import { createTestApp, type TestApp } from "~tests/support/app";
import { makePerson, password } from "~tests/support/people/make";

let app: TestApp;
let guest: Browser;
let mailed: string[];
const known = ["alice@linnet.example", "bob@linnet.example"];
const unknown = ["nobody@linnet.example", "no@linnet.example"];

beforeEach(async () => {
  mailed = [];
  const mail = {
    send: ({ to }: { to: string }) => {
      mailed.push(to);
      return Promise.resolve({ state: "sent" as const });
    },
  };
  app = await createTestApp({ mail });
  for (const name of ["alice", "bob"]) await makePerson(app, name);
  guest = await browse(app, null);
});
afterEach(() => app.close());

interface Work {
  /** Each statement with how many rows it wrote, where it says so. */
  statements: { sql: string; written: number }[];
  /** How many passwords were hashed. */
  hashes: number;
}

/** Runs `work` and returns what it came to, what it did and how long that took. */
async function watch<T>(work: () => Promise<T>): Promise<{ came: T; did: Work; tookMs: number }> {
  const executed = vi.spyOn(DefaultQueryExecutor.prototype, "executeQuery");
  let hashes = 0;
  const hook = createHook({ init: (_, kind) => void (hashes += kind === kindOfHash ? 1 : 0) }).enable();
  const from = performance.now();
  const came = await work();
  const tookMs = performance.now() - from;
  hook.disable();
  const statements = executed.mock.calls.map(([{ sql }], n) => {
    const { type, value } = executed.mock.settledResults[n] ?? {};
    if (type !== "fulfilled") throw new Error(`This statement did not end: ${sql}`);
    const { numAffectedRows = 0n } = value as { numAffectedRows?: bigint };
    return { sql, written: Number(numAffectedRows) };
  });
  executed.mockRestore();
  return { came, did: { statements, hashes }, tookMs };
}

/** Node's name for what the library of hashes hands to another thread: it gives none itself. */
const kindOfHash = "undefined";

const ask = (email: string) =>
  watch(async () => {
    const { status, to, html, headers } = await guest.post("/generate?panel=forgot", {
      intent: "forgot-password",
      email,
    });
    // A page that says what is wrong shows what was typed, and its scripts have a number of their own.
    const nonce = /nonce="([\w-]+)"/.exec(html)?.[1] ?? "no nonce";
    return JSON.stringify({ status, to, html, headers }).replaceAll(nonce, "NONCE").replaceAll(email, "ADDRESS");
  });

/** A few at a time, until nothing is due. */
async function sendAll(): Promise<void> {
  const { started, done } = await sendLinks(app);
  await done;
  if (started > 0) await sendAll();
}

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

it("what is done for an address is the same whether anybody has it or not, let in or refused", async () => {
  const times = { known: [] as number[], unknown: [] as number[] };
  const all: { hour: number; did: Work; came: string; isRefused: boolean }[] = [];
  // Four times an hour each: the fourth is one too many.
  for (let hour = 0; hour < 26; hour += 1) {
    for (let nth = 1; nth <= 4; nth += 1)
      for (const [at, address] of known.entries()) {
        const other = unknown[at] ?? "";
        // By turns, in turned order: what comes first may find a colder machine.
        const order = (hour + nth + at) % 2 === 0 ? [address, other] : [other, address];
        for (const email of order) {
          const { came, did, tookMs } = await ask(email);
          all.push({ hour, did, came, isRefused: nth === 4 });
          times[known.includes(email) ? "known" : "unknown"].push(tookMs);
        }
      }
    await sendAll();
    app.clock.advance(hours(1));
  }
  expect(Math.min(times.known.length, times.unknown.length)).toBeGreaterThanOrEqual(200);
  const [known50, unknown50] = [median(times.known), median(times.unknown)].map((ms) => ms.toFixed(2));
  console.log(`"Forgot password?": median ${known50} ms for known addresses, ${unknown50} ms for unknown ones`);

  const letIn = all.filter(({ isRefused }) => !isRefused);
  expect(letIn[0]?.came).toContain('{"status":303,"to":"/generate?panel=forgot-sent",');
  expect(letIn[0]?.did.statements.filter(({ sql }) => /^insert/.test(sql))).toHaveLength(3);
  const refused = all.filter(({ isRefused }) => isRefused);
  expect(refused[0]?.came).toContain('{"status":429,');
  for (const alike of [letIn, refused]) {
    expect([...new Set(alike.map(({ did }) => JSON.stringify(did)))]).toHaveLength(1);
    // A page's picture of a day moves with the hour.
    const answers = new Map(alike.map(({ hour, came }) => [`${hour} ${came}`, hour]));
    expect([...answers.values()]).toEqual([...new Set(alike.map(({ hour }) => hour))]);
  }
  expect(new Set(mailed)).toEqual(new Set(known));
  expect(mailed).toHaveLength(letIn.length / 2);
});

it("a hash that one of them took would be seen", async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  const quiet = await watch(() => Promise.resolve());
  expect(quiet.did).toEqual({ statements: [], hashes: 0 });
  const { did } = await watch(() => signIn(app, { email: known[0] ?? "", password }, "203.0.113.7"));
  expect(did.hashes).toBeGreaterThan(0);
});
