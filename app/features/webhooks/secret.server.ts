// Encrypts webhook secrets, bound to the webhook's id.
import type { App } from "~/app.server";
import { isNewest, seal, unseal } from "~/ground/secrets/vault.server";
import { inTransaction } from "~db/database.server";
import { lockDeliveries, lockPerson } from "~db/locks.server";
import * as queries from "./queries.server";
import type { WebhookRow } from "./queries.server";

type Keys = { config: Pick<App["config"], "encryptionKeys"> };

const ownerOf = (id: string): string => `webhook:${id}`;

export const sealSecret = ({ config }: Keys, id: string, secret: string): string =>
  seal(config.encryptionKeys, ownerOf(id), secret);

/** Returns the secrets that sign now, newest first. Throws if no key decrypts them. */
export function openSecrets({ config }: Keys, row: WebhookRow, now: number): string[] {
  const sealed = [row.secret];
  if (row.former_secret !== null && (row.former_until ?? 0) > now) sealed.push(row.former_secret);
  return sealed.map((text) => unseal(config.encryptionKeys, ownerOf(row.id), text));
}

/** Runs at startup: re-encrypts secrets with the first ENCRYPTION_KEY. */
export async function resealWebhooks(app: App): Promise<void> {
  for (const id of await queries.listIds(app.db))
    await inTransaction(app.db, async (trx) => {
      await lockDeliveries(trx);
      const row = await queries.find(trx, id);
      if (!row) return;
      await lockPerson(trx, row.user_id);
      const secret = reseal(app, id, row.secret);
      const former = row.former_secret === null ? null : reseal(app, id, row.former_secret);
      if (secret !== row.secret || former !== row.former_secret)
        await queries.update(trx, id, { secret, former_secret: former });
    });
}

/** Returns it unchanged if already current, or if no key decrypts it: the old key may come back. */
function reseal({ config: { encryptionKeys } }: Keys, id: string, sealed: string): string {
  if (isNewest(encryptionKeys, sealed)) return sealed;
  try {
    return seal(encryptionKeys, ownerOf(id), unseal(encryptionKeys, ownerOf(id), sealed));
  } catch {
    return sealed;
  }
}
