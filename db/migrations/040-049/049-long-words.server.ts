// The fingerprint of a long text is bounded, as an index of Postgres asks; and what is unsent has line ends of one kind. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.server";

interface Row {
  id: number;
  fingerprint: string;
}

/** Fewer characters than that are no more than 600 code units. */
const maxShort = 300;
const perPage = 500;

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  for (let last = 0; ;) {
    const { rows } = await sql<Row>`select id, fingerprint from tweets
      where id > ${last} and length(fingerprint) > ${maxShort} order by id limit ${perPage}`.execute(db);
    for (const { id, fingerprint } of rows) {
      if (fingerprint.length > 600)
        await sql`update tweets set fingerprint = ${bounded(fingerprint)} where id = ${id}`.execute(db);
      last = id;
    }
    if (rows.length < perPage) break;
  }
  const char = kind === "sqlite" ? "char" : "chr";
  const [cr, lf] = [`${char}(13)`, `${char}(10)`];
  await sql
    .raw(
      `update tweets set content = replace(replace(content, ${cr} || ${lf}, ${lf}), ${cr}, ${lf})
        where state in ('pending', 'scheduled', 'failed') and content like '%' || ${cr} || '%'`,
    )
    .execute(db);
}

function bounded(fold: string): string {
  return `${fold.slice(0, 600).replace(/[\uD800-\uDBFF]$/, "")}…${hashOf(fold)}`;
}

function hashOf(text: string): string {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2_654_435_761);
    other = Math.imul(other ^ unit, 1_597_334_677);
  }
  const mixed = (lane: number, beside: number): number =>
    Math.imul(lane ^ (lane >>> 16), 2_246_822_507) ^ Math.imul(beside ^ (beside >>> 13), 3_266_489_909);
  return [mixed(one, other), mixed(other, one)].map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
}
