// Maps X's refusals while linking to the closed list that the browser may see.
import { withoutSecrets } from "~/ground/secrets/redact";
import { LinkError, type LinkFailure, type PostAnswer } from "./port";
import { type Block, readRefusal } from "./problem";

interface Leg {
  /** Meaning of a 401: wrong keys on the first leg, a used or expired token on the last. */
  unauthorized: "refused" | "expired";
  secrets: string[];
  now: number;
}

const blocked: Record<Block, [LinkFailure, string]> = {
  credits: ["credits", "X says that the app's credits are used up"],
  usage_cap: ["credits", "The app has reached X's monthly limit"],
  suspended: ["blocked", "X has suspended this account"],
  locked: ["blocked", "X has locked this account"],
  client_forbidden: ["project", "X doesn't give this app access: it must belong to a project with access"],
  write_forbidden: ["read_only", 'The X app needs the permission "Read and write"'],
};

export function linkError(reply: PostAnswer, { unauthorized, secrets, now }: Leg): LinkError {
  if (reply.kind !== "answered") return new LinkError("unreachable", `Couldn't reach X: ${reply.detail}`);
  const { status, body } = reply;
  const reason = withoutSecrets(reasonOf(body), secrets);
  const statusAndReason = reason ? `${status}, "${reason}"` : String(status);
  const fault = (code: LinkFailure, sentence: string, until: number | null = null) =>
    new LinkError(code, `${sentence} (${statusAndReason})`, { until });
  if (/callback url/i.test(reason))
    return fault("not_permitted", "X doesn't allow this callback URL: add it to the app's settings");
  const refusal = readRefusal(reply, now);
  switch (refusal.about) {
    case "network":
      return fault("unreachable", "X had an internal error");
    case "account":
    case "app":
      return fault(...blocked[refusal.code]);
    case "time":
      return fault("limited", "Linnet sent X too many requests", refusal.until);
    case "clock":
      return fault("clock", "X says that this server's clock is wrong");
    case "proxy":
      // OAuth 1.0a endpoints also answer in plain lines and XML.
      if (isPage(body, reason))
        return fault("unreachable", "Something on the network, such as a proxy, answered instead of X");
  }
  if (status === 401 && unauthorized === "expired")
    return fault("expired", "The authorization request was already used or has expired");
  if (status === 401) return fault("refused", "X rejected the app's key and secret");
  return fault("refused", status === 403 ? "X doesn't allow this app to do that" : "X refused to connect the account");
}

const isPage = (body: unknown, reason: string): boolean =>
  typeof body === "string" && body.trim() !== "" && reason === "";

export function reasonOf(body: unknown): string {
  if (typeof body === "string") {
    const line = /<error\b[^>]*>([^<]*)/.exec(body)?.[1] ?? (body.includes("<") ? "" : body);
    return line.trim().slice(0, 200);
  }
  const { errors, detail, title } = (body ?? {}) as { errors?: unknown; detail?: unknown; title?: unknown };
  const first = Array.isArray(errors) ? (errors[0] as { message?: unknown } | null)?.message : null;
  return String(first ?? detail ?? title ?? "").slice(0, 200);
}
