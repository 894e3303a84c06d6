// What a database says of its own tables, as lines that SQLite and Postgres write alike.
import { sql } from "kysely";
import { type Db, dialectOf } from "~db/dialect.server";

/** One line for each column, key, check, reference and index; sorted. */
export async function readSchema(db: Db): Promise<string[]> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  const read = dialectOf(db).kind === "sqlite" ? linesOfSqlite : linesOfPostgres;
  const lines = await Promise.all(tables.map((table) => read(db, table)));
  return lines.flat().sort();
}

/** The values that a column may have, by the check of its table. */
export async function allowedValues(db: Db, table: string, column: string): Promise<string[]> {
  const start = `${table}: check ${column} in `;
  const line = (await readSchema(db)).find((one) => one.startsWith(start));
  if (!line) throw new Error(`${table}.${column} may have any value`);
  return line
    .slice(start.length)
    .split(", ")
    .map((value) => value.replaceAll("'", ""));
}

interface Column {
  name: string;
  type: string;
  isRequired: boolean;
  standard: string | null;
  generated: string | null;
  givesIds: boolean;
}

interface Reference {
  /** Of a reference of several columns all of them, in its order. */
  columns: string;
  to: string;
  onDelete: string;
}

interface Index {
  name: string;
  isUnique: boolean;
  columns: string;
  where: string | null;
}

const ofColumn = (table: string, column: Column): string =>
  [
    `${table}.${column.name}: ${column.type}`,
    column.isRequired ? "not null" : "",
    column.givesIds ? "gives ids" : "",
    column.standard === null ? "" : `default ${plain(column.standard)}`,
    column.generated === null ? "" : `always ${plain(column.generated)}`,
  ]
    .filter(Boolean)
    .join(", ");

const ofReference = (table: string, { columns, to, onDelete }: Reference): string =>
  `${table}.${columns} refers to ${to}, on delete ${onDelete.toLowerCase()}`;

const ofIndex = (table: string, { name, isUnique, columns, where }: Index): string =>
  `${isUnique ? "unique index" : "index"} ${name} on ${table}: ${plain(columns)}${where === null ? "" : ` where ${plain(where)}`}`;

/**
 * An expression without what each database adds or leaves out: casts, brackets, and its own word for a list. Which
 * part of an `and` and an `or` belongs together is lost.
 */
function plain(expression: string): string {
  return expression
    .toLowerCase()
    .replace(/::\w+(\[\])?/g, "")
    .replaceAll('"', "")
    .replace(/= any \(+array\[([^\]]*)\]\)+/g, "in $1")
    .replace(/(\w+) between (\w+) and (\w+)/g, "$1 >= $2 and $1 <= $3")
    .replace(/[()]/g, " ")
    .replace(/\s+/g, " ")
    .replace(/ ?, ?/g, ", ")
    .replace(/ in ('[^']*')(?! ?,)/g, " = $1")
    .trim();
}

/** What stands in the brackets that begin at the first match of `before`; of each match where it has the flag g. */
function inBrackets(text: string, before: RegExp): string[] {
  return [...text.matchAll(before)].map((match) => {
    const start = match.index + match[0].length;
    let end = start;
    for (let open = 1; open > 0 && end < text.length; end += 1) open += { "(": 1, ")": -1 }[text[end] ?? ""] ?? 0;
    return text.slice(start, end - 1);
  });
}

