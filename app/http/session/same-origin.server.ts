// Whether a request that changes something came from our own pages: no form of another site acts with our cookie.
import type { App } from "~/app.server";
import { AppError } from "~/ground/errors";
import { foreignOriginHeader } from "~/http/door/headers.server";

export const messages = { crossSite: "This request came from another site and was not carried out" } as const;

/**
 * Sec-Fetch-Site where the browser sends it, otherwise an Origin whose host is the request's own or APP_ORIGIN's;
 * neither header: refused (contract, "Credentials"). Throws cross_site.
 */
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
