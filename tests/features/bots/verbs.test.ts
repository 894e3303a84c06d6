// Every state of a bot and every verb that can meet it there: all that changes, of it and of those beside it, as a file says.
import { afterEach, beforeEach, expect, it } from "vitest";
import { isAppError } from "~/ground/errors";
import * as bots from "~/features/bots/bots.server";
import { WriterError } from "~/ports/ai/port";
import { createTestApp, type TestApp } from "~tests/support/app";
import { changes } from "~tests/support/rows";
import { addPeople, arrange, askedFor, ids, readRows, type Situation } from "./world";

const proposing = { state: "proposing", review: 1, proposal_id: 11, due: null } as const;
const gaveUp = { state: "paused", due: null, failures: 3, attempts: 2, reason: "It gave up." } as const;
const refused = (id: number, made: number) => ({ id, state: "failed" as const, made, error: `X refuses ${id}.` });

const situations: Record<string, Situation> = {
  "never started": { bot: null },
  "waiting, and due": { bot: { due: 0, failures: 1 } },
  "waiting, due twice failed": { bot: { due: -5, failures: 2, reason: "kept" } },
  "waiting, not due for a moment": { bot: { due: 1 } },
  "waiting, to ask first": { bot: { due: 0, review: 1, failures: 1 } },
  "waiting for its tweet": { bot: { due: 0 }, tweets: [{ id: 11, state: "scheduled", at: 900 }] },
  "waiting for the first of two": {
    bot: { due: 0 },
    tweets: [
      { id: 11, state: "scheduled", at: 900 },
      { id: 12, state: "publishing", at: -30 },
    ],
  },
  "waiting for what nobody knows of": { bot: { due: 0 }, tweets: [{ id: 11, state: "unknown", at: -90 }] },
  "its day has had its share": { bot: { due: 0 }, tweets: [{ id: 11, state: "published", at: -1 }], perDay: 1 },
  "its day has had all but one": { bot: { due: 0 }, tweets: [{ id: 11, state: "published", at: -1 }], perDay: 2 },
  "yesterday had its share": { bot: { due: 0 }, tweets: [{ id: 11, state: "published", at: -40_000 }], perDay: 1 },
  "refused thrice": { bot: { due: 0 }, tweets: [refused(11, -90), refused(12, -60), refused(13, -30)] },
  "refused thrice, once before it began": {
    bot: { due: 0, started: -60 },
    tweets: [refused(11, -61), refused(12, -60), refused(13, -30)],
  },
  "refused thrice, and out before": {
    bot: { due: 0 },
    tweets: [
      { id: 11, state: "published", at: -90_000, made: -1_800 },
      refused(12, -90),
      refused(13, -60),
      refused(14, -30),
    ],
  },
  "refused twice, and out": {
    bot: { due: 0 },
    tweets: [refused(11, -90), refused(12, -60), { id: 13, state: "published", at: -40_000, made: -50 }],
  },
  "begun in the same moment as its neighbour": { bot: { due: 60, started: -3_600 } },
  "begun before its neighbour": { bot: { due: 60, started: -7_200 } },
  "proposing, begun before its neighbour": {
    bot: { ...proposing, started: -7_200 },
    tweets: [{ id: 11, state: "pending" }],
  },
  writing: { bot: { state: "writing", lease: 60, attempts: 1 } },
  "writing, its lease over": { bot: { state: "writing", lease: 0, attempts: 2, reason: "kept" } },
  "writing, its lease over for the third time": { bot: { state: "writing", lease: 0, attempts: 3 } },
  proposing: { bot: proposing, tweets: [{ id: 11, state: "pending" }] },
  "proposing anew": {
    bot: { ...proposing, proposal_id: 12 },
    tweets: [
      { id: 11, state: "pending" },
      { id: 12, state: "pending" },
    ],
  },
  "proposing what is out": { bot: proposing, tweets: [{ id: 11, state: "published", at: -5 }] },
  "proposing what stands on the timeline": { bot: proposing, tweets: [{ id: 11, state: "scheduled", at: 900 }] },
  "proposing what was refused": { bot: proposing, tweets: [refused(11, -30)] },
  "gave up": { bot: gaveUp, tweets: [{ id: 11, state: "scheduled", at: 900 }] },
  stopped: { bot: { state: "stopped", due: null, failures: 0 }, tweets: [{ id: 11, state: "pending" }] },
  "stopped with its account": { bot: { state: "stopped", due: null, reason: "Its account is no longer linked." } },
  "its account is paused": { bot: {}, account: { status: "paused", status_reason: "Paused by you." } },
  "its account is paused without a word": { bot: {}, account: { status: "paused" } },
  "its account must be connected again": { bot: {}, account: { status: "reconnect", status_reason: "X says no." } },
  "stopped, and its account paused": {
    bot: { state: "stopped", due: null },
    account: { status: "paused", status_reason: "Paused by you." },
  },
  "its account is unlinked": {
    bot: { due: 0 },
    tweets: [{ id: 11, state: "scheduled", at: 900 }],
    account: { unlinked_at: 1 },
  },
  "proposing as an account that is unlinked": {
    bot: proposing,
    tweets: [{ id: 11, state: "pending" }],
    account: { unlinked_at: 1 },
  },
};

