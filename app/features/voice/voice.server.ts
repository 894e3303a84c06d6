// Voice: how each linked account sounds. The front door.
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

/** Who links an account again within this time has its voice back. */
const keepsUnlinked = days(30);

/** The voice of one of the person's linked accounts; `ref` is the network's id or the internal one. Throws not_found. */
export async function readVoice(app: App, userId: string, ref: string): Promise<SavedVoice> {
  const account = await getAccount(app, userId, ref);
  return (await queries.find(app.db, account.id)) ?? unsaved;
}

/** Puts these fields in the place of what was there; the version grows by one. Throws not_found. */
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

/** What the writer is told of the author. */
export interface Author {
  /** Null where it is off or empty. */
  voice: Voice | null;
  voiceVersion: number | null;
  /** What to learn form and tone from; null where nothing may be shown, or there is nothing. */
  examples: Examples | null;
  /** The posts among these that are shown for how they were received; null: none. */
  shown: Shown | null;
}

interface Whose {
  userId: string;
  accountId: number | null;
  /** A bot's own tick; left out where the person's switch says whether the writer sees what was received well and less. */
  received?: boolean;
}

/** The author as things stand now, of a linked account of the person's; an account without a voice may have examples. */
export async function authorForWriter(app: Pick<App, "db" | "clock" | "ai">, whose: Whose): Promise<Author> {
  const { userId, accountId, received } = whose;
  const saved = accountId === null ? null : await queries.findLinked(app.db, userId, accountId);
  const voice = saved && instructionsOf(saved);
  const author = { voice, voiceVersion: voice ? saved.version : null };
  // The demo writer learns from nothing: what it is not shown it was not written after.
  if (accountId === null || app.ai.kind === "demo") return { ...author, examples: null, shown: null };
  const kept = voice !== null && saved?.learn === true;
  const found = await listExamples(app, { userId, accountId }, { received, kept });
  const isAnyShown = found && found.shown.well.length + found.shown.less.length > 0;
  return { ...author, examples: found?.examples ?? null, shown: isAnyShown ? found.shown : null };
}

/** Whether what is written for this account now takes a voice. */
export async function hasVoice(app: Pick<App, "db">, userId: string, accountId: number): Promise<boolean> {
  const saved = await queries.findLinked(app.db, userId, accountId);
  return saved !== null && instructionsOf(saved) !== null;
}

/** All of a person's voices with their accounts' ids, for their export. */
export const listVoices = ({ db }: Pick<App, "db">, userId: string) => queries.listOf(db, userId);

export const pruneVoices = (app: App): Promise<void> =>
  queries.deleteUnlinkedBefore(app.db, app.clock.now() - keepsUnlinked);
