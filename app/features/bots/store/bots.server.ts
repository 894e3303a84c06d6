// SQL of bots and automation consents; reads join accounts and users.
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

export async function listEnabled(db: Handle, userId: string): Promise<Bot[]> {
  const query = select(db).where("bots.user_id", "=", userId).where("bots.state", "!=", sql.lit("stopped"));
  return (await query.orderBy("bots.started_at", "desc").orderBy("bots.id", "desc").execute()).map(toBot);
}

export async function pageEnabled(
  db: Handle,
  userId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<Bot[]> {
  let query = select(db).where("bots.user_id", "=", userId).where("bots.state", "!=", sql.lit("stopped"));
  if (before !== null) query = query.where("bots.analysis_id", "<", before);
  return (await query.orderBy("bots.analysis_id", "desc").limit(limit).execute()).map(toBot);
}

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

/** Changes a writing bot only while `token` is still valid. If false, write nothing. */
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

/** Claims due bots whose accounts may post. Call it in a transaction. */
export async function claimDue(
  db: Handle,
  claim: { now: number; until: number; limit: number; node: string },
): Promise<BotRow[]> {
  const due = await waiting(db)
    .select("bots.id")
    .where("bots.due_at", "<=", claim.now)
    .orderBy("bots.due_at")
    .orderBy("bots.id")
    .limit(claim.limit)
    .modifyEnd(skippingLocked(db, "bots"))
    .execute();
  const ids = due.map(({ id }) => id);
  return leases.claim(db, "bots", { ids, from: "waiting", state: "writing", until: claim.until, node: claim.node });
}

const waiting = (db: Handle) =>
  db
    .selectFrom("bots")
    .innerJoin("accounts", "accounts.id", "bots.account_id")
    .where("bots.state", "=", sql.lit("waiting"))
    .where("accounts.status", "=", "active")
    .where("accounts.unlinked_at", "is", null)
    // Keeps a bot from running that was started while its user was being disabled.
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

export async function nextDueAt(db: Handle, after: number): Promise<number | null> {
  const row = await waiting(db)
    .select(({ fn }) => fn.min("bots.due_at").as("at"))
    .where("bots.due_at", ">", after)
    .executeTakeFirst();
  return row?.at ?? null;
}

const goingOn = (db: Handle) => db.selectFrom("bots").select("bots.id").where("bots.state", "!=", sql.lit("stopped"));

/** Runs every second, so it must be cheap. */
export async function anyRunning(db: Handle): Promise<boolean> {
  return (await goingOn(db).limit(1).executeTakeFirst()) !== undefined;
}

export const listUnlinked = async (db: Handle): Promise<number[]> =>
  (await withoutAccount(db).orderBy("bots.id").execute()).map(({ id }) => id);

/** Owner of a bot whose account is no longer linked; null if it still is. */
export async function findOwnerOfUnlinked(db: Handle, id: number): Promise<string | null> {
  const row = await withoutAccount(db).select("bots.user_id").where("bots.id", "=", id).executeTakeFirst();
  return row?.user_id ?? null;
}

const withoutAccount = (db: Handle) =>
  goingOn(db)
    .leftJoin("accounts", "accounts.id", "bots.account_id")
    .where((bot) => bot.or([bot("accounts.id", "is", null), bot("accounts.unlinked_at", "is not", null)]));

export const listHolders = (db: Handle): Promise<string[]> => leases.listHolders(db, "bots", "writing");

interface Recovery {
  /** Bots writing on these nodes, or on unknown ones; null: those whose lease has expired. */
  nodes: readonly string[] | null;
  now: number;
  maxAttempts: number;
  reason: string;
}

/** Releases writing bots; those claimed too often pause with `reason`. Returns them updated. */
export async function recover(db: Handle, recovery: Recovery): Promise<Pick<BotRow, "id" | "user_id" | "state">[]> {
  const { nodes } = recovery;
  return db
    .updateTable("bots")
    .set((bot) => ({
      state: bot
        .case()
        .when("attempts", ">=", recovery.maxAttempts)
        .then(sql.lit<BotRow["state"]>("paused"))
        .else(sql.lit<BotRow["state"]>("waiting"))
        .end(),
      reason: bot.case().when("attempts", ">=", recovery.maxAttempts).then(recovery.reason).else(null).end(),
      due_at: recovery.now,
      lease_token: null,
      lease_until: null,
      lease_node: null,
      updated_at: recovery.now,
    }))
    .where("state", "=", sql.lit("writing"))
    .where((bot) =>
      nodes === null
        ? bot("lease_until", "<=", recovery.now)
        : bot.or([bot("lease_node", "is", null), among(db, "lease_node", nodes, "text")]),
    )
    .returning(["id", "user_id", "state"])
    .execute();
}

export async function link(db: Handle, botId: number, tweetId: number): Promise<void> {
  await db.insertInto("bot_tweets").values({ bot_id: botId, tweet_id: tweetId }).execute();
}

export async function findAuthor(db: Handle, userId: string, tweetId: number): Promise<Bot | null> {
  const query = select(db)
    .innerJoin("bot_tweets", "bot_tweets.bot_id", "bots.id")
    .where("bot_tweets.tweet_id", "=", tweetId)
    .where("bots.user_id", "=", userId);
  const row = await query.executeTakeFirst();
  return row ? toBot(row) : null;
}

export async function isProposal(db: Handle, tweetId: number): Promise<boolean> {
  const query = db.selectFrom("bots").select("id").where("proposal_id", "=", tweetId);
  return (await query.where("state", "=", "proposing").executeTakeFirst()) !== undefined;
}

export const listOvertaken = (db: Handle): Promise<{ tweetId: number; dueAt: number | null }[]> =>
  db
    .selectFrom("bots")
    .innerJoin("tweets", "tweets.id", "bots.proposal_id")
    .select(["tweets.id as tweetId", "tweets.due_at as dueAt"])
    .where("bots.state", "=", sql.lit("proposing"))
    .where("tweets.state", "!=", sql.lit("pending"))
    .orderBy("bots.id")
    .execute();

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

export async function findAnalysisId(db: Handle, userId: string, botId: number): Promise<number | null> {
  const query = db.selectFrom("bots").select("analysis_id").where("id", "=", botId).where("user_id", "=", userId);
  return (await query.executeTakeFirst())?.analysis_id ?? null;
}
