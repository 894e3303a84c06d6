// Defines types for image bytes and their keys.
import type { Transaction } from "./dialect.server";

export interface MediaKey {
  id: string;
  sha256: string;
  type: "jpeg" | "png";
}

export interface MediaBytes {
  picture: Buffer;
  preview: Buffer;
}

export interface MediaDraft {
  /** Call it in the transaction that writes the row. The bytes are on disk once that commits. */
  keep(trx: Transaction, key: MediaKey): Promise<void>;
  discard(): Promise<void>;
}
