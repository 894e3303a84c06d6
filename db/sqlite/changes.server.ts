// Whether anything was written since one last asked, by this connection or another: one short question.
import { CompiledQuery } from "kysely";
import type { Db } from "../dialect.server";

/** Asked each second of a server's life: it is put together once. */
const question = CompiledQuery.raw("select total_changes() as own, data_version as others from pragma_data_version");

/**
 * Differs from an earlier answer if a row was written in between. total_changes() counts what this connection wrote,
 * data_version moves with what others committed: https://www.sqlite.org/pragma.html#pragma_data_version
 */
export async function changesOf(db: Db): Promise<string> {
  const { rows } = await db.executeQuery(question);
  return JSON.stringify(rows);
}
