// Fetches this browser's API key with its session cookie, and stores it with the user.
import { keys, type StoredUser, writeUser } from "./store";

/** Returns null if no one is signed in. */
export async function fetchOwnKey(signal?: AbortSignal): Promise<StoredUser | null> {
  const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  const query = new URLSearchParams({ timezone: browserZone });
  const answer = await fetch(`/session/key?${query}`, { method: "POST", signal });
  if (!answer.ok) return null;
  const user = (await answer.json()) as StoredUser;
  const { user_id, api_key, email } = user;
  writeUser(localStorage, { user_id, api_key, email, timezone: browserZone });
  window.dispatchEvent(new Event(keys.user));
  return user;
}
