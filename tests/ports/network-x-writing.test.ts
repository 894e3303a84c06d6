// Threads, pictures and deleting at X: what is sent, in which form, and everything that can go wrong on its way.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { seconds } from "~/ground/time/duration";
import { judgeCall, judgeDeletion, judgeUpload } from "~/ports/network/call-outcome";
import { isPostThere } from "~/ports/network/is-there";
import { type PostAnswer, ReadError } from "~/ports/network/port";
import { judge } from "~/features/publishing/rules/outcome";
import { findSent } from "~/features/publishing/rules/same-text";
import { type Fault, faults, type FakeXRules } from "../support/fakes/fake-x";
import { type LinkedX, startLinkedX } from "../support/fakes/fake-x-linked";
import { whole } from "./network.contract";

/** Every byte there is, with the ends of lines and the words of multipart in it. */
const bytes = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from(Array.from({ length: 256 }, (_, n) => n)),
  Buffer.from('\r\n--x\r\nContent-Disposition: form-data; name="media_category"\r\n\r\n\r\n'),
]);
const timeoutMs = seconds(5);

describe("at X", () => {
  let x: LinkedX;
  let fake: LinkedX["fake"];
  let network: LinkedX["network"];
  let tokens: LinkedX["tokens"];

  beforeEach(async () => {
    x = await startLinkedX();
    ({ fake, network, tokens } = x);
  });
  afterEach(() => fake.close());

  const now = () => x.time.now;
  const upload = (ms = timeoutMs) => network.uploadImage(tokens, { bytes, timeoutMs: ms });
  const post = (text: string, more: object = {}) => network.post(tokens, { text, timeoutMs, ...more });
  const idIn = (answer: PostAnswer) => (whole(answer).body as { data: { id: string } }).data.id;
  const list = () => network.listPosts(tokens, { networkUserId: x.userId, since: 0 });
  const sentTo = (path: RegExp) => fake.requests.filter((seen) => path.test(`${seen.method} ${seen.path}`));

  it("a picture is one request of two fields, and comes whole", async () => {
    const outcome = judgeUpload(await upload(), now());
    expect(outcome).toMatchObject({ kind: "uploaded" });
    expect(fake.media.map((one) => one.bytes)).toEqual([bytes]);
    const seen = sentTo(/media/);
    expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /2/media/upload"]);
    expect(seen[0]?.headers["content-type"]).toMatch(/^multipart\/form-data/);
    expect([...(seen[0]?.body ?? "").matchAll(/name="(\w+)"/g)].map(([, name]) => name).slice(0, 2)).toEqual([
      "media",
      "media_category",
    ]);
  });

  it("a picture is sent once more as JSON where X asks for that, and only then", async () => {
    fake.rules.uploads = "JSON";
    expect(judgeUpload(await upload(), now())).toMatchObject({ kind: "uploaded" });
    expect(fake.media.map((one) => one.bytes)).toEqual([bytes]);
    const [first, second, ...more] = sentTo(/upload$/);
    expect(more).toEqual([]);
    expect(first?.headers["content-type"]).toMatch(/^multipart/);
    expect(JSON.parse(second?.body ?? "")).toEqual({ media: bytes.toString("base64"), media_category: "tweet_image" });
    fake.failNextCalls(
      "upload",
      faults.status(400, { body: { errors: [{ code: 38, message: "media is missing." }] } }),
    );
    expect(judgeUpload(await upload(), now())).toEqual({ kind: "refused", detail: "media is missing." });
    expect(sentTo(/upload$/)).toHaveLength(3);
  });

  it("a description, a part with pictures and a deletion are sent as X describes them", async () => {
    const parent = idIn(await post("one"));
    const mediaId = idIn(await upload());
    await network.describeImage(tokens, { mediaId, text: "A wren", timeoutMs });
    const id = idIn(await post("two", { replyTo: parent, mediaIds: [mediaId], madeWithAi: true }));
    await network.deletePost(tokens, { postId: id, timeoutMs });
    expect(sentTo(/metadata$/).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { id: mediaId, metadata: { alt_text: { text: "A wren" } } },
    ]);
    expect(sentTo(/^POST \/2\/tweets$/).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { text: "one" },
      { text: "two", reply: { in_reply_to_tweet_id: parent }, media: { media_ids: [mediaId] }, made_with_ai: true },
    ]);
    expect(sentTo(/^DELETE/).map(({ path }) => path)).toEqual([`/2/tweets/${id}`]);
  });

  it("a post with a picture reads back with a link that is no part of its words", async () => {
    const id = idIn(await post("Look: https://linnet.example/a", { mediaIds: [idIn(await upload())] }));
    const raw = whole(await post("Another", { mediaIds: [idIn(await upload())] })).body;
    expect(raw).toMatchObject({ data: { text: expect.stringMatching(/^Another https:\/\/t\.co\/\w+$/) as string } });
    expect(findSent(await list(), "Look: https://linnet.example/a")?.id).toBe(id);
  });

  it("a part that comes too soon is told that its predecessor can't be seen, and is taken a little later", async () => {
    fake.rules.parentLagMs = seconds(5);
    const replyTo = idIn(await post("one"));
    const outcome = async () => judge(await post("two", { replyTo }), now(), { isReply: true });
    expect(await outcome()).toMatchObject({ kind: "refused", code: "parent_unseen" });
    expect(fake.posts).toHaveLength(1);
    x.time.now += seconds(5);
    expect(await outcome()).toMatchObject({ kind: "published" });
  });

  it.each<[FakeXRules["replies"], RegExp]>([
    ["refused", /^You can only reply to or quote posts/],
    ["refused as before July 2026", /^Reply to this conversation is not allowed/],
  ])("a part that X does not let the app send has a code of its own and X's words: %s", async (replies, words) => {
    fake.rules.replies = replies;
    const answer = await post("two", { replyTo: idIn(await post("one")) });
    expect(judge(answer, now(), { isReply: true })).toEqual({
      kind: "refused",
      code: "reply_refused",
      detail: expect.stringMatching(words) as string,
    });
    expect(judge(answer, now())).toMatchObject({ code: "reply_restricted" });
  });

  it("one post is asked for whether it is there, and an answer that says nothing of it is none", async () => {
    const postId = idIn(await post("one"));
    const ask = () => isPostThere(network, tokens, { postId });
    expect(await ask()).toBe(true);
    fake.failNextReads(faults.status(200, { body: { errors: [{ title: "x", type: "about:blank" }] } }));
    await expect(ask()).rejects.toBeInstanceOf(ReadError);
    fake.deletePost(postId);
    expect(await ask()).toBe(false);
    expect(sentTo(/^GET \/2\/tweets$/)).toHaveLength(3);
  });

  it("no id that is none becomes a part of an address", async () => {
    const before = fake.requests.length;
    for (const postId of ["", "../users/1", "1?x=1", "12345678901234567890"])
      expect((await network.deletePost(tokens, { postId, timeoutMs })).kind).toBe("not_sent");
    expect(fake.requests).toHaveLength(before);
  });

  const lostOnes: [string, Fault, boolean][] = [
    ["reset before X took it", faults.resetBefore, false],
    ["dropped after X took it", faults.dropAfter, true],
    ["half an answer", faults.halfAnswer, true],
    ["an answer that can't be unpacked", faults.gzipRubbish, true],
    ["an answer that isn't X's", faults.notJson, true],
    ["a hang after X took it", faults.hangAfter, true],
    ["an answer too slow", faults.slow(seconds(20)), true],
  ];
  describe.each(lostOnes)("a lost answer (%s)", (_, fault, isTaken) => {
    it("of an upload is worth another try, and a picture that nobody names harms nobody", async () => {
      fake.failNextCalls("upload", fault);
      const answer = await upload(300);
      expect(answer.kind).toBe("lost");
      expect(judgeUpload(answer, now()).kind).toBe("again");
      expect(fake.media).toHaveLength(isTaken ? 1 : 0);
      await post("one", { mediaIds: [idIn(await upload())] });
      expect(fake.posts).toHaveLength(1);
    });

    it("of a description is worth another try", async () => {
      const mediaId = idIn(await upload());
      const describeIt = (ms: number) => network.describeImage(tokens, { mediaId, text: "A wren", timeoutMs: ms });
      fake.failNextCalls("describe", fault);
      expect(judgeCall(await describeIt(300), now()).kind).toBe("again");
      expect(fake.media[0]?.altText).toBe(isTaken ? "A wren" : null);
      expect(judgeCall(await describeIt(timeoutMs), now())).toEqual({ kind: "done" });
    });

    it("of a deletion is worth another try, which finds it gone", async () => {
      const postId = idIn(await post("one"));
      const remove = (ms: number) => network.deletePost(tokens, { postId, timeoutMs: ms });
      fake.failNextCalls("delete", fault);
      expect(judgeDeletion(await remove(300), now()).kind).toBe("again");
      const again = await remove(timeoutMs);
      expect(whole(again).status).toBe(isTaken ? 404 : 200);
      expect(judgeDeletion(again, now())).toEqual({ kind: "done" });
      expect(fake.shown(postId)).toBeNull();
    });

    it("of a part with a picture is unknown, and its post is found by its words and its predecessor", async () => {
      const replyTo = idIn(await post("one"));
      const mediaIds = [idIn(await upload())];
      fake.failNext(fault);
      const answer = await network.post(tokens, { text: "two", replyTo, mediaIds, timeoutMs: 300 });
      expect(judge(answer, now(), { isReply: true })).toMatchObject({ kind: "unknown", code: "lost" });
      const found = findSent(await list(), "two", { replyTo });
      expect(found?.replyTo).toBe(isTaken ? replyTo : undefined);
    });
  });

  it("tells nobody a secret that X repeats in a refusal of a picture", async () => {
    const { accessSecret } = tokens;
    fake.failNextCalls("upload", faults.status(403, { body: { title: "Forbidden", detail: `not ${accessSecret}` } }));
    const answer = await upload();
    expect(JSON.stringify(answer)).not.toContain(accessSecret);
    expect(judgeUpload(answer, now())).toMatchObject({ kind: "refused", detail: "not [redacted]" });
  });
});
