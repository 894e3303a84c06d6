// Checks that all nodes on one database use the same secrets.
import { isSigned, sign } from "~/ground/secrets/mac.server";
import { seal, unseal } from "~/ground/secrets/vault.server";
import { type Db, inTransaction } from "./database.server";

const word = "linnet";
const owner = "engine";
const purpose = "comparing the nodes' session secrets";

export class OtherSecret extends Error {
  override readonly name = "OtherSecret";
}

const howToChange = 'Give every node the same. To change it on purpose: docs/postgres.md, "Changing the secrets".';

interface Secrets {
  encryptionKeys: string[];
  sessionSecrets: string[];
}

/** Verifies the stored probe with any of the secrets, then rewrites it with the newest. Throws OtherSecret. */
export async function compareSecrets(db: Db, { encryptionKeys, sessionSecrets }: Secrets): Promise<void> {
  await inTransaction(db, async (trx) => {
    const left = await trx.selectFrom("engine").select(["key_probe", "session_probe"]).executeTakeFirst();
    if (left?.key_probe && !opens(encryptionKeys, left.key_probe))
      throw new OtherSecret(`ENCRYPTION_KEY is not the one this database was sealed with. ${howToChange}`);
    if (left?.session_probe && !isSigned(sessionSecrets, purpose, word, left.session_probe))
      throw new OtherSecret(
        `SESSION_SECRET is not the one that this database's nodes sign sessions with: people would be signed out here. ${howToChange}`,
      );
    const probes = { key_probe: seal(encryptionKeys, owner, word), session_probe: sign(sessionSecrets, purpose, word) };
    await trx
      .insertInto("engine")
      .values({ id: 1, ...probes })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(probes))
      .execute();
  });
}

function opens(keys: string[], sealed: string): boolean {
  try {
    return unseal(keys, owner, sealed) === word;
  } catch {
    return false;
  }
}
