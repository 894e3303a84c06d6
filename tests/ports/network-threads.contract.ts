// Threads, pictures and deleting as any network has to do them: run against both faces by network.contract.ts.
import { expect, it } from "vitest";
import { hours, seconds } from "~/ground/time/duration";
import { judgeCall, judgeDeletion, judgeUpload } from "~/ports/network/call-outcome";
import { isPostThere } from "~/ports/network/is-there";
import { maxPictureBytes, type Network, type NetworkTokens, type PostAnswer } from "~/ports/network/port";
import { judge } from "~/features/publishing/rules/outcome";
import { findSent } from "~/features/publishing/rules/same-text";

interface Linked {
  tokens: NetworkTokens;
  profile: { id: string };
}

/** What the network itself knows of a post: what it answers, and the descriptions of its pictures. */
export interface Shown {
  replyTo: string | null;
  pictures: (string | null)[];
}

interface ThreadsHarness {
  network(): Network;
  now(): number;
  pass(ms: number): void;
  link(handle: string): Promise<Linked>;
  /** Null: it is not there. */
  shown(postId: string): Promise<Shown | null>;
}

const timeoutMs = seconds(5);
/** Pictures to the network, which looks at their first bytes alone. */
const png = (text = "wren") =>
  Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from(text)]);
const pictures = {
  JPEG: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1]),
  PNG: png(),
  GIF: Buffer.from("GIF89a......"),
  WebP: Buffer.from("RIFF....WEBPVP8 "),
};

