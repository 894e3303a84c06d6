// Sessions as their person sees them: which browsers are signed in, and how to end one or all others.
import type { App } from "~/app.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import { AppError } from "~/ground/errors";
import { callMessages, ownAccountMessages } from "~/ground/messages";
import { hashToken } from "~/ground/secrets/token.server";
import { days } from "~/ground/time/duration";
import { logAudit, writeAudit } from "~/features/audit/audit.server";
import { sessionIdles } from "~/features/users/users.server";
import { readBrowser } from "./browser-name.server";
import * as queries from "./queries.server";

export { type Client, openSession } from "./open.server";

/** A browser that is signed in. */
export interface SignedInBrowser {
  /** Names it to its own person; opens nothing. */
  handle: string;
  isThis: boolean;
  /** "Firefox on Linux" */
  name: string;
  isHandheld: boolean;
  /** "192.0.2.0/24"; null where it signed in before that was kept. */
  addressBlock: string | null;
  /** Its browser had not been seen before, and it was not the first. */
  isNew: boolean;
  since: number;
  /** Exact to five minutes. */
  usedAt: number;
}

/** "Firefox on Linux": only names of the parser's own lists, whatever was sent. */
export const browserNameOf = (userAgent: string | null): string => readBrowser(userAgent).name;

/** Whose session asks. */
export interface Viewer {
  userId: string;
  sessionId: string;
}

/** A part of the hash, which is a hash of 256 random bits: enough to tell a person's sessions apart. */
const handleOf = (idHash: string): string => idHash.slice(0, 16);

const boundsOf = ({ clock }: Pick<App, "clock">): queries.Bounds => {
  const now = clock.now();
  return { now, idleBefore: now - sessionIdles };
};

/** All that are good: this one first, then the one used last. */
export async function listSessions(app: Pick<App, "db" | "clock">, viewer: Viewer): Promise<SignedInBrowser[]> {
  const own = hashToken(viewer.sessionId);
  const rows = await queries.listLive(app.db, viewer.userId, boundsOf(app));
  const sessions = rows.map((row) => ({
    handle: handleOf(row.id_hash),
    isThis: row.id_hash === own,
    ...readBrowser(row.user_agent),
    addressBlock: row.address_block,
    isNew: row.is_new === 1,
    since: row.created_at,
    usedAt: row.seen_at,
  }));
  return [...sessions.filter(({ isThis }) => isThis), ...sessions.filter(({ isThis }) => !isThis)];
}

/**
 * Ends one session of the viewer's person, with the API keys issued to it; returns its browser's name. `address` is the
 * client's. Throws not_found where it is over or another's, unauthenticated where the viewer's own has ended.
 */
export async function endSession(
  app: App,
  viewer: Viewer,
  { handle, address }: { handle: string; address: string },
): Promise<string> {
  const ended = await inTransaction(app.db, async (trx) => {
    const live = await lockLive(trx, app, viewer);
    const found = live.find(({ id_hash }) => handleOf(id_hash) === handle);
    if (!found) throw new AppError("not_found", ownAccountMessages.alreadyEnded);
    await queries.deleteOne(trx, viewer.userId, found.id_hash);
    const { name } = readBrowser(found.user_agent);
    const event = { kind: "session.ended" as const, userId: viewer.userId, address, detail: name };
    await writeAudit(trx, app, event);
    return event;
  });
  logAudit(app, ended);
  return ended.detail;
}

/**
 * Ends every session of the viewer's person but this one, with the API keys issued to them, also to those that ran out.
 * Every browser is asked for the second step anew, this one too. Returns how many sessions. `address` is
 * the client's, `browserId` what the cookie of this browser says. Throws unauthenticated where this one has ended.
 */
export async function endOtherSessions(
  app: App,
  viewer: Viewer,
  address: string,
  browserId: string | null = null,
): Promise<number> {
  const event = { kind: "signed_out.others" as const, userId: viewer.userId, address };
  const count = await inTransaction(app.db, async (trx) => {
    await lockLive(trx, app, viewer);
    await writeAudit(trx, app, event);
    const kept = { idHash: hashToken(viewer.sessionId), browser: browserId && hashToken(browserId) };
    return queries.deleteOthers(trx, viewer.userId, kept);
  });
  logAudit(app, event);
  return count;
}

/** Who was signed out a moment ago ends nothing any more. */
async function lockLive(trx: Transaction, app: App, { userId, sessionId }: Viewer) {
  await lockPerson(trx, userId);
  const live = await queries.listLive(trx, userId, boundsOf(app));
  if (!live.some(({ id_hash }) => id_hash === hashToken(sessionId)))
    throw new AppError("unauthenticated", callMessages.notSignedIn);
  return live;
}

/** A browser that was not seen for so long is a new one. */
const knownFor = days(180);

export const pruneKnownBrowsers = ({ db, clock }: Pick<App, "db" | "clock">): Promise<void> =>
  queries.deleteKnownBefore(db, clock.now() - knownFor);
