// Where the bots' tests begin: alice, her account, an analysis of hers, a writer and a network that do as told.
import { systemClock } from "~/ground/time/clock.server";
import { createLog } from "~/ground/telemetry/log.server";
import { createGemini } from "~/ports/ai/gemini/provider.server";
import { type FakeGemini, startFakeGemini } from "~tests/support/fakes/fake-gemini";
import { afterEach, beforeEach } from "vitest";
import { days, minutes } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { analyse } from "~/features/analysis/analysis.server";
import { readBots, runBots, botStatusOfAnalysis, startBot, stopBot } from "~/features/bots/bots.server";
import { reconcileDue } from "~/features/publishing/publishing.server";
import { listHistory, type Tweet } from "~/features/tweets/tweets.server";
import { WriterError } from "~/ports/ai/port";
import type { WriteForProduct } from "~/ports/ai/product";
import { createTestApp, noAnswer, type TestApp } from "~tests/support/app";
import { answered, faulty, type FaultyNetwork } from "~tests/support/fakes/faulty-network";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";
import { sendDue } from "~tests/support/sends";
import { plain } from "~tests/support/written";

export const description =
  "A booking page for small sailing schools. It turns a good forecast into offers. Try it free.";

export let app: TestApp;
export let network: FaultyNetwork;
export let alice: Person;
export let account: Account;
export let analysisId: number;
/** What the writer was asked. */
export let asked: WriteForProduct[];

let answer: (ask: WriteForProduct) => Promise<string[]>;
let written = 0;

/** What nobody said before. */
export const fresh = () => {
  written += 1;
  return `Idea ${written}: ${"abcdefghij"[written % 10]}${written} wind ${written * 7} sails ${written * 13} booked`;
};

/** What the writer answers from now on; until it is told it says something fresh. */
export const writes = (next: () => Promise<string[]>): void => void (answer = next);

/** Set anew before each test of the file that calls this. */
export function setStage(): void {
  beforeEach(async () => {
    app = await createTestApp();
    network = faulty(app.network);
    app.network = network;
    asked = [];
    answer = () => Promise.resolve([fresh()]);
    app.ai = {
      ...app.ai,
      async writeForProduct(ask) {
        asked.push(ask);
        const texts = await answer(ask);
        return { texts, ...plain, model: "test", inputTokens: 1, outputTokens: 1 };
      },
    };
    alice = await makePerson(app, "alice");
    account = await linkAccount(app, alice, "alice_x");
    analysisId = (await analyse(app, alice.user.id, description)).id;
  });
  afterEach(() => app?.close());
}

/** Bots write by a fake Gemini. `kind`: what the writer is taken for. */
export function setGemini(kind: "demo" | "gemini"): () => FakeGemini {
  let fake: FakeGemini;
  beforeEach(async () => {
    fake = await startFakeGemini();
    const settings = { apiKey: "test-key", model: "gemini-3.5-flash-lite", baseUrl: fake.origin };
    const writer = createGemini({ ...settings, log: createLog({ logLevel: "silent" }), clock: systemClock });
    app.ai = { ...app.ai, kind, writeForProduct: writer.writeForProduct };
  });
  afterEach(() => fake.close());
  return () => fake;
}

export const start = (more: { account?: string; review?: boolean } = {}) =>
  startBot(app, { userId: alice.user.id, analysisId, account: null, ...more });
export const stop = () => stopBot(app, alice.user.id, analysisId);
export const botStatus = () => botStatusOfAnalysis(app, alice.user.id, analysisId);
export const bot = async () => (await readBots(app, alice.user.id, [analysisId])).get(analysisId);
export const tweets = (): Promise<Tweet[]> => listHistory(app, account.id, { limit: 500 });
export const row = () => app.db.selectFrom("bots").selectAll().executeTakeFirstOrThrow();

export async function pass(): Promise<void> {
  await (
    await runBots(app)
  ).done;
  await sendDue(app);
  await reconcileDue(app);
}

/** Turns the clock minute by minute, as the loop's seconds would, only faster. */
export async function live(ms: number, step = minutes(5)): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    app.clock.advance(step);
    app.work.tick(app.clock.now(), app.clock.monotonic());
    await pass();
  }
}

/** A writer that answers when told to. */
export function heldWriter() {
  let release: (texts: string[]) => void = () => {};
  let started: () => void = () => {};
  const asking = new Promise<void>((resolve) => (started = resolve));
  answer = () => {
    started();
    return Promise.race([noAnswer<string[]>(), new Promise<string[]>((resolve) => (release = resolve))]);
  };
  return { asking, release: (...texts: string[]) => release(texts) };
}

/** The bot is started and its writer asked; `release` says what that answers, and resolves when the run is done. */
export async function startWriting(
  how: { review?: boolean } = {},
): Promise<{ release(...texts: string[]): Promise<void> }> {
  const writer = heldWriter();
  await start(how);
  const { done } = await runBots(app);
  await writer.asking;
  return {
    async release(...texts) {
      writer.release(...texts);
      await done;
    },
  };
}

/** A writer that never answers, and ends only when it is told to. */
export function silentWriter() {
  let started: () => void = () => {};
  const asking = new Promise<void>((resolve) => (started = resolve));
  app.ai = {
    ...app.ai,
    writeForProduct: ({ signal }) =>
      new Promise((_, reject) => {
        started();
        signal.addEventListener("abort", () => reject(new WriterError("aborted", "Cut.")));
      }),
  };
  return { asking };
}

/** The network refuses the bot's first three tweets, which pauses it. */
export async function refuseThree(): Promise<void> {
  network.faults = Array.from({ length: 3 }, () => answered(403, { detail: "Your Tweet text is too long." }));
  await start();
  await live(days(3), minutes(15));
}
