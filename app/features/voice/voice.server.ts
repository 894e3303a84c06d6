// Entry point of voices: how each linked account sounds.
import type { App } from "~/app.server";
import { inTransaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import { days } from "~/ground/time/duration";
import { getAccount } from "~/features/accounts/accounts.server";
import { listExamples, type Shown } from "~/features/tweets/learned.server";
import type { Examples } from "~/ports/ai/examples";
import type { Voice } from "~/ports/ai/voice";
import * as queries from "./queries.server";
import { instructionsOf, type SavedVoice, unsaved, type VoiceFields } from "./voice";

export type { SavedVoice, VoiceFields } from "./voice";

/** An account linked again within this time keeps its voice. */
const keepsUnlinked = days(30);

/** `ref` is the network's id or the internal one. Throws not_found. */
export async function readVoice(app: App, userId: string, ref: string): Promise<SavedVoice> {
  const account = await getAccount(app, userId, ref);
  return (await queries.find(app.db, account.id)) ?? unsaved;
}

/** Replaces all fields and increments the version. Throws not_found. */
export function saveVoice(app: App, userId: string, ref: string, fields: VoiceFields): Promise<SavedVoice> {
  return inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    const account = await getAccount({ ...app, db: trx }, userId, ref);
    const former = await queries.find(trx, account.id);
    const [version, now] = [(former?.version ?? 0) + 1, app.clock.now()];
    await queries.save(trx, account.id, { ...fields, version, now });
    return { ...fields, version, updatedAt: now };
  });
}

export interface Author {
  voice: Voice | null;
  voiceVersion: number | null;
  examples: Examples | null;
  shown: Shown | null;
}

interface Whose {
  userId: string;
  accountId: number | null;
  /** A bot's own setting; left out, the user's setting applies. */
  received?: boolean;
}

export async function authorForWriter(app: Pick<App, "db" | "clock" | "ai">, owner: Whose): Promise<Author> {
  const { userId, accountId, received } = owner;
  const saved = accountId === null ? null : await queries.findLinked(app.db, userId, accountId);
  const voice = saved && instructionsOf(saved);
  const author = { voice, voiceVersion: voice ? saved.version : null };
  // The demo writer doesn't use examples, so none are reported as shown.
  if (accountId === null || app.ai.kind === "demo") return { ...author, examples: null, shown: null };
  const kept = voice !== null && saved?.learn === true;
  const found = await listExamples(app, { userId, accountId }, { received, kept });
  const isAnyShown = found && found.shown.well.length + found.shown.less.length > 0;
  return { ...author, examples: found?.examples ?? null, shown: isAnyShown ? found.shown : null };
}

export async function hasVoice(app: Pick<App, "db">, userId: string, accountId: number): Promise<boolean> {
  const saved = await queries.findLinked(app.db, userId, accountId);
  return saved !== null && instructionsOf(saved) !== null;
}

export const listVoices = ({ db }: Pick<App, "db">, userId: string) => queries.listOf(db, userId);

export const pruneVoices = (app: App): Promise<void> =>
  queries.deleteUnlinkedBefore(app.db, app.clock.now() - keepsUnlinked);
