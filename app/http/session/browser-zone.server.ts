// Where a browser last said it is: a plain cookie, so that its pages can ask about it without a script, too.
import type { Config } from "~/ground/config.server";
import { isTimeZone } from "~/ground/time/zone";
import { sessionIdles } from "~/features/users/users.server";
import { presentName } from "~/features/users/zone/zone-names";
import { ownCookie } from "./own-cookie.server";

type Where = Pick<Config, "https">;

const cookieOf = ({ https }: Where) => ownCookie({ https }, "zone", sessionIdles);

/** Null where it never did, or named no zone. */
export async function readBrowserZone(request: Request, where: Where): Promise<string | null> {
  const zone: unknown = await cookieOf(where).parse(request.headers.get("cookie"));
  return isTimeZone(zone) ? presentName(zone) : null;
}

export const writeBrowserZone = (zone: string, where: Where): Promise<string> => cookieOf(where).serialize(zone);
