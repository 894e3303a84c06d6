// What the API says where it refuses: the contract's envelope, and how to ask instead.
import type { ErrorCode, FieldFault } from "~/ground/errors";

export const refused = (code: ErrorCode, sentence: string, detail: FieldFault[] | string | null = null) => ({
  success: false,
  error: sentence,
  detail: detail ?? sentence,
  code,
});

/** The WWW-Authenticate of a 401 (RFC 6750). No browser shows a dialog for Bearer. */
export const challenge = (keyCame: boolean): string =>
  `Bearer realm="Linnet"${keyCame ? ', error="invalid_token"' : ""}`;

/** That of a 403: which scope would do. */
export const scopeChallenge = (scope: string): string => `Bearer error="insufficient_scope", scope="${scope}"`;

/** JSON with its length told: remix-serve then compresses only what is long enough to gain by it. */
export function jsonResponse(value: unknown, status: number, headers: Headers): Response {
  const body = Buffer.from(JSON.stringify(value));
  headers.set("Content-Type", "application/json; charset=utf-8");
  headers.set("Content-Length", String(body.length));
  return new Response(body, { status, headers });
}
