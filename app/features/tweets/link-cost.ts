// How long X's library would look for links: it takes time with the square of each run of letters between dots. Pure.

/** What may stand in a domain, and all that isn't ASCII. */
const runs = /[\w.\-\u0080-\uFFFF]+/g;
/** It passes over these at once, however many there are. */
const isPlainWord = /^[a-z0-9]+$/i;
/** Letters outside of Latin cost the library seven times as much. */
const isLatin = /^[\0-\u024F]*$/;
const otherCost = 7;

/** As much as one run of 770 Latin letters with dots: about 2 ms. No tweet of 280 characters without a link has more. */
const maxCost = 600_000;
/** In 280 characters there is room for 70 that look like a link, and for 12 links. */
const maxPieces = 100;
/** Each run with a dot costs the library something, however short; twelve links of 400 code units have 430 of "path.to/". */
const maxRuns = 450;

const costOf = (run: string): number =>
  isPlainWord.test(run) ? run.length : run.length ** 2 * (isLatin.test(run) ? 1 : otherCost);

/** Whether these pieces, in each of which there could be a link, are more than the library is given. */
export function isCostly(pieces: readonly string[]): boolean {
  if (pieces.length > maxPieces) return true;
  let [cost, dotted] = [0, 0];
  for (const piece of pieces)
    for (const [run] of piece.matchAll(runs)) {
      cost += costOf(run);
      dotted += run.includes(".") ? 1 : 0;
    }
  return cost > maxCost || dotted > maxRuns;
}