let app: TestApp;
let told: string[];
let writer: () => Promise<string[]>;
beforeEach(async () => {
  app = await createTestApp();
  await addPeople(app);
  app.wake = () => void told.push("wakes the loop");
  app.ai = {
    ...app.ai,
    async writeForProduct(ask) {
      told.push(askedFor(ask));
      const texts = await writer();
      return { texts, sources: [], searchSuggestions: null, model: "told", inputTokens: 1, outputTokens: 1 };
    },
  };
});
afterEach(() => app.close());

const { alice, bob } = ids;
const ask = (more: object = {}) => ({ userId: alice, analysisId: 1, account: null, ...more });
const turn = async (write: () => Promise<string[]>) => {
  writer = write;
  const { started, done } = await bots.runBots(app);
  await done;
  return `${started} begun`;
};
const good = () => Promise.resolve(["Own words 11", "Quite new words", "Others"]);
const change = (set: object) => app.db.updateTable("bots").set(set).where("id", "=", 1).execute();

const verbs: Record<string, () => Promise<unknown>> = {
  start: () => bots.startBot(app, ask()),
  "start as its own account": () => bots.startBot(app, ask({ account: ids.own })),
  "start as another account": () => bots.startBot(app, ask({ account: ids.home })),
  "start, asking first": () => bots.startBot(app, ask({ review: true })),
  "start, asking no more": () => bots.startBot(app, ask({ review: false })),
  "start by somebody else": () => bots.startBot(app, ask({ userId: bob })),
  "start of a failed analysis": () => bots.startBot(app, ask({ analysisId: ids.fails })),
  "the account of a start": async () => (await bots.requireStart(app, ask())).username,
  stop: () => bots.stopBot(app, alice, 1),
  "stop by somebody else": () => bots.stopBot(app, bob, 1),
  approve: () => bots.approve(app, alice, 11),
  "approve by somebody else": () => bots.approve(app, bob, 11),
  reject: () => bots.reject(app, alice, 11),
  "reject by somebody else": () => bots.reject(app, bob, 11),
  "a turn": () => turn(good),
  "a turn, and nothing is new": () => turn(() => Promise.resolve(["Own words 11", "own words 12!", "x".repeat(281)])),
  "a turn, and the writer is busy": () => turn(() => Promise.reject(new WriterError("busy", "Busy!"))),
  "a turn, and the writer asks for an hour": () =>
    turn(() => Promise.reject(new WriterError("quota", "Used up.", { retryAfterMs: 3_600_000 }))),
  "a turn, and the program breaks": () => turn(() => Promise.reject(new TypeError("no such property"))),
  "a turn, and its account pauses": () =>
    turn(async () => {
      await app.db.updateTable("accounts").set({ status: "paused" }).where("id", "=", 2).execute();
      return good();
    }),
  "a turn, and another takes it over": () =>
    turn(async () => {
      await change({ lease_token: "another's" });
      return good();
    }),
  "a turn, and it pauses under its token": () =>
    turn(async () => {
      await change({ state: "paused" });
      return good();
    }),
  "a turn, and its neighbour holds the same": () =>
    turn(async () => {
      const held = (db: typeof app.db) => db.selectFrom("bots").select("lease_token").where("id", "=", 1);
      await app.db
        .updateTable("bots")
        .set({ state: "writing", lease_token: held(app.db) })
        .where("id", "=", 2)
        .execute();
      return good();
    }),
  "a turn, and it is stopped": () =>
    turn(async () => {
      await bots.stopBot(app, alice, 1);
      return good();
    }),
  "a turn, and the time is over": () =>
    turn(() => {
      app.clock.advance(70_000);
      return Promise.reject(new WriterError("aborted", "Cut."));
    }),
  "a turn, a moment before the time is over": () =>
    turn(() => {
      app.clock.advance(69_999);
      return Promise.reject(new WriterError("aborted", "Cut."));
    }),
  "a turn, and the server stops": () =>
    turn(() => {
      app.work = { ...app.work, shutdownSignal: AbortSignal.abort() };
      return Promise.reject(new WriterError("aborted", "Cut."));
    }),
  "a turn beside the publisher": async () => {
    app.node.setMayClaim(false);
    return turn(good).finally(() => app.node.setMayClaim(true));
  },
  "a turn of a server that stops": () => {
    app.work = { ...app.work, shutdownSignal: AbortSignal.abort() };
    return turn(good);
  },
  recover: () => bots.takeOverBots(app),
  "the next moment": async () => ((await bots.nextBotAt(app, app.clock.now() - 1)) ?? Infinity) - app.clock.now(),
  "the next moment after now": async () => ((await bots.nextBotAt(app, app.clock.now())) ?? 0) - app.clock.now(),
  "where it stands": () => bots.botStatusOfAnalysis(app, alice, 1),
  "where it stands, for somebody else": () => bots.botStatusOfAnalysis(app, bob, 1),
  "a look": async () =>
    [...(await bots.readBots(app, alice, [1, 2, 3]))].sort(([a], [b]) => a - b).map(([id, bot]) => [id, seen(bot)]),
  "a look by somebody else": async () => [...(await bots.readBots(app, bob, [1, 2, 3]))].map(([id]) => id),
  "all bots": async () => (await bots.listBots(app, alice, 9)).map(({ analysis, bot }) => [analysis.id, bot.status]),
  "one of all bots": async () => (await bots.listBots(app, alice, 1)).map(({ analysis }) => analysis.id),
  "active bots": async () =>
    (await bots.listActiveBots(app, alice)).map(({ analysis, bot }) => [analysis.id, bot.status, bot.reason]),
  "active bots of somebody else": async () => (await bots.listActiveBots(app, bob)).map(({ analysis }) => analysis.id),
  proposals: async () => [...(await bots.listProposals(app, alice))],
  "proposals of somebody else": async () => [...(await bots.listProposals(app, bob))],
};

