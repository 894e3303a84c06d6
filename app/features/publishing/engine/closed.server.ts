// Checks whether accounts may still post, just before a send, in one query per batch.
import type { App } from "~/app.server";
import { type Closed, listClosed } from "~/features/publishing/store/due-and-gap.server";

interface Asking {
  ids: Set<number>;
  answer: Promise<Map<number, Closed>>;
}

const asking = new WeakMap<App, Asking>();

/** Null: may post. Batched, because single queries were most of the load on a remote Postgres. */
export async function whyClosed(app: App, accountId: number): Promise<Closed | null> {
  const open = asking.get(app) ?? beginAsking(app);
  open.ids.add(accountId);
  return (await open.answer).get(accountId) ?? null;
}

function beginAsking(app: App): Asking {
  const ids = new Set<number>();
  // Runs after all sends of this tick have added their id.
  const answer = Promise.resolve().then(() => {
    asking.delete(app);
    return listClosed(app.db, [...ids], app.clock.now());
  });
  const made = { ids, answer };
  asking.set(app, made);
  return made;
}
