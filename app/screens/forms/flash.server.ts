// What a form came to, told on the page that it leads to: a cookie that lives until that page is read, signed, a minute at most.
import { createCookie } from "@remix-run/node";
import type { Config } from "~/ground/config.server";
import { minutes } from "~/ground/time/duration";

type Where = Pick<Config, "https" | "sessionSecrets">;

// Not in the address: that is shared and reloaded, and would say it again.
const cookieOf = ({ https, sessionSecrets }: Where) =>
  createCookie(https ? "__Host-linnet_told" : "linnet_told", {
    path: "/",
    sameSite: "lax",
    maxAge: minutes(1) / 1000,
    httpOnly: true,
    secure: https,
    secrets: sessionSecrets,
  });

/** The Set-Cookie that carries a sentence to the next page. */
export const setFlash = (message: string, where: Where): Promise<string> => cookieOf(where).serialize(message);

/** The sentence that was carried here, if any. */
export async function readFlash(request: Request, where: Where): Promise<{ message: string } | null> {
  const message: unknown = await cookieOf(where).parse(request.headers.get("cookie"));
  return typeof message === "string" && message !== "" ? { message } : null;
}

/** The Set-Cookie that ends it. */
export const clearFlash = (where: Where): Promise<string> => cookieOf(where).serialize("", { maxAge: 0 });
