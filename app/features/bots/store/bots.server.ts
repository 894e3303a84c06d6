// All SQL of bots, bot_tweets and automation_consents; reading joins their tweets, accounts and people in.
import { type Kysely, sql } from "kysely";
import { among, skippingLocked } from "~db/database.server";
import * as leases from "~db/lease.server";
import type { AccountStatus, Change, Database, Row } from "~db/schema";

type Handle = Kysely<Database>;
export type BotRow = Row<"bots">;

export interface BotAccount {
  id: number;
  networkUserId: string;
  username: string;
  status: AccountStatus;
  statusReason: string | null;
}

/** A bot with its account as it is now; null where that is no longer linked. */
export interface Bot {
  row: BotRow;
  account: BotAccount | null;
}

const select = (db: Handle) =>
  db
    .selectFrom("bots")
    .leftJoin("accounts", (join) =>
      join.onRef("accounts.id", "=", "bots.account_id").on("accounts.unlinked_at", "is", null),
    )
    .selectAll("bots")
    .select(["accounts.network_user_id", "accounts.username", "accounts.status", "accounts.status_reason"]);

type Joined = BotRow & {
  network_user_id: string | null;
  username: string | null;
  status: AccountStatus | null;
  status_reason: string | null;
};

const toBot = ({ network_user_id, username, status, status_reason, ...row }: Joined): Bot => ({
  row,
  account:
    row.account_id === null || network_user_id === null || username === null || status === null
      ? null
      : { id: row.account_id, networkUserId: network_user_id, username, status, statusReason: status_reason },
});

export async function findByAnalysis(db: Handle, userId: string, analysisId: number): Promise<Bot | null> {
  const query = select(db).where("bots.analysis_id", "=", analysisId).where("bots.user_id", "=", userId);
  const row = await query.executeTakeFirst();
  return row ? toBot(row) : null;
}

export async function listByAnalyses(db: Handle, userId: string, analysisIds: readonly number[]): Promise<Bot[]> {
  if (analysisIds.length === 0) return [];
  const query = select(db).where("bots.user_id", "=", userId).where("bots.analysis_id", "in", analysisIds);
  return (await query.execute()).map(toBot);
}

/** The person's bots that are not stopped, the latest started first. */
export async function listEnabled(db: Handle, userId: string): Promise<Bot[]> {
  const query = select(db).where("bots.user_id", "=", userId).where("bots.state", "!=", sql.lit("stopped"));
  return (await query.orderBy("bots.started_at", "desc").orderBy("bots.id", "desc").execute()).map(toBot);
}

