// Tracks whether the server can be reached, and the message to show when it can't.
import { useSyncExternalStore } from "react";

export interface Reach {
  /** Message about a navigation that failed. */
  pressed: string | null;
  /** Message about a reload that failed, or ""; null while the page is up to date. */
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

export const reached = (): void => become(within);

/** Without a `sentence`, the previous message stays. */
export const wentStale = (sentence: string): void => become({ ...now, stale: sentence || (now.stale ?? "") });

export const wentNowhere = (sentence: string): void => become({ ...now, pressed: sentence });

export const isServerThere = (): Promise<boolean> =>
  fetch("/favicon.svg", { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Resolves with the server's next response. */
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
