// Whether the password that this browser last signed in with is a common one: a cookie, so that no table tells a thief whose is.
import type { App } from "~/app.server";
import { isCommonPassword } from "~/features/passwords/passwords.server";
import { days } from "~/ground/time/duration";
import { ownCookie } from "./own-cookie.server";

// As long as a session.
const cookieOf = ({ config }: Pick<App, "config">) => ownCookie(config, "common", days(30));

export async function readCommon(app: Pick<App, "config">, request: Request): Promise<boolean> {
  return (await cookieOf(app).parse(request.headers.get("cookie"))) === true;
}

/** Adds the Set-Cookie that says so of the password that was typed, or that takes back what was said of another; none where none was typed. */
export async function noteCommon(
  app: Pick<App, "config">,
  { request, headers, password }: { request: Request; headers: Headers; password: string },
): Promise<void> {
  if (password === "") return;
  if (await isCommonPassword(password)) headers.append("Set-Cookie", await cookieOf(app).serialize(true));
  else if (await readCommon(app, request))
    headers.append("Set-Cookie", await cookieOf(app).serialize("", { maxAge: 0 }));
}
