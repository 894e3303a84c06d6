// What the sandbox keeps of pictures: in rows, few of them, shown by their post alone, and gone with it.
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { hours } from "~/ground/time/duration";
import { judgeUpload } from "~/ports/network/call-outcome";
import type { NetworkTokens } from "~/ports/network/port";
import { createSandbox, type Sandbox } from "~/ports/network/sandbox.server";
import { maxKeptPictures, pictureTypeOf } from "~/ports/network/sandbox-rules";
import { openTestDatabase } from "~tests/support/databases/database";
import { whole } from "./network.contract";

const appOrigin = "http://localhost:3000";
const timeoutMs = 1_000;
const gif = Buffer.from([...Buffer.from("GIF89a"), 0, 255, 10, 13]);

let db: Awaited<ReturnType<typeof openTestDatabase>>["db"];
let close: () => Promise<void>;
let time: { now: number };
let sandbox: Sandbox;
let tokens: NetworkTokens;

beforeEach(async () => {
  ({ db, close } = await openTestDatabase());
  time = { now: Date.UTC(2026, 5, 1, 12) };
  const clock = { now: () => time.now, monotonic: () => time.now, after: () => () => undefined };
  sandbox = createSandbox({ db, clock, appOrigin, weigh: (text) => text.length });
  tokens = await link("alice");
});
afterEach(() => close());

async function link(handle: string): Promise<NetworkTokens> {
  const callbackUrl = `${appOrigin}/callback`;
  const { requestToken, requestSecret } = await sandbox.beginLink({ callbackUrl, forceLogin: true });
  const url = new URL(await sandbox.grant(requestToken, handle));
  const verifier = url.searchParams.get("oauth_verifier") ?? "";
  return (await sandbox.finishLink({ requestToken, requestSecret, verifier })).tokens;
}
const upload = async (by = tokens) => {
  const outcome = judgeUpload(await sandbox.uploadImage(by, { bytes: gif, timeoutMs }), time.now);
  return outcome.kind === "uploaded" ? outcome.mediaId : expect.fail(JSON.stringify(outcome));
};
const post = async (text: string, more: { replyTo?: string; mediaIds?: string[] } = {}) =>
  whole(await sandbox.post(tokens, { text, timeoutMs, ...more }));
const idIn = (answer: { body: unknown }) => (answer.body as { data: { id: string } }).data.id;
const countRows = async () => (await db.selectFrom("sandbox_media").select("id").execute()).length;

it("a picture is shown byte for byte, once a post names it and while that is there", async () => {
  const mediaId = await upload();
  expect(await sandbox.findPicture(mediaId)).toBeNull();
  const postId = idIn(await post("one", { mediaIds: [mediaId] }));
  expect(await sandbox.findPicture(mediaId)).toEqual({ contentType: "image/gif", bytes: gif });
  expect((await sandbox.findPost(postId))?.pictures).toEqual([{ id: mediaId, altText: null }]);
  await sandbox.deletePost(tokens, { postId, timeoutMs });
  expect(await sandbox.findPicture(mediaId)).toBeNull();
  expect(await countRows()).toBe(0);
});

it("no picture has the id of a post, made in whatever order at one moment", async () => {
  const ids = [await upload(), idIn(await post("one")), await upload(), idIn(await post("two")), await upload()];
  expect(new Set(ids).size).toBe(5);
  for (const id of ids) expect(id).toMatch(/^\d{1,19}$/);
});

it("what no post named within a day is forgotten with the next picture, and what one did is not", async () => {
  await post("one", { mediaIds: [await upload()] });
  await upload();
  time.now += hours(24) - 1;
  await upload();
  expect(await countRows()).toBe(3);
  time.now += 1;
  await upload();
  expect(await countRows()).toBe(3);
});

it("no more than the newest of a person's are kept, and others' are left alone", async () => {
  const bob = await link("bob");
  const bobs = await upload(bob);
  const first = await upload();
  const postId = idIn(await post("one", { mediaIds: [first] }));
  for (let n = 0; n < maxKeptPictures; n += 1) await upload();
  expect(await countRows()).toBe(maxKeptPictures + 1);
  expect((await sandbox.findPost(postId))?.pictures).toEqual([]);
  expect(await db.selectFrom("sandbox_media").select("id").where("id", "=", bobs).execute()).toHaveLength(1);
});

it("one of two posts that name the same picture at once has it", async () => {
  const mediaIds = [await upload()];
  const answers = await Promise.all([post("one", { mediaIds }), post("two", { mediaIds })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
});

it("a picture is known by its first bytes, and nothing else is taken for one", async () => {
  const others = ["", "GIF8", "<svg xmlns='http://www.w3.org/2000/svg'/>", "%PDF-1.7", "RIFF....WAVEfmt ", "BM......"];
  for (const text of others) {
    expect(pictureTypeOf(Buffer.from(text)), text).toBeNull();
    const answer = await sandbox.uploadImage(tokens, { bytes: Buffer.from(text), timeoutMs });
    expect(whole(answer).status, text).toBe(400);
  }
  expect(await countRows()).toBe(0);
});

it("an answer is lost, and nothing thrown, where its database fails", async () => {
  const mediaId = await upload();
  const postId = idIn(await post("one"));
  await sql`alter table sandbox_media rename to sandbox_gone`.execute(db);
  const answers = [
    await sandbox.uploadImage(tokens, { bytes: gif, timeoutMs }),
    await sandbox.describeImage(tokens, { mediaId, text: "a wren", timeoutMs }),
    await sandbox.deletePost(tokens, { postId, timeoutMs }),
    await sandbox.post(tokens, { text: "two", mediaIds: [mediaId], timeoutMs }),
  ];
  await sql`alter table sandbox_gone rename to sandbox_media`.execute(db);
  for (const answer of answers) expect(answer).toMatchObject({ kind: "lost", status: null });
  expect(await sandbox.findPost(postId)).not.toBeNull();
});
