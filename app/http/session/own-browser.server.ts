// Signed cookie of a known browser. Outlives sessions and grants no access.
import type { App } from "~/app.server";
import { ownBrowserLasts } from "~/features/passwords/passwords.server";
import { ownCookie } from "./own-cookie.server";

const cookieOf = ({ config }: Pick<App, "config">) => ownCookie(config, "known", ownBrowserLasts);

export async function readOwnBrowser(app: Pick<App, "config">, request: Request): Promise<string | null> {
  const value: unknown = await cookieOf(app).parse(request.headers.get("cookie"));
  return typeof value === "string" && value !== "" ? value : null;
}

export const setOwnBrowser = (app: Pick<App, "config">, id: string): Promise<string> => cookieOf(app).serialize(id);
