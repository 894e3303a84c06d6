// Light, dark or as the system says: a plain cookie, since it is of no worth to anybody.
import { createCookie } from "@remix-run/node";
import { days } from "~/duration";

export type Theme = "system" | "light" | "dark";

const cookie = createCookie("linnet_theme", { path: "/", sameSite: "lax", maxAge: days(365) / 1000, httpOnly: true });

export const isTheme = (value: unknown): value is Theme => value === "system" || value === "light" || value === "dark";

export async function readTheme(request: Request): Promise<Theme> {
  const theme: unknown = await cookie.parse(request.headers.get("cookie"));
  return isTheme(theme) ? theme : "system";
}

export const writeTheme = (theme: Theme): Promise<string> => cookie.serialize(theme);
