// The bytes of a picture, and what they are found by, wherever they lie.
import type { Transaction } from "./dialect.server";

/** A picture as it is found again: its row's id, the hash of its bytes, and its type. */
export interface MediaKey {
  id: string;
  sha256: string;
  type: "jpeg" | "png";
}

export interface MediaBytes {
  picture: Buffer;
  preview: Buffer;
}

/** Bytes that wait for their row. */
export interface MediaDraft {
  /** Within the transaction that writes the row: once that is on disk, so are they. */
  keep(trx: Transaction, key: MediaKey): Promise<void>;
  /** Where it was not kept: nothing of it stays. */
  discard(): Promise<void>;
}
