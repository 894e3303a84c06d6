// The pictures of backups: what tweets need is kept and brought back, nothing sound is replaced, and they go with their backup.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { backUpBefore, backUpNightly, backupsOf, databaseOf } from "~/features/backups/backups.server";
import { restore } from "~/features/backups/restore.server";
import { prunePictures, readPicture, removePicture } from "~/features/media/media.server";
import { changePictures } from "~/features/publishing/publishing.server";
import { days, hours } from "~/ground/time/duration";
import { backUp } from "~db/sqlite/backup.server";
import { Sqlite3 } from "~db/sqlite/driver.server";
import { givePicture } from "~tests/support/calls/api-cast";
import { type Cast, makeCast, newFolder, pathOf, picturesIn, serve } from "./pictures";

let dataDir: string;
let media: string;
let file: string;
let cast: Cast;

beforeEach(async () => {
  const folder = newFolder();
  dataDir = join(folder, "data");
  media = join(dataDir, "media");
  file = join(folder, "backup.db");
  cast = await makeCast(dataDir);
});

const back = (isStream = false) => backUp(databaseOf(dataDir), file, cast.app.clock.now(), { isStream });
const beside = () => `${file}.media`;

/** The server ends, the backup is restored into the folder, and a server is there again. */
async function restoreInto(folder: string, from = file) {
  await cast.app.close();
  const done = await restore({ config: { ...cast.app.config, dataDir: folder }, clock: cast.app.clock }, from);
  const app = await serve(folder);
  const read = (id: string, which: "picture" | "preview" = "picture") =>
    readPicture(app, { userId: cast.alice.user.id, id, which }).then(({ bytes }) => bytes.subarray(12).toString());
  return { ...done, app, read };
}

describe("a backup", () => {
  it("has the pictures that tweets need which aren't out, those that no tweet uses yet, and the previews of all", async () => {
    await cast.write("wren");
    await cast.write("robin", "published");
    await givePicture(cast.app, cast.alice.user.id, "tern");
    const { pictures } = await back();
    expect(pictures).toEqual({ copied: 2, missing: 0 });
    expect(picturesIn(beside())).toEqual(["small robin", "small tern", "small wren", "tern", "wren"]);
    for (const path of [beside(), dirname(pathOf(beside(), "wren")), pathOf(beside(), "wren")])
      expect(statSync(path).mode & 0o077).toBe(0);
  });

  it("without pictures has no folder", async () => {
    expect((await back()).pictures).toEqual({ copied: 0, missing: 0 });
    expect(existsSync(beside())).toBe(false);
  });

  it("takes no room for them on the same disk, and has them when the server has deleted its own", async () => {
    const { tweetId, mediaId } = await cast.write("wren");
    await back();
    expect(statSync(pathOf(beside(), "wren")).ino).toBe(statSync(pathOf(media, "wren")).ino);
    const { app, alice } = cast;
    await changePictures(app, { userId: alice.user.id, tweetId }, () => []);
    await removePicture(app, { userId: alice.user.id, id: mediaId });
    expect(picturesIn(media)).toEqual([]);
    expect(picturesIn(beside())).toEqual(["small wren", "wren"]);
  });

  it("copies only what its folder has not, or not whole", async () => {
    await cast.write("wren");
    await cast.write("robin");
    await back();
    rmSync(file);
    copyFileSync(pathOf(beside(), "wren"), `${beside()}.kept`);
    renameSync(`${beside()}.kept`, pathOf(beside(), "wren"));
    const before = statSync(pathOf(beside(), "wren")).ino;
    rmSync(pathOf(beside(), "robin"));
    writeFileSync(pathOf(beside(), "robin"), "half");
    await cast.write("tern");
    expect((await back()).pictures).toEqual({ copied: 2, missing: 0 });
    expect(statSync(pathOf(beside(), "wren")).ino).toBe(before);
    expect(picturesIn(beside())).toContain("robin");
    expect(picturesIn(beside())).toContain("tern");
  });

  it("goes on without a picture that is missing or damaged here, and counts it", async () => {
    await cast.write("wren");
    await cast.write("robin");
    await cast.write("tern");
    rmSync(pathOf(media, "wren"));
    writeFileSync(pathOf(media, "robin"), "half");
    expect((await back()).pictures).toEqual({ copied: 1, missing: 2 });
    expect(picturesIn(beside()).filter((name) => !name.startsWith("small"))).toEqual(["tern"]);
  });

  it("that can't be made leaves no pictures behind, and says what its folder's name is taken by", async () => {
    await cast.write("wren");
    mkdirSync(`${file}.part`, { recursive: true });
    await expect(back()).rejects.toThrow();
    expect(existsSync(beside())).toBe(false);
    rmSync(`${file}.part`, { recursive: true });
    writeFileSync(beside(), "mine");
    await expect(back()).rejects.toThrow(`${beside()} is there already, and is no folder: choose another name`);
    expect(readFileSync(beside(), "utf8")).toBe("mine");
  });
});

