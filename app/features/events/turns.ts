// Decides which target is next: users take turns, and so do each user's targets.

export interface Turns {
  last: number;
  of: Map<string, number>;
}

export const noTurns = (): Turns => ({ last: 0, of: new Map() });

interface Asking {
  ownerOf: (target: string) => string;
  countOf: (id: string) => number;
  maxPerPerson: number;
}

/** Returns null if none is free. Targets get one message at a time, so a dead one can't use up all slots. */
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

export function take(turns: Turns, target: string, owner: string): void {
  turns.last += 1;
  turns.of.set(owner, turns.last).set(target, turns.last);
}

export function forgetOthers(turns: Turns, ids: ReadonlySet<string>): void {
  for (const id of turns.of.keys()) if (!ids.has(id)) turns.of.delete(id);
}
