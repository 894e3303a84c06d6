// Lists a user's signed-in browsers, and ends one or all others.
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

export { type Client, openSession, sessionLasts } from "./open.server";

export interface SignedInBrowser {
  /** Identifies the session to its user. It grants no access. */
  handle: string;
  isThis: boolean;
  name: string;
  isHandheld: boolean;
  /** "192.0.2.0/24"; null for sessions older than this field. */
  addressBlock: string | null;
  isNew: boolean;
  since: number;
  /** Accurate to five minutes. */
  usedAt: number;
}

export const browserNameOf = (userAgent: string | null): string => readBrowser(userAgent).name;

export interface Viewer {
  userId: string;
  sessionId: string;
}

/** A prefix of the hash is unique enough within one user's sessions. */
const handleOf = (idHash: string): string => idHash.slice(0, 16);

const boundsOf = ({ clock }: Pick<App, "clock">): queries.Bounds => {
  const now = clock.now();
  return { now, idleBefore: now - sessionIdles };
};

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

/** Returns the browser's name. Throws not_found, unauthenticated if the viewer's own session has ended. */
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

/** Also ends all browser trust. Returns the number of sessions. Throws unauthenticated if this one has ended. */
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

async function lockLive(trx: Transaction, app: App, { userId, sessionId }: Viewer) {
  await lockPerson(trx, userId);
  const live = await queries.listLive(trx, userId, boundsOf(app));
  if (!live.some(({ id_hash }) => id_hash === hashToken(sessionId)))
    throw new AppError("unauthenticated", callMessages.notSignedIn);
  return live;
}

const knownFor = days(180);

export const pruneKnownBrowsers = ({ db, clock }: Pick<App, "db" | "clock">): Promise<void> =>
  queries.deleteKnownBefore(db, clock.now() - knownFor);
