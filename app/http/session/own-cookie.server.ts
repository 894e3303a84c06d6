// Defines Linnet's cookies; over https, `__Host-` binds them to the host.
import { createHmac } from "node:crypto";
import { type Cookie, createCookie } from "@remix-run/node";
import type { Config } from "~/ground/config.server";
import { days } from "~/ground/time/duration";

type Where = Pick<Config, "https"> & Partial<Pick<Config, "sessionSecrets">>;

const prefixOf = ({ https }: Where): string => (https ? "__Host-" : "");

/** Shows that the browser accepts cookies, since signing in sets two. */
export const hasOwnCookie = (config: Where, request: Request): boolean =>
  (request.headers.get("cookie") ?? "").split(/;\s*/).some((text) => text.startsWith(`${prefixOf(config)}linnet`));

/** All but the session's; kept-topic.server.ts has two more, encrypted ones. */
export const ownCookies = [
  ...["common", "handed", "known", "passkey", "provider", "step"],
  ...["theme", "told", "trust", "week", "zone"],
] as const;

export const ownCookie = (config: Where, name: (typeof ownCookies)[number], lastsMs: number): Cookie => {
  const { https, sessionSecrets } = config;
  return createCookie(`${prefixOf(config)}linnet_${name}`, {
    path: "/",
    sameSite: "lax",
    maxAge: lastsMs / 1000,
    httpOnly: true,
    secure: https,
    ...(sessionSecrets && { secrets: secretsFor(name, lastsMs, sessionSecrets) }),
  });
};

/** Long-lived cookies also accept earlier versions' signatures. Readers must validate the value. */
const secretsFor = (name: string, lastsMs: number, secrets: string[]): string[] => [
  ...secrets.map((secret) => createHmac("sha256", secret).update(`cookie linnet_${name}`).digest("base64url")),
  ...(lastsMs > days(1) ? secrets : []),
];

export function textCookie(cookie: Cookie): Cookie {
  const parse: Cookie["parse"] = async (header, options) => {
    const value: unknown = await cookie.parse(header, options);
    return typeof value === "string" ? value : null;
  };
  return { ...cookie, parse };
}
