// Single sign-on: people who show at an identity provider who they are. What happens on the way there and back.
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

/** So long somebody may take at the provider. */
export const requestLasts = minutes(10);

/** Whose session joins an identity, or shows anew who they are. */
interface Asking {
  userId: string;
  sessionId: string;
}

/** An identity as its person sees it. */
export interface OwnIdentity {
  id: string;
  email: string | null;
  since: number;
}

/** What coming back from the provider led to. */
export type Arrival = { purpose: "sign_in"; admitted: Admitted } | { purpose: "join" | "prove" };

function requireProvider({ identity }: Pick<App, "identity">): IdentityProvider {
  if (!identity) throw new AppError("not_found", messages.off);
  return identity;
}

/** What somebody goes there for. */
export type ProviderPurpose = { purpose: "sign_in" } | (Asking & { purpose: "join" | "prove" });

/**
 * Where to send the browser, and the secret that only its cookie may have; it holds for ten minutes and serves once.
 * `address` is the client's. Throws not_found where there is no provider, network_refused where it doesn't answer, rate_limited.
 */
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
  /** The address on which the browser came back. */
  url: URL;
  /** From its cookie. */
  secret: string;
  /** Of its session, where it has one. */
  sessionId: string | null;
  /** The client's. */
  address: string;
}

/**
 * What the provider's answer comes to. Throws not_found where this sign-in is over, forbidden where the answer lets nobody
 * in, network_refused, email_taken for an account that is to be signed in to first, and what registering throws.
 */
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

/** The provider's faults as sentences; its own words go to the log. */
async function atProvider<T>(app: App, { label }: IdentityProvider, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    app.log.warn({ err: error, reason: error.reason }, "the identity provider let nobody in");
    throw new AppError(codeOf[error.reason], messages[error.reason](label), { cause: error });
  }
}

/** The first one first. */
export async function listIdentities({ db }: Pick<App, "db">, userId: string): Promise<OwnIdentity[]> {
  const rows = await queries.listOf(db, userId);
  return rows.map(({ id, email, created_at: since }) => ({ id, email, since }));
}

/**
 * Takes a way to sign in away. Throws forbidden where they have not just shown who they are, not_found, changed where no
 * other way is left.
 */
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
