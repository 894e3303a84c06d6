// Which tweets the world knows: those that stand by themselves, and the first part of each thread.
import { type RawBuilder, sql } from "kysely";

/** Whether a row of tweets, under the name that a statement gives it, is no later part of a thread. */
export const leads = (table = "tweets"): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(`${table}.part_no`)}, 1) = 1`;
