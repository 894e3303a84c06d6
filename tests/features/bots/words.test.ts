// A bot in words and numbers, each beside its neighbour: how it stands, how long it waits, and what the contract shows of it.
import { expect, it } from "vitest";
import { minutes } from "~/ground/time/duration";
import type { Analysis } from "~/features/analysis/analysis.server";
import {
  botReasons,
  botStatusOf,
  failureWait,
  maxFailures,
  neverStarted,
  pausedByNetwork,
  pausedByWriter,
} from "~/features/bots/bot";
import { stateWord } from "~/features/bots/bot-view";
import { rules, seeToAll } from "~/features/bots/checklist";
import { activeSchema, listedSchema, recordSchema } from "~/features/bots/schema.server";
import { toActive, toListed, toRecord } from "~/features/bots/to-api.server";
import type { BotView } from "~/features/bots/views.server";

const active = { status: "active", statusReason: null } as const;
const paused = { status: "paused", statusReason: "Paused by you." } as const;
const wordless = { status: "paused", statusReason: null } as const;
const reconnect = { status: "reconnect", statusReason: "X says no." } as const;
const told = "It gave up.";
const unlinked = botReasons.unlinked;

it.each([
  ["stopped", null, active, "stopped", false, null],
  ["stopped", told, active, "stopped", false, told],
  ["stopped", told, null, "stopped", false, told],
  ["stopped", null, null, "stopped", false, null],
  ["stopped", null, paused, "stopped", false, null],
  ["paused", told, null, "stopped", false, unlinked],
  ["paused", told, paused, "paused", true, told],
  ["paused", told, active, "paused", true, told],
  ["waiting", "old", active, "running", true, null],
  ["writing", "old", active, "running", true, null],
  ["proposing", "old", active, "running", true, null],
  ["waiting", "old", paused, "paused", true, "Paused by you."],
  ["proposing", null, reconnect, "paused", true, "X says no."],
  ["writing", null, wordless, "paused", true, "The bot’s account is paused."],
  ["waiting", null, null, "stopped", false, unlinked],
  ["proposing", told, null, "stopped", false, unlinked],
] as const)("a bot that is %s for %j, with the account %j, is %s", (state, reason, account, status, enabled, why) => {
  expect(botStatusOf({ state, reason, account })).toEqual({ status, enabled, reason: why });
});

it("a bot waits five minutes after its first failure and half an hour after its second", () => {
  expect([1, 2, 3, 9].map(failureWait)).toEqual([minutes(5), minutes(30), minutes(30), minutes(30)]);
  expect(maxFailures).toBe(3);
  expect(neverStarted).toEqual({ status: "not_started", enabled: false, reason: null });
});

it.each(["No room", "No room.", "No room!", "No room。", "No room！", " No room. ", "No room..."])(
  "what went wrong stands within a sentence: %j",
  (message) => {
    expect(pausedByWriter(message)).toBe(
      "The bot stopped after three failed attempts: No room. Fix that, then start it again.",
    );
    expect(pausedByNetwork(message)).toBe(
      "The bot stopped after three failed posts: No room. Fix that, then start it again.",
    );
  },
);

it("a bot's words stand as they were decided", () => {
  expect(botReasons).toEqual({
    unlinked: "The bot’s account is no longer connected.",
    stopped: "The bot was stopped.",
    disabled: "The bot stopped when your account was disabled.",
    moved: "The bot was moved to another account.",
    nothingNew: "everything the AI wrote repeats earlier tweets",
    notPostable: "nothing the AI wrote could be posted",
    broke: "something went wrong on the server",
    crashed: "The bot was interrupted three times in a row. Start it again to retry.",
  });
  expect((["running", "paused", "stopped", "not_started"] as const).map((status) => stateWord({ status }))).toEqual([
    ...["Running", "Paused", "Stopped", "Stopped"],
  ]);
  expect(rules.map(({ name }) => name)).toEqual(["label", "bio", "owner"]);
  expect(seeToAll).toBe("Check all three before you start the bot.");
});

const metadata = {
  ...{ criteria: [], improvements: ["More."], writer: "demo" as const, model: "m" },
  ...{ input_tokens: 1, output_tokens: 2 },
};
const analysis: Analysis = {
  ...{ id: 5, userId: "alice", inputType: "product_description", content: "A tea shop", status: "completed" },
  ...{ summary: "Tea.", tags: ["tea"], metadata, qualityScore: 8.5, error: null },
  ...{ createdAt: Date.UTC(2026, 10, 19), updatedAt: Date.UTC(2026, 10, 20) },
};
const bot: BotView = {
  ...{ analysisId: 5, status: "paused", enabled: true, reason: "Paused by you.", gaveUp: false, username: "alice_x" },
  ...{
    review: true,
    learn: false,
    proposal: null,
    posts: 3,
    startedAt: Date.UTC(2026, 10, 21),
    lastPostAt: Date.UTC(2026, 10, 22),
  },
  ...{ nextPostAt: Date.UTC(2026, 10, 23) },
};
const made = { created_at: "2026-11-19T00:00:00.000Z", updated_at: "2026-11-20T00:00:00.000Z" };

