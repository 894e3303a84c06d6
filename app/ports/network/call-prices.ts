// What X charges for the calls beside posts and readings. Pure.

export type PaidCall = "upload" | "description" | "deletion";

/**
 * US dollars, as of 2026-11. A description is on X's list (media metadata). An upload is not, but publishers are charged
 * it; of deleting the list has two readings, and this is the dearer one.
 */
export const callPrices: Readonly<Record<PaidCall, number>> = { upload: 0.005, description: 0.005, deletion: 0.01 };

/** The same in millionths of a dollar, as it is kept and summed. */
export const callMicrosOf = (call: PaidCall): number => Math.round(callPrices[call] * 1_000_000);
