// Detects writes since the last call, by this connection or others.
import { CompiledQuery } from "kysely";
import type { Db } from "../dialect.server";

const question = CompiledQuery.raw("select total_changes() as own, data_version as others from pragma_data_version");

/** data_version counts the commits of others: https://www.sqlite.org/pragma.html#pragma_data_version */
export async function changesOf(db: Db): Promise<string> {
  const { rows } = await db.executeQuery(question);
  return JSON.stringify(rows);
}
