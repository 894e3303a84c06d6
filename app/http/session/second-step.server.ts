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

/** The Set-Cookie of a browser that is trusted. */
export const setTrusted = (app: App, trustedId: string): Promise<string> => trustCookie(app).serialize(trustedId);

export async function readTrusted(app: App, request: Request): Promise<string | null> {
  const value: unknown = await trustCookie(app).parse(request.headers.get("cookie"));
  return typeof value === "string" && value !== "" ? value : null;
}
