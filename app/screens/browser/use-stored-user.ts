// The stored user of this browser: fetched once a session is there, removed when it is gone or can't be read.
import { useEffect } from "react";
import { fitTo, readUser } from "./store";
import { call } from "./call";
import { fetchOwnKey } from "./own-key";
import { showToast } from "~/ui/messages/toast";
import { reload } from "./use-reload";

/** After hydration: a session without a stored user fetches this browser's key, a stored user without a session goes. */
export function useStoredUser(user: { id: string } | null): void {
  const id = user?.id ?? null;
  useEffect(() => {
    fitTo(localStorage, id);
    if (id === null || readUser(localStorage)) return;
    const given = new AbortController();
    fetchUser(given.signal).then(
      (told) => told && reload(),
      () => {
        // Offline or stopping: the next page tries again, and the screens work without it.
      },
    );
    return () => given.abort();
  }, [id]);
}

/**
 * Tells the server where this browser seems to be, which is a guess. True where the page has to be read once more: it
 * shows other hours, or asks which zone is to hold.
 */
async function fetchUser(signal: AbortSignal): Promise<boolean> {
  const user = await fetchOwnKey(signal);
  const storedZone = readUser(localStorage)?.timezone;
  if (!user || !storedZone || storedZone === user.timezone) return false;
  const query = new URLSearchParams({ timezone: storedZone });
  const answer = await call(`/api/questions/set-timezone/${user.user_id}?${query}`, { method: "POST", signal });
  const { timezone } = (answer as { data: { timezone: string } }).data;
  // Whom nobody had placed yet is told nothing.
  if (timezone !== user.timezone && user.timezone !== "UTC") {
    const { zoneCity } = await import("~/ground/time/zone");
    showToast({ message: `Times are now in ${zoneCity(timezone)} time.` });
  }
  return true;
}