export function describeThreads({ network, now, pass, link, shown }: ThreadsHarness): void {
  const post = (by: Linked, text: string, more: { replyTo?: string; mediaIds?: string[] } = {}) =>
    network().post(by.tokens, { text, timeoutMs, ...more });
  const outcomeOf = (answer: PostAnswer, isReply = false) => judge(answer, now(), { isReply });
  async function posted(by: Linked, text: string, more: { replyTo?: string; mediaIds?: string[] } = {}) {
    const outcome = outcomeOf(await post(by, text, more));
    if (outcome.kind !== "published") throw new Error(`Not posted: ${JSON.stringify(outcome)}`);
    return outcome.postId;
  }
  const upload = async (by: Linked, bytes: Uint8Array = png()) =>
    judgeUpload(await network().uploadImage(by.tokens, { bytes, timeoutMs }), now());
  async function uploaded(by: Linked): Promise<string> {
    const outcome = await upload(by);
    if (outcome.kind !== "uploaded") throw new Error(`Not uploaded: ${JSON.stringify(outcome)}`);
    return outcome.mediaId;
  }
  const describe = async (by: Linked, mediaId: string, text: string) =>
    judgeCall(await network().describeImage(by.tokens, { mediaId, text, timeoutMs }), now());
  const remove = async (by: Linked, postId: string) =>
    judgeDeletion(await network().deletePost(by.tokens, { postId, timeoutMs }), now());
  const list = (by: Linked) => network().listPosts(by.tokens, { networkUserId: by.profile.id, since: 0 });
  const there = (by: Linked, postId: string) => isPostThere(network(), by.tokens, { postId });

  it("takes a thread, each part as an answer to the one before, and says so when it is read", async () => {
    const alice = await link("alice");
    const one = await posted(alice, "one");
    const two = await posted(alice, "two", { replyTo: one });
    const three = await posted(alice, "three", { replyTo: two });
    expect((await list(alice)).map(({ id, text, replyTo }) => ({ id, text, replyTo }))).toEqual([
      { id: three, text: "three", replyTo: two },
      { id: two, text: "two", replyTo: one },
      { id: one, text: "one", replyTo: undefined },
    ]);
    expect(await shown(three)).toEqual({ replyTo: two, pictures: [] });
    expect(await shown(one)).toEqual({ replyTo: null, pictures: [] });
  });

  it("takes no answer to a post that is deleted or never was, and posts nothing", async () => {
    const alice = await link("alice");
    const one = await posted(alice, "one");
    expect(await remove(alice, one)).toEqual({ kind: "done" });
    for (const replyTo of [one, "1"]) {
      const outcome = outcomeOf(await post(alice, "two", { replyTo }), true);
      expect(outcome).toMatchObject({ kind: "refused", code: "parent_unseen" });
    }
    expect(await list(alice)).toEqual([]);
  });

  it("takes no answer to somebody else's post", async () => {
    const [alice, bob] = [await link("alice"), await link("bob")];
    const one = await posted(bob, "bob's");
    const outcome = outcomeOf(await post(alice, "and mine", { replyTo: one }), true);
    expect(outcome).toMatchObject({ kind: "refused", code: "reply_refused" });
    expect(await list(alice)).toEqual([]);
  });

  it.each(Object.entries(pictures))("takes a picture for a day: %s", async (_, bytes) => {
    const alice = await link("alice");
    const outcome = await upload(alice, bytes);
    expect(outcome).toMatchObject({ kind: "uploaded", mediaId: expect.stringMatching(/^\d{1,19}$/) as string });
    expect(outcome).toHaveProperty("expiresAt", now() + hours(24));
  });

  it("shows up to four pictures with their descriptions, in the order of the post, and reads back its words alone", async () => {
    const alice = await link("alice");
    const ids = [await uploaded(alice), await uploaded(alice), await uploaded(alice), await uploaded(alice)];
    const [first = "", second = "", third = "", fourth = ""] = ids;
    expect(await describe(alice, first, "A wren on a stone")).toEqual({ kind: "done" });
    expect(await describe(alice, third, "鷦鷯 \u{1F426}".repeat(10))).toEqual({ kind: "done" });
    const text = "Four wrens, see https://linnet.example/wrens";
    const id = await posted(alice, text, { mediaIds: [third, first, fourth, second] });
    expect(await shown(id)).toEqual({
      replyTo: null,
      pictures: ["鷦鷯 \u{1F426}".repeat(10), "A wren on a stone", null, null],
    });
    const read = await list(alice);
    expect(findSent(read, text)?.id).toBe(id);
    expect(read.map((one) => one.text)).toEqual([text]);
  });

  it("takes a part with a picture, and finds it among others of its words by what it answers", async () => {
    const alice = await link("alice");
    const one = await posted(alice, "one");
    const two = await posted(alice, "two", { replyTo: one, mediaIds: [await uploaded(alice)] });
    expect(await shown(two)).toEqual({ replyTo: one, pictures: [null] });
    const read = await list(alice);
    expect(findSent(read, "two", { replyTo: one })?.id).toBe(two);
    expect(findSent(read, "two", { replyTo: "1" })).toBeUndefined();
  });

  describeRefusedPictures();
  describeDeleting();

  function describeRefusedPictures(): void {
    const refusedFor = async (by: Linked, mediaIds: string[], text = "with a picture") =>
      outcomeOf(await post(by, text, { mediaIds }));
    const isInvalid = { kind: "refused", code: "media_invalid", detail: "Your media IDs are invalid." };

    it("takes no picture that it does not know, that is another's, or that waited for more than a day", async () => {
      const [alice, bob] = [await link("alice"), await link("bob")];
      const [bobs, old] = [await uploaded(bob), await uploaded(alice)];
      expect(await refusedFor(alice, ["1"])).toEqual(isInvalid);
      expect(await refusedFor(alice, [bobs])).toEqual(isInvalid);
      expect(await describe(alice, bobs, "not mine")).toMatchObject({ kind: "refused" });
      pass(hours(24));
      expect(await refusedFor(alice, [old])).toEqual(isInvalid);
      expect(await describe(alice, old, "too late")).toMatchObject({ kind: "refused" });
      expect(await list(alice)).toEqual([]);
    });

    it("takes a picture once, and four at most, each once", async () => {
      const alice = await link("alice");
      const ids = await Promise.all(Array.from({ length: 5 }, () => uploaded(alice)));
      const [first = "", second = ""] = ids;
      expect(await refusedFor(alice, ids)).toEqual(isInvalid);
      expect(await refusedFor(alice, [first, first])).toEqual(isInvalid);
      await posted(alice, "one", { mediaIds: [first] });
      expect(await refusedFor(alice, [second, first])).toEqual(isInvalid);
      await posted(alice, "two", { mediaIds: [second] });
    });

    it("takes a picture of 5 MB and none that is larger", async () => {
      const alice = await link("alice");
      const largest = png("x".repeat(maxPictureBytes - 8));
      expect(await upload(alice, largest)).toMatchObject({ kind: "uploaded" });
      expect(await upload(alice, Buffer.concat([largest, Buffer.from("x")]))).toMatchObject({ kind: "refused" });
    });

    it("takes a description of 1,000 characters and none that is longer or empty", async () => {
      const alice = await link("alice");
      const mediaId = await uploaded(alice);
      expect(await describe(alice, mediaId, "x".repeat(1_001))).toMatchObject({ kind: "refused" });
      expect(await describe(alice, mediaId, "")).toMatchObject({ kind: "refused" });
      expect(await describe(alice, mediaId, "x".repeat(1_000))).toEqual({ kind: "done" });
    });

    it("takes nothing with tokens that it does not know, or that was called off before", async () => {
      const alice = await link("alice");
      const id = await posted(alice, "one");
      const mediaId = await uploaded(alice);
      const stranger = { ...alice, tokens: { ...alice.tokens, accessSecret: "guessed" } };
      expect(await upload(stranger)).toMatchObject({ kind: "unauthorized" });
      expect(await describe(stranger, mediaId, "mine")).toMatchObject({ kind: "unauthorized" });
      expect(await remove(stranger, id)).toMatchObject({ kind: "unauthorized" });
      const off = { timeoutMs, signal: AbortSignal.abort() };
      const { tokens } = alice;
      expect((await network().uploadImage(tokens, { ...off, bytes: png() })).kind).toBe("not_sent");
      expect((await network().describeImage(tokens, { ...off, mediaId, text: "mine" })).kind).toBe("not_sent");
      expect((await network().deletePost(tokens, { ...off, postId: id })).kind).toBe("not_sent");
      await posted(alice, "two", { mediaIds: [mediaId] });
      expect(await there(alice, id)).toBe(true);
    });
  }

  function describeDeleting(): void {
    it("takes a post back: it is in no list and no figures, and deleting it again harms nothing", async () => {
      const alice = await link("alice");
      const one = await posted(alice, "one", { mediaIds: [await uploaded(alice)] });
      const two = await posted(alice, "two", { replyTo: one });
      expect(await there(alice, two)).toBe(true);
      for (let n = 0; n < 2; n += 1) expect(await remove(alice, two)).toEqual({ kind: "done" });
      expect([await there(alice, two), await there(alice, one)]).toEqual([false, true]);
      expect((await list(alice)).map(({ id }) => id)).toEqual([one]);
      const { figures } = await network().listFigures(alice.tokens, {
        networkUserId: alice.profile.id,
        since: 0,
        withPrivate: false,
      });
      expect(figures.map(({ postId }) => postId)).toEqual([one]);
      expect([await shown(two), (await shown(one))?.pictures]).toEqual([null, [null]]);
      await posted(alice, "two", { replyTo: one });
    });

    it("takes nobody else's post back", async () => {
      const [alice, bob] = [await link("alice"), await link("bob")];
      const one = await posted(bob, "bob's");
      expect(await remove(alice, one)).toMatchObject({ kind: "refused" });
      expect(await there(alice, one)).toBe(true);
    });

    it("says when too many were taken back, and until when", async () => {
      const alice = await link("alice");
      let until = 0;
      for (let n = 0; n < 51; n += 1) {
        const outcome = await remove(alice, await posted(alice, `post ${n}`));
        if (n < 50) expect(outcome).toEqual({ kind: "done" });
        else if (outcome.kind === "wait") ({ until } = outcome);
      }
      expect(until).toBeGreaterThan(now());
      expect(until).toBeLessThanOrEqual(now() + hours(0.25) + seconds(1));
      pass(until - now());
      const [left] = await list(alice);
      expect(await remove(alice, left?.id ?? "")).toEqual({ kind: "done" });
    });
  }
}
