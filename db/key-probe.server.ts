// A sealed word in the database: whoever can't open it has another key than the nodes that serve it already.
import { seal, unseal } from "~/ground/secrets/vault.server";
import { type Db, inTransaction } from "./database.server";

const word = "linnet";
const owner = "engine";

/** ENCRYPTION_KEY opens nothing of what this database holds. */
export class OtherKey extends Error {
  override readonly name = "OtherKey";
}

/** The first node leaves the word, sealed; the others try to open it. Sealed anew with the newest key. Throws OtherKey. */
export async function compareKey(db: Db, keys: string[]): Promise<void> {
  await inTransaction(db, async (trx) => {
    const left = (await trx.selectFrom("engine").select("key_probe").executeTakeFirst())?.key_probe ?? null;
    if (left !== null && !opens(keys, left))
      throw new OtherKey("ENCRYPTION_KEY is not the one this database was sealed with.");
    const sealed = seal(keys, owner, word);
    await trx
      .insertInto("engine")
      .values({ id: 1, key_probe: sealed })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ key_probe: sealed }))
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
