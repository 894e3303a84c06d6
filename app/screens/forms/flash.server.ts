// What a form came to, told on the page that it leads to: a cookie that lives until that page is read, signed, a minute at most.
import type { Config } from "~/ground/config.server";
import { minutes } from "~/ground/time/duration";
import { ownCookie } from "~/http/session/own-cookie.server";

type Where = Pick<Config, "https" | "sessionSecrets">;

// Not in the address: that is shared and reloaded, and would say it again.
const cookieOf = (where: Where) => ownCookie(where, "told", minutes(1));

/** The Set-Cookie that carries a sentence to the next page. */
export const setFlash = (message: string, where: Where): Promise<string> => cookieOf(where).serialize(message);

/** The sentence that was carried here, if any. */
export async function readFlash(request: Request, where: Where): Promise<{ message: string } | null> {
  const message: unknown = await cookieOf(where).parse(request.headers.get("cookie"));
  return typeof message === "string" && message !== "" ? { message } : null;
}

/** The Set-Cookie that ends it. */
export const clearFlash = (where: Where): Promise<string> => cookieOf(where).serialize("", { maxAge: 0 });
