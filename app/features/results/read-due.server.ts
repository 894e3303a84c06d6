// Job that reads the figures of accounts that are due, one call per account.
import type { App } from "~/app.server";
import { startOfUtcDay } from "~/features/spending/day-limit";
import { days, hours, minutes } from "~/ground/time/duration";
import { findAccountRow } from "~/features/accounts/accounts.server";
import { findUser, isDisabled } from "~/features/users/users.server";
import { isOutOfCredits } from "~/features/spending/store/paid-reads.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockAccounts } from "~db/locks.server";
import type { Row } from "~db/schema";
import { beginRead, canBeRead, type ReadCall } from "./begin-read.server";
import { askFigures, type ReadAnswer, recordRead, writeRead } from "./end-read.server";
import { refreshMarks } from "./marks.server";
import type { ResultSettings } from "./result";
import { agesOf, dueReadings, reachOf } from "./schedule";
import * as settingsQueries from "./store/settings.server";
import { listReadable } from "./store/readings.server";

/** Lease of an account's turn; longer than any call. */
const turnLasts = minutes(5);
/** Longest call. One that spans X's midnight would be charged on the wrong day. */
const callLasts = minutes(2);
/** Delay after a reading that can't be paid or whose account can't be read. */
const asksAgain = hours(1);
/** Delays after network failures; then the reading is skipped. */
const waits = [minutes(1), minutes(5), minutes(25)] as const;
const maxAccounts = 50;
/** Value of `tries` that makes the next call read public figures only, oldest posts first. */
const publicTurn = 9;

export async function readDue(app: App): Promise<number> {
  const isBusy = () => app.work.shutdownSignal.aborted || !app.node.mayClaim();
  if (isBusy()) return 0;
  await inTransaction(app.db, (trx) => settingsQueries.insertMissingTurns(trx, app.network.kind, app.clock.now()));
  let calls = 0;
  for (const id of await settingsQueries.listDueTurns(app.db, app.clock.now(), maxAccounts))
    if (!isBusy()) calls += await app.work.track(readAccount(app, id));
  return calls;
}

async function readAccount(app: App, accountId: number): Promise<number> {
  const call = await inTransaction(app.db, (trx) => beginTurn(trx, app, accountId));
  if (call === null) return 0;
  const answer = await askFigures(app, call);
  const micros = await inTransaction(app.db, async (trx) => {
    await lockAccounts(trx, [accountId]);
    const charged = await writeRead(trx, app, call, answer);
    await endTurn(trx, app, call, answer);
    return charged;
  });
  if (answer.outcome === "no_credits")
    app.log.warn({ account: accountId }, "no credits are left: readings rest for today");
  recordRead(app, call, answer, micros);
  return 1;
}

interface Subject {
  account: Row<"accounts">;
  settings: ResultSettings;
  timeZone: string;
}

async function findSubject(trx: Transaction, app: App, accountId: number): Promise<Subject | null> {
  const account = await findAccountRow(trx, accountId);
  if (!account || account.unlinked_at !== null || account.network !== app.network.kind) return null;
  const user = await findUser({ db: trx }, account.user_id);
  const settings = await settingsQueries.find(trx, account.user_id);
  if (!user || settings.level === "off" || (await isDisabled({ db: trx }, user.id))) return null;
  return { account, settings, timeZone: user.timezone };
}

