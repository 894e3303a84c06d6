// A cookie of Linnet's own: for this host and its server alone. Over https `__Host-` pins it to the host.
import { createHmac } from "node:crypto";
import { type Cookie, createCookie } from "@remix-run/node";
import type { Config } from "~/ground/config.server";
import { days } from "~/ground/time/duration";

type Where = Pick<Config, "https"> & Partial<Pick<Config, "sessionSecrets">>;

const prefixOf = ({ https }: Where): string => (https ? "__Host-" : "");

/** Whether the browser keeps anything for the address that it was sent from; a sign-in alone sets two. */
export const hasOwnCookie = (where: Where, request: Request): boolean =>
  (request.headers.get("cookie") ?? "").split(/;\s*/).some((one) => one.startsWith(`${prefixOf(where)}linnet`));

/** All of them but the session's; kept-topic.server.ts has two more, which are sealed. */
export const ownCookies = [
  ...["common", "handed", "known", "passkey", "provider", "step"],
  ...["theme", "told", "trust", "week", "zone"],
] as const;

/** `linnet_<name>`, signed where secrets are given: another cookie's value under this name counts as none. */
export const ownCookie = (where: Where, name: (typeof ownCookies)[number], lastsMs: number): Cookie => {
  const { https, sessionSecrets } = where;
  return createCookie(`${prefixOf(where)}linnet_${name}`, {
    path: "/",
    sameSite: "lax",
    maxAge: lastsMs / 1000,
    httpOnly: true,
    secure: https,
    ...(sessionSecrets && { secrets: secretsFor(name, lastsMs, sessionSecrets) }),
  });
};

/** What lasts is read as earlier versions signed it, too: a known browser stays known. Its readers trust no shape. */
const secretsFor = (name: string, lastsMs: number, secrets: string[]): string[] => [
  ...secrets.map((secret) => createHmac("sha256", secret).update(`cookie linnet_${name}`).digest("base64url")),
  ...(lastsMs > days(1) ? secrets : []),
];

/** The same cookie, which is a text or none: a signature doesn't say under which name it was given. */
export function textCookie(cookie: Cookie): Cookie {
  const parse: Cookie["parse"] = async (header, options) => {
    const value: unknown = await cookie.parse(header, options);
    return typeof value === "string" ? value : null;
  };
  return { ...cookie, parse };
}
