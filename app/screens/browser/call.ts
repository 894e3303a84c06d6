// The calls that the browser makes itself, with its own key: nobody stored, no call (spec section 5).
import { callMessages, sentenceOf } from "~/ground/messages";
import { readUser, type StoredUser } from "./store";
import { fetchOwnKey } from "./own-key";

/** A call that came to nothing; its message is a sentence to show. */
export class CallError extends Error {
  override readonly name = "CallError";
  /** The server answered, and refused. */
  readonly isRefusal: boolean;
  /** Nobody answered but perhaps a proxy, for a server that is away. */
  readonly isAway: boolean;

  constructor(message: string, { status }: { status?: number } = {}) {
    super(message);
    this.isRefusal = status !== undefined;
    this.isAway = status === undefined || (status >= 502 && status <= 504);
  }
}

interface CallOptions {
  method?: "GET" | "POST";
  /** What is said where the server's refusal says nothing itself. */
  fallback?: string;
  signal?: AbortSignal;
}

/**
 * The body of a good answer. Throws CallError: `用户未登录` where no user is stored, and then nothing is sent; the server's
 * `detail` or the fallback when it refuses; the network's own words, or `网络错误`, when it can't be reached or its answer
 * breaks off.
 */
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

/** Keys end when the password changes, also where this browser stays signed in: it gets another. Null: it does not. */
async function renewedKey(before: StoredUser, signal?: AbortSignal): Promise<string | null> {
  const kept = readUser(localStorage);
  // Another call was faster.
  const now = kept?.api_key === before.api_key ? await fetchOwnKey(signal).catch(() => null) : kept;
  return now?.user_id === before.user_id ? now.api_key : null;
}
