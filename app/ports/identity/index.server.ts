// Chooses the identity provider: the one that the environment names, else there is none.
import type { Config } from "~/ground/config.server";
import { createOpenId } from "./openid.server";
import type { IdentityProvider } from "./port";

/** Null where people sign in by password alone. */
export const chooseIdentity = ({ oidc, appOrigin }: Pick<Config, "oidc" | "appOrigin">): IdentityProvider | null =>
  oidc && createOpenId({ ...oidc, appOrigin });
