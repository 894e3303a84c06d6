// The two cookies of the second step: the sign-in that waits in this browser, and that this browser is trusted. Signed.
import type { App } from "~/app.server";
import { trustLasts, waitLasts } from "~/features/second-factor/second-factor.server";
import { ownCookie } from "./own-cookie.server";

/** A sign-in that waits, and the path of ours where it leads. */
export interface Waiting {
  id: string;
  to: string;
}

const waitingCookie = ({ config }: App) => ownCookie(config, "step", waitLasts);
const trustCookie = ({ config }: App) => ownCookie(config, "trust", trustLasts);

/** The Set-Cookie by which this browser, and no other, may finish the sign-in. */
export const setWaiting = (app: App, waiting: Waiting): Promise<string> => waitingCookie(app).serialize(waiting);

/** The Set-Cookie that ends it. */
export const clearWaiting = (app: App): Promise<string> => waitingCookie(app).serialize("", { maxAge: 0 });

export async function readWaiting(app: App, request: Request): Promise<Waiting | null> {
  const value: unknown = await waitingCookie(app).parse(request.headers.get("cookie"));
  const { id, to } = (value ?? {}) as Partial<Record<keyof Waiting, unknown>>;
  return typeof id === "string" && typeof to === "string" ? { id, to } : null;
}

/** So many people may share a browser, each with their own trust. */
const maxTrusted = 5;

/** The Set-Cookie of a browser that is trusted by one more person; the oldest of six is asked again. */
export async function addTrusted(app: App, request: Request, trustedId: string): Promise<string> {
  const before = await readTrusted(app, request);
  return trustCookie(app).serialize([trustedId, ...before].slice(0, maxTrusted));
}

/** By whom this browser is trusted; whose each is, the database knows. */
export async function readTrusted(app: App, request: Request): Promise<string[]> {
  const value: unknown = await trustCookie(app).parse(request.headers.get("cookie"));
  const ids: unknown[] = Array.isArray(value) ? value : [value];
  return ids.filter((id): id is string => typeof id === "string" && id !== "").slice(0, maxTrusted);
}
