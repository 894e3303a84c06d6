// SQL of voices.
import type { Kysely } from "kysely";
import type { Database, Row } from "~db/schema";
import { type SavedVoice, type VoiceFields } from "./voice";

type Handle = Kysely<Database>;

const toVoice = (row: Row<"voices">): SavedVoice => ({
  version: row.version,
  updatedAt: row.updated_at,
  on: row.is_on === 1,
  about: row.about,
  audience: row.audience,
  tone: JSON.parse(row.tone) as SavedVoice["tone"],
  language: row.language,
  emoji: row.emoji,
  hashtags: row.hashtags,
  avoid: JSON.parse(row.avoid) as string[],
  samples: JSON.parse(row.samples) as string[],
  learn: row.learns === null ? null : row.learns === 1,
});

export async function find(db: Handle, accountId: number): Promise<SavedVoice | null> {
  const row = await db.selectFrom("voices").selectAll().where("account_id", "=", accountId).executeTakeFirst();
  return row ? toVoice(row) : null;
}

export async function findLinked(db: Handle, userId: string, accountId: number): Promise<SavedVoice | null> {
  const row = await db
    .selectFrom("voices")
    .innerJoin("accounts", "accounts.id", "voices.account_id")
    .selectAll("voices")
    .where("voices.account_id", "=", accountId)
    .where("accounts.user_id", "=", userId)
    .where("accounts.unlinked_at", "is", null)
    .executeTakeFirst();
  return row ? toVoice(row) : null;
}

export async function listOf(db: Handle, userId: string): Promise<(SavedVoice & { accountId: number })[]> {
  const rows = await db
    .selectFrom("accounts")
    .innerJoin("voices", "voices.account_id", "accounts.id")
    .selectAll("voices")
    .where("accounts.user_id", "=", userId)
    .orderBy("voices.account_id")
    .execute();
  return rows.map((row) => ({ accountId: row.account_id, ...toVoice(row) }));
}

export async function save(
  db: Handle,
  accountId: number,
  voice: VoiceFields & { version: number; now: number },
): Promise<void> {
  const columns = {
    version: voice.version,
    is_on: voice.on ? (1 as const) : (0 as const),
    learns: voice.learn === null ? null : voice.learn ? (1 as const) : (0 as const),
    about: voice.about,
    audience: voice.audience,
    tone: JSON.stringify(voice.tone),
    language: voice.language,
    emoji: voice.emoji,
    hashtags: voice.hashtags,
    avoid: JSON.stringify(voice.avoid),
    samples: JSON.stringify(voice.samples),
    updated_at: voice.now,
  };
  await db
    .insertInto("voices")
    .values({ account_id: accountId, ...columns })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet(columns))
    .execute();
}

export async function deleteUnlinkedBefore(db: Handle, moment: number): Promise<void> {
  await db
    .deleteFrom("voices")
    .where("account_id", "in", (unlinked) =>
      unlinked.selectFrom("accounts").select("accounts.id").where("accounts.unlinked_at", "<=", moment),
    )
    .execute();
}
