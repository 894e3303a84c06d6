// The cookie of a browser that signed in before. It outlives sessions, opens nothing, and is signed.
import type { App } from "~/app.server";
import { ownBrowserLasts } from "~/features/passwords/passwords.server";
import { ownCookie } from "./own-cookie.server";

const cookieOf = ({ config }: Pick<App, "config">) => ownCookie(config, "known", ownBrowserLasts);

/** The secret id of the browser, or null. */
export async function readOwnBrowser(app: Pick<App, "config">, request: Request): Promise<string | null> {
  const value: unknown = await cookieOf(app).parse(request.headers.get("cookie"));
  return typeof value === "string" && value !== "" ? value : null;
}

/** The Set-Cookie that keeps it. */
export const setOwnBrowser = (app: Pick<App, "config">, id: string): Promise<string> => cookieOf(app).serialize(id);
