// Limits concurrent work in total and per owner; owners who wait take turns.

export interface FairPool {
  /** Resolves with a function that releases the place. Rejects if `signal` aborts while waiting. */
  enter(owner: string, signal: AbortSignal): Promise<() => void>;
}

export function createFairPool({ inAll, each }: { inAll: number; each: number }): FairPool {
  const countOf = new Map<string, number>();
  const waiting = new Map<string, Set<() => void>>();
  let inside = 0;

  const hasPlace = (owner: string) => inside < inAll && (countOf.get(owner) ?? 0) < each;

  function take(owner: string): () => void {
    inside += 1;
    countOf.set(owner, (countOf.get(owner) ?? 0) + 1);
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      inside -= 1;
      const left = (countOf.get(owner) ?? 1) - 1;
      if (left > 0) countOf.set(owner, left);
      else countOf.delete(owner);
      letIn();
    };
  }

  function letIn(): void {
    for (const [owner, queue] of [...waiting]) {
      const [first] = queue;
      if (!first || !hasPlace(owner)) continue;
      leave(owner, first);
      const rest = waiting.get(owner);
      waiting.delete(owner);
      if (rest) waiting.set(owner, rest);
      first();
    }
  }

  function leave(owner: string, waiter: () => void): void {
    const queue = waiting.get(owner);
    queue?.delete(waiter);
    if (queue?.size === 0) waiting.delete(owner);
  }

  return {
    enter(owner, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error);
        if (hasPlace(owner) && !waiting.has(owner)) return resolve(take(owner));
        const giveUp = () => {
          leave(owner, enter);
          reject(signal.reason as Error);
        };
        const enter = () => {
          signal.removeEventListener("abort", giveUp);
          resolve(take(owner));
        };
        signal.addEventListener("abort", giveUp, { once: true });
        waiting.set(owner, (waiting.get(owner) ?? new Set()).add(enter));
      });
    },
  };
}
