// Places of which each owner has a few at most, and for which owners queue in turn: nobody's load keeps another waiting
// for more than one of theirs.

export interface FairPool {
  /** Resolves with what gives the place back. Rejects once `signal` aborts while it waits. */
  enter(owner: string, signal: AbortSignal): Promise<() => void>;
}

/** Of `inAll` places an owner has `each` at most. */
export function createFairPool({ inAll, each }: { inAll: number; each: number }): FairPool {
  const countOf = new Map<string, number>();
  // In the order in which owners are next; each owner's own in the order in which they came.
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
      // Their next one is behind those of all others.
      const rest = waiting.get(owner);
      waiting.delete(owner);
      if (rest) waiting.set(owner, rest);
      first();
    }
  }

  function leave(owner: string, one: () => void): void {
    const queue = waiting.get(owner);
    queue?.delete(one);
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