/** Null if nothing is due or nothing can be paid. */
async function beginTurn(trx: Transaction, app: App, accountId: number): Promise<ReadCall | null> {
  await lockAccounts(trx, [accountId]);
  const now = app.clock.now();
  const turn = await settingsQueries.findTurn(trx, accountId);
  if (!turn || turn.turn_at > now) return null;
  const subject = await findSubject(trx, app, accountId);
  if (!subject) {
    await settingsQueries.deleteTurn(trx, accountId);
    return null;
  }
  const nextDay = startOfUtcDay(now) + days(1);
  if (nextDay - now < callLasts) {
    await settingsQueries.setTurn(trx, accountId, { turn_at: nextDay });
    return null;
  }
  const { account, settings, timeZone } = subject;
  if (app.network.kind === "x" && (await isOutOfCredits(trx, startOfUtcDay(now)))) {
    await settingsQueries.setTurn(trx, accountId, { turn_at: nextDay });
    return null;
  }
  const { due, nextAt } = await listDueReadings(trx, app, subject);
  if (due.length === 0 || !canBeRead(account) || settings.level === "off") {
    const turnAt = due.length === 0 ? nextTurn(app, settings, nextAt) : now + asksAgain;
    await settingsQueries.setTurn(trx, accountId, { turn_at: turnAt, tries: 0 });
    return null;
  }
  const isPublic = turn.tries === publicTurn;
  const ask = { account, wanted: isPublic ? due.toReversed() : due, level: settings.level, timeZone };
  const started = await beginRead(trx, app, { ...ask, mayList: turn.tries === 0, isPublic });
  const turnAt = "call" in started ? now + turnLasts : now + asksAgain;
  await settingsQueries.setTurn(trx, accountId, { turn_at: turnAt });
  return "call" in started ? started.call : null;
}

async function listDueReadings(trx: Transaction, app: App, { account, settings }: Subject) {
  const now = app.clock.now();
  const ages = app.config.resultAges;
  const posts = await listReadable(trx, account.id, {
    since: now - reachOf(settings.level, ages),
    allParts: settings.threads,
  });
  return dueReadings(now, posts, { level: settings.level, ages });
}

/** A post published from now on is due at the first age at the earliest. */
function nextTurn(app: App, { level }: ResultSettings, nextAt: number | null): number {
  const first = agesOf(level, app.config.resultAges)[0]?.age ?? days(1);
  return Math.min(nextAt ?? Infinity, app.clock.now() + first);
}

async function endTurn(trx: Transaction, app: App, call: ReadCall, answer: ReadAnswer): Promise<void> {
  const { account } = call;
  const now = app.clock.now();
  const turn = await settingsQueries.findTurn(trx, account.id);
  const subject = await findSubject(trx, app, account.id);
  if (!turn || !subject) return;
  const set = (turnAt: number, tries = 0) =>
    settingsQueries.setTurn(trx, account.id, { turn_at: Math.max(turnAt, now), tries });
  const { due, nextAt } = await listDueReadings(trx, app, subject);
  const later = nextTurn(app, subject.settings, nextAt);
  switch (answer.outcome) {
    case "read":
    case "listed": {
      const requested = new Set(call.wanted.map(({ postId }) => postId));
      const isLeft = due.some(({ postId }) => !requested.has(postId));
      // The answer lacked a post; the next call asks for it by id.
      const isUntold = due.some(({ postId }) => requested.has(postId));
      // No post was returned: a private figure may block the whole call.
      const isStuck = isUntold && answer.figures.length + answer.gone.length === 0;
      if (isUntold && answer.outcome === "listed") await set(now, 1);
      else if (isStuck)
        await (turn.tries === publicTurn ? set(Math.min(later, now + asksAgain)) : set(now, publicTurn));
      else await set(isLeft ? now : isUntold ? Math.min(later, now + asksAgain) : later);
      return refreshMarks(trx, app, account, subject);
    }
    case "limited":
      return set(Math.max(answer.resetAt ?? now + minutes(15), now + minutes(1)), turn.tries);
    case "no_credits":
      await settingsQueries.restUntil(trx, account.network, startOfUtcDay(now) + days(1));
      return set(startOfUtcDay(now) + days(1));
    // Only posting changes the account's status.
    case "refused":
      return set(Math.max(later, now + asksAgain));
    case "failed":
    case "unreachable":
    case "lost": {
      const wait = waits[turn.tries];
      return wait === undefined ? set(Math.max(later, now + asksAgain)) : set(now + wait, turn.tries + 1);
    }
  }
}
