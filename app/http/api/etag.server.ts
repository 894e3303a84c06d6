// Answers that a client may know already: each has a name made of its bytes, and who names it gets no bytes again.
import { createHash } from "node:crypto";

/** The answer with its ETag, or 304 where the request names that in If-None-Match. */
export async function unlessKnown(request: Request, answer: Response, cache: string): Promise<Response> {
  const body = Buffer.from(await answer.arrayBuffer());
  const headers = new Headers(answer.headers);
  // Weak: what goes out may be compressed, so its bytes are not always these.
  const tag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  headers.set("ETag", tag);
  headers.set("Cache-Control", cache);
  if (!isNamed(tag, request.headers.get("if-none-match")))
    return new Response(body, { status: answer.status, headers });
  headers.delete("Content-Type");
  headers.delete("Content-Length");
  return new Response(null, { status: 304, headers });
}

/** Compared weakly (RFC 9110, 13.1.2): `W/` or not makes no difference. */
function isNamed(tag: string, named: string | null): boolean {
  if (named === null) return false;
  if (named.trim() === "*") return true;
  const bare = (one: string) => one.trim().replace(/^W\//, "");
  return named.split(",").some((one) => bare(one) === bare(tag));
}
