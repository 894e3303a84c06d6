// How many sends are in flight just now, Post Now's too.
import type { App } from "~/app.server";

const sends = new WeakMap<App, number>();

export const countInFlight = (app: App): number => sends.get(app) ?? 0;

/** Counts a send from now until it has ended. */
export async function inFlight<T>(app: App, send: () => Promise<T>): Promise<T> {
  sends.set(app, countInFlight(app) + 1);
  try {
    return await send();
  } finally {
    sends.set(app, countInFlight(app) - 1);
  }
}
