// Holds X's prices: X's list, or the operator's own prices.

/** US dollars each. `asOf` is the day or month of the list. */
export interface Prices {
  asOf: string;
  post: number;
  postWithLink: number;
  postRead: number;
  upload: number;
  description: number;
  deletion: number;
}

/** X's pay-per-use list, 2026-11. Uploads aren't on it but are charged; deletions use the higher of two readings. */
const listed: Prices = {
  asOf: "2026-11",
  post: 0.015,
  postWithLink: 0.2,
  postRead: 0.005,
  upload: 0.005,
  description: 0.005,
  deletion: 0.01,
};

/** Prices of this process. Read at each use, never copy: `setPrices` replaces them at start and in the browser. */
export const priceList: Readonly<Prices> = { ...listed };

export function setPrices(prices: Partial<Prices> | null): void {
  Object.assign(priceList, listed, prices);
}

export type PaidCall = "upload" | "description" | "deletion";

/** Millionths of a US dollar. */
export const callMicrosOf = (call: PaidCall): number => Math.round(priceList[call] * 1_000_000);