async function linesOfSqlite(db: Db, table: string): Promise<string[]> {
  const rowsOf = async <T>(question: ReturnType<typeof sql<T>>) => (await question.execute(db)).rows;
  const [made] = await rowsOf(sql<{ sql: string }>`select sql from sqlite_schema where name = ${table}`);
  const text = made?.sql ?? "";
  const columns = await rowsOf(
    sql<{ name: string; type: string; notnull: number; dflt_value: string | null; pk: number; hidden: number }>`
      select * from pragma_table_xinfo(${table})`,
  );
  const generated = inBrackets(text, /(?<=\n.*) as \(/gi);
  const references = await rowsOf(
    sql<{
      columns: string;
      table: string;
      to: string;
      on_delete: string;
    }>`select "table", on_delete, group_concat("from", ', ' order by seq) as columns,
        group_concat("to", ', ' order by seq) as "to"
      from pragma_foreign_key_list(${table}) group by id`,
  );
  const indexes = await rowsOf(
    sql<{ name: string; unique: number; origin: string }>`select * from pragma_index_list(${table})`,
  );
  const lines = columns.map(({ name, type, notnull, dflt_value, pk, hidden }) =>
    ofColumn(table, {
      name,
      type: type.toLowerCase() === "integer" ? "int" : type.toLowerCase(),
      // In a strict table the key is never null.
      isRequired: notnull === 1 || pk > 0,
      standard: dflt_value,
      generated: hidden === 0 ? null : (generated[0] ?? null),
      givesIds: pk > 0 && /autoincrement/i.test(text),
    }),
  );
  const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  lines.push(`${table}: primary key ${key.map(({ name }) => name).join(", ")}`);
  lines.push(...inBrackets(text, /\bcheck ?\(/gi).map((check) => `${table}: check ${plain(check)}`));
  for (const { columns: from, table: other, to, on_delete } of references)
    lines.push(ofReference(table, { columns: from, to: `${other}.${to}`, onDelete: on_delete }));
  for (const { name, unique, origin } of indexes) {
    const parts = await rowsOf(
      sql<{ name: string | null; desc: number }>`select * from pragma_index_xinfo(${name}) where key = 1`,
    );
    const columnsOf = parts.map((part) => `${part.name}${part.desc ? " desc" : ""}`).join(", ");
    if (origin === "u") lines.push(`${table}: unique ${columnsOf}`);
    if (origin !== "c") continue;
    const [index] = await rowsOf(sql<{ sql: string }>`select sql from sqlite_schema where name = ${name}`);
    const written = inBrackets(index?.sql ?? "", /\bon \w+ ?\(/gi)[0] ?? columnsOf;
    const where = /\bwhere\b(.*)$/is.exec(index?.sql ?? "")?.[1] ?? null;
    lines.push(ofIndex(table, { name, isUnique: unique === 1, columns: written, where }));
  }
  return lines;
}

async function linesOfPostgres(db: Db, table: string): Promise<string[]> {
  const rowsOf = async <T>(question: ReturnType<typeof sql<T>>) => (await question.execute(db)).rows;
  const columns = await rowsOf(sql<Column & { kind: string }>`
    select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as "isRequired",
      case when attgenerated = '' then pg_get_expr(adbin, adrelid) end as standard,
      case when attgenerated <> '' then pg_get_expr(adbin, adrelid) end as generated, attidentity <> '' as "givesIds"
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`);
  const lines = columns.map((column) =>
    ofColumn(table, { ...column, type: /^(bigint|smallint)$/.test(column.type) ? "int" : column.type }),
  );
  const constraints = await rowsOf(sql<{ kind: string; definition: string }>`
    select contype as kind, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = ${table}::regclass and contype in ('p', 'u', 'c', 'f')`);
  for (const { kind, definition } of constraints) {
    // Quoted where the name is a word of SQL, as "position" is.
    const [first = ""] = inBrackets(definition.replaceAll('"', ""), /^[^(]*\(/g);
    if (kind === "p") lines.push(`${table}: primary key ${first}`);
    if (kind === "u") lines.push(`${table}: unique ${first}`);
    if (kind === "c") lines.push(`${table}: check ${plain(first)}`);
    if (kind !== "f") continue;
    const [, to, column, onDelete = "no action"] =
      /REFERENCES (\w+)\(([^)]*)\)(?: ON DELETE ([A-Z ]+))?/.exec(definition.replaceAll('"', "")) ?? [];
    lines.push(ofReference(table, { columns: first, to: `${to}.${column}`, onDelete }));
  }
  const indexes = await rowsOf(sql<Index>`
    select relname as name, indisunique as "isUnique", pg_get_expr(indpred, indrelid) as where,
      (select string_agg(pg_get_indexdef(indexrelid, place::int, true) ||
          case when indoption[place - 1] & 1 = 1 then ' desc' else '' end, ', ' order by place)
        from generate_series(1, indnkeyatts) as place) as columns
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = ${table}::regclass and not exists (select 1 from pg_constraint where conindid = indexrelid)`);
  lines.push(...indexes.map((index) => ofIndex(table, index)));
  return lines;
}
