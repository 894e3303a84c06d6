// A long text over the API: split, kept nowhere, larger than other bodies may be, and not too often.
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Cast, createCast } from "~tests/support/calls/api-cast";

let cast: Cast;
beforeEach(async () => {
  cast = await createCast();
});
afterEach(() => cast?.close());

const path = "/api/questions/split";
const split = (json: unknown) =>
  cast.client.send<{ parts: string[]; error: string; detail: unknown }>("POST", path, { json }, cast.alice.key);

it("answers the parts, numbered only where that is asked for", async () => {
  const [first, second] = ["wren ".repeat(40).trim(), "Linnet ".repeat(30).trim()];
  const text = `${first}\n\n${second}`;
  expect((await split({ text })).body).toEqual({ success: true, parts: [first, second] });
  expect((await split({ text, numbered: true })).body.parts).toEqual([`${first} 1/2`, `${second} 2/2`]);
});

it("writes nothing", async () => {
  const count = async () =>
    (
      await cast.app.db
        .selectFrom("tweets")
        .select(({ fn }) => fn.countAll().as("count"))
        .execute()
    )[0]?.count;
  const before = await count();
  expect((await split({ text: "Words ".repeat(100) })).status).toBe(200);
  expect(await count()).toBe(before);
});

it("takes the longest text there is, in however many bytes, and one code unit more is 422", async () => {
  const text = `a${"\u3000".repeat(124_998)}b`;
  expect((await split({ text })).body.parts).toEqual(["a", "b"]);
  const escaped = `{"text": "a${"\\u3000".repeat(124_998)}b"}`;
  const sent = { body: escaped, headers: { "content-type": "application/json" } };
  expect((await cast.client.send("POST", path, sent, cast.alice.key)).status).toBe(200);
  expect((await split({ text: `${text}b` })).body.detail).toEqual([
    { loc: ["body", "text"], msg: "text must be at most 125000 code units long", type: "too_long" },
  ]);
});

it("is 413 over 768 KiB, and other routes still are over 64", async () => {
  const { status, body } = await split({ text: "x".repeat(768 * 1024) });
  expect([status, body.error]).toEqual([413, "The request is too large. The limit is 768 KiB."]);
  const other = await cast.client.send(
    "POST",
    "/api/questions/weigh",
    { json: { texts: ["x".repeat(65_536)] } },
    cast.alice.key,
  );
  expect(other.status).toBe(413);
});

it("says which word is too long", async () => {
  const { status, body } = await split({ text: `Look at this: ${"ab".repeat(200)}` });
  expect([status, body.error]).toEqual([
    422,
    `“${"ab".repeat(15)}…” is too long for a tweet and can’t be split. Shorten it.`,
  ]);
});

it("is 429 at the 31st text within a minute, for one person alone", async () => {
  for (let n = 0; n < 30; n += 1) expect((await split({ text: "a" })).status).toBe(200);
  expect((await split({ text: "a" })).status).toBe(429);
  expect((await cast.client.send("POST", path, { json: { text: "a" } }, cast.bob.key)).status).toBe(200);
});
