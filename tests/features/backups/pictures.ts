// What tests of a backup's pictures share: a server on a folder, with tweets that have pictures, and what lies where.
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { databaseOf } from "~/features/backups/backups.server";
import { changePictures, writeTweet } from "~/features/publishing/publishing.server";
import { givePicture } from "~tests/support/calls/api-cast";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "linnet-kept-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function serve(dataDir: string): Promise<TestApp> {
  const app = await createTestApp({ file: databaseOf(dataDir), config: { dataDir, images: "on" } });
  onTestFinished(() => app.close());
  return app;
}

export interface Cast {
  app: TestApp;
  alice: Person;
  /** A tweet of Alice's with this picture, which has the name in its bytes. */
  write(name: string, state?: "published"): Promise<{ tweetId: number; mediaId: string }>;
}

/** Two accounts, of which the tweets have the one that is no default. */
export async function makeCast(dataDir: string): Promise<Cast> {
  const app = await serve(dataDir);
  const alice = await makePerson(app, "alice");
  await linkAccount(app, alice, "alice_first");
  const account = await linkAccount(app, alice, "alice_second");
  const userId = alice.user.id;
  return {
    app,
    alice,
    async write(name, state) {
      const { id: tweetId } = await writeTweet(app, {
        userId,
        content: `A tweet with ${name.slice(0, 20)}`,
        account: account.networkUserId,
      });
      const mediaId = await givePicture(app, userId, name);
      await changePictures(app, { userId, tweetId }, () => [{ mediaId, altText: name.slice(0, 20) }]);
      if (state) {
        const out = { state, published_at: app.clock.now(), post_id: String(tweetId) };
        await app.db.updateTable("tweets").set(out).where("id", "=", tweetId).execute();
      }
      return { tweetId, mediaId };
    },
  };
}

/** The names that the pictures in a folder have in their bytes, sorted; a preview has "small " in front. */
export function picturesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => {
      const words = readFileSync(join(parentPath, name)).subarray(12).toString();
      return name.includes(".preview.") ? `small ${words}` : words;
    })
    .sort();
}

/** Where the picture of this name lies in a folder of pictures. */
export function pathOf(folder: string, name: string, which: "picture" | "preview" = "picture"): string {
  const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0]), Buffer.from(name)]);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return join(folder, sha256.slice(0, 2), which === "picture" ? `${sha256}.jpg` : `${sha256}.preview.jpg`);
}
