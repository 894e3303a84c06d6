// Tracks whether the server can be reached, and the message to show when it can't.
import { useSyncExternalStore } from "react";

export interface Connectivity {
  /** Message about a navigation that failed. */
  navigationError: string | null;
  /** Message about a reload that failed, or ""; null while the page is up to date. */
  stale: string | null;
}

const online: Connectivity = { navigationError: null, stale: null };
let now = online;
const listeners = new Set<() => void>();

function become(next: Connectivity): void {
  if (next.navigationError === now.navigationError && next.stale === now.stale) return;
  now = next;
  for (const listener of listeners) listener();
}

export const wentOnline = (): void => become(online);

/** Without a `sentence`, the previous message stays. */
export const wentStale = (sentence: string): void => become({ ...now, stale: sentence || (now.stale ?? "") });

export const wentOffline = (sentence: string): void => become({ ...now, navigationError: sentence });

export const isServerReachable = (): Promise<boolean> =>
  fetch("/favicon.svg", { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Resolves with the server's next response. */
export const untilOnline = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = listen(() => {
      if (now !== online) return;
      stop();
      resolve();
    });
  });

export const useConnectivity = (): Connectivity =>
  useSyncExternalStore(
    listen,
    () => now,
    () => online,
  );
