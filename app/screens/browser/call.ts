// Calls the API from the browser with its own key; throws when no user is stored (spec section 5).
import { callMessages, sentenceOf } from "~/ground/messages";
import { readUser, type StoredUser } from "./store";
import { fetchOwnKey } from "./own-key";

export class CallError extends Error {
  override readonly name = "CallError";
  readonly isRefusal: boolean;
  /** Also true for a proxy's 502 to 504. */
  readonly isAway: boolean;

  constructor(message: string, { status }: { status?: number } = {}) {
    super(message);
    this.isRefusal = status !== undefined;
    this.isAway = status === undefined || (status >= 502 && status <= 504);
  }
}

interface CallOptions {
  method?: "GET" | "POST";
  fallback?: string;
  signal?: AbortSignal;
}

/** Throws CallError: with the server's `detail` or `fallback`, or with the network's message. */
export async function call(path: string, { method, fallback = callMessages.failed, signal }: CallOptions = {}) {
  const user = readUser(localStorage);
  if (!user) throw new CallError(callMessages.notSignedIn);
  const send = (key: string) =>
    fetch(path, { method, headers: { Authorization: `Bearer ${key}` }, signal }).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      throw new CallError((error instanceof Error && error.message) || callMessages.network);
    });
  let answer = await send(user.api_key);
  if (answer.status === 401) {
    const key = await renewedKey(user, signal);
    if (key !== null) answer = await send(key);
  }
  if (!answer.ok) {
    const refusal: unknown = await answer.json().catch(() => null);
    throw new CallError(sentenceOf(refusal, fallback), { status: answer.status });
  }
  const body: unknown = await answer.json().catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new CallError(callMessages.network);
  });
  return body;
}

/** A password change revokes keys even where the session stays. Returns null if there is no new key. */
async function renewedKey(before: StoredUser, signal?: AbortSignal): Promise<string | null> {
  const kept = readUser(localStorage);
  const now = kept?.api_key === before.api_key ? await fetchOwnKey(signal).catch(() => null) : kept;
  return now?.user_id === before.user_id ? now.api_key : null;
}
