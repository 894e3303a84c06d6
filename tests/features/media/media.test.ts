// Keeping pictures: one row and one file each, nobody else's to see, within the quota, and gone when nobody needs them.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { exportText } from "~tests/support/people/export-text";
import { writePictureFiles } from "~/features/data-export/picture-files.server";
import type { Cleaned } from "~/features/media/clean.server";
import {
  addPicture,
  findPicture,
  listPictures,
  prunePictures,
  readPicture,
  removePicture,
} from "~/features/media/media.server";
import { maxUploadBytes, mediaMessages, type Picture } from "~/features/media/media";
import { leave } from "~/features/user-deletion/user-deletion.server";
import { days, hours, minutes } from "~/ground/time/duration";
import { createTestApp, type TestApp } from "~tests/support/app";
import { isOnPostgres } from "~tests/support/databases/database";
import { linkAccount, makeBatch, makePerson, password, type Person } from "~tests/support/people/make";
import { disguised, makePicture, makeTalkative, withSegments } from "./hostile";

let dataDir: string;
let app: TestApp;
let alice: Person;
let bob: Person;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "linnet-media-"));
  const made = await createTestApp({ config: { dataDir, images: "on" } });
  onTestFinished(async () => {
    await made.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  app = made;
  [alice, bob] = [await makePerson(app, "alice"), await makePerson(app, "bob")];
});

/** Where half a second of cleaning proves nothing: a picture that is its own bytes. */
const asItIs = (text: string) => (): Promise<Cleaned> =>
  Promise.resolve({
    type: "jpeg",
    width: 4,
    height: 3,
    isWhitened: false,
    picture: Buffer.from(text),
    preview: Buffer.from(`small ${text}`),
  });
const jpegHead = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0]);
const add = (text = "a linnet", person = alice) =>
  addPicture(app, { userId: person.user.id, bytes: jpegHead }, { clean: asItIs(text) });
const read = (picture: Pick<Picture, "id">, which: "picture" | "preview" = "picture", person = alice) =>
  readPicture(app, { userId: person.user.id, id: picture.id, which }).then(({ bytes }) => bytes.toString());
const remove = (picture: Picture, person = alice) => removePicture(app, { userId: person.user.id, id: picture.id });

const count = async (table: "media" | "media_files") => (await app.db.selectFrom(table).selectAll().execute()).length;

