// Seals the network's tokens, bound to user and account, and reseals them with the newest key.
import type { App } from "~/app.server";
import { recordEvents } from "~/features/events/events.server";
import { inTransaction } from "~db/database.server";
import { lockAccounts } from "~db/locks.server";
import type { NetworkTokens } from "~/ports/network/port";
import { isNewest, seal, unseal } from "~/ground/secrets/vault.server";
import type { Row } from "~db/schema";
import * as queries from "./queries.server";

const ownerOf = (userId: string, network: string, networkUserId: string) => `${userId}/${network}/${networkUserId}`;
type Sealed = Pick<Row<"accounts">, "user_id" | "network" | "network_user_id" | "tokens">;
const ownerOfRow = (account: Sealed) => ownerOf(account.user_id, account.network, account.network_user_id);

export const sealTokens = (app: App, userId: string, networkUserId: string, tokens: NetworkTokens): string =>
  seal(app.config.encryptionKeys, ownerOf(userId, app.network.kind, networkUserId), JSON.stringify(tokens));

/** Throws if the account was unlinked, the key is gone, or the tokens belong to another row. */
export function openTokens(app: Pick<App, "config">, account: Sealed): NetworkTokens {
  if (account.tokens === "") throw new Error("The account was unlinked, and its authorization with it");
  return JSON.parse(unseal(app.config.encryptionKeys, ownerOfRow(account), account.tokens)) as NetworkTokens;
}

const keyGone =
  "The key that encrypts this account’s authorization is no longer in ENCRYPTION_KEY. Add the key again, or reconnect the account.";

export interface SealedTokens {
  open: number;
  /** Part of `open` that isn't sealed with the newest key yet. */
  old: number;
  /** Accounts whose tokens no key opens. */
  undecryptable: number;
}

export async function countSealed(app: Pick<App, "db" | "config">): Promise<SealedTokens> {
  const count = { open: 0, old: 0, undecryptable: 0 };
  for (const account of await queries.listSealed(app.db)) {
    const isOpen = opens(app, account);
    count[isOpen ? "open" : "undecryptable"] += 1;
    if (isOpen && !isNewest(app.config.encryptionKeys, account.tokens)) count.old += 1;
  }
  return count;
}

/** Runs at start: reseals with the first key; accounts that no key opens must be connected again. */
export async function resealTokens(app: App): Promise<void> {
  const keys = app.config.encryptionKeys;
  const { locked, sealed } = await inTransaction(app.db, async (trx) => {
    const done = { locked: [] as number[], sealed: [] as number[] };
    // Read under the lock: another node may be linking or unlinking one of them.
    const ids = await queries.listIds(trx);
    await lockAccounts(trx, ids);
    const isLocked = new Set(ids);
    for (const account of (await queries.listSealed(trx)).filter(({ id }) => isLocked.has(id))) {
      if (!opens(app, account)) {
        done.locked.push(account.id);
        if (account.status !== "active") continue;
        await queries.updateAccount(trx, account.id, { status: "reconnect", status_reason: keyGone });
        const { id: accountId, user_id: userId } = account;
        await recordEvents(trx, app, [{ type: "account.reconnect", userId, accountId, at: app.clock.now() }]);
        continue;
      }
      if (account.status === "reconnect" && account.status_reason === keyGone) {
        await queries.updateAccount(trx, account.id, { status: "active", status_reason: null });
        const { id: accountId, user_id: userId } = account;
        await recordEvents(trx, app, [{ type: "account.resumed", userId, accountId, at: app.clock.now() }]);
      }
      if (isNewest(keys, account.tokens)) continue;
      const tokens = seal(keys, ownerOfRow(account), JSON.stringify(openTokens(app, account)));
      await queries.updateAccount(trx, account.id, { tokens });
      done.sealed.push(account.id);
    }
    return done;
  });
  for (const account of locked) app.log.warn({ account }, "the account's tokens are encrypted with a key that is gone");
  for (const account of sealed) app.log.info({ account }, "tokens sealed with the newest key");
}

function opens(app: Pick<App, "config">, account: Sealed): boolean {
  try {
    openTokens(app, account);
    return true;
  } catch {
    return false;
  }
}
