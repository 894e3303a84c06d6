// Runs work with the same key one after the other, within this process.

const lastTurns = new WeakMap<object, Map<string, Promise<unknown>>>();

/** Runs `work` after all earlier work of the same owner and key has settled. Throws what `work` throws. */
export async function inOrder<T>(owner: object, key: string, work: () => Promise<T>): Promise<T> {
  const turns = lastTurns.get(owner) ?? new Map<string, Promise<unknown>>();
  lastTurns.set(owner, turns);
  const result = (turns.get(key) ?? Promise.resolve()).then(work);
  const ended = result.catch(() => undefined);
  turns.set(key, ended);
  try {
    return await result;
  } finally {
    if (turns.get(key) === ended) turns.delete(key);
  }
}
