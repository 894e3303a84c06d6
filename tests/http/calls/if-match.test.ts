// If-Match: who has read something changes it only while it is that, whoever else writes meanwhile.
import { afterEach, beforeEach, expect, it } from "vitest";
import { editTweet, writeThread } from "~/features/publishing/publishing.server";
import { endpoints } from "~/http/contract/index.server";
import { hours } from "~/ground/time/duration";
import { type Cast, createCast } from "~tests/support/calls/api-cast";
import { fill } from "~tests/support/calls/client";
import { linkAccount } from "~tests/support/people/make";

let cast: Cast;
beforeEach(async () => {
  cast = await createCast();
});
afterEach(() => cast?.close());

type Body = Record<string, unknown> & { data: Record<string, unknown> };
const send = (method: string, path: string, json?: unknown, match?: string) =>
  cast.client.send<Body>(
    method,
    path,
    { ...(json === undefined ? {} : { json }), ...(match === undefined ? {} : { headers: { "if-match": match } }) },
    cast.alice.key,
  );
const tagOf = async (id: number) => (await send("GET", `/api/tweets/${id}`)).headers.get("etag") ?? "";
const newThread = async () =>
  (await writeThread(cast.app, { userId: cast.alice.user.id, account: null, parts: ["One", "Two"] })).id;

const puts = endpoints.filter(({ method }) => method === "PUT");

it.each(puts.map((one) => [`${one.method} ${one.path}`, one] as const))(
  "%s under an ETag that is not its own is refused with 412, and changes nothing",
  async (_, { path, example }) => {
    const id = path.endsWith("/thread") ? await newThread() : await cast.newTweet();
    const at = fill(path, { ...cast.idsOf(cast.alice), tweet_id: id });
    const before = await state();
    for (const match of ['"other"', 'W/"other", "another"', '""', "nonsense"]) {
      const { status, body } = await send("PUT", at, example.body, match);
      expect([status, body["code"]], match).toEqual([412, "precondition_failed"]);
    }
    expect(await state()).toBe(before);
    expect((await send("PUT", at, example.body, "*")).body["code"]).not.toBe("precondition_failed");
  },
);

it.each([
  [
    "the tweet",
    (id: number) => [`/api/tweets/${id}`, { tweet_content: "Other words" }] as const,
    () => cast.newTweet(),
  ],
  ["its thread", (id: number) => [`/api/tweets/${id}/thread`, { parts: ["One", "Three"] }] as const, newThread],
])("%s is changed under the ETag that it has, strong or weak, once", async (_, toCall, make) => {
  const id = await make();
  const [path, json] = toCall(id);
  const tag = await tagOf(id);
  cast.app.clock.advance(hours(1));
  expect((await send("PUT", path, json, `"x", ${tag.replace("W/", "")}`)).status).toBe(200);
  expect((await send("PUT", path, json, tag)).status).toBe(412);
  expect((await send("PUT", path, json, await tagOf(id))).status).toBe(200);
});

it("of two who have read the same and change it at once one is refused, and the other's words stand", async () => {
  await linkAccount(cast.app, cast.alice, "alice_two");
  const id = await cast.newTweet();
  const tag = await tagOf(id);
  const words = ["One's words", "The other's words"];
  const all = await Promise.all(words.map((tweet_content) => send("PUT", `/api/tweets/${id}`, { tweet_content }, tag)));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 412]);
  const [won] = words.filter((_, n) => all[n]?.status === 200);
  expect((await send("GET", `/api/tweets/${id}`)).body.data["tweet_content"]).toBe(won);
});

it("what a person changes on the screen meanwhile is not overwritten, and a PUT without If-Match is as before", async () => {
  const id = await cast.newTweet();
  const tag = await tagOf(id);
  await editTweet(cast.app, { userId: cast.alice.user.id, tweetId: id, content: "By hand" });
  const json = { tweet_content: "By a program" };
  const refused = await send("PUT", `/api/tweets/${id}`, json, tag);
  expect([refused.status, refused.body.data["tweet_content"]]).toEqual([412, "By hand"]);
  expect((await send("PUT", `/api/tweets/${id}`, json)).status).toBe(200);
});

/** Everything that a PUT could have changed. */
async function state(): Promise<string> {
  const tables = ["accounts", "tweets", "voices", "webhooks", "bots", "users"] as const;
  return JSON.stringify(await Promise.all(tables.map((one) => cast.app.db.selectFrom(one).selectAll().execute())));
}
