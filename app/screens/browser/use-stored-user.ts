// Fetches this browser's stored user after sign-in and removes it after sign-out.
import { useEffect } from "react";
import { cityTime } from "~/ground/time/city-time";
import { fitTo, readUser } from "./store";
import { call } from "./call";
import { fetchOwnKey } from "./own-key";
import { showToast } from "~/ui/messages/toast";
import { reload } from "./use-reload";

export function useStoredUser(user: { id: string } | null): void {
  const id = user?.id ?? null;
  useEffect(() => {
    fitTo(localStorage, id);
    if (id === null || readUser(localStorage)) return;
    const given = new AbortController();
    fetchUser(given.signal).then(
      (isChanged) => isChanged && reload(),
      () => {
        // Offline or closing; the next page tries again.
      },
    );
    return () => given.abort();
  }, [id]);
}

/** Returns whether the page must reload because the time zone is new. */
async function fetchUser(signal: AbortSignal): Promise<boolean> {
  const user = await fetchOwnKey(signal);
  const storedZone = readUser(localStorage)?.timezone;
  if (!user || !storedZone || storedZone === user.timezone) return false;
  const query = new URLSearchParams({ timezone: storedZone });
  const answer = await call(`/api/questions/set-timezone/${user.user_id}?${query}`, { method: "POST", signal });
  const { timezone } = (answer as { data: { timezone: string } }).data;
  if (timezone !== user.timezone && user.timezone !== "UTC") {
    const { zoneCity } = await import("~/ground/time/zone");
    showToast({ message: `Times are now in ${cityTime(zoneCity(timezone))}.` });
  }
  return true;
}
