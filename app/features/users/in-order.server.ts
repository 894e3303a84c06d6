// What follows from passwords that are tried at once: drawn one after the other, in the order in which they were judged.
import type { App } from "~/app.server";

const lastTurns = new WeakMap<App, Map<string, Promise<unknown>>>();

/**
 * Runs `work` once all that came before it under `key` has ended. Each wrong try is then counted before the next one asks
 * whether there is room. Without it, of 18 tries at once on a busy Postgres the right one, judged last, was let in: ten
 * had been judged wrong, and nine counted.
 */
export async function inOrder<T>(app: App, key: string, work: () => Promise<T>): Promise<T> {
  const turns = lastTurns.get(app) ?? new Map<string, Promise<unknown>>();
  lastTurns.set(app, turns);
  const result = (turns.get(key) ?? Promise.resolve()).then(work);
  const ended = result.catch(() => undefined);
  turns.set(key, ended);
  try {
    return await result;
  } finally {
    if (turns.get(key) === ended) turns.delete(key);
  }
}
