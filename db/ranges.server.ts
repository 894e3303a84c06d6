// Looks for a few rows among many range by range: no statement holds the loop for long, and others have their turn between.
import { setImmediate as turn } from "node:timers/promises";
import { type Db, dialectOf } from "./dialect.server";

/** So many rows are looked at in one statement. */
export const rangeSize = 2_000;

interface Ranges<Place, One> {
  /** Behind it the first range begins; null: at the beginning. */
  after: Place | null;
  limit: number;
  /** The place of the `size`-th row behind `after`, by an index alone; null where there are fewer. */
  endOf(after: Place | null, size: number): Promise<Place | null>;
  /** Up to `limit` of the rows that are wanted, in their order: behind `after`, and up to `end` with it, where there is one. */
  read(range: { after: Place | null; end: Place | null }, limit: number): Promise<One[]>;
}

/** The first `limit` rows that `read` finds. Another process is asked once: its reading holds nobody up. */
export async function readInRanges<Place, One>(
  db: Db,
  { after, limit, endOf, read }: Ranges<Place, One>,
): Promise<One[]> {
  if (dialectOf(db).kind === "postgres") return read({ after, end: null }, limit);
  const found: One[] = [];
  for (let from = after; ;) {
    const end = await endOf(from, rangeSize);
    found.push(...(await read({ after: from, end }, limit - found.length)));
    if (end === null || found.length >= limit) return found;
    from = end;
    await turn();
  }
}

/** So many rows are worked on in one turn, or fewer where a row has much of what takes long: two tweets of twelve long links. */
const maxInTurn = { rows: 200, units: 10_000 };

/** The turns of all who ask come one after the other: ten lists at once hold the loop no longer at a time than one. */
let last = Promise.resolve();
const ownTurn = () => (last = last.then(() => turn()));

/** Each of them in order, a few at a time, with a turn of the loop between. */
export async function inTurns<One, Made>(
  all: readonly One[],
  make: (some: readonly One[]) => Made[] | Promise<Made[]>,
  unitsOf: (one: One) => number = () => 0,
): Promise<Made[]> {
  const made: Made[] = [];
  const split = pieces(all, unitsOf);
  for (const some of split) {
    if (split.length > 1) await ownTurn();
    made.push(...(await make(some)));
  }
  return made;
}

function pieces<One>(all: readonly One[], unitsOf: (one: One) => number): One[][] {
  const found: One[][] = [];
  let units = 0;
  for (const one of all) {
    const piece = found.at(-1);
    units += unitsOf(one);
    if (piece && piece.length < maxInTurn.rows && units <= maxInTurn.units) piece.push(one);
    else {
      found.push([one]);
      units = unitsOf(one);
    }
  }
  return found;
}
