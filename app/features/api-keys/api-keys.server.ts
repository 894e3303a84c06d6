// Manages named API keys, which users create for apps. Browser keys belong to features/users.
import type { App } from "~/app.server";
import { type AuditKind, logAudit, writeAudit } from "~/features/audit/audit.server";
import { findUser, unlessLeft } from "~/features/users/users.server";
import type { User } from "~/features/users/user";
import { AppError } from "~/ground/errors";
import { hashToken } from "~/ground/secrets/token.server";
import { hours, minutes } from "~/ground/time/duration";
import { type Also, inTransaction, type Transaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import { hintOf, isKeyText, newKey } from "./key-text.server";
import { type KeyProof, withProof } from "./prove.server";
import * as queries from "./queries.server";
import { type Audience, forAgents, maxKeys, messages, readScopes, type Scope, scopesText } from "./scope";

export { hasKeyPrefix } from "./key-text.server";
export type { KeyProof } from "./prove.server";

export interface NamedKey {
  id: number;
  name: string;
  scopes: Scope[];
  audience: Audience;
  hint: string;
  createdAt: number;
  /** Accurate to a minute. */
  lastUsedAt: number | null;
  expiresAt: number | null;
  /** Suspended by a restore or a disabled account, until its owner confirms it. */
  isHeld: boolean;
}

export interface ShownKey extends NamedKey {
  key: string;
}

const toKey = (row: queries.KeyRow): NamedKey => ({
  id: row.id,
  name: row.name,
  scopes: readScopes(row.scopes),
  audience: row.audience === forAgents ? forAgents : null,
  hint: row.hint,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
  isHeld: row.held_at !== null,
});

/** The `code` shows whether another key would help. */
export class KeyRefused extends AppError {}

const touchEvery = minutes(1);

/** Throws key_unknown (also if revoked or its user is disabled), key_held, key_expired, key_for_agents. */
export async function requireKey(
  app: App,
  text: string,
  at: "mcp" | "api" = "api",
): Promise<{ user: User; key: NamedKey }> {
  const now = app.clock.now();
  const unknown = new KeyRefused("key_unknown", messages.unknown);
  if (!isKeyText(text)) throw unknown;
  const row = await queries.findByHash(app.db, hashToken(text), now);
  const user = row && (await findUser(app, row.user_id));
  if (!row || !user) throw unknown;
  if (row.held_at !== null) throw new KeyRefused("key_held", messages.waiting);
  if (row.expires_at !== null && row.expires_at <= now) throw new KeyRefused("key_expired", messages.expired);
  if (row.audience !== null && row.audience !== at) throw new KeyRefused("key_for_agents", messages.agentsOnly);
  const before = now - touchEvery;
  if (row.last_used_at === null || row.last_used_at <= before) await queries.touch(app.db, row.id, { now, before });
  return { user, key: toKey(row) };
}

export const listKeys = async ({ db }: Pick<App, "db">, userId: string): Promise<NamedKey[]> =>
  (await queries.list(db, userId)).map(toKey);

export async function getKey({ db }: Pick<App, "db">, userId: string, id: number): Promise<NamedKey> {
  const row = await queries.find(db, { userId, id });
  if (!row) throw new AppError("not_found", messages.gone);
  return toKey(row);
}

export interface NewKey {
  name: string;
  scopes: readonly Scope[];
  audience?: Audience | undefined;
  expiresAt: number | null;
}

/** Throws like `withProof`, invalid (name taken, or end in the past), limit_reached. */
export const makeKey = (
  app: App,
  user: User,
  request: NewKey,
  proof: KeyProof,
  alsoKeep?: Also<ShownKey>,
): Promise<ShownKey> =>
  told(app, { kind: "key.made", userId: user.id, address: proof.address, detail: request.name }, (followUp) =>
    withProof(app, user, proof, async (trx) => {
      const shown = await insertKey(trx, app, user.id, request, followUp);
      await alsoKeep?.(trx, shown);
      return shown;
    }),
  );

/** For the command line, without a proof. Throws invalid, limit_reached. */
export const makeKeyFor = (
  app: Pick<App, "db" | "clock" | "log">,
  userId: string,
  request: NewKey,
): Promise<ShownKey> =>
  told(app, { kind: "key.made", userId, address: null, detail: request.name, byOperator: true }, (followUp) =>
    inTransaction(app.db, async (trx) => {
      await lockPerson(trx, userId);
      return insertKey(trx, app, userId, request, followUp);
    }),
  );

/** Call with the user locked, or two calls could exceed the limit. */
async function insertKey(
  trx: Transaction,
  app: Pick<App, "clock">,
  userId: string,
  { name, scopes, audience = null, expiresAt }: NewKey,
  followUp: (trx: Transaction) => Promise<void>,
): Promise<ShownKey> {
  const now = app.clock.now();
  const wrong = (msg: string, field: string, type: "past" | "invalid") =>
    new AppError("invalid", msg, { faults: [{ loc: ["body", field], msg, type }] });
  if (expiresAt !== null && expiresAt <= now) throw wrong(messages.past, "expires_at", "past");
  const others = await queries.list(trx, userId);
  if (others.some((other) => other.name === name)) throw wrong(messages.nameTaken, "name", "invalid");
  if (others.filter(({ expires_at }) => expires_at === null || expires_at > now).length >= maxKeys)
    throw new AppError("limit_reached", messages.tooMany);
  const key = newKey();
  const row = await queries.insert(trx, {
    user_id: userId,
    name,
    key_hash: hashToken(key),
    hint: hintOf(key),
    scopes: scopesText(scopes),
    audience,
    created_at: now,
    expires_at: expiresAt,
  });
  await followUp(trx);
  return { ...toKey(row), key };
}

/** The old secret works for `overlapHours` more. Throws like `withProof`, not_found, and invalid once expired. */
export async function rotateKey(
  app: App,
  user: User,
  { id, overlapHours }: { id: number; overlapHours: number },
  proof: KeyProof,
  alsoKeep?: Also<ShownKey>,
): Promise<ShownKey> {
  const { name } = await getKey(app, user.id, id);
  return told(app, { kind: "key.rotated", userId: user.id, address: proof.address, detail: name }, (followUp) =>
    withProof(app, user, proof, async (trx) => {
      const now = app.clock.now();
      const by = { userId: user.id, id };
      const before = await queries.find(trx, by);
      if (!before) throw new AppError("not_found", messages.gone);
      if (before.expires_at !== null && before.expires_at <= now) throw new AppError("invalid", messages.over);
      const key = newKey();
      const former =
        overlapHours > 0
          ? { former_hash: before.key_hash, former_until: now + hours(overlapHours) }
          : { former_hash: null, former_until: null };
      const row = await queries.change(trx, by, { key_hash: hashToken(key), hint: hintOf(key), ...former });
      if (!row) throw new AppError("not_found", messages.gone);
      await followUp(trx);
      const shown = { ...toKey(row), key };
      await alsoKeep?.(trx, shown);
      return shown;
    }),
  );
}

/** Revokes the key's old secret too. Returns the key's name. Throws not_found. */
export async function revokeKey(app: App, target: { userId: string; id: number }, address: string): Promise<string> {
  const { name } = await getKey(app, target.userId, target.id);
  return told(app, { kind: "key.revoked", userId: target.userId, address, detail: name }, (followUp) =>
    inTransaction(app.db, async (trx) => {
      await lockPerson(trx, target.userId);
      if (!(await queries.change(trx, target, { revoked_at: app.clock.now() })))
        throw new AppError("not_found", messages.gone);
      await followUp(trx);
      return name;
    }),
  );
}

export async function keepHeldKeys(app: App, userId: string, address: string): Promise<number> {
  return told(app, { kind: "key.kept", userId, address, detail: null }, (followUp) =>
    inTransaction(app.db, async (trx) => {
      await lockPerson(trx, userId);
      const count = await queries.keepHeld(trx, userId);
      if (count > 0) await followUp(trx);
      return count;
    }),
  );
}

/** After a restore: the backup may not know that a key was revoked. */
export const holdAllKeys = (trx: Transaction, now: number): Promise<void> => queries.holdAll(trx, now);

interface KeyEvent {
  kind: Extract<AuditKind, `key.${string}`>;
  userId: string;
  address: string | null;
  detail: string | null;
  byOperator?: boolean;
}

/** `write` gets a function that records the event in its transaction; the log line follows afterwards. */
async function told<T>(
  app: Pick<App, "db" | "clock" | "log">,
  event: KeyEvent,
  write: (followUp: (trx: Transaction) => Promise<void>) => Promise<T>,
): Promise<T> {
  let isNoted = false;
  const done = await unlessLeft(
    app,
    write(async (trx) => {
      await writeAudit(trx, app, event);
      isNoted = true;
    }),
  );
  if (isNoted) logAudit(app, event);
  return done;
}
