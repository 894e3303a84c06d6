// Lets users sign in through an identity provider, from redirect to response.
import type { App } from "~/app.server";
import { logAudit, writeAudit } from "~/features/audit/audit.server";
import { countOne, foldAddress } from "~/features/rate-limits/rate-limits.server";
import { type Admitted, hasPassword, requireFreshProof } from "~/features/users/users.server";
import { AppError, type ErrorCode } from "~/ground/errors";
import { hashToken, newToken } from "~/ground/secrets/token.server";
import { minutes } from "~/ground/time/duration";
import { type IdentityProvider, ProviderFault, type ProviderReason } from "~/ports/identity/port";
import { inTransaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import { admit, joinTo, prove } from "./arrive.server";
import { messages } from "./identity";
import * as queries from "./queries.server";

export const requestLasts = minutes(10);

interface Asking {
  userId: string;
  sessionId: string;
}

export interface OwnIdentity {
  id: string;
  email: string | null;
  since: number;
}

export type Arrival = { purpose: "sign_in"; admitted: Admitted } | { purpose: "join" | "prove" };

function requireProvider({ identity }: Pick<App, "identity">): IdentityProvider {
  if (!identity) throw new AppError("not_found", messages.off);
  return identity;
}

export type ProviderPurpose = { purpose: "sign_in" } | (Asking & { purpose: "join" | "prove" });

/** Returns the provider's URL and the cookie's secret. Throws not_found, network_refused, rate_limited. */
export async function beginAtProvider(
  app: App,
  setting: ProviderPurpose,
  address: string,
): Promise<{ url: string; secret: string }> {
  const provider = requireProvider(app);
  await countOne(app, "providerSignIns", foldAddress(address));
  const secret = newToken();
  const url = await atProvider(app, provider, () => provider.begin(secret, setting.purpose === "prove"));
  const whose = setting.purpose === "sign_in" ? null : setting;
  await queries.insertRequest(app.db, {
    secret_hash: hashToken(secret),
    purpose: setting.purpose,
    user_id: whose && whose.userId,
    session_hash: whose && hashToken(whose.sessionId),
    expires_at: app.clock.now() + requestLasts,
  });
  return { url, secret };
}

interface Back {
  url: URL;
  secret: string;
  sessionId: string | null;
  address: string;
}

/** Throws not_found if expired, forbidden, network_refused, email_taken, and what registering throws. */
export async function finishAtProvider(app: App, { url, secret, sessionId, address }: Back): Promise<Arrival> {
  const provider = requireProvider(app);
  const request = await queries.takeRequest(app.db, { secretHash: hashToken(secret), now: app.clock.now() });
  if (!request) throw new AppError("not_found", messages.over);
  const { purpose, user_id: userId } = request;
  if (request.session_hash !== null && (sessionId === null || request.session_hash !== hashToken(sessionId)))
    throw new AppError("not_found", messages.over);
  const claims = await atProvider(app, provider, () => provider.finish(url, secret, purpose === "prove"));
  const arrived = { claims, label: provider.label, address };
  if (purpose === "sign_in" || userId === null || sessionId === null)
    return { purpose: "sign_in", admitted: await atProvider(app, provider, () => admit(app, arrived)) };
  if (purpose === "join") await joinTo(app, { userId, sessionId }, arrived);
  else await prove(app, { userId, sessionId }, arrived);
  return { purpose };
}

const codeOf: Record<ProviderReason, ErrorCode> = {
  refused: "forbidden",
  unreachable: "network_refused",
  answer: "network_refused",
};

/** Turns the provider's errors into sentences and logs the originals. */
async function atProvider<T>(app: App, { label }: IdentityProvider, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    app.log.warn({ err: error, reason: error.reason }, "the identity provider let nobody in");
    throw new AppError(codeOf[error.reason], messages[error.reason](label), { cause: error });
  }
}

export async function listIdentities({ db }: Pick<App, "db">, userId: string): Promise<OwnIdentity[]> {
  const rows = await queries.listOf(db, userId);
  return rows.map(({ id, email, created_at: since }) => ({ id, email, since }));
}

/** Throws forbidden if the user hasn't re-authenticated, not_found, changed if it is the only way to sign in. */
export async function removeIdentity(
  app: App,
  { userId, sessionId }: Asking,
  { id, address }: { id: string; address: string },
): Promise<void> {
  const event = { kind: "identity.removed" as const, userId, address, detail: app.identity?.label ?? null };
  await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, userId);
    await requireFreshProof({ db: trx, clock: app.clock }, { userId, sessionId });
    const isLast = (await queries.listOf(trx, userId)).length <= 1;
    if (isLast && !(await hasPassword({ db: trx }, userId))) throw new AppError("changed", messages.last);
    if (!(await queries.deleteIdentity(trx, { userId, id }))) throw new AppError("not_found", messages.gone);
    await writeAudit(trx, app, event);
  });
  logAudit(app, event);
}

export const pruneIdentityRequests = ({ db, clock }: Pick<App, "db" | "clock">): Promise<void> =>
  queries.deleteStaleRequests(db, clock.now());
