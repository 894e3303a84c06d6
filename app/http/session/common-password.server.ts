// Remembers common passwords in a cookie, so no table shows a thief whose password is weak.
import type { App } from "~/app.server";
import { isCommonPassword } from "~/features/passwords/passwords.server";
import { days } from "~/ground/time/duration";
import { ownCookie } from "./own-cookie.server";

const cookieOf = ({ config }: Pick<App, "config">) => ownCookie(config, "common", days(30));

export async function readCommon(app: Pick<App, "config">, request: Request): Promise<boolean> {
  return (await cookieOf(app).parse(request.headers.get("cookie"))) === true;
}

export async function noteCommon(
  app: Pick<App, "config">,
  { request, headers, password }: { request: Request; headers: Headers; password: string },
): Promise<void> {
  if (password === "") return;
  if (await isCommonPassword(password)) headers.append("Set-Cookie", await cookieOf(app).serialize(true));
  else if (await readCommon(app, request))
    headers.append("Set-Cookie", await cookieOf(app).serialize("", { maxAge: 0 }));
}