/** Names of the files of pictures, drafts too; on Postgres there are none. */
const files = (): string[] =>
  existsSync(join(dataDir, "media"))
    ? readdirSync(join(dataDir, "media"), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : [];

/** What there is of pictures: rows, and where the bytes lie. */
const kept = async () => ({
  rows: await count("media"),
  bytes: isOnPostgres ? await count("media_files") : files().length / 2,
});

/** A tweet of Alice's in which a picture stands. */
async function useIn(picture: Picture, state: "pending" | "published" = "pending"): Promise<number> {
  const account = await linkAccount(app, alice, "alice_x");
  const [tweet] = await makeBatch(app, alice, account);
  const id = tweet?.id ?? 0;
  await app.db
    .insertInto("tweet_media")
    .values({ tweet_id: id, position: 1, media_id: picture.id, alt_text: "A linnet" })
    .execute();
  if (state === "published")
    await app.db
      .updateTable("tweets")
      .set({ state, published_at: app.clock.now(), post_id: "1" })
      .where("id", "=", id)
      .execute();
  return id;
}

describe("a picture that was added", () => {
  it("is cleaned, kept, listed and read again, with its preview", async () => {
    const bytes = await makeTalkative("jpeg");
    const { picture, isNew, isWhitened } = await addPicture(app, { userId: alice.user.id, bytes });
    expect({ isNew, isWhitened }).toEqual({ isNew: true, isWhitened: false });
    expect(picture).toMatchObject({ type: "jpeg", width: 200, height: 300, droppedAt: null });
    expect(picture.id).toMatch(/^[\da-f-]{36}$/);
    const { bytes: kept } = await readPicture(app, { userId: alice.user.id, id: picture.id, which: "picture" });
    expect(kept.length).toBe(picture.bytes);
    expect(await findPicture(app, alice.user.id, picture.id)).toEqual(picture);
    expect(await listPictures(app, alice.user.id)).toEqual([picture]);
    expect(
      (await readPicture(app, { userId: alice.user.id, id: picture.id, which: "preview" })).bytes.length,
    ).toBeGreaterThan(100);
    if (!isOnPostgres) expect(files().sort()).toEqual([`${picture.sha256}.jpg`, `${picture.sha256}.preview.jpg`]);
  });

  it("and comes again has the same id, also where its file said something else beside it", async () => {
    const bytes = await makePicture();
    const one = await addPicture(app, { userId: alice.user.id, bytes });
    app.clock.advance(minutes(1));
    const other = await addPicture(app, { userId: alice.user.id, bytes: withSegments(bytes) });
    expect(other).toEqual({ ...one, isNew: false });
    expect(await kept()).toEqual({ rows: 1, bytes: 1 });
  });

  it("by two uploads at once is one picture", async () => {
    const both = await Promise.all([add(), add()]);
    expect(new Set(both.map(({ picture }) => picture.id)).size).toBe(1);
    expect(both.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
    expect(await kept()).toEqual({ rows: 1, bytes: 1 });
  });

  it("can't be found, read or deleted by somebody else, who gets the same answer as for none", async () => {
    const { picture } = await add();
    const none = { code: "not_found", message: mediaMessages.none };
    expect(await findPicture(app, bob.user.id, picture.id)).toBeNull();
    expect(await listPictures(app, bob.user.id)).toEqual([]);
    for (const id of [picture.id, "00000000-0000-4000-8000-000000000000", "' or 1=1", ""]) {
      await expect(read({ id }, "picture", bob)).rejects.toMatchObject(none);
      await expect(read({ id }, "preview", bob)).rejects.toMatchObject(none);
      await expect(removePicture(app, { userId: bob.user.id, id })).rejects.toMatchObject(none);
    }
    expect(await read(picture)).toBe("a linnet");
  });

  it("by two people is a picture of each: what one deletes the other keeps", async () => {
    const [mine, theirs] = [(await add()).picture, (await add("a linnet", bob)).picture];
    expect(theirs.id).not.toBe(mine.id);
    await remove(mine);
    expect(await read(theirs, "picture", bob)).toBe("a linnet");
    await removePicture(app, { userId: bob.user.id, id: theirs.id });
    expect(await kept()).toEqual({ rows: 0, bytes: 0 });
  });
});

describe("is refused", () => {
  const refusedAs = (bytes: Buffer) =>
    addPicture(app, { userId: alice.user.id, bytes }).catch((error: unknown) => error);

  it.each([
    ["GIF", mediaMessages.gif],
    ...["nothing at all", "SVG", "PDF", "HTML", "a TIFF's head", "ZIP", "a WAV"].map((name) => [
      name,
      mediaMessages.type,
    ]),
  ])("%s: %s", async (name, message) => {
    expect(await refusedAs(disguised[name as string] ?? Buffer.alloc(0))).toMatchObject({
      code: "unsupported_type",
      message,
    });
  });

  it("a file over 10 MB, and one of just 10 MB is not for that", async () => {
    const large = Buffer.alloc(maxUploadBytes + 1);
    jpegHead.copy(large);
    expect(await refusedAs(large)).toMatchObject({ code: "too_large", message: mediaMessages.tooLarge });
    expect(await refusedAs(large.subarray(0, maxUploadBytes))).toMatchObject({
      code: "invalid",
      message: mediaMessages.damaged,
    });
  });

  it("what can't be cleaned, and nothing of it is kept", async () => {
    const cut = (await makePicture({ noise: true })).subarray(0, 900);
    expect(await refusedAs(cut)).toMatchObject({ code: "invalid", message: mediaMessages.damaged });
    expect(await kept()).toEqual({ rows: 0, bytes: 0 });
  });

  it.each([
    ["off", mediaMessages.off],
    ["low_memory", mediaMessages.lowMemory],
  ] as const)("everything where pictures are %s", async (images, message) => {
    app.config.images = images;
    expect(await refusedAs(await makePicture())).toMatchObject({ code: "not_configured", message });
  });

  it("what is more than the quota, before and after it is cleaned; the same picture again is not more", async () => {
    app.config.imageQuotaBytes = 20;
    const { picture } = await add("0123456789");
    const refusal = { code: "limit_reached", message: mediaMessages.quota(20) };
    await expect(add("0123456789+")).rejects.toMatchObject(refusal);
    expect(await kept()).toEqual({ rows: 1, bytes: 1 });
    await add("abcdefghij");
    await expect(add("k")).rejects.toMatchObject(refusal);
    expect((await add("0123456789", bob)).isNew).toBe(true);
    await remove(picture);
    expect((await add("k")).isNew).toBe(true);
    app.config.imageQuotaBytes = 12;
    expect(await add("k")).toMatchObject({ isNew: false });
  });

  it("what was dropped, added again where the quota has no more room for it", async () => {
    const { picture } = await add("0123456789");
    await useIn(picture, "published");
    app.clock.advance(days(30));
    await prunePictures(app);
    app.config.imageQuotaBytes = 19;
    const { picture: other } = await add("abcdefghij");
    await expect(add("0123456789")).rejects.toMatchObject({
      code: "limit_reached",
      message: mediaMessages.quota(19),
    });
    expect(await findPicture(app, alice.user.id, picture.id)).toMatchObject({ droppedAt: app.clock.now() });
    await remove(other);
    expect(await add("0123456789")).toMatchObject({ isNew: false, picture: { id: picture.id, droppedAt: null } });
  });

  it("what doesn't fit beside another upload that was there first", async () => {
    app.config.imageQuotaBytes = 15;
    const outcomes = await Promise.allSettled([add("0123456789"), add("abcdefghij")]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await kept()).toEqual({ rows: 1, bytes: 1 });
  });
});

describe("a picture that is deleted", () => {
  it("is nowhere any more", async () => {
    const { picture } = await add();
    await remove(picture);
    expect(await kept()).toEqual({ rows: 0, bytes: 0 });
    await expect(read(picture)).rejects.toMatchObject({ code: "not_found", message: mediaMessages.none });
    await expect(remove(picture)).rejects.toMatchObject({ code: "not_found" });
  });

  it("must not stand in a tweet that isn't out", async () => {
    const { picture } = await add();
    await useIn(picture);
    await expect(remove(picture)).rejects.toMatchObject({ code: "in_use", message: mediaMessages.inUse });
    expect(await read(picture)).toBe("a linnet");
  });

  it("may stand in one that is", async () => {
    const { picture } = await add();
    await useIn(picture, "published");
    await remove(picture);
    expect(await kept()).toEqual({ rows: 0, bytes: 0 });
  });
});

describe("pruning", () => {
  it("deletes what no tweet has used for 24 hours, and nothing that is younger or used", async () => {
    const { picture: used } = await add("used");
    await useIn(used);
    await add("forgotten");
    app.clock.advance(hours(12));
    const { picture: younger } = await add("younger");
    app.clock.advance(hours(12) - 1);
    await prunePictures(app);
    expect((await kept()).rows).toBe(3);
    app.clock.advance(1);
    await prunePictures(app);
    expect((await listPictures(app, alice.user.id)).map(({ id }) => id).sort()).toEqual([used.id, younger.id].sort());
    expect(await kept()).toEqual({ rows: 2, bytes: 2 });
    app.clock.advance(days(365));
    await prunePictures(app);
    expect(await read(used)).toBe("used");
  });

  it("is put off by adding the picture again", async () => {
    const { picture } = await add();
    app.clock.advance(hours(23));
    await add();
    app.clock.advance(hours(23));
    await prunePictures(app);
    expect(await read(picture)).toBe("a linnet");
  });

  it("takes the bytes of what has been out for 30 days, and leaves the preview", async () => {
    const { picture } = await add();
    await useIn(picture, "published");
    app.clock.advance(days(30) - 1);
    await prunePictures(app);
    expect(await read(picture)).toBe("a linnet");
    app.clock.advance(1);
    await prunePictures(app);
    await expect(read(picture)).rejects.toMatchObject({ code: "not_found", message: mediaMessages.gone });
    expect(await read(picture, "preview")).toBe("small a linnet");
    expect(await findPicture(app, alice.user.id, picture.id)).toMatchObject({ droppedAt: app.clock.now() });
    if (!isOnPostgres) expect(files()).toEqual([`${picture.sha256}.preview.jpg`]);
    app.config.imageQuotaBytes = picture.bytes;
    expect(await add()).toMatchObject({ isNew: false, picture: { id: picture.id, droppedAt: null } });
    expect(await read(picture)).toBe("a linnet");
  });

  it("leaves the bytes that another of the person's tweets still needs, or another person", async () => {
    const { picture } = await add();
    const { picture: theirs } = await add("a linnet", bob);
    await useIn(picture, "published");
    const [other] = await makeBatch(app, alice, null);
    const place = { tweet_id: other?.id ?? 0, position: 1, media_id: picture.id };
    await app.db.insertInto("tweet_media").values(place).execute();
    app.clock.advance(days(31));
    await app.db.updateTable("media").set({ idle_since: app.clock.now() }).where("id", "=", theirs.id).execute();
    await prunePictures(app);
    expect(await read(picture)).toBe("a linnet");
    await app.db.deleteFrom("tweet_media").where("tweet_id", "=", place.tweet_id).execute();
    await prunePictures(app);
    await expect(read(picture)).rejects.toMatchObject({ message: mediaMessages.gone });
    expect(await read(theirs, "picture", bob)).toBe("a linnet");
  });
});

it("who leaves takes their pictures along, and nobody else's", async () => {
  await useIn((await add("mine")).picture);
  await add("ours");
  const { picture } = await add("ours", bob);
  await leave(app, alice.user.id, { password, address: "192.0.2.7" });
  expect(await kept()).toEqual({ rows: 1, bytes: 1 });
  expect(await read(picture, "picture", bob)).toBe("ours");
});

it("the data export names pictures, and which tweet they stand in with which description", async () => {
  const { picture } = await add();
  const id = await useIn(picture);
  const text = await exportText(app, alice.user.id, "json", "operator");
  const whole = JSON.parse(text) as { pictures: unknown[]; tweets: { id: number; media: unknown[] }[] };
  expect(whole.pictures).toEqual([
    expect.objectContaining({
      id: picture.id,
      sha256: picture.sha256,
      created_at: expect.stringMatching(/Z$/),
      dropped_at: null,
    }),
  ]);
  expect(whole.tweets.find((tweet) => tweet.id === id)?.media).toEqual([
    { position: 1, media_id: picture.id, alt_text: "A linnet", made_with_ai: 0 },
  ]);
});

// Postgres has the bytes in its rows, and a transaction keeps both or none.
describe.skipIf(isOnPostgres)("on a disk", () => {
  const broken = (code: string) => Object.assign(new Error(code), { code });

  it("with little room nothing is kept, and it is said", async () => {
    const adding = (room: number) =>
      addPicture(app, { userId: alice.user.id, bytes: jpegHead }, { clean: asItIs("x"), findRoom: () => room });
    await expect(adding(499_999_999)).rejects.toMatchObject({ code: "no_storage", message: mediaMessages.diskLow });
    expect(await adding(500_000_000)).toMatchObject({ isNew: true });
  });

  it("that can't be written a picture is a sentence, and the next one is kept once it can", async () => {
    // A file in the folder's place: root may write everywhere else.
    writeFileSync(join(dataDir, "media"), "");
    await expect(add()).rejects.toMatchObject({ code: "no_storage", message: mediaMessages.disk });
    expect(await count("media")).toBe(0);
    rmSync(join(dataDir, "media"));
    expect(await add()).toMatchObject({ isNew: true });
  });

  it("that is full it is said, and any other fault is told as it is", async () => {
    const failing = (error: Error) =>
      addPicture(
        app,
        { userId: alice.user.id, bytes: jpegHead },
        {
          clean: () =>
            Promise.resolve({
              type: "jpeg",
              width: 1,
              height: 1,
              isWhitened: false,
              picture: Buffer.from("x"),
              get preview(): Buffer {
                throw error;
              },
            }),
        },
      );
    await expect(failing(broken("ENOSPC"))).rejects.toMatchObject({
      code: "no_storage",
      message: expect.stringContaining("disk is full"),
    });
    await expect(failing(new TypeError("ours"))).rejects.toThrow(TypeError);
    expect(files()).toEqual([]);
  });

  it("a file that a kill left without its row is swept away, and no other", async () => {
    const { picture } = await add();
    const stray = "ab".repeat(32);
    const folder = join(dataDir, "media", picture.sha256.slice(0, 2));
    for (const name of [`${stray}.jpg`, `${stray}.png`, `${stray}.preview.jpg`, "notes.txt"])
      writeFileSync(join(folder, name), "x");
    await prunePictures(app);
    expect(files().sort()).toEqual([`${picture.sha256}.jpg`, `${picture.sha256}.preview.jpg`, "notes.txt"].sort());
    expect(await read(picture)).toBe("a linnet");
  });

  it("a draft that a kill left is swept away after an hour", async () => {
    await add();
    writeFileSync(join(dataDir, "media", "drafts", "left.picture"), "x");
    app.clock.set(Date.now() + minutes(59));
    await prunePictures(app);
    expect(files()).toContain("left.picture");
    app.clock.set(Date.now() + minutes(61));
    await prunePictures(app);
    expect(files()).not.toContain("left.picture");
  });

  it.each(["deleted", "changed"])(
    "a file that was %s is no picture, and comes back by adding it again",
    async (fate) => {
      const { picture } = await add();
      const file = join(dataDir, "media", picture.sha256.slice(0, 2), `${picture.sha256}.jpg`);
      if (fate === "deleted") rmSync(file);
      else writeFileSync(file, "something else");
      await expect(read(picture)).rejects.toMatchObject({ code: "not_found", message: mediaMessages.gone });
      expect(await add()).toMatchObject({ isNew: false, picture: { id: picture.id } });
      expect(await read(picture)).toBe("a linnet");
    },
  );

  it("a file is in its place before the row says so: where the transaction fails there is none", async () => {
    await app.db.deleteFrom("users").where("id", "=", alice.user.id).execute();
    await expect(add()).rejects.toThrow();
    expect({ rows: await count("media"), files: files() }).toEqual({ rows: 0, files: [] });
  });

  it("adding and deleting the same picture at once, by two people, leaves no row without its file", async () => {
    for (let turn = 0; turn < 30; turn += 1) {
      const { picture } = await add("shared");
      const [, theirs] = await Promise.all([remove(picture), add("shared", bob)]);
      expect(await read(theirs.picture, "picture", bob)).toBe("shared");
      await removePicture(app, { userId: bob.user.id, id: theirs.picture.id });
      expect(files()).toEqual([]);
    }
  });
});

it("the files of a person's pictures are written by their ids, but for those whose bytes are gone", async () => {
  const folder = join(dataDir, "out");
  expect(await writePictureFiles(app, bob.user.id, folder)).toBe(0);
  expect(existsSync(folder)).toBe(false);
  const { picture: here } = await add("here");
  const { picture: gone } = await add("gone");
  await add("another's", bob);
  await app.db.updateTable("media").set({ dropped_at: 1 }).where("id", "=", gone.id).execute();
  expect(await writePictureFiles(app, alice.user.id, folder)).toBe(1);
  expect(readdirSync(folder)).toEqual([`${here.id}.jpg`]);
  expect(readFileSync(join(folder, `${here.id}.jpg`), "utf8")).toBe("here");
});
