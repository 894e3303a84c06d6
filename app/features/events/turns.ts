// Whose turn it is: people one after the other, and each person's targets one after the other.

/** When each person and each target had its last turn, by a number that grows. */
export interface Turns {
  last: number;
  of: Map<string, number>;
}

export const noTurns = (): Turns => ({ last: 0, of: new Map() });

interface Asking {
  ownerOf: (target: string) => string;
  /** How many are on their way to a target, or to all of a person's. */
  countOf: (id: string) => number;
  maxPerPerson: number;
}

/**
 * Of these targets the next one; null: each has one on its way, or its person as many as may be. A second one to a dead
 * receiver would take the place of its person's others.
 */
export function nextTarget(turns: Turns, targets: Iterable<string>, { ownerOf, countOf, maxPerPerson }: Asking) {
  const turnOf = (id: string) => turns.of.get(id) ?? 0;
  let next: { target: string; ranks: number[] } | null = null;
  for (const target of targets) {
    const owner = ownerOf(target);
    const count = countOf(owner);
    if (count >= maxPerPerson || countOf(target) > 0) continue;
    const ranks = [count, turnOf(owner), turnOf(target)];
    if (!next || isBefore(ranks, next.ranks)) next = { target, ranks };
  }
  return next?.target ?? null;
}

function isBefore(ranks: readonly number[], others: readonly number[]): boolean {
  const n = ranks.findIndex((rank, at) => rank !== others[at]);
  return n >= 0 && (ranks[n] ?? 0) < (others[n] ?? 0);
}

/** It has its turn now. */
export function take(turns: Turns, target: string, owner: string): void {
  turns.last += 1;
  turns.of.set(owner, turns.last).set(target, turns.last);
}

/** Those for whom nothing waits any more begin anew. */
export function forgetOthers(turns: Turns, ids: ReadonlySet<string>): void {
  for (const id of turns.of.keys()) if (!ids.has(id)) turns.of.delete(id);
}
