// Counts the sends in flight, including Post Now.
import type { App } from "~/app.server";

const sends = new WeakMap<App, number>();

export const countInFlight = (app: App): number => sends.get(app) ?? 0;

export async function inFlight<T>(app: App, send: () => Promise<T>): Promise<T> {
  sends.set(app, countInFlight(app) + 1);
  try {
    return await send();
  } finally {
    sends.set(app, countInFlight(app) - 1);
  }
}
