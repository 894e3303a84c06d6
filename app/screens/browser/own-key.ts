// This browser's own key: asked for with the cookie of its session, and kept with whose it is. It says where it is, too.
import { keys, type StoredUser, writeUser } from "./store";

/** Answers what the server knows of the person; null where nobody is signed in here. */
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
