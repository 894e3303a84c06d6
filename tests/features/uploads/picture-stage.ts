// What tests of tweets with pictures begin with, on the stage of publishing's: a folder for their bytes, and pictures in it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { changePictures, sendPictures } from "~/features/publishing/publishing.server";
import { givePicture, jpegHead } from "~tests/support/calls/api-cast";
import { alice, app, ask, pass, setStage } from "../publishing/stage";

/** As `setStage`, with a folder of its own. */
export function setPictureStage(config: Parameters<typeof setStage>[0] = {}): void {
  const dataDir = mkdtempSync(join(tmpdir(), "linnet-pictures-"));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  setStage({ ...config, config: { ...config.config, dataDir } });
}

/** A picture of alice's that nobody had to clean. Returns its id. */
export const makePicture = (name: string, userId = alice.user.id): Promise<string> => givePicture(app, userId, name);

/** Puts new pictures into the nth tweet, by name; "name: words" has a description. */
export async function withPictures(n: number, ...names: string[]): Promise<void> {
  await withPicturesOf(ask(n).tweetId, ...names);
}

export async function withPicturesOf(tweetId: number, ...names: string[]): Promise<void> {
  const chosen: { mediaId: string; altText: string }[] = [];
  for (const one of names) {
    const [name = "", altText = ""] = one.split(": ");
    chosen.push({ mediaId: await makePicture(name), altText });
  }
  await changePictures(app, { userId: alice.user.id, tweetId }, () => chosen);
}

/** One turn of the job, with all that it began. */
export async function ahead(): Promise<number> {
  const { started, done } = await sendPictures(app);
  await done;
  return started;
}

/** Lets `ms` pass second by second, as the loop would. */
export async function tick(ms: number, step = 1_000): Promise<void> {
  for (let left = ms; left > 0; left -= step) {
    app.clock.advance(Math.min(step, left));
    await ahead();
    await pass();
  }
}

/** The posts of the sandbox with the names of their pictures, in order: "text [a, b: words]". */
export async function outWith(): Promise<string[]> {
  const posts = await app.db
    .selectFrom("sandbox_posts")
    .select(["id", "text"])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const media = await app.db.selectFrom("sandbox_media").selectAll().orderBy("position").execute();
  return posts.map(({ id, text }) => {
    const shown = media
      .filter(({ post_id }) => post_id === id)
      .map((one) => {
        const name = Buffer.from(one.data, "base64").subarray(jpegHead.length).toString();
        return one.alt_text === null ? name : `${name}: ${one.alt_text}`;
      });
    return `${text} [${shown.join(", ")}]`;
  });
}
