// Which account serves which route (spec section 6), and what an API call says when something nobody foresaw breaks.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hours } from "~/ground/time/duration";
import { type Cast, createCast } from "~tests/support/calls/api-cast";
import { origin } from "~tests/support/calls/client";
import { linkAccount } from "~tests/support/people/make";

let cast: Cast;
beforeEach(async () => {
  cast = await createCast();
});
afterEach(() => cast?.close());

interface Answer {
  data: { twitter_account_id: string; execute_at: string };
  error: string;
}
const post = (path: string, json: unknown = {}) => cast.client.send<Answer>("POST", path, { json }, cast.alice.key);
const servedBy = async (path: string, json?: unknown) => (await post(path, json)).body.data.twitter_account_id;

describe("the account that serves", () => {
  it("is the default, also after it has changed", async () => {
    const second = await linkAccount(cast.app, cast.alice, "alice_2");
    const at = "/api/questions/publish-now";
    expect(await servedBy(`${at}/${await cast.newTweet()}`)).toBe(cast.alice.account.networkUserId);
    await post(`/api/twitter/accounts/${second.networkUserId}/set-default`);
    expect(await servedBy(`${at}/${await cast.newTweet()}`)).toBe(second.networkUserId);
  });

  it("is the first where none is the default", async () => {
    await linkAccount(cast.app, cast.alice, "alice_2");
    await cast.app.db.updateTable("accounts").set({ is_default: 0 }).execute();
    const at = `/api/questions/publish-now/${await cast.newTweet()}`;
    expect(await servedBy(at)).toBe(cast.alice.account.networkUserId);
  });

  it("is the one named, by the network's id or the internal one, in query or body; the tweet moves to it", async () => {
    const { id, networkUserId } = await linkAccount(cast.app, cast.alice, "alice_2");
    const at = "/api/questions/multi-account/publish-now";
    for (const name of [networkUserId, String(id)])
      expect(await servedBy(`${at}/${await cast.newTweet()}?twitter_account_id=${name}`)).toBe(networkUserId);
    for (const name of [networkUserId, id])
      expect(await servedBy(`${at}/${await cast.newTweet()}`, { twitter_account_id: name })).toBe(networkUserId);
    const tweet = await cast.newTweet();
    await post(`/api/questions/multi-account/publish-random/${tweet}`, { twitter_account_id: networkUserId });
    cast.app.clock.advance(hours(1));
    expect(await servedBy(`/api/questions/cancel/${tweet}`)).toBe(networkUserId);
  });

  it("is nobody's but the caller's", async () => {
    const at = `/api/questions/multi-account/publish-now/${await cast.newTweet()}`;
    expect((await post(`${at}?twitter_account_id=${cast.bob.account.networkUserId}`)).status).toBe(404);
  });

  it("is none where none is linked: 409, and generation goes on without", async () => {
    const tweet = await cast.newTweet();
    await cast.client.send("DELETE", `/api/twitter/accounts/${cast.alice.account.id}`, {}, cast.alice.key);
    for (const form of ["publish-now", "publish-random-auto"]) {
      const refused = await post(`/api/questions/${form}/${tweet}`);
      expect([refused.status, refused.body.error]).toEqual([409, "Connect an account first."]);
    }
    expect((await post("/api/questions/submit-gemini", { question: "tea" })).status).toBe(202);
  });
});

describe("a fault that nobody foresaw", () => {
  it("is a 500 in the catalogue's words, and its cause is in the log under the request's id, nowhere else", async () => {
    cast.network.beginLink = () => Promise.reject(new Error("a very inner matter"));
    const request = new Request(`${origin}/api/twitter-auth/authorize/${cast.alice.user.id}`, {
      headers: { authorization: `Bearer ${cast.alice.key}`, "x-request-id": "7f3a" },
    });
    const answer = await cast.route(request);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      success: false,
      error: "获取授权链接失败",
      detail: "获取授权链接失败",
      code: "unforeseen",
    });
    const lines = cast.app.logged.filter((line) => line["level"] === "error");
    expect(lines).toMatchObject([
      { requestId: "7f3a", msg: "an API call broke", err: { message: "a very inner matter" } },
    ]);
  });
});
