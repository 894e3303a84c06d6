// What X charges, by its list or by what the operator has set in its place. Pure but for that.

/** US dollars each; `asOf` is the day or the month of the list. */
export interface Prices {
  asOf: string;
  post: number;
  postWithLink: number;
  postRead: number;
  upload: number;
  description: number;
  deletion: number;
}

/**
 * X's pay-per-use list as of 2026-11 (developer pricing page). A description is on it (media metadata). An upload is not,
 * but publishers are charged it; of deleting the list has two readings, and this is the dearer one.
 */
const listed: Prices = {
  asOf: "2026-11",
  post: 0.015,
  postWithLink: 0.2,
  postRead: 0.005,
  upload: 0.005,
  description: 0.005,
  deletion: 0.01,
};

/** The prices that hold in this process. Read when asked: the start changes them, and so does a page in its browser. */
export const priceList: Readonly<Prices> = { ...listed };

/** `own`: what X_PRICES says; null: X's list. */
export function setPrices(own: Partial<Prices> | null): void {
  Object.assign(priceList, listed, own);
}

export type PaidCall = "upload" | "description" | "deletion";

/** In millionths of a dollar, as it is kept and summed. */
export const callMicrosOf = (call: PaidCall): number => Math.round(priceList[call] * 1_000_000);
