// The main job over the API: from a topic to tweets that are posted, scheduled and told of in the history.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { days } from "~/ground/time/duration";
import { runQueued } from "~/features/generation/generation.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { callApi } from "~tests/support/calls/call";
import { linkAccount, makeBatch, personOf } from "~tests/support/people/make";
import { body, signUp } from "../access/sign-up";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app?.close());

describe("the main job over the API", () => {
  it("goes from a topic to a tweet on the timeline and one published", async () => {
    const alice = await signUp();
    const account = await linkAccount(app, await personOf(app, alice.id), "alice_x");
    const auth = { user_id: alice.id, api_key: alice.key };
    const asked = await callApi("/api/questions/submit-gemini", {
      json: { ...auth, question: " tea ", enable_web_search: false, twitter_account_id: account.networkUserId },
    });
    expect(asked.status).toBe(202);
    const { task_id } = await body(asked);
    const look = () => callApi(`/api/questions/task-status/${task_id}`);
    expect((await body(await look())).data).toMatchObject({ task_id, status: "pending", batch_id: null });
    await (
      await runQueued(app)
    ).done;
    const { data } = await body(await look());
    expect(data.status).toBe("success");
    const batchId = data.batch_id ?? "";
    const tweets = (
      (await (await callApi(`/api/questions/batch/${batchId}`)).json()) as {
        data: { id: number; status: string; weighted_length: number; publish_type: null }[];
      }
    ).data;
    expect(tweets).toHaveLength(5);
    expect(tweets[0]).toMatchObject({ status: "pending", publish_type: null, post_url: null, error: null });
    const [first, second] = tweets.map((tweet) => String(tweet.id));
    const posted = await callApi(`/api/questions/publish-now/${first}?user_id=${alice.id}&api_key=${alice.key}`, {
      method: "POST",
    });
    expect(posted.status).toBe(200);
    const later = await callApi(`/api/questions/multi-account/publish-random/${second}`, {
      json: { ...auth, twitter_account_id: account.networkUserId, user_timezone: "Europe/Berlin" },
    });
    expect((await body(later)).data).toMatchObject({
      execute_at: expect.stringMatching(/Z$/) as string,
      timezone: "Europe/Berlin",
    });
    const history = await callApi(
      `/api/questions/list/${alice.id}/account/${account.networkUserId}?user_id=${alice.id}&api_key=${alice.key}`,
    );
    expect(await history.json()).toMatchObject([
      { id: Number(second), status: "scheduled", publish_type: "scheduled" },
      { id: Number(first), status: "published", publish_type: "immediate" },
    ]);
    expect(
      (
        await callApi(`/api/questions/publish-now/${first}`, {
          method: "POST",
          headers: { authorization: `Bearer ${alice.key}` },
        })
      ).status,
    ).toBe(409);
  });

  it("lets a task and a batch be read without credentials for a day, by their owner always, by others never", async () => {
    const alice = await signUp();
    const bob = await signUp("bob@linnet.example");
    const [tweet] = await makeBatch(app, await personOf(app, alice.id), null);
    const batchId = tweet?.batchId ?? "";
    const read = async (key?: string) =>
      (
        await callApi(`/api/questions/batch/${batchId}`, {
          headers: key ? { authorization: `Bearer ${key}` } : {},
        })
      ).status;
    expect([await read(), await read(alice.key), await read(bob.key)]).toEqual([200, 200, 404]);
    app.clock.advance(days(1));
    expect([await read(), await read(alice.key), await read(bob.key)]).toEqual([404, 200, 404]);
  });

  it.each([
    ["limit=0", 422],
    ["limit=501", 422],
    ["limit=x", 422],
    ["before=-1", 422],
    ["from=yesterday", 422],
    ["from=2026-11-16T00:00:00Z&to=2026-11-23T00:00:00Z&limit=500", 200],
  ])("answers history with %s by %i", async (query, status) => {
    const alice = await signUp();
    const account = await linkAccount(app, await personOf(app, alice.id), "alice_x");
    const response = await callApi(`/api/questions/list/${alice.id}/account/${account.id}?${query}`, {
      headers: { authorization: `Bearer ${alice.key}` },
    });
    expect(response.status).toBe(status);
  });
});
