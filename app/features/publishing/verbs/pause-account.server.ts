// Pauses, resumes and unlinks an account and updates its waiting tweets.
import type { App } from "~/app.server";
import { type Db, inTransaction, type Transaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import { logAudit, writeAudit } from "~/features/audit/audit.server";
import { AppError } from "~/ground/errors";
import {
  changeAccount,
  findAccountRow,
  getAccount,
  listAccounts,
  openTokens,
  unlinkAccount,
} from "~/features/accounts/accounts.server";
import { recordEvents } from "~/features/events/events.server";
import type { Account } from "~/features/accounts/account";
import { hoursOf } from "~/features/accounts/hours";
import { fullTime } from "~/ground/time/zone";
import { minutes } from "~/ground/time/duration";
import type { Row } from "~db/schema";
import * as attempts from "~/features/publishing/store/attempts.server";
import { drawMoment } from "~/features/moments/moment";
import { tellChangedSince } from "~/features/publishing/store/program-events.server";
import * as queries from "~/features/publishing/store/tweets.server";
import { readWeights } from "~/features/moments/leaning.server";
import { listNeighbors, timesBut } from "~/features/moments/neighbors.server";
import { timeZoneOf } from "./preconditions.server";
import { noteUnscheduled, unlinked } from "~/features/publishing/engine/unschedule.server";

/** Idempotent. Throws not_found. */
export async function pauseAccount(app: App, userId: string, ref: string): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    const { id, status } = await getAccount({ ...app, db: trx }, userId, ref);
    if (status !== "active") return;
    await changeAccount(trx, id, { status: "paused", paused_by: "person", status_reason: "Paused by you." });
    await recordEvents(trx, app, [{ type: "account.paused_by_person", userId, accountId: id, at: app.clock.now() }]);
  });
}

/** Reschedules overdue tweets. Idempotent. Throws not_found, account_reconnect. */
export async function resumeAccount(app: App, userId: string, ref: string): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    const account = await getAccount({ ...app, db: trx }, userId, ref);
    if (account.status === "active") return;
    if (account.status === "reconnect")
      throw new AppError("account_reconnect", account.statusReason ?? "Reconnect the account.");
    const timeZone = await timeZoneOf(trx, userId);
    const active = { status: "active" as const, paused_by: null, status_reason: null, wait_until: null };
    await changeAccount(trx, account.id, active);
    await recordEvents(trx, app, [{ type: "account.resumed", userId, accountId: account.id, at: app.clock.now() }]);
    await drawPastDue(trx, app, { account, timeZone, meanwhile: "the account was paused" });
  });
  app.wake();
}

/** Reschedules tweets due while the user was disabled. Call it in the enabling transaction, then `app.wake`. */
export async function drawAfterDisabled(
  trx: Transaction,
  app: App,
  { userId, disabledAt }: { userId: string; disabledAt: number },
): Promise<void> {
  await lockPersonWithAccounts(trx, userId);
  const timeZone = await timeZoneOf(trx, userId);
  const meanwhile = "your Linnet account was disabled";
  for (const account of await listAccounts({ ...app, db: trx }, userId))
    if (account.status === "active") await drawPastDue(trx, app, { account, timeZone, meanwhile });
  // Events shortly before may have been queued and dropped.
  await tellChangedSince(trx, { userId, since: disabledAt - minutes(1), now: app.clock.now() });
}

async function drawPastDue(
  trx: Transaction,
  app: App,
  { account, timeZone, meanwhile }: { account: Account; timeZone: string; meanwhile: string },
): Promise<void> {
  const now = app.clock.now();
  const { window, quietHours, spacingMs } = hoursOf(app.config, account.hours);
  const weights = await readWeights(trx, account.id);
  const pastDue = await queries.listPastDue(trx, account.id, now);
  const movingIds = pastDue.map(({ id }) => id);
  const posts = timesBut(await listNeighbors(trx, account.id, { now, window, spacingMs }), movingIds);
  const hours = { window, quietHours, weights, posts, spacingMs };
  for (const { id, due_at } of pastDue) {
    const { at, reason } = drawMoment({ now, timeZone, ...hours, random: app.random });
    posts.push(at);
    const why = `Missed ${fullTime(due_at ?? now, timeZone, now)} while ${meanwhile}. ${reason}`;
    await queries.postpone(trx, id, { at, reason: why, now });
    await attempts.insertEvent(trx, { tweetId: id, at: now, kind: "postponed", detail: why });
  }
}

/** Its waiting tweets become pending. Throws not_found. */
export async function unlink(app: App, userId: string, ref: string, address: string | null = null): Promise<void> {
  const { row, event } = await inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    const account = await getAccount({ ...app, db: trx }, userId, ref);
    const row = await release(trx, account.id, app.clock.now());
    if (!row) throw new AppError("not_found", "This account isn’t connected.");
    const event = { kind: "account.unlinked" as const, userId, address, detail: `@${row.username}` };
    await writeAudit(trx, app, event);
    return { row, event };
  });
  logAudit(app, event);
  await revokeTokens(app, row);
}

/** Returns the rows for `revokeTokens`, to be called after the commit. */
export async function unlinkAll(trx: Transaction, app: App, userId: string): Promise<Row<"accounts">[]> {
  await lockPersonWithAccounts(trx, userId);
  const before: Row<"accounts">[] = [];
  for (const { id } of await listAccounts({ ...app, db: trx }, userId)) {
    const row = await release(trx, id, app.clock.now());
    if (row) before.push(row);
  }
  return before;
}

async function release(trx: Db, accountId: number, now: number): Promise<Row<"accounts"> | null> {
  const row = await findAccountRow(trx, accountId);
  if (!row || row.unlinked_at !== null) return null;
  for (const tweetId of await queries.releaseAccount(trx, row.id, now))
    await noteUnscheduled(trx, { tweetId, code: "unlinked", reason: unlinked, now });
  await unlinkAccount(trx, row, now);
  return row;
}

export async function revokeTokens(app: App, before: Row<"accounts">): Promise<void> {
  try {
    await app.network.revoke(openTokens(app, before));
  } catch (error) {
    app.log.warn({ err: error, account: before.id }, "the tokens could not be taken back at the network");
  }
}
