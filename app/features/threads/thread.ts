// What a thread is, in numbers: small enough for the browser. Pure.

/** A thread has no more parts. */
export const maxParts = 25;