describe("the nightly ones and those before upgrades", () => {
  const names = () => readdirSync(backupsOf(dataDir)).sort();

  it("have their pictures, and take them along when they are dropped", async () => {
    await cast.write("wren");
    cast.app.clock.set(Date.parse("2026-11-20T03:30:00Z"));
    for (let n = 0; n < 9; n++) {
      expect(await backUpNightly(cast.app)).not.toBeNull();
      cast.app.clock.advance(days(1));
    }
    const kept = ["22", "23", "24", "25", "26", "27", "28"].map((day) => `nightly-2026-11-${day}.db`);
    expect(names()).toEqual(kept.flatMap((name) => [name, `${name}.media`]));
    for (const name of kept)
      expect(picturesIn(join(backupsOf(dataDir), `${name}.media`))).toEqual(["small wren", "wren"]);
    for (const step of ["043-a", "044-b", "045-c", "046-d"]) {
      await backUpBefore(dataDir, step, cast.app.clock.now());
      cast.app.clock.advance(hours(1));
    }
    expect(names().filter((name) => name.startsWith("before-") && name.endsWith(".media"))).toHaveLength(3);
  });

  it("drop what a killed one left, and nothing that is somebody's own", async () => {
    await cast.write("wren");
    const folder = backupsOf(dataDir);
    for (const name of ["nightly-2026-11-01.db.media", "mine.db.media", "nightly-notes"])
      mkdirSync(join(folder, name, "ab"), { recursive: true });
    cast.app.clock.set(Date.parse("2026-11-20T03:30:00Z"));
    await backUpNightly(cast.app);
    expect(names()).toEqual(["mine.db.media", "nightly-2026-11-20.db", "nightly-2026-11-20.db.media", "nightly-notes"]);
  });

  it("warn of pictures that are missing", async () => {
    await cast.write("wren");
    rmSync(pathOf(media, "wren"));
    cast.app.clock.set(Date.parse("2026-11-20T03:30:00Z"));
    await backUpNightly(cast.app);
    const warned = cast.app.logged.filter((line) => line["lacking"] !== undefined);
    expect(warned.map((line) => line["lacking"])).toEqual([1]);
  });
});

