// What a topic becomes: tweets to choose from, or one thread, and of how many parts. Pure.

export const formats = ["tweets", "thread"] as const;

/** Of a thread that the writer writes. */
export const minParts = 3;
export const maxParts = 10;
export const usualParts = 5;

/** As a form and an address have it; null: tweets, and whatever is no number of parts. */
export function partsIn(typed: string | null | undefined): number | null {
  const parts = /^\d{1,2}$/.test(typed ?? "") ? Number(typed) : 0;
  return parts >= minParts && parts <= maxParts ? parts : null;
}
