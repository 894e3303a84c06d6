// Copies image files into Postgres rows.
import type { Transaction } from "../dialect.server";
import * as rows from "../postgres/media-rows.server";
import * as files from "../sqlite/media-folder.server";

export async function movePictures(trx: Transaction, dataDir: string): Promise<void> {
  const all = await trx.selectFrom("media").select(["id", "sha256", "type", "dropped_at"]).orderBy("id").execute();
  for (const { dropped_at, ...key } of all) {
    const preview = await files.find(dataDir, key, "preview");
    const picture = dropped_at === null ? await files.find(dataDir, key, "picture") : null;
    if (preview) await rows.insert(trx, key.id, { picture, preview });
  }
}
