// Builds the API's error envelope and its WWW-Authenticate header.
import type { ErrorCode, FieldFault } from "~/ground/errors";

export const refused = (code: ErrorCode, sentence: string, detail: FieldFault[] | string | null = null) => ({
  success: false,
  error: sentence,
  detail: detail ?? sentence,
  code,
});

/** WWW-Authenticate of a 401 (RFC 6750). Browsers show no dialog for Bearer. */
export const challenge = (keyCame: boolean): string =>
  `Bearer realm="Linnet"${keyCame ? ', error="invalid_token"' : ""}`;

/** WWW-Authenticate of a 403. */
export const scopeChallenge = (scope: string): string => `Bearer error="insufficient_scope", scope="${scope}"`;

export function jsonResponse(value: unknown, status: number, headers: Headers): Response {
  const body = Buffer.from(JSON.stringify(value));
  headers.set("Content-Type", "application/json; charset=utf-8");
  headers.set("Content-Length", String(body.length));
  return new Response(body, { status, headers });
}
