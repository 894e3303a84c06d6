// A cookie of Linnet's own: for this host and its server alone. Over https `__Host-` pins it to the host.
import { type Cookie, createCookie } from "@remix-run/node";
import type { Config } from "~/ground/config.server";

type Where = Pick<Config, "https"> & Partial<Pick<Config, "sessionSecrets">>;

const prefixOf = ({ https }: Where): string => (https ? "__Host-" : "");

/** Whether the browser keeps anything for the address that it was sent from; a sign-in alone sets two. */
export const hasOwnCookie = (where: Where, request: Request): boolean =>
  (request.headers.get("cookie") ?? "").split(/;\s*/).some((one) => one.startsWith(`${prefixOf(where)}linnet`));

/** `linnet_<name>`, signed where secrets are given. */
export const ownCookie = (where: Where, name: string, lastsMs: number): Cookie => {
  const { https, sessionSecrets } = where;
  return createCookie(`${prefixOf(where)}linnet_${name}`, {
    path: "/",
    sameSite: "lax",
    maxAge: lastsMs / 1000,
    httpOnly: true,
    secure: https,
    ...(sessionSecrets && { secrets: sessionSecrets }),
  });
};
