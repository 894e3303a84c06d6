// The files of a person's pictures, for who has them written beside the export.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { App } from "~/app.server";
import { listPictures, readPicture } from "~/features/media/media.server";
import { isAppError } from "~/ground/errors";

const endings = { jpeg: "jpg", png: "png" } as const;

/**
 * Writes each picture that is on this server into the new folder `folder`, by the id that the export names it by, for its
 * owner alone; returns how many. Without pictures there is no folder.
 */
export async function writePictureFiles(
  app: Pick<App, "db" | "config">,
  userId: string,
  folder: string,
): Promise<number> {
  let written = 0;
  for (const { id } of await listPictures(app, userId)) {
    const found = await readPicture(app, { userId, id, which: "picture" }).catch((error: unknown) => {
      // Its bytes are gone, since it has long been out: the export says when.
      if (isAppError(error) && error.code === "not_found") return null;
      throw error;
    });
    if (found === null) continue;
    if (written === 0) mkdirSync(folder, { mode: 0o700 });
    const name = `${id}.${endings[found.picture.type]}`;
    writeFileSync(join(folder, name), found.bytes, { mode: 0o600, flag: "wx" });
    written += 1;
  }
  return written;
}
