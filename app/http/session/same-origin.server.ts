// Blocks cross-site requests that change something (CSRF).
import type { App } from "~/app.server";
import { AppError } from "~/ground/errors";
import { foreignOriginHeader } from "~/http/door/headers.server";

export const messages = { crossSite: "This request came from another site. Nothing was changed." } as const;

/** Checks Sec-Fetch-Site, else Origin. Throws cross_site, also without both headers (contract, "Credentials"). */
export function requireSameOrigin(app: App, request: Request): void {
  if (!isSameOrigin(app, request)) throw new AppError("cross_site", messages.crossSite);
}

export function isSameOrigin(app: App, request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = request.headers.get("origin") ?? request.headers.get(foreignOriginHeader);
  if (origin === null || !URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === request.headers.get("host") || host === new URL(app.config.appOrigin).host;
}
