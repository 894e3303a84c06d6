// Checks a webhook's URL and where its host name resolves.
import type { App } from "~/app.server";
import { AppError, type FaultType } from "~/ground/errors";
import type { Allowed } from "~/ground/addresses";
import { checkHost } from "~/ports/receiver/guarded.server";
import { hookMessages, maxUrl } from "./hook";

export const allowedOf = ({ config }: Pick<App, "config">): Allowed => (config.privateWebhooks ? "home" : "public");

const wrong = (message: string, type: FaultType) => new AppError("invalid", message, { about: { field: "url", type } });

/** Returns the normalized URL. Throws invalid, private_address. Resolves the name, so call it outside a transaction. */
export async function requireAddress(app: Pick<App, "config" | "work">, userId: string, raw: string): Promise<string> {
  if (raw.length > maxUrl) throw wrong(hookMessages.long, "too_long");
  const url = URL.canParse(raw) ? new URL(raw) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "" || raw.includes("#"))
    throw wrong(hookMessages.address, "invalid");
  if (url.href.length > maxUrl) throw wrong(hookMessages.long, "too_long");
  const found = await checkHost(url.href, { owner: userId, allowed: allowedOf(app), signal: app.work.abortSignal });
  if (found === "private") {
    const about = { field: "url", type: "invalid" as const };
    throw new AppError("private_address", hookMessages.private, { about });
  }
  if (found === "unresolved") throw wrong(hookMessages.unresolved, "invalid");
  // User data must not cross the internet unencrypted.
  if (url.protocol === "http:" && found === "public") throw wrong(hookMessages.scheme, "invalid");
  return url.href;
}
