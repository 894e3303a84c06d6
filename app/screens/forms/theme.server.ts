// Keeps the theme in a plain cookie, because it isn't secret.
import type { Config } from "~/ground/config.server";
import { days } from "~/ground/time/duration";
import { ownCookie } from "~/http/session/own-cookie.server";

export type Theme = "system" | "light" | "dark";

type Where = Pick<Config, "https">;

const cookieOf = ({ https }: Where) => ownCookie({ https }, "theme", days(365));

export const isTheme = (value: unknown): value is Theme => value === "system" || value === "light" || value === "dark";

export async function readTheme(request: Request, config: Where): Promise<Theme> {
  const theme: unknown = await cookieOf(config).parse(request.headers.get("cookie"));
  return isTheme(theme) ? theme : "system";
}

export const writeTheme = (theme: Theme, config: Where): Promise<string> => cookieOf(config).serialize(theme);
