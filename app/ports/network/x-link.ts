// What X's refusals while linking mean, in the closed list that the browser may be told.
import { withoutSecrets } from "~/ground/secrets/redact";
import { LinkError, type PostAnswer } from "./port";

/**
 * The LinkError for a leg of OAuth 1.0a that gave nothing usable. `unauthorized` is what a 401 means on this leg:
 * wrong keys on the first, a spent or expired token on the last. `secrets` are taken out of X's own words.
 */
export function linkError(reply: PostAnswer, unauthorized: "refused" | "expired", secrets: string[]): LinkError {
  if (reply.kind !== "answered") return new LinkError("unreachable", `X could not be reached: ${reply.detail}`);
  const { status, body } = reply;
  const reason = withoutSecrets(reasonOf(body), secrets);
  const statusAndReason = reason ? `${status}, "${reason}"` : String(status);
  if (status >= 500) return new LinkError("unreachable", `X is out of order (${statusAndReason})`);
  if (/callback url/i.test(reason))
    return new LinkError(
      "not_permitted",
      `X does not know the callback address: add it to the app's settings (${statusAndReason})`,
    );
  if (status === 403) return new LinkError("refused", `X does not permit this app to do that (${statusAndReason})`);
  if (status === 401 && unauthorized === "refused")
    return new LinkError("refused", `X refused the app's key and secret, or this clock is wrong (${statusAndReason})`);
  if (status === 401) return new LinkError("expired", `The link request is spent or has expired (${statusAndReason})`);
  return new LinkError("refused", `X refused to link the account (${statusAndReason})`);
}

/** X's own sentence, out of any of the forms it uses: v1 errors, a problem, XML, a bare line. */
export function reasonOf(body: unknown): string {
  if (typeof body === "string") {
    const line = /<error\b[^>]*>([^<]*)/.exec(body)?.[1] ?? (body.includes("<") ? "" : body);
    return line.trim().slice(0, 200);
  }
  const { errors, detail, title } = (body ?? {}) as { errors?: unknown; detail?: unknown; title?: unknown };
  const first = Array.isArray(errors) ? (errors[0] as { message?: unknown } | null)?.message : null;
  return String(first ?? detail ?? title ?? "").slice(0, 200);
}
