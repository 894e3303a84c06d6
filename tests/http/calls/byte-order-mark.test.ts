// U+FEFF before a text, as editors and copied files have it: by whatever door the text enters it is taken out, and nothing is refused.
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Cast, createCast } from "~tests/support/calls/api-cast";

let cast: Cast;
beforeEach(async () => {
  cast = await createCast();
});
afterEach(() => cast?.close());

const mark = "\uFEFF";

it("the mark before a text is no part of it, and one within is refused as before", async () => {
  const { alice, client } = cast;
  const send = async (method: string, path: string, json: unknown) => {
    const { status, body } = await client.send<Record<string, unknown>>(method, path, { json }, alice.key);
    return { status, text: JSON.stringify(body) };
  };
  const doors: [string, string, unknown, string][] = [
    ["POST", "/api/questions/tweet", { tweet_content: `${mark}Wrens sing.` }, "Wrens sing."],
    ["PUT", `/api/questions/tweet/${alice.tweetId}`, { tweet_content: `${mark}Wrens sing on.` }, "Wrens sing on."],
    ["POST", "/api/tweets", { tweets: [{ tweet_content: `${mark}Rooks call.` }] }, "Rooks call."],
    ["POST", "/api/questions/thread", { parts: [`${mark}Terns go far.`, `${mark}Very far.`] }, "Terns go far."],
    ["POST", "/api/questions/split", { text: `${mark}${"Gulls cry. ".repeat(40)}` }, "Gulls cry."],
  ];
  for (const [method, path, json, words] of doors) {
    const { status, text } = await send(method, path, json);
    expect([status < 300, text.includes(mark), text.includes(words)], `${path} ${text}`).toEqual([true, false, true]);
  }
  const full = `${mark}${"a".repeat(280)}`;
  expect((await send("POST", "/api/questions/tweet", { tweet_content: full })).status, "280 are not too long").toBe(
    201,
  );
  expect((await send("POST", "/api/questions/tweet", { tweet_content: `Wrens${mark}sing` })).status).toBe(422);
  expect((await send("POST", "/api/questions/tweet", { tweet_content: mark })).status).toBe(422);
});
