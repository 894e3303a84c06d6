// The main job over the API: from a topic to tweets that are posted, scheduled and told of in the history.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { days } from "~/duration";
import { runQueued } from "~/features/generation/generation.server";
import * as batch from "~/routes/api.questions.batch";
import * as list from "~/routes/api.questions.list";
import * as publishRandom from "~/routes/api.questions.multi-account.publish-random";
import * as publishNow from "~/routes/api.questions.publish-now";
import * as submit from "~/routes/api.questions.submit-gemini";
import * as taskStatus from "~/routes/api.questions.task-status";
import { createTestApp, type TestApp } from "~tests/support/app";
import { call } from "~tests/support/call";
import { linkAccount, makeBatch } from "~tests/support/make";
import { body, personOf, signUp } from "./sign-up";

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
    const asked = await call(submit, "/api/questions/submit-gemini", {
      json: { ...auth, question: " tea ", enable_web_search: false, twitter_account_id: account.networkUserId },
    });
    expect(asked.status).toBe(202);
    const { task_id } = await body(asked);
    const look = () => call(taskStatus, `/api/questions/task-status/${task_id}`, { params: { task_id } });
    expect((await body(await look())).data).toMatchObject({ task_id, status: "pending", batch_id: null });
    await (
      await runQueued(app)
    ).settled;
    const { data } = await body(await look());
    expect(data.status).toBe("success");
    const batchId = data.batch_id ?? "";
    const tweets = (
      (await (await call(batch, `/api/questions/batch/${batchId}`, { params: { batch_id: batchId } })).json()) as {
        data: { id: number; status: string; weighted_length: number; publish_type: null }[];
      }
    ).data;
    expect(tweets).toHaveLength(5);
    expect(tweets[0]).toMatchObject({ status: "pending", publish_type: null, post_url: null, error: null });
    const [first, second] = tweets.map((tweet) => String(tweet.id));
    const posted = await call(
      publishNow,
      `/api/questions/publish-now/${first}?user_id=${alice.id}&api_key=${alice.key}`,
      {
        method: "POST",
        params: { tweet_id: first ?? "" },
      },
    );
    expect(posted.status).toBe(200);
    const later = await call(publishRandom, "/x", {
      params: { tweet_id: second ?? "" },
      json: { ...auth, twitter_account_id: account.networkUserId, user_timezone: "Europe/Berlin" },
    });
    expect((await body(later)).data).toMatchObject({
      execute_at: expect.stringMatching(/Z$/) as string,
      timezone: "Europe/Berlin",
    });
    const history = await call(list, `/x?user_id=${alice.id}&api_key=${alice.key}`, {
      params: { user_id: alice.id, account_id: account.networkUserId },
    });
    expect(await history.json()).toMatchObject([
      { id: Number(second), status: "scheduled", publish_type: "scheduled" },
      { id: Number(first), status: "published", publish_type: "immediate" },
    ]);
    expect(
      (
        await call(publishNow, "/x", {
          method: "POST",
          params: { tweet_id: first ?? "" },
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
        await call(batch, "/x", {
          params: { batch_id: batchId },
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
    const response = await call(list, `/x?${query}`, {
      params: { user_id: alice.id, account_id: String(account.id) },
      headers: { authorization: `Bearer ${alice.key}` },
    });
    expect(response.status).toBe(status);
  });
});
