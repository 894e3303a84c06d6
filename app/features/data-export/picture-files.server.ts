// Writes the files of a user's pictures next to their export.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { App } from "~/app.server";
import { listPictures, readPicture } from "~/features/media/media.server";
import { isAppError } from "~/ground/errors";

const endings = { jpeg: "jpg", png: "png" } as const;

/** Writes stored pictures to a new folder, named by export id. Creates no folder for none. Returns the count. */
export async function writePictureFiles(
  app: Pick<App, "db" | "config">,
  userId: string,
  folder: string,
): Promise<number> {
  let written = 0;
  for (const { id } of await listPictures(app, userId)) {
    const found = await readPicture(app, { userId, id, which: "picture" }).catch((error: unknown) => {
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
