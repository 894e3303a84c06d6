// Selects single tweets and first parts of threads.
import { type RawBuilder, sql } from "kysely";

export const leads = (table = "tweets"): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(`${table}.part_no`)}, 1) = 1`;
