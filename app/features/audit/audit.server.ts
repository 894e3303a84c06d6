// Audit: what matters for safety is one line in the log and a row for the person, written with what it tells of.
import type { App } from "~/app.server";
import { commitTogether, type Db, isOrphan } from "~db/database.server";
import { inPages } from "~/ground/pages";
import { days, hours } from "~/ground/time/duration";
import { type AuditEntry, type AuditEvent, groupAlike, isGuess } from "./audit-event";
import * as queries from "./queries.server";

export { forgetPerson } from "./queries.server";
export type { WholeEntry } from "./queries.server";
export { type AuditEntry, type AuditEvent, type AuditKind, auditKinds, auditWords, wordsOfTimes } from "./audit-event";

/** Rows are kept this long. */
const keptFor = days(180);
/** The same from more addresses than this within an hour is counted with the latest: a flood must not fill the disk. */
const maxAddresses = 20;
/**
 * More different ones of one kind and person within an hour stand in the log alone. What keys do has no such end, since
 * it can't be more than keys have routes: harmless changes would hide the posts of a stolen one.
 */
const maxDifferent = 60;
const countedWithin = hours(1);

/** The row, or one more in the row of the same. Call it in the transaction that makes it true, and `logAudit` once that has ended. */
export async function writeAudit(trx: Db, { clock }: Pick<App, "clock">, event: AuditEvent): Promise<void> {
  const { userId, kind } = event;
  const now = clock.now();
  if (userId !== null) {
    const since = now - countedWithin;
    const alike = await queries.listAlike(trx, { event: { ...event, userId }, since, max: maxAddresses });
    const fromSame = alike.find(({ address }) => address === event.address);
    const same = fromSame ?? (alike.length === maxAddresses ? alike[0] : undefined);
    if (same) return queries.countIn(trx, same.id);
    const different = { userId, kind, since, max: maxDifferent };
    if (kind !== "key.used" && (await queries.countSince(trx, different)) >= maxDifferent) return;
  }
  await queries.insertEvent(trx, event, now);
}

/** The line. Operators and fail2ban read it, so its fields keep their names and their order (deploy/fail2ban). */
export function logAudit({ log }: Pick<App, "log">, event: AuditEvent): void {
  const { kind, userId, address, detail, byOperator, operatorId } = event;
  const which = operatorId === undefined ? {} : { operator: operatorId };
  const line = {
    audit: kind,
    address,
    user: userId,
    byOperator: byOperator ?? false,
    detail: detail ?? null,
    ...which,
  };
  log[isGuess(kind) ? "warn" : "info"](line, "audit");
}

/** Both, for what writes nothing else. `userId` is of somebody who is here. */
export async function recordAudit(app: Pick<App, "db" | "clock" | "log">, event: AuditEvent): Promise<void> {
  await commitTogether(app.db, (trx) => writeAudit(trx, app, event));
  logAudit(app, event);
}

/**
 * Notes a wrong guess: the line now, the row behind the answer's back, so that an e-mail that somebody has here costs no
 * longer than one that nobody has, which gets no row.
 */
export function noteGuess(app: Pick<App, "db" | "clock" | "log" | "work">, event: AuditEvent): void {
  logAudit(app, event);
  if (event.userId !== null) void app.work.track(keepGuess(app, event));
}

async function keepGuess(app: Pick<App, "db" | "clock" | "log">, event: AuditEvent): Promise<void> {
  try {
    await commitTogether(app.db, (trx) => writeAudit(trx, app, event));
  } catch (error) {
    // Whoever has left since needs no row.
    if (!isOrphan(app.db, error)) app.log.error({ err: error }, "a wrong guess could not be kept");
  }
}

const maxShown = 20;
/** So many are read for the twenty: each group of alike ones is one of them. */
const maxRead = 200;

/** What happened to a person, the latest first: twenty at most, wrong guesses in a row as one. */
export const listRecent = async ({ db }: Pick<App, "db">, userId: string): Promise<AuditEntry[]> =>
  groupAlike(await queries.listEvents(db, userId, { limit: maxRead })).slice(0, maxShown);

const perPage = 50;

/** A page of what happened to everybody, the latest first; `older`: before which the next page begins. */
export async function listEverybodys(
  { db }: Pick<App, "db">,
  { kind, before }: { kind: string | null; before: number | null },
): Promise<{ entries: queries.WholeEntry[]; older: number | null }> {
  const found = await queries.listEverybodys(db, { kind, before, limit: perPage + 1 });
  const entries = found.slice(0, perPage);
  return { entries, older: found.length > perPage ? (entries.at(-1)?.id ?? null) : null };
}

/** All of a person that is kept, the latest first, page by page. */
export const auditPages = ({ db }: Pick<App, "db">, userId: string) =>
  inPages<queries.KeptEntry>((last, limit) => queries.listEvents(db, userId, { limit, before: last }));

export const pruneAudit = ({ db, clock }: Pick<App, "db" | "clock">): Promise<void> =>
  queries.deleteBefore(db, clock.now() - keptFor);
