// Whether an account may still be posted as, just before its bytes leave: one question for all sends of a moment.
import type { App } from "~/app.server";
import { type Closed, listClosed } from "~/features/publishing/store/due-and-gap.server";

interface Asking {
  ids: Set<number>;
  answer: Promise<Map<number, Closed>>;
}

const asking = new WeakMap<App, Asking>();

/**
 * Why nothing is to be sent as the account now, or null. The sends of one pass ask together: a question each was most of
 * what a Postgres on another machine was asked.
 */
export async function whyClosed(app: App, accountId: number): Promise<Closed | null> {
  const open = asking.get(app) ?? beginAsking(app);
  open.ids.add(accountId);
  return (await open.answer).get(accountId) ?? null;
}

function beginAsking(app: App): Asking {
  const ids = new Set<number>();
  // After all that are about to ask in this very moment.
  const answer = Promise.resolve().then(() => {
    asking.delete(app);
    return listClosed(app.db, [...ids], app.clock.now());
  });
  const made = { ids, answer };
  asking.set(app, made);
  return made;
}
