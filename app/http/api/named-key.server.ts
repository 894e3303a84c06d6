// Enforces a named key's scopes and rate limit, and logs its changes.
import type { App } from "~/app.server";
import type { NamedKey } from "~/features/api-keys/api-keys.server";
import { messages, type Scope } from "~/features/api-keys/scope";
import { recordAudit } from "~/features/audit/audit.server";
import { limits } from "~/features/rate-limits/limit";
import { countHere } from "~/features/rate-limits/rate-limits.server";
import { AppError, isAppError } from "~/ground/errors";
import { seconds } from "~/ground/time/duration";
import type { Endpoint } from "~/http/contract/endpoint.server";
import { addressOf } from "~/http/session/client-address.server";
import { isOrphan } from "~db/database.server";
import type { TweetState } from "~db/schema";

export class ScopeMissing extends AppError {
  constructor(readonly scope: Scope) {
    super("insufficient_scope", messages.lacks(scope));
  }
}

export function requireScope({ scopes }: Pick<NamedKey, "scopes">, scope: Scope): void {
  if (!scopes.includes(scope)) throw new ScopeMissing(scope);
}

/** Throws not_for_keys, insufficient_scope. Any of a route's scopes passes here; the handler checks further. */
export function requireRoute({ scopes }: NamedKey, { scope }: Pick<Endpoint, "scope">): void {
  if (scope === "any") return;
  if (scope === "none") throw new AppError("not_for_keys", messages.notForKeys);
  const wanted: readonly Scope[] = typeof scope === "string" ? [scope] : scope;
  const [first] = wanted;
  if (first !== undefined && !wanted.some((name) => scopes.includes(name))) throw new ScopeMissing(first);
}

/** For commands that edit text: drafts need the write scope, scheduled tweets the publish scope. */
export const asKey = (key: NamedKey | null) =>
  key === null
    ? {}
    : {
        keyId: key.id,
        mayChange: (state: TweetState): void =>
          requireScope(key, state === "pending" || state === "failed" ? "write" : "publish"),
      };

export const keyIdOf = (key: NamedKey | null): number | null => key?.id ?? null;

const { max, withinMs } = limits.key;

export function countRequest(app: App, { id }: NamedKey, headers: Headers): void {
  if (!app.config.rateLimits) return;
  headers.append("RateLimit-Policy", `"key";q=${max};w=${withinMs / seconds(1)}`);
  const tell = (left: number, waitSeconds: number) => headers.append("RateLimit", `"key";r=${left};t=${waitSeconds}`);
  try {
    const { left, endsInMs } = countHere(app, "key", String(id));
    tell(left, Math.ceil(endsInMs / seconds(1)));
  } catch (error) {
    if (isAppError(error)) tell(0, error.retryAfterSeconds ?? 0);
    throw error;
  }
}

export async function recordKeyUse(
  app: App,
  request: Request,
  { user, key }: { user: { id: string }; key: NamedKey },
  { method, path, scope }: Pick<Endpoint, "method" | "path" | "scope">,
): Promise<void> {
  if (method === "GET" || scope === "read" || scope === "any") return;
  const detail = `${key.name}: ${method} ${path}`;
  await recordAudit(app, { kind: "key.used", userId: user.id, address: addressOf(request), detail }).catch(
    (error: unknown) => {
      // The user was deleted in the meantime.
      if (!isOrphan(app.db, error)) throw error;
    },
  );
}
