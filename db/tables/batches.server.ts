// Table of features/generation: one row for each answer of the writer, a batch of tweets or a thread.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;
type Flag = 0 | 1;

interface BatchesTable {
  id: string;
  user_id: string;
  account_id: number | null;
  topic: string;
  web_search: Flag;
  /** Whether the writer searched the web. Null: no search was requested, or the batch is older than this column. */
  searched: Generated<Flag | null>;
  writer: "gemini" | "compatible" | "demo";
  model: string;
  /** JSON: [{ title, url }] */
  sources: string;
  search_suggestions: string | null;
  /** Host and port of the model. Null: the demo writer, or the batch is older than this column. */
  writer_place: string | null;
  input_tokens: number;
  output_tokens: number;
  /** Millionths of a US dollar. Null: unknown. */
  cost_micros: number | null;
  /** Answers that named no tokens, so that the sums are lower bounds. */
  unmetered: Generated<number>;
  /** How long writing took. Null: the batch is older than this column. */
  took_ms: number | null;
  /** The writer stopped early, and only what was finished is here. */
  cut: Generated<Flag>;
  /** Why the first writer failed, if another took over. */
  instead_of: string | null;
  /** When the service will retire the model, as it announced. */
  model_retires_at: Millis | null;
  /** Version of the account's voice that the writer used. Null: none. */
  voice_version: Generated<number | null>;
  /** JSON, { well, less }: ids of the top and weakest posts that the writer saw. Null: none. */
  shown: Generated<string | null>;
  created_at: Millis;
}

export interface BatchTables {
  batches: BatchesTable;
}