/** Those of analyses older than `before`, the newest analysis first. */
export async function pageEnabled(
  db: Handle,
  userId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<Bot[]> {
  let query = select(db).where("bots.user_id", "=", userId).where("bots.state", "!=", sql.lit("stopped"));
  if (before !== null) query = query.where("bots.analysis_id", "<", before);
  return (await query.orderBy("bots.analysis_id", "desc").limit(limit).execute()).map(toBot);
}

/** The person's bots: proposing ones first, stopped ones last, and of each kind the latest started first. */
export async function listByUser(db: Handle, userId: string, limit: number): Promise<Bot[]> {
  const rank = sql`case bots.state when 'proposing' then 0 when 'stopped' then 2 else 1 end`;
  const query = select(db).where("bots.user_id", "=", userId).orderBy(rank).orderBy("bots.started_at", "desc");
  return (await query.orderBy("bots.id", "desc").limit(limit).execute()).map(toBot);
}

export async function insert(
  db: Handle,
  bot: { analysisId: number; userId: string; accountId: number; review: boolean; learn: boolean; now: number },
): Promise<void> {
  await db
    .insertInto("bots")
    .values({
      analysis_id: bot.analysisId,
      user_id: bot.userId,
      account_id: bot.accountId,
      state: "waiting",
      review: bot.review ? 1 : 0,
      learn: bot.learn ? 1 : 0,
      due_at: bot.now,
      started_at: bot.now,
      updated_at: bot.now,
    })
    .execute();
}

export async function update(db: Handle, id: number, change: Change<"bots">): Promise<void> {
  await db.updateTable("bots").set(change).where("id", "=", id).execute();
}

/** The fence: changes a writing bot only while `token` is still its own. False: somebody has decided; write nothing. */
export async function finish(
  db: Handle,
  claim: { id: number; token: string },
  now: number,
  change: Change<"bots">,
): Promise<boolean> {
  const done = await db
    .updateTable("bots")
    .set({ lease_token: null, lease_until: null, lease_node: null, updated_at: now, ...change })
    .where("id", "=", claim.id)
    .where("state", "=", "writing")
    .where("lease_token", "=", claim.token)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** Claims waiting bots that are due, of accounts that may post; call it in a transaction. */
export async function claimDue(
  db: Handle,
  by: { now: number; until: number; limit: number; node: string },
): Promise<BotRow[]> {
  const due = await waiting(db)
    .select("bots.id")
    .where("bots.due_at", "<=", by.now)
    .orderBy("bots.due_at")
    .orderBy("bots.id")
    .limit(by.limit)
    .modifyEnd(skippingLocked(db, "bots"))
    .execute();
  const ids = due.map(({ id }) => id);
  return leases.claim(db, "bots", { ids, from: "waiting", state: "writing", until: by.until, node: by.node });
}

const waiting = (db: Handle) =>
  db
    .selectFrom("bots")
    .innerJoin("accounts", "accounts.id", "bots.account_id")
    .where("bots.state", "=", sql.lit("waiting"))
    .where("accounts.status", "=", "active")
    .where("accounts.unlinked_at", "is", null)
    // Stopped with their person; one who was starting it in that very moment starts nothing.
    .where((bot) =>
      bot.not(
        bot.exists(
          bot
            .selectFrom("users")
            .select("users.id")
            .whereRef("users.id", "=", "bots.user_id")
            .where("users.disabled_at", "is not", null),
        ),
      ),
    );

/** When, after `after`, the next bot that can be claimed is due, or null. */
export async function nextDueAt(db: Handle, after: number): Promise<number | null> {
  const row = await waiting(db)
    .select(({ fn }) => fn.min("bots.due_at").as("at"))
    .where("bots.due_at", ">", after)
    .executeTakeFirst();
  return row?.at ?? null;
}

const goingOn = (db: Handle) => db.selectFrom("bots").select("bots.id").where("bots.state", "!=", sql.lit("stopped"));

/** Whether there is any bot that isn't stopped: asked each second, so it must cost next to nothing. */
export async function anyRunning(db: Handle): Promise<boolean> {
  return (await goingOn(db).limit(1).executeTakeFirst()) !== undefined;
}

/** Bots that go on although their account is no longer linked, in the order of their ids. */
export const listUnlinked = async (db: Handle): Promise<number[]> =>
  (await withoutAccount(db).orderBy("bots.id").execute()).map(({ id }) => id);

/** Whose such a bot is, or null where it is none. */
export async function findOwnerOfUnlinked(db: Handle, id: number): Promise<string | null> {
  const row = await withoutAccount(db).select("bots.user_id").where("bots.id", "=", id).executeTakeFirst();
  return row?.user_id ?? null;
}

const withoutAccount = (db: Handle) =>
  goingOn(db)
    .leftJoin("accounts", "accounts.id", "bots.account_id")
    .where((bot) => bot.or([bot("accounts.id", "is", null), bot("accounts.unlinked_at", "is not", null)]));

/** The nodes at which bots write. */
export const listHolders = (db: Handle): Promise<string[]> => leases.listHolders(db, "bots", "writing");

interface Recovery {
  /** Those that write at `nodes` or nobody knows where; null: those whose lease is over. */
  nodes: readonly string[] | null;
  now: number;
  maxAttempts: number;
  reason: string;
}

/** Takes writing bots out of hand; one that was claimed too often pauses with `reason`. Returns them as they are now. */
export async function recover(db: Handle, by: Recovery): Promise<Pick<BotRow, "id" | "user_id" | "state">[]> {
  const { nodes } = by;
  return db
    .updateTable("bots")
    .set((bot) => ({
      state: bot
        .case()
        .when("attempts", ">=", by.maxAttempts)
        .then(sql.lit<BotRow["state"]>("paused"))
        .else(sql.lit<BotRow["state"]>("waiting"))
        .end(),
      reason: bot.case().when("attempts", ">=", by.maxAttempts).then(by.reason).else(null).end(),
      due_at: by.now,
      lease_token: null,
      lease_until: null,
      lease_node: null,
      updated_at: by.now,
    }))
    .where("state", "=", sql.lit("writing"))
    .where((bot) =>
      nodes === null
        ? bot("lease_until", "<=", by.now)
        : bot.or([bot("lease_node", "is", null), among(db, "lease_node", nodes, "text")]),
    )
    .returning(["id", "user_id", "state"])
    .execute();
}

export async function link(db: Handle, botId: number, tweetId: number): Promise<void> {
  await db.insertInto("bot_tweets").values({ bot_id: botId, tweet_id: tweetId }).execute();
}

/** Which bot of the person's wrote this tweet, if any. */
export async function findAuthor(db: Handle, userId: string, tweetId: number): Promise<Bot | null> {
  const query = select(db)
    .innerJoin("bot_tweets", "bot_tweets.bot_id", "bots.id")
    .where("bot_tweets.tweet_id", "=", tweetId)
    .where("bots.user_id", "=", userId);
  const row = await query.executeTakeFirst();
  return row ? toBot(row) : null;
}

/** Whether a bot waits for the person's word on this tweet. */
export async function isProposal(db: Handle, tweetId: number): Promise<boolean> {
  const query = db.selectFrom("bots").select("id").where("proposal_id", "=", tweetId);
  return (await query.where("state", "=", "proposing").executeTakeFirst()) !== undefined;
}

/** Proposals that are drafts no more: their person put them on their way without approving them. */
export const listOvertaken = (db: Handle): Promise<{ tweetId: number; dueAt: number | null }[]> =>
  db
    .selectFrom("bots")
    .innerJoin("tweets", "tweets.id", "bots.proposal_id")
    .select(["tweets.id as tweetId", "tweets.due_at as dueAt"])
    .where("bots.state", "=", sql.lit("proposing"))
    .where("tweets.state", "!=", sql.lit("pending"))
    .orderBy("bots.id")
    .execute();

/** Moves the bot on from this proposal; false where it waits for another one, or for none. */
export async function endProposal(db: Handle, tweetId: number, now: number, change: Change<"bots">): Promise<boolean> {
  const done = await db
    .updateTable("bots")
    .set({ ...change, proposal_id: null, updated_at: now })
    .where("proposal_id", "=", tweetId)
    .where("state", "=", "proposing")
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export async function insertConsent(db: Handle, accountId: number, now: number): Promise<void> {
  const consent = { account_id: accountId, agreed_at: now };
  await db
    .insertInto("automation_consents")
    .values(consent)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function listConsents(db: Handle, accountIds: readonly number[]): Promise<Set<number>> {
  if (accountIds.length === 0) return new Set();
  const query = db.selectFrom("automation_consents").select("account_id").where("account_id", "in", accountIds);
  return new Set((await query.execute()).map((row) => row.account_id));
}

/** The analysis of one of the person's bots, or null. */
export async function findAnalysisId(db: Handle, userId: string, botId: number): Promise<number | null> {
  const query = db.selectFrom("bots").select("analysis_id").where("id", "=", botId).where("user_id", "=", userId);
  return (await query.executeTakeFirst())?.analysis_id ?? null;
}
