// When Google takes Gemini's models away, and what answers instead, as far as it has said so. Pure.

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);

export interface Retirement {
  /** Ms. */
  at: number;
  /** The model that answers under its name from then on, at its own price; null: none is known. */
  becomes: string | null;
}

/** By their whole names: what else begins so (-lite) goes on. */
const rerouted = new Map<string, Retirement>([
  ["gemini-3.5-flash", { at: day("2026-10-08"), becomes: "gemini-3.6-flash" }],
  ["gemini-3.7-flash", { at: day("2026-10-08"), becomes: "gemini-3.8-flash" }],
]);

/** By Google's list of deprecations, read in November 2026; a longer name comes before its beginning. */
const retirements: readonly { begins: string; at: number }[] = [
  { begins: "gemini-1", at: day("2025-09-24") },
  { begins: "gemini-2.0-", at: day("2026-06-01") },
  { begins: "gemini-2.5-flash-lite", at: Infinity },
  { begins: "gemini-2.5-flash", at: day("2026-12-01") },
  { begins: "gemini-2.5-pro", at: day("2026-12-01") },
  { begins: "gemini-3.1-flash-lite", at: day("2027-05-07") },
];

/** Null where none is known. */
export function retirementOf(model: string): Retirement | null {
  const at = retirements.find(({ begins }) => model.startsWith(begins))?.at ?? Infinity;
  return rerouted.get(model) ?? (Number.isFinite(at) ? { at, becomes: null } : null);
}
