// Several bots at once: which is claimed first, which is left alone, whose pledge it is, and who is asked at all.
import { afterEach, beforeEach, expect, it } from "vitest";
import * as bots from "~/features/bots/bots.server";
import * as queries from "~/features/bots/store/bots.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { changes } from "~tests/support/databases/rows";
import { addPeople, arrange, ids, readRows, type Situation } from "./world";

let app: TestApp;
let now: number;
beforeEach(async () => {
  app = await createTestApp();
  await addPeople(app);
  now = app.clock.now();
});
afterEach(() => app.close());

const set = (id: number, change: object) => app.db.updateTable("bots").set(change).where("id", "=", id).execute();
const claimed = async (limit: number) =>
  (await queries.claimDue(app.db, { now, until: now + 90_000, limit, node: app.node.id() })).map(({ id }) => id).sort();

it("what has been due longest is claimed first, the earlier bot where that is one moment", async () => {
  await arrange(app, { bot: { due: -10 } });
  await set(2, { due_at: now - 20_000 });
  await set(3, { state: "waiting", proposal_id: null, due_at: now - 30_000 });
  expect(await claimed(1)).toEqual([3]);
  expect(await claimed(1)).toEqual([2]);
  expect(await claimed(5)).toEqual([1]);
  for (const id of [1, 2, 3]) await set(id, { state: "waiting", lease_token: null, lease_until: null, due_at: now });
  expect(await claimed(2)).toEqual([1, 2]);
});

it("no bot of an unlinked or paused account is claimed, nor named as the next", async () => {
  for (const account of [{ unlinked_at: 1 }, { status: "paused" }, { status: "reconnect" }] as const) {
    await arrange(app, { bot: { due: -10 }, account });
    expect(await claimed(5)).toEqual([]);
    expect(await queries.nextDueAt(app.db, now - 20_000)).toBeNull();
  }
});

it("the loop has something to look at while any bot is not stopped", async () => {
  await arrange(app, { bot: null });
  await set(3, { state: "stopped", proposal_id: null });
  for (const state of ["waiting", "proposing", "paused"] as const) {
    await set(2, { state });
    expect(await queries.anyRunning(app.db)).toBe(true);
  }
  await set(2, { state: "stopped" });
  expect(await queries.anyRunning(app.db)).toBe(false);
});

it.each<[string, Situation, number[]]>([
  ["unlinked, and it waits", { bot: {}, account: { unlinked_at: 1 } }, [1, 2]],
  ["unlinked, and it is stopped", { bot: { state: "stopped" }, account: { unlinked_at: 1 } }, [2]],
  ["gone", { bot: { account_id: null } }, [1]],
  ["linked", { bot: {} }, []],
])("the sweep ends what goes on although its account is %s", async (_what, situation, found) => {
  await arrange(app, situation);
  expect((await queries.listUnlinked(app.db)).sort()).toEqual(found);
});

it("what was in hand of a process that is gone is due now, whenever it was due before", async () => {
  await arrange(app, { bot: { state: "writing", due: -500, lease: 60, attempts: 1, reason: "kept" } });
  const before = await readRows(app);
  await bots.takeOverBots(app);
  expect(changes(before, await readRows(app), now)).toEqual([
    'bots 1: state "waiting", reason null, due_at now, lease_token null, lease_until null, updated_at now',
  ]);
});

it("a proposal ends only where the bot still proposes it", async () => {
  await arrange(app, { bot: { state: "paused", proposal_id: 11 }, tweets: [{ id: 11, state: "pending" }] });
  expect(await queries.endProposal(app.db, 11, now, { state: "waiting" })).toBe(false);
  await set(1, { state: "proposing" });
  expect(await queries.endProposal(app.db, 12, now, { state: "waiting" })).toBe(false);
  expect(await queries.endProposal(app.db, 11, now, { state: "waiting" })).toBe(true);
});

it("a pledge is the account's own, and the first one stands", async () => {
  await arrange(app, { bot: null });
  await bots.giveConsent(app, ids.alice, ids.own);
  app.clock.advance(1_000);
  await bots.giveConsent(app, ids.alice, ids.own);
  await bots.giveConsent(app, ids.bob, "n3");
  await expect(bots.giveConsent(app, ids.bob, ids.own)).rejects.toMatchObject({ code: "not_found" });
  const kept = await app.db.selectFrom("automation_consents").selectAll().orderBy("account_id").execute();
  expect(kept).toEqual([
    { account_id: 2, agreed_at: now },
    { account_id: 3, agreed_at: now + 1_000 },
  ]);
  expect([...(await bots.listConsents(app, [1, 2]))]).toEqual([2]);
  expect([...(await bots.listConsents(app, []))]).toEqual([]);
});

it.each(["paused", "reconnect"] as const)("a running bot does not move to an account that is %s", async (status) => {
  await arrange(app, { bot: { due: 60 } });
  await app.db.updateTable("accounts").set({ status }).where("id", "=", 1).execute();
  const before = await readRows(app);
  const ask = { userId: ids.alice, analysisId: 1, account: ids.home };
  await expect(bots.startBot(app, ask)).rejects.toMatchObject({ code: `account_${status}` });
  expect(changes(before, await readRows(app), now)).toEqual([]);
});

it("a start that can't be says what to do first", async () => {
  const ask = { userId: ids.alice, analysisId: 1, account: null };
  const refusal = () => bots.requireStart(app, ask).then(String, (error: Error) => error.message);
  await arrange(app, { bot: { state: "stopped" }, account: { status: "paused" } });
  expect(await refusal()).toBe("@account2 is paused. Resume it first.");
  await app.db.updateTable("accounts").set({ unlinked_at: 1, is_default: 0 }).execute();
  expect(await refusal()).toBe("Connect an account first, so the bot has one to post as.");
});
