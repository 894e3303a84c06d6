// SQL of the sandbox's linking: its people, open requests, issued tokens.
import type { Db } from "~db/database.server";
import type { NewRow, Row } from "~db/schema";

export const findOpenRequest = (
  db: Db,
  tokenHash: string,
  after: number,
): Promise<Row<"sandbox_requests"> | undefined> =>
  db
    .selectFrom("sandbox_requests")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .where("verifier_hash", "is", null)
    .where("created_at", ">", after)
    .executeTakeFirst();

export async function insertRequest(trx: Db, request: NewRow<"sandbox_requests">): Promise<void> {
  await trx.insertInto("sandbox_requests").values(request).execute();
}

export async function deleteRequestsUntil(trx: Db, moment: number): Promise<void> {
  await trx.deleteFrom("sandbox_requests").where("created_at", "<=", moment).execute();
}

export async function deleteRequest(trx: Db, tokenHash: string): Promise<void> {
  await trx.deleteFrom("sandbox_requests").where("token_hash", "=", tokenHash).execute();
}

export async function grantRequest(
  trx: Db,
  tokenHash: string,
  grant: { verifierHash: string; userId: string },
): Promise<void> {
  await trx
    .updateTable("sandbox_requests")
    .set({ verifier_hash: grant.verifierHash, sandbox_user_id: grant.userId })
    .where("token_hash", "=", tokenHash)
    .execute();
}

/** Deletes a granted request made after `after`. Returns its user id; undefined if there is none. */
export async function takeGranted(
  trx: Db,
  target: { tokenHash: string; verifierHash: string; after: number },
): Promise<string | null | undefined> {
  const request = await trx
    .deleteFrom("sandbox_requests")
    .where("token_hash", "=", target.tokenHash)
    .where("verifier_hash", "=", target.verifierHash)
    .where("created_at", ">", target.after)
    .returning("sandbox_user_id")
    .executeTakeFirst();
  return request?.sandbox_user_id;
}

export async function findUser(db: Db, handle: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("sandbox_users")
    .select("id")
    .where((user) => user(user.fn<string>("lower", ["handle"]), "=", handle.toLowerCase()))
    .executeTakeFirst();
  return row?.id;
}

export const getUser = (db: Db, id: string): Promise<Row<"sandbox_users">> =>
  db.selectFrom("sandbox_users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

export async function lastUserId(db: Db): Promise<string | undefined> {
  const last = await db
    .selectFrom("sandbox_users")
    .select("id")
    .orderBy((user) => user.fn("length", ["id"]), "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.id;
}

export async function insertUser(trx: Db, user: NewRow<"sandbox_users">): Promise<void> {
  await trx.insertInto("sandbox_users").values(user).execute();
}

export async function insertToken(trx: Db, token: NewRow<"sandbox_tokens">): Promise<void> {
  await trx.insertInto("sandbox_tokens").values(token).execute();
}
