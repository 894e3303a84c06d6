// Posting over /mcp: what the preview shows, what is refused as changed, what is written of it. Two accounts; the default is not the tweet's.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changeAccount } from "~/features/accounts/accounts.server";
import {
  changePictures,
  editTweet,
  postAs,
  publishNow,
  readJournal,
  writeThread,
  writeTweet,
} from "~/features/publishing/publishing.server";
import { sentenceOf } from "~/features/publishing/rules/journal-words";
import { getTweet } from "~/features/tweets/tweets.server";
import { hours, minutes } from "~/ground/time/duration";
import type { Agent } from "~tests/support/calls/agent";
import { givePicture } from "~tests/support/calls/api-cast";
import { answered } from "~tests/support/fakes/faulty-network";
import { type AgentCast, createAgentCast } from "./agents";

let cast: AgentCast;
let agent: Agent;
let tweetId: number;
const content = "A linnet sings at seven";
beforeEach(async () => {
  cast = await createAgentCast();
  agent = await cast.newAgent();
  const { alice } = cast;
  const ask = { userId: alice.user.id, content, account: alice.account.networkUserId };
  tweetId = (await writeTweet(cast.app, ask)).id;
});
afterEach(() => cast?.close());

const own = () => ({ userId: cast.alice.user.id, tweetId });
const later = () => cast.app.clock.advance(1);

async function preview(account = cast.alice.account, id = tweetId, by = agent) {
  const { data, isError, text } = await by.call("preview_post", {
    tweet_id: id,
    twitter_account_id: account.networkUserId,
  });
  expect([isError, text]).toEqual([false, JSON.stringify(data)]);
  const { tweet_content, twitter_username, confirm } = data as Record<string, string>;
  const mediaIds = (data["media"] as { media_id: string }[]).map(({ media_id }) => media_id);
  // As an agent that has none to name.
  return {
    tweet_id: id,
    tweet_content,
    twitter_username,
    confirm,
    ...(mediaIds.length > 0 && { media_ids: mediaIds }),
  };
}

async function changed(args: Record<string, unknown>, name = "publish_tweet", by = agent): Promise<void> {
  const before = await cast.posts();
  const { state } = await getTweet(cast.app, cast.alice.user.id, tweetId);
  expect(await by.call(name, args)).toMatchObject({ isError: true, code: "changed", data: { code: "changed" } });
  expect(await cast.posts()).toEqual(before);
  expect((await getTweet(cast.app, cast.alice.user.id, tweetId)).state).toBe(state);
}

const posted = async () => (await cast.posts()).map(({ handle, text }) => `@${handle}: ${text}`);

describe("the preview", () => {
  it("shows words, account, length, price, and the posts that are left today, and changes nothing", async () => {
    const before = await getTweet(cast.app, cast.alice.user.id, tweetId);
    const { data } = await agent.call("preview_post", {
      tweet_id: tweetId,
      twitter_account_id: cast.alice.account.networkUserId,
    });
    expect(data).toEqual({
      tweet_content: content,
      twitter_username: "alice_x",
      media: [],
      weighted_length: content.length,
      price_usd: 0.015,
      posts_left_today: 50,
      execute_at: null,
      warning: null,
      confirm: expect.any(String) as string,
    });
    expect(await getTweet(cast.app, cast.alice.user.id, tweetId)).toEqual(before);
  });

  it("counts what was posted today, and has no number where there is no limit", async () => {
    await publishNow(cast.app, { ...own(), tweetId: await cast.newTweet(), account: cast.alice.account.networkUserId });
    const at = new Date(cast.app.clock.now() + hours(30)).toISOString();
    const left = async (more = {}) => {
      const args = { tweet_id: tweetId, twitter_account_id: cast.alice.account.networkUserId, ...more };
      const { data, code } = await agent.call("preview_post", args);
      return code ?? data["posts_left_today"];
    };
    expect(await left()).toBe(49);
    cast.app.config.dailyPostLimit = 1;
    // A confirm is handed out for what can be done alone.
    expect(await left()).toBe("daily_post_limit");
    expect(await left({ at })).toBe(0);
    cast.app.config.dailyPostLimit = 0;
    expect(await left()).toBeNull();
  });

  it("refuses what can't be posted, and threads", async () => {
    const { app, alice } = cast;
    const ask = { userId: alice.user.id, parts: ["One part", "And another one"], account: null };
    const thread = await writeThread(app, ask);
    const of = async (id: number) => {
      const args = { tweet_id: id, twitter_account_id: alice.account.networkUserId };
      return (await agent.call("preview_post", args)).code;
    };
    expect(await of(thread.id)).toBe("not_for_threads");
    await publishNow(app, { ...own(), account: alice.account.networkUserId });
    expect(await of(tweetId)).toBe("already_sent");
    expect(
      await of(await writeTweet(app, { userId: alice.user.id, content, account: null }).then(({ id }) => id)),
    ).toBe("duplicate");
  });
});

