// A cookie of Linnet's own: for this host and its server alone. Over https `__Host-` pins it to the host.
import { type Cookie, createCookie } from "@remix-run/node";
import type { Config } from "~/ground/config.server";

type Where = Pick<Config, "https"> & Partial<Pick<Config, "sessionSecrets">>;

/** `linnet_<name>`, signed where secrets are given. */
export const ownCookie = ({ https, sessionSecrets }: Where, name: string, lastsMs: number): Cookie =>
  createCookie(`${https ? "__Host-" : ""}linnet_${name}`, {
    path: "/",
    sameSite: "lax",
    maxAge: lastsMs / 1000,
    httpOnly: true,
    secure: https,
    ...(sessionSecrets && { secrets: sessionSecrets }),
  });
