// Defines a provider: one service that takes a question and returns text. The live writer calls it.
import type { WriterError } from "../port";

/** A plain JSON Schema. Each provider translates it. */
export interface JsonSchema {
  readonly type: "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly enum?: readonly string[];
}

export interface Question {
  /** The system's words. */
  rules: string;
  prompt: string;
  /** null: an answer in plain text. */
  shape: JsonSchema | null;
  search: boolean;
}

export interface Answer {
  text: string;
  /** `cut`: the service stopped early; what came counts only if it is salvaged. */
  end: "whole" | "cut";
  /** For a cut answer of which too little is left: the failure to report. Absent: `cut`. */
  fault?: WriterError;
  /** True only with proof that the web was searched. */
  searched: boolean;
  sources: { title: string; url: string }[];
  searchSuggestions: string | null;
  /** ms; null if unknown. */
  modelRetiresAt: number | null;
  /** null: the answer named none. */
  tokens: { input: number; output: number } | null;
  /** Millionths of a US dollar; null: unknown, never a guess. */
  costMicros: number | null;
  model: string;
}

export interface Provider {
  readonly kind: "gemini" | "compatible";
  readonly model: string;
  /** Where words are sent: a host and port, nothing else. */
  readonly place: string;
  /** Whether the address is in the operator's own network. */
  readonly isHome: boolean;
  /** How many tokens the model reads; null: no bound. */
  readonly contextTokens: number | null;
  /** How many tweets are asked for beyond those needed. */
  readonly spare: 0 | 2;
  /** How long one whole answer may take, ms. */
  limitMs(question: Question): number;
  /** `with_json`: together with a shape; `apart`: only in plain text. */
  readonly searches: "with_json" | "apart" | "no";
  /** Throws only WriterError, with the tokens spent where the service named them. */
  ask(question: Question, more: { signal: AbortSignal }): Promise<Answer>;
  /** Notes of each answer whether it could be read. */
  noteRead?(isRead: boolean): void;
  /** Whether the service refused a search together with a shape. From then on they are asked for apart. */
  refusesJsonWithSearch?(error: WriterError): boolean;
}
