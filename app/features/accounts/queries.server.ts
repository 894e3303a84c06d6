// Reads and writes accounts and link_requests.
import { type Kysely, sql } from "kysely";
import type { NetworkProfile } from "~/ports/network/port";
import { prepared } from "~db/prepared.server";
import { preparedRows } from "~db/rows.server";
import type { Change, Database, Row } from "~db/schema";
import { type Account, stateOf } from "./account";
import type { OwnHours } from "./hours";

type Handle = Kysely<Database>;
type NetworkKind = Row<"accounts">["network"];

export const toAccount = (row: Row<"accounts">): Account => {
  const state = stateOf(row);
  return {
    id: row.id,
    networkUserId: row.network_user_id,
    username: row.username,
    displayName: row.display_name,
    imageUrl: row.image_url,
    isDefault: row.is_default === 1,
    status: row.status,
    statusReason: row.status_reason,
    state,
    needsPerson: state === "reconnect" || state === "blocked",
    hours: toOwnHours(row),
  };
};

export const toOwnHours = ({ own_hours: kept }: Pick<Row<"accounts">, "own_hours">): OwnHours | null =>
  kept === null ? null : (JSON.parse(kept) as OwnHours);

const linked = prepared((db, { userId, network }: { userId: string; network: NetworkKind }) =>
  db
    .selectFrom("accounts")
    .selectAll()
    .where("user_id", "=", userId)
    .where("network", "=", network)
    .where("unlinked_at", "is", null)
    .orderBy("linked_at")
    .orderBy("id"),
);

export async function listAccounts(db: Handle, userId: string, network: NetworkKind): Promise<Row<"accounts">[]> {
  return linked(db, { userId, network });
}

export async function listHandles(db: Handle, userId: string, network: NetworkKind, max: number): Promise<string[]> {
  const rows = await db
    .selectFrom("accounts")
    .select("username")
    .where("user_id", "=", userId)
    .where("network", "=", network)
    .orderBy("linked_at", "desc")
    .orderBy("id", "desc")
    .limit(max)
    .execute();
  return rows.map(({ username }) => username);
}

/** By the network's id first, else by the internal id (contract, "Ids, types, states"). */
export async function findAccount(
  db: Handle,
  userId: string,
  network: NetworkKind,
  ref: string,
): Promise<Row<"accounts"> | null> {
  const rows = await linked(db, { userId, network });
  return rows.find((row) => row.network_user_id === ref) ?? rows.find((row) => String(row.id) === ref) ?? null;
}

export async function findAccountById(db: Handle, id: number): Promise<Row<"accounts"> | null> {
  return (await db.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

export async function findOwner(db: Handle, network: NetworkKind, networkUserId: string): Promise<string | null> {
  const row = await db
    .selectFrom("accounts")
    .select("user_id")
    .where("network", "=", network)
    .where("network_user_id", "=", networkUserId)
    .where("unlinked_at", "is", null)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Links or relinks: a known account keeps its id and history. */
export async function upsertAccount(
  db: Handle,
  link: {
    userId: string;
    network: NetworkKind;
    profile: NetworkProfile;
    tokens: string;
    accessLevel: string | null;
    now: number;
  },
): Promise<Row<"accounts">> {
  const fresh = {
    username: link.profile.username,
    display_name: link.profile.displayName,
    image_url: link.profile.imageUrl,
    tokens: link.tokens,
    access_level: link.accessLevel,
    status: "active" as const,
    status_reason: null,
    paused_by: null,
    refused_at: null,
    wait_until: null,
    unlinked_at: null,
  };
  return db
    .insertInto("accounts")
    .values({
      ...fresh,
      user_id: link.userId,
      network: link.network,
      network_user_id: link.profile.id,
      is_default: 0,
      linked_at: link.now,
    })
    .onConflict((conflict) => conflict.columns(["user_id", "network", "network_user_id"]).doUpdateSet(fresh))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Run inside a transaction. */
export async function makeDefault(db: Handle, userId: string, network: NetworkKind, id: number): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ is_default: 0 })
    .where("user_id", "=", userId)
    .where("network", "=", network)
    .where("is_default", "=", 1)
    .execute();
  await db.updateTable("accounts").set({ is_default: 1 }).where("id", "=", id).execute();
}

export async function updateAccount(db: Handle, id: number, change: Change<"accounts">): Promise<void> {
  await db.updateTable("accounts").set(change).where("id", "=", id).execute();
}

export async function listAccessLevels(db: Handle, network: NetworkKind): Promise<string[]> {
  const rows = await db
    .selectFrom("accounts")
    .select("access_level")
    .distinct()
    .where("network", "=", network)
    .where("unlinked_at", "is", null)
    .execute();
  return rows.flatMap((row) => row.access_level ?? []);
}

/** Linked accounts of all users that need their user; those paused by the user don't count. */
export async function countInNeed(db: Handle, network: NetworkKind): Promise<number> {
  const row = await db
    .selectFrom("accounts")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("network", "=", network)
    .where("unlinked_at", "is", null)
    .where((account) => account.or([account("status", "=", "reconnect"), account("paused_by", "=", "network")]))
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function listIds(db: Handle): Promise<number[]> {
  return (await db.selectFrom("accounts").select("id").execute()).map(({ id }) => id);
}

export async function listSealed(db: Handle): Promise<Row<"accounts">[]> {
  const query = db.selectFrom("accounts").selectAll().where("unlinked_at", "is", null).where("tokens", "!=", "");
  return query.orderBy("id").execute();
}

interface ScheduledSend {
  id: number;
  at: number;
}

const noteSends = preparedRows(
  { id: "int", at: "int" },
  (row, rows) => sql`
  update accounts set scheduled_send_at = ${row.at} from ${rows} where accounts.id = ${row.id}`,
);

/** Each account's next scheduled post keeps the gap from this time. */
export async function noteScheduledSends(db: Handle, sends: readonly ScheduledSend[]): Promise<void> {
  await noteSends(db, sends);
}

export async function insertLinkRequest(
  db: Handle,
  request: { tokenHash: string; userId: string; sessionHash: string | null; secret: string; now: number },
): Promise<void> {
  await db
    .insertInto("link_requests")
    .values({
      token_hash: request.tokenHash,
      user_id: request.userId,
      session_hash: request.sessionHash,
      secret: request.secret,
      created_at: request.now,
    })
    .execute();
}

export async function findLinkRequest(db: Handle, tokenHash: string): Promise<Row<"link_requests"> | null> {
  return (
    (await db.selectFrom("link_requests").selectAll().where("token_hash", "=", tokenHash).executeTakeFirst()) ?? null
  );
}

/** Returns false if another call took it first. */
export async function takeLinkRequest(db: Handle, tokenHash: string): Promise<boolean> {
  const done = await db.deleteFrom("link_requests").where("token_hash", "=", tokenHash).executeTakeFirst();
  return done.numDeletedRows === 1n;
}

export async function deleteLinkRequestsBefore(db: Handle, moment: number): Promise<void> {
  await db.deleteFrom("link_requests").where("created_at", "<=", moment).execute();
}