describe("a tweet is posted", () => {
  it("with the words and the account that were shown, and the journal and the audit log name the key", async () => {
    const shown = await preview();
    const { key, name } = await cast.newKey(["publish"]);
    expect(key).toMatch(/^linnet_/);
    const { isError, data } = await agent.call("publish_tweet", shown);
    expect([isError, (data["tweet"] as { status: string }).status]).toEqual([false, "published"]);
    expect(await posted()).toEqual([`@alice_x: ${content}`]);
    const journal = (await readJournal(cast.app, tweetId)).map((event) => sentenceOf(event));
    expect(journal).toContain("Sent by the key “agent 1”.");
    const audit = await cast.app.db
      .selectFrom("audit_events")
      .select("detail")
      .where("kind", "=", "key.used")
      .orderBy("id")
      .execute();
    expect(audit).toEqual([{ detail: "agent 1: POST /api/questions/publish-now/{tweet_id}" }]);
    expect(name).not.toBe("agent 1");
  });

  it("by the account of the preview, also where that is not the tweet's own", async () => {
    await agent.call("publish_tweet", await preview(cast.other));
    expect(await posted()).toEqual([`@alice_default: ${content}`]);
  });

  it("once: the same call again is refused", async () => {
    const shown = await preview();
    await agent.call("publish_tweet", shown);
    expect(await agent.call("publish_tweet", shown)).toMatchObject({ isError: true, code: "already_sent" });
    expect(await posted()).toHaveLength(1);
  });

  it("and what the network refuses is told, and needs another preview", async () => {
    const shown = await preview();
    later();
    cast.network.faults.push(answered(403, {}));
    expect(await agent.call("publish_tweet", shown)).toMatchObject({ isError: true, code: "network_refused" });
    await changed(shown);
    expect(await agent.call("publish_tweet", await preview())).toMatchObject({ isError: false });
    expect(await posted()).toEqual([`@alice_x: ${content}`]);
  });
});

