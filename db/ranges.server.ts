// Scans rows in ranges and turns, so no statement blocks the event loop for long.
import { setImmediate as turn } from "node:timers/promises";
import { type Db, dialectOf } from "./dialect.server";

export const rangeSize = 2_000;

interface Ranges<Place, One> {
  after: Place | null;
  limit: number;
  /** Place of the `size`-th row after `after`, from an index alone; null if there are fewer. */
  endOf(after: Place | null, size: number): Promise<Place | null>;
  read(range: { after: Place | null; end: Place | null }, limit: number): Promise<One[]>;
}

/** Postgres is queried once: it doesn't block this process. */
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

const maxInTurn = { rows: 200, units: 10_000 };

/** Shared by all callers, so ten lists block the loop no longer at a time than one. */
let last = Promise.resolve();
const ownTurn = () => (last = last.then(() => turn()));

export async function inTurns<One, Made>(
  all: readonly One[],
  make: (batch: readonly One[]) => Made[] | Promise<Made[]>,
  unitsOf: (item: One) => number = () => 0,
): Promise<Made[]> {
  const made: Made[] = [];
  const split = pieces(all, unitsOf);
  for (const some of split) {
    if (split.length > 1) await ownTurn();
    made.push(...(await make(some)));
  }
  return made;
}

function pieces<One>(all: readonly One[], unitsOf: (item: One) => number): One[][] {
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
