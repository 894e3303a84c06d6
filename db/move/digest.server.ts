// The digest of a table: equal for equal rows in the same order, whichever database they were read from.
import { createHash } from "node:crypto";

/** Some rows as JSON, one after the other. */
export interface Portion {
  count: number;
  /** `{…},{…}` */
  text: string;
}

/** A row with its columns in the order of the table. */
export type Row = Record<string, string | number | null>;

/** A statement takes this many rows, or so much text (characters), whichever comes first. */
const maxRows = 1_000;
const maxText = 1_000_000;

/** Collects rows into portions. */
export function collectRows() {
  let texts: string[] = [];
  let length = 0;
  return {
    add(row: Row): void {
      const text = JSON.stringify(row);
      texts.push(text);
      length += text.length;
    },
    isFull: () => texts.length >= maxRows || length >= maxText,
    /** What was collected, or null where that is nothing. */
    take(): Portion | null {
      if (texts.length === 0) return null;
      const portion = { count: texts.length, text: texts.join(",") };
      texts = [];
      length = 0;
      return portion;
    },
  };
}

export interface Digest {
  rows: number;
  hash: string;
}

/** The digest of a table's rows, portion by portion, however they are cut into portions. */
export function openDigest() {
  const hash = createHash("sha256");
  let rows = 0;
  return {
    add({ count, text }: Portion): void {
      rows += count;
      hash.update(text).update(",");
    },
    end: (): Digest => ({ rows, hash: hash.digest("hex") }),
  };
}
