// SQL of what X will still charge for pictures that are not uploaded yet.
import type { Kysely } from "kysely";
import { among } from "~db/database.server";
import type { Database } from "~db/schema";
import { callsLeft } from "~/features/uploads/upload";
import { callMicrosOf } from "~/ports/network/call-prices";

/** By tweet id, in millionths of a US dollar; may lack tweets that cost nothing. */
export type Unpaid = ReadonlyMap<number, number>;

export async function listUnpaid(
  db: Kysely<Database>,
  tweets: readonly { id: number; accountId: number }[],
  now: number,
): Promise<Unpaid> {
  const unpaid = new Map<number, number>();
  if (tweets.length === 0) return unpaid;
  const accountOf = new Map(tweets.map(({ id, accountId }) => [id, accountId]));
  const rows = await db
    .selectFrom("tweet_media as picture")
    .leftJoin("media_uploads as sent", (join) =>
      join.onRef("sent.tweet_id", "=", "picture.tweet_id").onRef("sent.position", "=", "picture.position"),
    )
    .select(["picture.tweet_id as id", "picture.alt_text as altText"])
    .select(["sent.account_id", "sent.x_media_id", "sent.described", "sent.expires_at", "sent.sent_token"])
    .select(["sent.under_way", "sent.turn_at"])
    .where(among(db, "picture.tweet_id", [...accountOf.keys()], "int"))
    .execute();
  for (const { id, altText, account_id, described, under_way, turn_at, ...row } of rows) {
    const has = account_id !== null && described !== null && under_way !== null && turn_at !== null;
    const sent = has ? { account_id, described, under_way, turn_at, ...row } : null;
    const calls = callsLeft(sent, { altText, accountId: accountOf.get(id) ?? 0, now });
    unpaid.set(
      id,
      calls.reduce((sum, call) => sum + callMicrosOf(call), unpaid.get(id) ?? 0),
    );
  }
  return unpaid;
}
