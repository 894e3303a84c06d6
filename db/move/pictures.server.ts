// Brings the files of pictures into the rows that Postgres has for them.
import type { Transaction } from "../dialect.server";
import * as rows from "../postgres/media-rows.server";
import * as files from "../sqlite/media-folder.server";

/** Writes a row for each picture whose file is there, one after the other. One that lost its file stays without. */
export async function movePictures(trx: Transaction, dataDir: string): Promise<void> {
  const all = await trx.selectFrom("media").select(["id", "sha256", "type", "dropped_at"]).orderBy("id").execute();
  for (const { dropped_at, ...key } of all) {
    const preview = await files.find(dataDir, key, "preview");
    const picture = dropped_at === null ? await files.find(dataDir, key, "picture") : null;
    if (preview) await rows.insert(trx, key.id, { picture, preview });
  }
}
