// Chooses the identity provider that the environment names, if any.
import type { Config } from "~/ground/config.server";
import { createOpenId } from "./openid.server";
import type { IdentityProvider } from "./port";

/** Null if users sign in only by password. */
export const chooseIdentity = ({ oidc, appOrigin }: Pick<Config, "oidc" | "appOrigin">): IdentityProvider | null =>
  oidc && createOpenId({ ...oidc, appOrigin });
