// A post that begins as a tweet does and goes on otherwise: nobody but a person can tell whether it is the tweet's.
import { expect, it } from "vitest";
import { publishDue, reconcileDue, resolve } from "~/features/publishing/publishing.server";
import { minutes } from "~/ground/time/duration";
import { fingerprint } from "~/features/tweets/text";
import { wirePost } from "~tests/support/fakes/fake-x-world";
import { readPage } from "~/ports/network/x-posts";
import { makeWorld } from "./world";

const long = Array.from({ length: 60 }, (_, n) => `otter ${n}`).join(" ");
const short = `${"Otters hold hands while they sleep. ".repeat(4)}Good night.`;

/** A tweet of the account that is not the default, of which the network took what `kept` makes of it, and lost its answer. */
async function lose(content: string, kept: (text: string) => string) {
  const world = await makeWorld({ tweets: false });
  const { app, account, network } = world;
  const row = { user_id: "alice", account_id: account.own.id, account_is_own: 1 as const, position: 0 };
  const words = { origin: "own" as const, content, fingerprint: fingerprint(content) };
  const now = app.clock.now();
  const due = { created_at: now, updated_at: now, state: "scheduled" as const, publish_type: "scheduled" as const };
  const { id } = await app.db
    .insertInto("tweets")
    .values({ ...row, ...words, ...due, due_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  const asked: { hasLong?: boolean }[] = [];
  const post = { id: "1900000000000000001", userId: "77", username: "own", createdAt: now, text: kept(content) };
  network.faults = ["lost before"];
  network.listPosts = (_tokens, ask) => {
    asked.push(ask);
    const item = { ...wirePost({ ...post, text: "" }), text: post.text };
    return Promise.resolve(readPage(200, { data: [item], meta: { result_count: 1 } }, "77").posts);
  };
  await publishDue(app);
  await app.work.drained();
  const read = () =>
    app.db
      .selectFrom("tweets")
      .select(["state", "error_code", "error", "post_id"])
      .where("id", "=", id)
      .executeTakeFirst();
  const look = async (times: number) => {
    for (let n = 0; n < times; n += 1) {
      app.clock.advance(minutes(20));
      await reconcileDue(app);
    }
    await publishDue(app);
    await app.work.drained();
    return read();
  };
  return { world, id, look, asked, handed: () => network.handed.length };
}

it.each([
  ["cut near its 270th character, without an ellipsis", long, (text: string) => text.slice(0, 268)],
  ["edited behind its beginning", short, (text: string) => text.replace("Good night", "Good morning")],
])("of one that was %s a person is asked, and nothing is sent meanwhile", async (_, content, kept) => {
  const { world, id, look, handed } = await lose(content, kept);
  expect(await look(2)).toMatchObject({ state: "unknown", error: null, post_id: null });
  const address = world.network.postUrl("own", "1900000000000000001");
  expect(await look(6)).toEqual({
    state: "unknown",
    error_code: "needs_confirmation",
    error: `X shows a post that begins like this one. Is this tweet on X? ${address}`,
    post_id: null,
  });
  expect(handed()).toBe(1);
  await resolve(world.app, { userId: "alice", tweetId: id, published: true });
  expect(await look(1)).toMatchObject({ state: "published" });
  expect(handed()).toBe(1);
});

it("one that begins otherwise, and a short text, are another's", async () => {
  for (const [content, kept] of [
    [short, (text: string) => `Well. ${text}`],
    ["Otters sleep.", (text: string) => `${text} Well.`],
  ] as const) {
    const { look, handed } = await lose(content, kept);
    expect(await look(2)).toMatchObject({ state: "published" });
    expect(handed()).toBe(2);
  }
});

it("an account's list is read in smaller pages while a text too long for most is looked up", async () => {
  const one = await lose(long, (text) => text);
  await one.look(1);
  const other = await lose(short, (text) => text);
  await other.look(1);
  expect([one.asked, other.asked].map((asked) => asked.map(({ hasLong }) => hasLong))).toEqual([[true], [false]]);
});
