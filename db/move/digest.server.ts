// Hashes a table's rows, so equal rows in equal order match across databases.
import { createHash } from "node:crypto";

export interface Portion {
  count: number;
  text: string;
}

export type Row = Record<string, string | number | null>;

const maxRows = 1_000;
const maxText = 1_000_000;

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
