// Answers that a client may know already: each has a name made of its bytes, and who names it gets no bytes again.
import { createHash } from "node:crypto";
import { AppError } from "~/ground/errors";

/** The answer with its ETag, or 304 where the request names that in If-None-Match. */
export async function unlessKnown(request: Request, answer: Response, cache: string): Promise<Response> {
  const body = Buffer.from(await answer.arrayBuffer());
  const headers = new Headers(answer.headers);
  const tag = tagOf(body);
  headers.set("ETag", tag);
  headers.set("Cache-Control", cache);
  if (!isNamed(tag, request.headers.get("if-none-match")))
    return new Response(body, { status: answer.status, headers });
  headers.delete("Content-Type");
  headers.delete("Content-Length");
  return new Response(null, { status: 304, headers });
}

/** Weak: what goes out may be compressed, so its bytes are not always these. */
const tagOf = (body: string | Buffer): string =>
  `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;

/**
 * Throws precondition_failed where If-Match names none of what `tell` answers now. To be asked in the transaction that
 * changes it. Without `tell` the address tells no ETag: whatever is named is something else.
 */
export async function requireMatch(request: Request, tell?: () => Promise<object>): Promise<void> {
  const named = request.headers.get("if-match");
  if (named === null || named.trim() === "*") return;
  const answer = await tell?.();
  if (answer && isNamed(tagOf(JSON.stringify({ success: true, ...answer })), named)) return;
  throw new AppError("precondition_failed", "This is not what If-Match names. Read it again, then change it.");
}

/** Compared weakly (RFC 9110, 13.1.2): `W/` or not makes no difference. */
function isNamed(tag: string, named: string | null): boolean {
  if (named === null) return false;
  if (named.trim() === "*") return true;
  const bare = (one: string) => one.trim().replace(/^W\//, "");
  return named.split(",").some((one) => bare(one) === bare(tag));
}
