// Records security events as a log line and a row for the user.
import type { App } from "~/app.server";
import { commitTogether, type Db, isOrphan } from "~db/database.server";
import { inPages } from "~/ground/pages";
import { days, hours } from "~/ground/time/duration";
import { type AuditEntry, type AuditEvent, groupAlike, isGuess } from "./audit-event";
import * as queries from "./queries.server";

export { forgetPerson } from "./queries.server";
export type { WholeEntry } from "./queries.server";
export { type AuditEntry, type AuditEvent, type AuditKind, auditKinds, auditWords, wordsOfTimes } from "./audit-event";

const keptFor = days(180);
/** Repeats from more addresses within an hour share one row: a flood must not fill the disk. */
const maxAddresses = 20;
/** Per kind, user and hour; more are only logged. Key use is exempt: a stolen key's posts must show. */
const maxDifferent = 60;
const countedWithin = hours(1);

/** Call in the transaction that makes the event true, then `logAudit` after the commit. */
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

/** Operators and fail2ban read this line: keep its fields and their order (deploy/fail2ban). */
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

/** For events without a transaction. `userId` must exist. */
export async function recordAudit(app: Pick<App, "db" | "clock" | "log">, event: AuditEvent): Promise<void> {
  await commitTogether(app.db, (trx) => writeAudit(trx, app, event));
  logAudit(app, event);
}

/** Writes the row in the background: a known email must not take longer than an unknown one. */
export function noteGuess(app: Pick<App, "db" | "clock" | "log" | "work">, event: AuditEvent): void {
  logAudit(app, event);
  if (event.userId !== null) void app.work.track(keepGuess(app, event));
}

async function keepGuess(app: Pick<App, "db" | "clock" | "log">, event: AuditEvent): Promise<void> {
  try {
    await commitTogether(app.db, (trx) => writeAudit(trx, app, event));
  } catch (error) {
    if (!isOrphan(app.db, error)) app.log.error({ err: error }, "a wrong guess could not be kept");
  }
}

const maxShown = 20;
const maxRead = 200;

export const listRecent = async ({ db }: Pick<App, "db">, userId: string): Promise<AuditEntry[]> =>
  groupAlike(await queries.listEvents(db, userId, { limit: maxRead })).slice(0, maxShown);

const perPage = 50;

/** `older` is the next page's `before`; null on the last page. */
export async function listEverybodys(
  { db }: Pick<App, "db">,
  { kind, before }: { kind: string | null; before: number | null },
): Promise<{ entries: queries.WholeEntry[]; older: number | null }> {
  const found = await queries.listEverybodys(db, { kind, before, limit: perPage + 1 });
  const entries = found.slice(0, perPage);
  return { entries, older: found.length > perPage ? (entries.at(-1)?.id ?? null) : null };
}

export const auditPages = ({ db }: Pick<App, "db">, userId: string) =>
  inPages<queries.KeptEntry>((last, limit) => queries.listEvents(db, userId, { limit, before: last }));

export const pruneAudit = ({ db, clock }: Pick<App, "db" | "clock">): Promise<void> =>
  queries.deleteBefore(db, clock.now() - keptFor);