describe("a restore", () => {
  it("brings them to an empty folder: a tweet's picture is there, and of what is out the preview", async () => {
    const { mediaId: wren } = await cast.write("wren");
    const { mediaId: robin } = await cast.write("robin", "published");
    await back();
    const { pictures, read, app } = await restoreInto(join(dataDir, "..", "elsewhere"));
    expect(pictures).toEqual({ copied: 1, missing: 0 });
    expect(await read(wren)).toBe("wren");
    expect(await read(robin, "preview")).toBe("robin");
    await expect(read(robin)).rejects.toThrow("no longer on this server");
    await prunePictures(app);
    expect(await read(wren)).toBe("wren");
  });

  it("leaves a sound file alone, replaces a damaged one and brings a missing one", async () => {
    const { mediaId: wren } = await cast.write("wren");
    const { mediaId: robin } = await cast.write("robin");
    const { mediaId: tern } = await cast.write("tern");
    await back();
    const { ino } = statSync(pathOf(media, "wren"));
    writeFileSync(pathOf(beside(), "wren"), "not a wren");
    copyFileSync(pathOf(media, "robin"), `${media}/robin`);
    renameSync(`${media}/robin`, pathOf(media, "robin"));
    writeFileSync(pathOf(media, "robin"), "half");
    rmSync(pathOf(media, "tern"));
    // The link shares its bytes with the backup's: what was written over both is sound again here alone.
    const sound = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0]), Buffer.from("wren")]);
    writeFileSync(pathOf(media, "wren"), sound);
    const { pictures, read } = await restoreInto(dataDir);
    expect(pictures).toEqual({ copied: 2, missing: 0 });
    expect(await Promise.all([read(wren), read(robin), read(tern)])).toEqual(["wren", "robin", "tern"]);
    expect(statSync(pathOf(media, "wren")).ino).toBe(ino);
  });

  it("goes on without what is missing or damaged in the backup, and counts it", async () => {
    const { mediaId: wren } = await cast.write("wren");
    await cast.write("robin");
    await cast.write("tern");
    await cast.write("rook");
    await back();
    const elsewhere = join(dataDir, "..", "elsewhere");
    rmSync(pathOf(beside(), "robin"));
    for (const name of ["tern", "rook"]) {
      rmSync(pathOf(beside(), name));
      if (name === "tern") writeFileSync(pathOf(beside(), name), "half");
      else mkdirSync(pathOf(beside(), name));
    }
    const { pictures, read, app } = await restoreInto(elsewhere);
    expect(pictures).toEqual({ copied: 1, missing: 3 });
    expect(await read(wren)).toBe("wren");
    expect(picturesIn(join(elsewhere, "media"))).not.toContain("half");
    expect(await app.db.selectFrom("tweets").select("id").execute()).toHaveLength(4);
  });

  it("of a backup without a folder says so, and is whole", async () => {
    await cast.write("wren");
    await back();
    rmSync(beside(), { recursive: true });
    const { pictures } = await restoreInto(join(dataDir, "..", "elsewhere"));
    expect(pictures).toEqual({ copied: 0, missing: 1 });
  });

  it("keeps the pictures of what it replaces, so that it can be taken back", async () => {
    await back();
    const { mediaId } = await cast.write("wren");
    const first = await restoreInto(dataDir);
    // It has no row of it, so its server deletes the file.
    await prunePictures(first.app);
    expect(picturesIn(media)).toEqual([]);
    await first.app.close();
    const again = await restoreInto(dataDir, first.replaced ?? "");
    expect(again.pictures).toEqual({ copied: 1, missing: 0 });
    expect(await again.read(mediaId)).toBe("wren");
  });

  it("keeps them of a database that can't be opened any more, too", async () => {
    await back();
    await cast.write("wren");
    await cast.app.close();
    writeFileSync(databaseOf(dataDir), "rubbish".repeat(1_000));
    const { replaced } = await restoreInto(dataDir);
    expect(picturesIn(`${replaced ?? ""}.media`)).toEqual(["small wren", "wren"]);
  });

  it("of a backup that is bad brings nothing", async () => {
    await cast.write("wren");
    await back();
    writeFileSync(file, "nothing of ours");
    const elsewhere = join(dataDir, "..", "elsewhere");
    await expect(restoreInto(elsewhere)).rejects.toThrow("can't be read as a database");
    expect(existsSync(join(elsewhere, "media"))).toBe(false);
  });
});

describe("a stream is one file", () => {
  it("with its pictures inside, of which the restored database has nothing", async () => {
    const { mediaId } = await cast.write("wren");
    const large = await cast.write("robin ".repeat(100_000));
    expect((await back(true)).pictures).toEqual({ copied: 2, missing: 0 });
    expect(existsSync(beside())).toBe(false);
    const elsewhere = join(dataDir, "..", "elsewhere");
    const { pictures, read, app } = await restoreInto(elsewhere);
    expect(pictures).toEqual({ copied: 2, missing: 0 });
    expect(await read(mediaId)).toBe("wren");
    expect(await read(large.mediaId)).toHaveLength(600_000);
    await app.close();
    const db = new Sqlite3(databaseOf(elsewhere), { readonly: true });
    // Their room is given back: the large one alone had a hundred and fifty pages.
    expect(db.pragma("freelist_count", { simple: true })).toBeLessThan(50);
    expect(db.prepare("select name from sqlite_master where name like 'backup_%'").all()).toEqual([]);
    db.close();
  });

  it("whose picture is missing here says so", async () => {
    await cast.write("wren");
    rmSync(pathOf(media, "wren"));
    expect((await back(true)).pictures).toEqual({ copied: 0, missing: 1 });
  });
});

it("files that can't be linked are copied, for their owner alone", async () => {
  await cast.write("wren");
  // Linux has memory as a disk of its own here; where it has not, there is nothing to show.
  const disk = "/dev/shm";
  if (!existsSync(disk) || statSync(disk).dev === statSync(dataDir).dev) return;
  const folder = join(disk, `linnet-${process.pid}`);
  mkdirSync(folder);
  try {
    const to = join(folder, "backup.db");
    chmodSync(pathOf(media, "wren"), 0o644);
    await backUp(databaseOf(dataDir), to, 1);
    expect(picturesIn(`${to}.media`)).toEqual(["small wren", "wren"]);
    expect(statSync(pathOf(`${to}.media`, "wren")).mode & 0o777).toBe(0o600);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