describe("nothing is posted", () => {
  it("where words or name are not the preview's, to the letter", async () => {
    const shown = await preview();
    for (const tweet_content of [`${content} `, content.toUpperCase(), "", "Something else"])
      await changed({ ...shown, tweet_content });
    for (const twitter_username of ["alice_default", "@alice_x", "Alice_x", ""])
      await changed({ ...shown, twitter_username });
    expect((await agent.call("publish_tweet", shown)).isError).toBe(false);
  });

  it.each([
    ["its words", () => editTweet(cast.app, { ...own(), content: "Edited words" })],
    [
      "its words by a link, which costs more",
      () => editTweet(cast.app, { ...own(), content: `${content} https://x.com` }),
    ],
    ["its account", () => postAs(cast.app, { ...own(), account: cast.other.networkUserId })],
    [
      "its pictures",
      async () => {
        const mediaId = await givePicture(cast.app, cast.alice.user.id, "another");
        await changePictures(cast.app, own(), () => [{ mediaId }]);
      },
    ],
    ["its account's name", () => changeAccount(cast.app.db, cast.alice.account.id, { username: "alice_y" })],
    [
      "its words, and was taken back",
      async () => {
        await editTweet(cast.app, { ...own(), content: "Edited words" });
        later();
        await editTweet(cast.app, { ...own(), content });
      },
    ],
  ])("once somebody changed %s, whichever of both is named", async (_what, change) => {
    const shown = await preview();
    later();
    await change();
    await changed(shown);
    const { content: words } = await getTweet(cast.app, cast.alice.user.id, tweetId);
    await changed({ ...shown, tweet_content: words });
    for (const twitter_username of ["alice_y", "alice_default"])
      await changed({ ...shown, tweet_content: words, twitter_username });
  });

  it("once ten minutes have passed", async () => {
    const shown = await preview();
    cast.app.clock.advance(minutes(10));
    expect((await preview()).confirm).not.toBe(shown.confirm);
    cast.app.clock.advance(1);
    await changed(shown);
  });

  it("by the confirm of another tweet, another account or another person, or one that was altered", async () => {
    const shown = await preview();
    const ofTweet = await preview(cast.alice.account, await cast.newTweet());
    const ofAccount = await preview(cast.other);
    const bobs = await cast.newAgent({ member: cast.bob });
    const ofBob = await preview(cast.bob.account, cast.bob.tweetId, bobs);
    const [until = "", account = "", when = "", mark = ""] = (shown.confirm ?? "").split(".");
    const longer = [(parseInt(until, 36) + 1).toString(36), account, when, mark].join(".");
    const turned = [until, cast.other.networkUserId, when, mark].join(".");
    const cut = [until, account, when, mark.slice(0, -1)].join(".");
    for (const confirm of [ofTweet.confirm, ofAccount.confirm, longer, turned, cut, "", "x.y.z", mark])
      await changed({ ...shown, confirm });
    // Bob's account is not hers, so not even that is told.
    expect(await agent.call("publish_tweet", { ...shown, confirm: ofBob.confirm })).toMatchObject({
      code: "not_found",
    });
    // And hers is of no use to him.
    expect(await bobs.call("publish_tweet", shown)).toMatchObject({ isError: true, code: "not_found" });
    expect(await posted()).toEqual([]);
  });

  it("where the words change after the pictures were sent, and before the post", async () => {
    const { app, alice, network } = cast;
    const mediaId = await givePicture(app, alice.user.id, "linnet");
    await changePictures(app, own(), () => [{ mediaId }]);
    const shown = await preview();
    const { uploadImage } = network;
    let edits = 0;
    network.uploadImage = async (tokens, what) => {
      const answer = await uploadImage(tokens, what);
      later();
      edits += 1;
      await editTweet(app, { ...own(), content: "Words of the last moment" });
      return answer;
    };
    await changed(shown);
    expect(edits).toBe(1);
    network.uploadImage = uploadImage;
    expect((await agent.call("publish_tweet", await preview())).isError).toBe(false);
    expect(await posted()).toEqual(["@alice_x: Words of the last moment"]);
  });

  it("with pictures that the call does not name: none, others, fewer, or in another order", async () => {
    const { app, alice } = cast;
    const pictures = [await givePicture(app, alice.user.id, "one"), await givePicture(app, alice.user.id, "two")];
    const other = await givePicture(app, alice.user.id, "three");
    const bare = await preview();
    for (const media_ids of [[other], ["no id"]]) await changed({ ...bare, media_ids });
    await changePictures(app, own(), () => pictures.map((mediaId) => ({ mediaId })));
    const { media_ids: named, ...rest } = await preview();
    expect(named).toEqual(pictures);
    await changed(rest);
    const wrong = [[], [other], pictures.slice(0, 1), pictures.toReversed(), [...pictures, other]];
    for (const media_ids of wrong) await changed({ ...rest, media_ids });
    expect(await agent.call("publish_tweet", { ...rest, media_ids: Array(5).fill(other) })).toMatchObject({
      code: "invalid",
    });
    expect((await agent.call("publish_tweet", { ...rest, media_ids: pictures })).isError).toBe(false);
  });

  it("of a key that may not publish, and no argument may be left out", async () => {
    const shown = await preview();
    const reader = await cast.newAgent({ may: ["read", "write"] });
    await expect(reader.call("publish_tweet", shown)).rejects.toMatchObject({ code: -32602 });
    for (const name of Object.keys(shown)) {
      const { [name as keyof typeof shown]: _left, ...rest } = shown;
      expect(await agent.call("publish_tweet", rest)).toMatchObject({ isError: true, code: "invalid" });
    }
    expect(await posted()).toEqual([]);
  });
});
