// Whether the server is within reach of this page, and what is said where it is not. Told by who asks the server.
import { useSyncExternalStore } from "react";

export interface Reach {
  /** The last press led nowhere: what is said of it. */
  pressed: string | null;
  /** The page could not be read anew: what is said of it, which may be "". Null while the page is up to date. */
  stale: string | null;
}

const within: Reach = { pressed: null, stale: null };
let now = within;
const listeners = new Set<() => void>();

function become(next: Reach): void {
  if (next.pressed === now.pressed && next.stale === now.stale) return;
  now = next;
  for (const listener of listeners) listener();
}

/** The server has answered. */
export const reached = (): void => become(within);

/** What is shown is older than it should be. `sentence` stays where a later reading has none of its own. */
export const wentStale = (sentence: string): void => become({ ...now, stale: sentence || (now.stale ?? "") });

/** Somebody wanted to go elsewhere, and is still here. */
export const wentNowhere = (sentence: string): void => become({ ...now, pressed: sentence });

/** An answer, whatever it is. */
export const isServerThere = (): Promise<boolean> =>
  fetch("/favicon.svg", { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Resolves with the server's next answer. */
export const untilReached = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = listen(() => {
      if (now !== within) return;
      stop();
      resolve();
    });
  });

export const useReach = (): Reach =>
  useSyncExternalStore(
    listen,
    () => now,
    () => within,
  );
