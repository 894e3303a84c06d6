// Re-encrypts 2FA secrets after ENCRYPTION_KEY changes.
import type { App } from "~/app.server";
import { isNewest, seal, unseal } from "~/ground/secrets/vault.server";
import { inTransaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import * as queries from "./queries.server";
import { codesOwner } from "./recovery.server";
import { ownerOf } from "./redeem.server";

export async function resealFactors(app: App): Promise<void> {
  const keys = app.config.encryptionKeys;
  for (const { user_id: userId } of await queries.listAuthenticators(app.db))
    await inTransaction(app.db, async (trx) => {
      await lockPerson(trx, userId);
      const found = await queries.findAuthenticator(trx, userId);
      const secret = found && reseal(keys, ownerOf(userId), found.secret);
      if (secret !== null) await queries.updateAuthenticator(trx, userId, { secret });
    });
  for (const { user_id: userId } of await queries.listRecoverySets(app.db))
    await inTransaction(app.db, async (trx) => {
      await lockPerson(trx, userId);
      const found = await queries.findRecoverySet(trx, userId);
      const shown = found?.shown_codes ? reseal(keys, codesOwner(userId), found.shown_codes) : null;
      if (shown !== null) await queries.updateRecoverySet(trx, userId, { shown_codes: shown });
    });
}

/** Returns null if already current, or if no key decrypts it: the old key may come back. */
function reseal(keys: string[], owner: string, sealed: string): string | null {
  if (isNewest(keys, sealed)) return null;
  try {
    return seal(keys, owner, unseal(keys, owner, sealed));
  } catch {
    return null;
  }
}

export async function countUndecryptableFactors({ db, config }: Pick<App, "db" | "config">): Promise<number> {
  const isUndecryptable = ({ user_id: userId, secret }: queries.Authenticator): boolean => {
    try {
      unseal(config.encryptionKeys, ownerOf(userId), secret);
      return false;
    } catch {
      return true;
    }
  };
  return (await queries.listAuthenticators(db)).filter(isUndecryptable).length;
}
