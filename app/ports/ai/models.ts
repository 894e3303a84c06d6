// When Google takes Gemini's models away, as far as it has said so. Pure.

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);

/** By Google's list of deprecations, read in November 2026; a longer name comes before its beginning. */
const retirements: readonly { begins: string; at: number }[] = [
  { begins: "gemini-1", at: day("2025-09-24") },
  { begins: "gemini-2.0-", at: day("2026-06-01") },
  { begins: "gemini-2.5-flash-lite", at: Infinity },
  { begins: "gemini-2.5-flash", at: day("2026-12-01") },
  { begins: "gemini-2.5-pro", at: day("2026-12-01") },
  { begins: "gemini-3.1-flash-lite", at: day("2027-05-07") },
];

/** The known moment, ms; null where none is known. */
export function retirementOf(model: string): number | null {
  const at = retirements.find(({ begins }) => model.startsWith(begins))?.at ?? Infinity;
  return Number.isFinite(at) ? at : null;
}
