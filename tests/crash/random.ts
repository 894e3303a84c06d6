// Chance by seed, so that a round that failed can be had again.

export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number from 0 to `n` - 1. */
  below(n: number): number;
  between(from: number, to: number): number;
  chance(p: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** Mulberry32: small, and good enough to draw faults with. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  // The first draws of neighbouring seeds are alike.
  for (let i = 0; i < 8; i += 1) next();
  const below = (n: number): number => Math.floor(next() * n);
  return {
    next,
    below,
    between: (from, to) => from + next() * (to - from),
    chance: (p) => next() < p,
    pick: (list) => {
      const one = list[below(list.length)];
      if (one === undefined) throw new Error("There is nothing to pick from");
      return one;
    },
  };
}
