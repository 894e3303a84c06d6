// Reads the time zone cookie, which pages can use without a script.
import type { Config } from "~/ground/config.server";
import { isTimeZone } from "~/ground/time/zone";
import { sessionIdles } from "~/features/users/users.server";
import { presentName } from "~/features/users/zone/zone-names";
import { ownCookie } from "./own-cookie.server";

type Where = Pick<Config, "https">;

const cookieOf = ({ https }: Where) => ownCookie({ https }, "zone", sessionIdles);

export async function readBrowserZone(request: Request, config: Where): Promise<string | null> {
  const zone: unknown = await cookieOf(config).parse(request.headers.get("cookie"));
  return isTimeZone(zone) ? presentName(zone) : null;
}

export const writeBrowserZone = (zone: string, config: Where): Promise<string> => cookieOf(config).serialize(zone);