function seen({ startedAt, lastPostAt, nextPostAt, proposal, ...bot }: bots.BotView) {
  const ago = (at: number | null) => (at === null ? null : (at - app.clock.now()) / 1_000);
  const moments = { startedAt: ago(startedAt), lastPostAt: ago(lastPostAt), nextPostAt: ago(nextPostAt) };
  return { ...bot, ...moments, proposal: proposal?.id ?? null };
}

async function meet(verb: () => Promise<unknown>, situation: Situation): Promise<string> {
  const { work, random, config } = app;
  told = [];
  app.random = () => 0.5;
  app.clock.set(Date.UTC(2026, 10, 19, 10, 18));
  if (situation.perDay !== undefined) app.config = { ...config, botDailyPosts: situation.perDay };
  await arrange(app, situation);
  const now = app.clock.now();
  const before = await readRows(app);
  const answer = await verb().then(
    (value) => JSON.stringify(value),
    (error: unknown) => {
      if (isAppError(error)) return `${error.code}: ${error.message}`;
      throw error;
    },
  );
  const after = await readRows(app);
  Object.assign(app, { work, random, config });
  return [...(answer === undefined ? [] : [answer]), ...told, ...changes(before, after, now)].join("\n  ");
}

it.each(Object.keys(verbs))("'%s' changes of each bot what its file says, and of the others nothing", async (name) => {
  const verb = verbs[name] ?? (() => Promise.reject(new Error("no such verb")));
  const lines: string[] = [];
  for (const [state, situation] of Object.entries(situations))
    lines.push(`== ${state}\n  ${await meet(verb, situation)}\n`);
  await expect(lines.join("\n")).toMatchFileSnapshot(`./verbs/${name.replace(/[^a-z]+/g, "-")}.txt`);
});
