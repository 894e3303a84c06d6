// Formats of a batch, tweets or a thread, and the number of parts. Pure.

export const formats = ["tweets", "thread"] as const;

export const minParts = 3;
export const maxParts = 10;
export const usualParts = 5;

/** Reads a form or query value; null for tweets and invalid values. */
export function partsIn(input: string | null | undefined): number | null {
  const parts = /^\d{1,2}$/.test(input ?? "") ? Number(input) : 0;
  return parts >= minParts && parts <= maxParts ? parts : null;
}
