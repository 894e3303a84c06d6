// Estimates how long X's library would search a text for links. Pure.

const runs = /[\w.\-\u0080-\uFFFF]+/g;
const isPlainWord = /^[a-z0-9]+$/i;
/** Search time is quadratic in each run of letters between dots, and seven times as long outside Latin. */
const isLatin = /^[\0-\u024F]*$/;
const otherCost = 7;

/** One run of 770 Latin letters with dots: about 2 ms. No 280-character tweet without a link costs more. */
const maxCost = 600_000;
/** 280 characters have room for 70 pieces that look like a link, and for 12 links. */
const maxPieces = 100;
/** Every run with a dot has a fixed cost. Twelve links of 400 code units have 430 of "path.to/". */
const maxRuns = 450;

const costOf = (run: string): number =>
  isPlainWord.test(run) ? run.length : run.length ** 2 * (isLatin.test(run) ? 1 : otherCost);

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
