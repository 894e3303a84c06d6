// Limits how often costly actions may run. RATE_LIMITS=off disables all limits.
import type { App } from "~/app.server";
import { seconds } from "~/ground/time/duration";
import { AppError } from "~/ground/errors";
import { hashToken } from "~/ground/secrets/token.server";
import { commitTogether } from "~db/database.server";
import { codeOf, type LimitName, limits, rememberedForMs, sentenceFor } from "./limit";
import * as queries from "./queries.server";

export { foldAddress } from "./address";

/** Hashed, because people who mistype deserve privacy. */
const keyOf = (keyParts: readonly string[]): string => hashToken(JSON.stringify(keyParts));

async function find(app: App, name: LimitName, keyParts: readonly string[]) {
  const now = app.clock.now();
  const count = await queries.findCount(app.db, `${name}:${keyOf(keyParts)}`, now, limits[name].withinMs);
  return count && { points: count.points, endsInMs: count.expiresAt - now };
}

async function add(app: App, name: LimitName, keyParts: readonly string[], points: number) {
  const now = app.clock.now();
  const added = { key: `${name}:${keyOf(keyParts)}`, points, now, withinMs: limits[name].withinMs };
  const count = await commitTogether(app.db, (trx) => queries.addCount(trx, added));
  return { points: count.points, endsInMs: count.expiresAt - now };
}

function refusal(name: LimitName, waitMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / seconds(1)));
  return new AppError(codeOf(limits[name]), sentenceFor(limits[name], waitMs), { retryAfterSeconds });
}

/** Throws rate_limited or sign_in_throttled with the wait if the limit is reached. Counts nothing. */
export const requireRoom = (app: App, name: LimitName, ...keyParts: string[]): Promise<void> =>
  requireRoomAs(app, name, keyParts, ...keyParts);

/** As `requireRoom`, if some of `keyParts` may still have room. `knownRefusal` remembers it by `knownAs`. */
export async function requireRoomAs(
  app: App,
  name: LimitName,
  knownAs: readonly string[],
  ...keyParts: string[]
): Promise<void> {
  const waitMs = await waitOf(app, name, keyParts);
  if (waitMs !== null) throw refusalUntil(app, name, waitMs, ...knownAs);
}

/** Returns a refusal for `waitMs`, regardless of counts. `knownRefusal` remembers it. */
export function refusalUntil(app: App, name: LimitName, waitMs: number, ...keyParts: string[]): AppError {
  remember(app, name, keyOf(keyParts), app.clock.now() + waitMs);
  return refusal(name, waitMs);
}

/** As `requireRoom`, but `knownRefusal` doesn't remember it, because others may have room. */
export async function requireOwnRoom(app: App, name: LimitName, ...keyParts: string[]): Promise<void> {
  const waitMs = await waitOf(app, name, keyParts);
  if (waitMs !== null) throw refusal(name, waitMs);
}

async function waitOf(app: App, name: LimitName, keyParts: readonly string[]): Promise<number | null> {
  if (!app.config.rateLimits) return null;
  const count = await find(app, name, keyParts);
  return count && count.points >= limits[name].max ? count.endsInMs : null;
}

const turnedAway = new WeakMap<App, Map<string, number>>();
const maxRemembered = 10_000;

function remember(app: App, name: LimitName, key: string, until: number): void {
  const known = turnedAway.get(app) ?? new Map<string, number>();
  turnedAway.set(app, known);
  known.delete(name + key);
  known.set(name + key, until);
  const [oldest] = known.keys();
  if (known.size > maxRemembered && oldest !== undefined) known.delete(oldest);
}

/** Returns `requireRoom`'s refusal if this process remembers it, else null. Saves a query for repeated requests. */
export function knownRefusal(app: App, name: LimitName, ...keyParts: string[]): AppError | null {
  const until = turnedAway.get(app)?.get(name + keyOf(keyParts));
  if (until === undefined || !app.config.rateLimits) return null;
  const wait = until - app.clock.now();
  return wait > 0 && wait <= limits[name].withinMs ? refusal(name, wait) : null;
}

/** Throws rate_limited or sign_in_throttled with the wait if the limit is exceeded. */
export async function countOne(app: App, name: LimitName, ...keyParts: string[]): Promise<void> {
  if (!app.config.rateLimits) return;
  // Reading first makes floods of refused requests cost a read, not a write.
  await requireOwnRoom(app, name, ...keyParts);
  const count = await add(app, name, keyParts, 1);
  if (count.points > limits[name].max) throw refusal(name, count.endsInMs);
}

/** Returns what is left of a limit and until when; null if limits are off. */
export async function readRoom(
  app: App,
  name: LimitName,
  ...keyParts: string[]
): Promise<{ max: number; withinMs: number; left: number; endsInMs: number } | null> {
  if (!app.config.rateLimits) return null;
  const { max, withinMs } = limits[name];
  const count = await find(app, name, keyParts);
  const left = Math.max(0, max - (count?.points ?? 0));
  return { max, withinMs, left, endsInMs: count?.endsInMs ?? withinMs };
}

export async function countBack(app: App, name: LimitName, ...keyParts: string[]): Promise<void> {
  if (app.config.rateLimits) await add(app, name, keyParts, -1);
}

const pastKey = (keyParts: readonly string[]): string => `past:${keyOf(keyParts)}`;

export async function rememberPast(app: App, ...keyParts: string[]): Promise<void> {
  if (!app.config.rateLimits || (await isInPast(app, ...keyParts))) return;
  const added = { key: pastKey(keyParts), points: 1, now: app.clock.now(), withinMs: rememberedForMs };
  await commitTogether(app.db, (trx) => queries.addCount(trx, added));
}

export const isInPast = async (app: App, ...keyParts: string[]): Promise<boolean> =>
  (await queries.findCount(app.db, pastKey(keyParts), app.clock.now(), rememberedForMs)) !== null;

const countedHere = new WeakMap<App, Map<string, { points: number; until: number }>>();

/** Counts in this process's memory, so a restart resets it. Throws as `countOne`. */
export function countHere(app: App, name: LimitName, keyPart: string): { left: number; endsInMs: number } {
  const { max, withinMs } = limits[name];
  if (!app.config.rateLimits) return { left: max, endsInMs: withinMs };
  const counts = countedHere.get(app) ?? new Map<string, { points: number; until: number }>();
  countedHere.set(app, counts);
  const now = app.clock.monotonic();
  for (const [key, { until }] of counts) if (until <= now) counts.delete(key);
  const key = `${name} ${keyPart}`;
  const count = counts.get(key) ?? { points: 0, until: now + withinMs };
  counts.set(key, count);
  if (count.points >= max) throw refusal(name, count.until - now);
  count.points += 1;
  return { left: max - count.points, endsInMs: count.until - now };
}

export const pruneRateLimits = (app: App): Promise<void> => queries.deleteEnded(app.db, app.clock.now());
