// Reading an account's posts from X: all of them, as they were written, or an error.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { minutes, seconds } from "~/ground/time/duration";
import { readPage } from "~/ports/network/x-posts";
import { type LinkedX, readErrorOf, startLinkedX } from "../support/fakes/fake-x-linked";

describe("X's list of an account's posts", () => {
  let x: LinkedX;
  let fake: LinkedX["fake"];
  let network: LinkedX["network"];
  let tokens: LinkedX["tokens"];
  let post: LinkedX["post"];
  let now: number;

  beforeEach(async () => {
    x = await startLinkedX();
    ({ fake, network, tokens, post } = x);
    now = x.time.now;
  });
  afterEach(() => fake.close());

  const list = (since = now - minutes(15)) => network.listPosts(tokens, { networkUserId: x.userId, since });

  it("reads all pages", async () => {
    fake.rules.pageSize = 5;
    for (let n = 0; n < 23; n += 1) fake.seedPost("alice", `post ${n}`, now - seconds(n));
    expect((await list()).map((one) => one.text)).toEqual(Array.from({ length: 23 }, (_, n) => `post ${n}`));
    expect(fake.requests.filter((seen) => seen.method === "GET" && seen.path.endsWith("/tweets"))).toHaveLength(5);
  });

  it("gives up, rather than give a part, on a list that has no end", async () => {
    fake.rules.pageSize = 5;
    for (let n = 0; n < 165; n += 1) fake.seedPost("alice", `post ${n}`, now);
    expect((await readErrorOf(list())).message).toMatch(/32 pages/);
  });

  it("reads the whole of a long post, with its own links", async () => {
    const text = `${"Long & winding. ".repeat(30)}https://example.com/end?a=1&b=2`;
    fake.seedPost("alice", text, now);
    expect((await list()).map((one) => one.text)).toEqual([text]);
  });

  it("reads smaller pages where one of the posts may be long", async () => {
    for (let n = 0; n < 60; n += 1) fake.seedPost("alice", `post ${n}`, now - seconds(n));
    const ask = { networkUserId: x.userId, since: now - minutes(15), hasLong: true };
    expect(await network.listPosts(tokens, ask)).toHaveLength(60);
    const sizes = fake.requests
      .filter(({ path }) => path.endsWith("/tweets"))
      .map(({ query }) => query.get("max_results"));
    expect(sizes).toEqual(["25", "25", "25"]);
  });

  it("reads the names of both versions, and knows a repost", () => {
    const whole = {
      text: "Long &amp; winding. https://t.co/a https://t.co/p",
      entities: {
        urls: [
          { url: "https://t.co/a", expanded_url: "https://example.com/end" },
          { url: "https://t.co/p", expanded_url: "https://x.com/alice/status/7/photo/1", media_key: "3_1" },
        ],
      },
    };
    const parent = [{ type: "replied_to", id: "5" }];
    const common = { id: "9", text: "Long", created_at: "2026-11-19T10:18:00Z" };
    const former = { ...common, note_tweet: whole, referenced_tweets: parent, edit_history_tweet_ids: ["7", "9"] };
    const newer = { ...common, note_post: whole, referenced_posts: parent, edit_history_post_ids: ["7", "9"] };
    const read = (item: object) => readPage(200, { data: [item] }, "77").posts[0];
    const told = { id: "9", text: "Long & winding. https://example.com/end", replyTo: "5" };
    expect([read(former), read(newer)]).toMatchObject([told, told]);
    const repost = [{ type: "retweeted", id: "5" }];
    for (const field of ["referenced_tweets", "referenced_posts"])
      expect(read({ ...common, [field]: repost })).toMatchObject({ text: "Long", isRepost: true });
  });

  it("puts http:// before a bare domain, as X does", async () => {
    await post("Look at example.com today");
    expect((await list()).map((one) => one.text)).toEqual(["Look at http://example.com today"]);
  });

  it("does not show a post before X's list does", async () => {
    fake.rules.listLagMs = seconds(30);
    await post();
    expect(await list()).toEqual([]);
    x.time.now += seconds(31);
    expect(await list()).toHaveLength(1);
  });

  it("asks for whole seconds, from the one that holds the moment", async () => {
    const at = Math.floor(now / 1_000) * 1_000;
    fake.seedPost("alice", "on the second", at + 1);
    expect(await list(at + 999)).toHaveLength(1);
  });

  it("throws where X can't be reached, and where the tokens are dead", async () => {
    await network.revoke(tokens);
    expect((await readErrorOf(list())).status).toBe(401);
    await fake.goDown();
    expect((await readErrorOf(list())).status).toBeNull();
  });

  it("throws for an id that isn't one of X's, without asking X", async () => {
    const before = fake.requests.length;
    await readErrorOf(network.listPosts(tokens, { networkUserId: "../me", since: now }));
    expect(fake.requests).toHaveLength(before);
  });
});
