// Adds ETags to answers and checks If-None-Match and If-Match.
import { createHash } from "node:crypto";
import { AppError } from "~/ground/errors";

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

/** Weak, since the response may be compressed. */
const tagOf = (body: string | Buffer): string =>
  `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;

/** Throws precondition_failed if If-Match doesn't match what `compose` returns. */
export async function requireMatch(request: Request, compose?: () => Promise<object>): Promise<void> {
  const named = request.headers.get("if-match");
  if (named === null || named.trim() === "*") return;
  const answer = await compose?.();
  if (answer && isNamed(tagOf(JSON.stringify({ success: true, ...answer })), named)) return;
  throw new AppError(
    "precondition_failed",
    "The current version doesn’t match If-Match. Read it again, then make your change.",
  );
}

function isNamed(tag: string, named: string | null): boolean {
  if (named === null) return false;
  if (named.trim() === "*") return true;
  const bare = (candidate: string) => candidate.trim().replace(/^W\//, "");
  return named.split(",").some((candidate) => bare(candidate) === bare(tag));
}
