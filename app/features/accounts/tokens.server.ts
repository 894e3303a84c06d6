// The network's tokens at rest: sealed, and bound to the user and the account they belong to.
import type { App } from "~/app.server";
import type { NetworkTokens } from "~/ports/network/port";
import { seal, unseal } from "~/vault.server";
import type { Row } from "~db/schema";

const ownerOf = (userId: string, network: string, networkUserId: string) => `${userId}/${network}/${networkUserId}`;

export const sealTokens = (app: App, userId: string, networkUserId: string, tokens: NetworkTokens): string =>
  seal(app.config.encryptionKeys, ownerOf(userId, app.network.kind, networkUserId), JSON.stringify(tokens));

/** Throws when the key is gone or the row's tokens are another's. */
export function openTokens(app: App, account: Row<"accounts">): NetworkTokens {
  const owner = ownerOf(account.user_id, account.network, account.network_user_id);
  return JSON.parse(unseal(app.config.encryptionKeys, owner, account.tokens)) as NetworkTokens;
}