it("the contract shows of an analysis and its bot what each is, and of no bot that there is none", () => {
  const info = { id: 5, user_id: "alice", original_content: "A tea shop", input_type: "product_description" };
  const result = { id: 5, input_id: 5, user_id: "alice", summary: "Tea.", tags: ["tea"], quality_score: 8.5 };
  const record = (more: object) => ({
    ...{ analysis_id: 5, input_id: 5, input_info: { ...info, status: "completed", ...made } },
    analysis_result: { ...result, analysis_metadata: metadata, status: "completed", ...more, ...made },
  });
  const withBot = { bot_enabled: true, bot_status: "paused", bot_started_at: "2026-11-21T00:00:00.000Z" };
  const without = { bot_enabled: false, bot_status: "not_started", bot_started_at: null };
  expect(toRecord(analysis, bot)).toEqual(record(withBot));
  expect(toRecord(analysis, undefined)).toEqual(record(without));
  const line = { id: 5, summary: "Tea.", quality_score: 8.5, input_type: "product_description", status: "completed" };
  const listed = { ...line, created_at: made.created_at };
  expect(toListed(analysis, bot)).toEqual({ ...listed, bot_enabled: true });
  expect(toListed(analysis, undefined)).toEqual({ ...listed, bot_enabled: false });
  const running = {
    ...{ analysis_id: 5, summary: "Tea.", bot_enabled: true, input_type: "product_description" },
    ...{ twitter_account_name: "alice_x", bot_status: "paused", status_reason: "Paused by you." },
    next_post_at: "2026-11-23T00:00:00.000Z",
  };
  expect(toActive({ analysis, bot })).toEqual(running);
  expect(toActive({ analysis, bot: { ...bot, nextPostAt: null } })).toEqual({ ...running, next_post_at: null });
});

it("the contract's shapes take what is shown and nothing beyond their bounds", () => {
  const record = toRecord(analysis, undefined);
  const scored = (quality_score: unknown) => ({
    ...record,
    analysis_result: { ...record.analysis_result, quality_score },
  });
  const takes = (value: unknown) => recordSchema.safeParse(value).success;
  expect([0, 10, null, 8.5].map((score) => takes(scored(score)))).toEqual([true, true, true, true]);
  expect([-0.1, 10.1, "8", undefined].map((score) => takes(scored(score)))).toEqual([false, false, false, false]);
  const criterion = { name: "proof", title: "Proof", weight: 15, points: 5, why: "So.", words: ["one"] };
  const explained = (change: object) => ({
    ...record,
    analysis_result: {
      ...record.analysis_result,
      analysis_metadata: { ...metadata, criteria: [{ ...criterion, ...change }] },
    },
  });
  expect([{}, { points: 0 }, { points: 10 }].map((one) => takes(explained(one)))).toEqual([true, true, true]);
  for (const wrong of [
    { points: -1 },
    { points: 11 },
    { weight: 1.5 },
    { name: "charm" },
    { words: [1] },
    { why: null },
  ])
    expect(takes(explained(wrong)), JSON.stringify(wrong)).toBe(false);
  const first = (schema: typeof listedSchema | typeof activeSchema, value: object, wrong: object) =>
    [schema.safeParse(value).success, schema.safeParse({ ...value, ...wrong }).success] as const;
  for (const wrong of [{ status: "running" }, { input_type: "tweets" }, { bot_enabled: null }, { created_at: "today" }])
    expect(first(listedSchema, toListed(analysis, bot), wrong), JSON.stringify(wrong)).toEqual([true, false]);
  for (const wrong of [
    { bot_status: "writing" },
    { next_post_at: "soon" },
    { summary: null },
    { twitter_account_name: 1 },
  ])
    expect(first(activeSchema, toActive({ analysis, bot }), wrong), JSON.stringify(wrong)).toEqual([true, false]);
  const empty = { twitter_account_name: null, status_reason: null, next_post_at: null };
  expect(first(activeSchema, { ...toActive({ analysis, bot }), ...empty }, {})).toEqual([true, true]);
});
