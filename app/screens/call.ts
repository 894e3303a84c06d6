// The calls that the browser makes itself, with its own key: nobody stored, no call (spec section 5).
import { callSays, sentenceOf } from "~/catalogue";
import { readUser } from "./browser-store";

/** A call that came to nothing; its message is a sentence to show. */
export class CallError extends Error {
  override readonly name = "CallError";
  /** The server answered, and refused. */
  readonly isRefusal: boolean;

  constructor(message: string, { isRefusal = false } = {}) {
    super(message);
    this.isRefusal = isRefusal;
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
 * `detail` or the fallback when it refuses; the network's own words, or `网络错误`, when it can't be reached.
 */
export async function call(path: string, { method, fallback = callSays.failed, signal }: CallOptions = {}) {
  const user = readUser(localStorage);
  if (!user) throw new CallError(callSays.notSignedIn);
  const headers = { Authorization: `Bearer ${user.api_key}` };
  const answer = await fetch(path, { method, headers, signal }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new CallError((error instanceof Error && error.message) || callSays.network);
  });
  const body: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new CallError(sentenceOf(body, fallback), { isRefusal: true });
  return body;
}
