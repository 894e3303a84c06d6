// The stored user of this browser: fetched once a session is there, removed when it is gone or can't be read.
import { useEffect, useState } from "react";
import { useNavigation, useRevalidator } from "@remix-run/react";

/** Spec section 3; the contract's name for it. */
export const storedUserKey = "linnet_user";

export interface StoredUser {
  user_id: string;
  api_key: string;
  email: string;
  timezone: string;
}

/** What is stored, or null; something that is no stored user is removed. */
export function readStoredUser(storage: Pick<Storage, "getItem" | "removeItem">): StoredUser | null {
  const text = storage.getItem(storedUserKey);
  if (text === null) return null;
  try {
    const parsed = JSON.parse(text) as Partial<StoredUser> | null;
    if (typeof parsed?.user_id === "string" && typeof parsed.api_key === "string") return parsed as StoredUser;
  } catch {
    // Not JSON: as good as nothing.
  }
  storage.removeItem(storedUserKey);
  return null;
}

/** After hydration: a session without a stored user fetches this browser's key, a stored user without a session goes. */
export function useStoredUser(user: { id: string } | null): void {
  const id = user?.id ?? null;
  const [moved, setMoved] = useState(false);
  const { revalidate } = useRevalidator();
  const { state } = useNavigation();
  useEffect(() => {
    // Never in the middle of going somewhere: that would be broken off and begun again.
    if (!moved || state !== "idle") return;
    setMoved(false);
    revalidate();
  }, [moved, state, revalidate]);
  useEffect(() => {
    const stored = readStoredUser(localStorage);
    if (id === null || (stored && stored.user_id !== id)) localStorage.removeItem(storedUserKey);
    if (id === null || stored?.user_id === id) return;
    const given = new AbortController();
    fetchUser(given.signal).then(setMoved, () => {
      // Offline or stopping: the next page tries again, and the screens work without it.
    });
    return () => given.abort();
  }, [id]);
}

/** True where the server's idea of this person's time zone has changed, so that the page shows other hours. */
async function fetchUser(signal: AbortSignal): Promise<boolean> {
  const answer = await fetch("/session/key", { method: "POST", signal });
  if (!answer.ok) return false;
  const { user_id, api_key, email, timezone } = (await answer.json()) as StoredUser;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  localStorage.setItem(storedUserKey, JSON.stringify({ user_id, api_key, email, timezone: here }));
  if (here === timezone) return false;
  const query = new URLSearchParams({ timezone: here });
  const headers = { Authorization: `Bearer ${api_key}` };
  const told = await fetch(`/api/questions/set-timezone/${user_id}?${query}`, { method: "POST", headers, signal });
  // An answer that nobody reads holds its connection, and the page never comes to rest.
  await told.text();
  return told.ok;
}
