// Signed cookies of two-factor sign-in: the pending sign-in and trusted browsers.
import type { App } from "~/app.server";
import { trustLasts, waitLasts } from "~/features/second-factor/second-factor.server";
import { ownCookie } from "./own-cookie.server";

export interface Waiting {
  id: string;
  to: string;
}

const waitingCookie = ({ config }: App) => ownCookie(config, "step", waitLasts);
const trustCookie = ({ config }: App) => ownCookie(config, "trust", trustLasts);

export const setWaiting = (app: App, waiting: Waiting): Promise<string> => waitingCookie(app).serialize(waiting);

export const clearWaiting = (app: App): Promise<string> => waitingCookie(app).serialize("", { maxAge: 0 });

export async function readWaiting(app: App, request: Request): Promise<Waiting | null> {
  const value: unknown = await waitingCookie(app).parse(request.headers.get("cookie"));
  const { id, to } = (value ?? {}) as Partial<Record<keyof Waiting, unknown>>;
  return typeof id === "string" && typeof to === "string" ? { id, to } : null;
}

const maxTrusted = 5;

export async function addTrusted(app: App, request: Request, trustedId: string): Promise<string> {
  const before = await readTrusted(app, request);
  return trustCookie(app).serialize([trustedId, ...before].slice(0, maxTrusted));
}

export async function readTrusted(app: App, request: Request): Promise<string[]> {
  const value: unknown = await trustCookie(app).parse(request.headers.get("cookie"));
  const ids: unknown[] = Array.isArray(value) ? value : [value];
  return ids.filter((id): id is string => typeof id === "string" && id !== "").slice(0, maxTrusted);
}
