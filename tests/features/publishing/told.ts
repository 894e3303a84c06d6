// What differs between two looks at publishing's tables, a line for each row that is new, changed or gone.
import { type Kysely, sql } from "kysely";
import type { Database, Row } from "~db/schema";

export interface Rows {
  tweets: Row<"tweets">[];
  attempts: Row<"attempts">[];
  tweet_events: Row<"tweet_events">[];
  accounts: Row<"accounts">[];
}

export async function rowsOf(db: Kysely<Database>): Promise<Rows> {
  const all = async <T extends keyof Rows>(table: T) =>
    (await sql<Rows[T][number]>`select * from ${sql.table(table)} order by id`.execute(db)).rows;
  return {
    tweets: await all("tweets"),
    attempts: await all("attempts"),
    tweet_events: await all("tweet_events"),
    accounts: await all("accounts"),
  };
}

type Any = Record<string, string | number | null>;

/** A stretch of time in the largest whole unit, with its sign. */
function away(ms: number): string {
  if (ms === 0) return "now";
  const sign = ms < 0 ? "-" : "+";
  const size = Math.abs(ms);
  const [unit, length] = size % 3_600_000 === 0 ? ["h", 3_600_000] : size % 60_000 === 0 ? ["min", 60_000] : ["ms", 1];
  return `${sign}${size / length} ${unit}`;
}

function show(column: string, value: string | number | null, start: number): string {
  if (typeof value === "number" && /(^|_)(at|until)$/.test(column)) return away(value - start);
  // Tokens are drawn; of one that is encrypted it says enough that it is another.
  if (typeof value === "string" && (/^[0-9a-f]{32}$/.test(value) || column === "tokens"))
    return value === "" ? "''" : "…";
  // A post's id carries its time.
  if (typeof value === "string" && column === "post_id" && value.length > 10) return "…";
  return String(value);
}

/** Names a row by what the tests call it. */
function namer(...looks: Rows[]) {
  const tweets = new Map(looks.flatMap((look) => look.tweets.map((row) => [row.id, row.content.split(":")[0]])));
  const accounts = new Map(looks.flatMap((look) => look.accounts.map((row) => [row.id, row.username])));
  return (table: keyof Rows, row: Any): string => {
    if (table === "accounts") return String(row["username"]);
    if (table === "tweets") return String(row["content"]).split(":")[0] ?? "";
    return String(tweets.get(Number(row["tweet_id"])) ?? accounts.get(Number(row["tweet_id"])));
  };
}

/** Of what is derived or only counts rows, nothing is told. */
const untold = new Set(["id", "placed_at", "tweet_id", "text_hash"]);

export function tell(was: Rows, is: Rows, start: number): string[] {
  const nameOf = namer(was, is);
  const accounts = new Map([...was.accounts, ...is.accounts].map((row) => [row.id, row.username]));
  const columns = (row: Any, keys: string[]) =>
    keys
      .filter((key) => !untold.has(key))
      .map(
        (key) => `${key}=${key === "account_id" ? accounts.get(Number(row[key])) : show(key, row[key] ?? null, start)}`,
      )
      .join(", ");
  const lines: string[] = [];
  for (const table of ["tweets", "attempts", "tweet_events", "accounts"] as const) {
    const before = new Map((was[table] as unknown as Any[]).map((row) => [row["id"], row]));
    for (const row of is[table] as unknown as Any[]) {
      const old = before.get(row["id"] ?? null);
      before.delete(row["id"] ?? null);
      const keys = Object.keys(row).filter((key) => (old ? old[key] !== row[key] : row[key] !== null));
      const label = `${table === "tweet_events" ? "event" : table.slice(0, -1)} of ${nameOf(table, row)}`;
      if (old && keys.length > 0) lines.push(`${label}: ${columns(row, keys)}`);
      if (!old) lines.push(`new ${label}: ${columns(row, keys)}`);
    }
    for (const row of before.values()) lines.push(`gone ${table.slice(0, -1)} of ${nameOf(table, row)}`);
  }
  return lines;
}
