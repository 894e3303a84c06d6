// Where the API says that Google's search suggestions are, and who may see them there.
import { afterEach, beforeEach, expect, it } from "vitest";
import { systemClock } from "~/ground/time/clock.server";
import { days } from "~/ground/time/duration";
import { getTask, request, runQueued } from "~/features/generation/generation.server";
import { issueKey } from "~/features/users/users.server";
import { createLog } from "~/ground/telemetry/log.server";
import { createGemini } from "~/ports/ai/gemini/provider.server";
import * as suggestionsRoute from "~/routes/generate.suggestions";
import { createTestApp, type TestApp } from "~tests/support/app";
import { call, callApi } from "~tests/support/calls/call";
import { type FakeGemini, grounding, replies, startFakeGemini } from "~tests/support/fakes/fake-gemini";
import { makePerson } from "~tests/support/people/make";

let fake: FakeGemini;
let app: TestApp;
beforeEach(async () => {
  fake = await startFakeGemini();
  const settings = { apiKey: "test-key", model: "gemini-3.5-flash-lite", baseUrl: fake.origin };
  app = await createTestApp({
    ai: createGemini({ ...settings, log: createLog({ logLevel: "silent" }), clock: systemClock }),
  });
});
afterEach(async () => {
  await app.close();
  await fake.close();
});

interface Told {
  search_suggestions_url: string;
  sources: unknown[];
  searched: boolean;
}

it("no batch is told to have searched where the writer searched nothing, or was not to", async () => {
  const { user } = await makePerson(app, "alice");
  const headers = { authorization: `Bearer ${await issueKey(app, user.id, null)}` };
  for (const [webSearch, searched] of [
    [true, false],
    [false, null],
  ] as const) {
    // Two of one moment have no order.
    app.clock.advance(1);
    fake.always(replies.tweets(["one", "two", "three"].map((word) => `${word} ${String(webSearch)}`)));
    const id = await request(app, { userId: user.id, accountId: null, topic: "linnets", webSearch });
    await (
      await runQueued(app)
    ).done;
    const batchId = (await getTask(app, id, user.id)).batchId ?? "";
    const read = async (path: string) => ((await (await callApi(path, { headers })).json()) as { data: unknown }).data;
    expect(await read(`/api/batches/${batchId}`)).toMatchObject({ web_search: webSearch, searched });
    expect(await read("/api/batches?limit=1")).toMatchObject([{ id: batchId, web_search: webSearch, searched }]);
    const [tweet] = (await read(`/api/questions/batch/${batchId}`)) as Partial<Told>[];
    expect(tweet?.searched).toBe(webSearch ? false : undefined);
  }
});

it("stands on each tweet of the batch, and is open to read for as long as the batch", async () => {
  const alice = await makePerson(app, "alice");
  fake.next(replies.tweets(["one", "two", "three"], { grounding: grounding([], "<p>linnet</p>") }));
  const id = await request(app, { userId: alice.user.id, accountId: null, topic: "linnets", webSearch: true });
  await (
    await runQueued(app)
  ).done;
  const batch_id = (await getTask(app, id, alice.user.id)).batchId ?? "";
  const answer = await callApi(`/api/questions/batch/${batch_id}`);
  const url = `http://localhost:3000/generate/suggestions/${batch_id}`;
  const { data } = (await answer.json()) as { data: Told[] };
  expect(data.map((tweet) => [tweet.search_suggestions_url, tweet.sources, tweet.searched])).toEqual(
    Array(3).fill([url, [], true]),
  );

  const path = new URL(url).pathname;
  expect(await (await call(suggestionsRoute, path, { params: { batch_id } })).text()).toContain("<p>linnet</p>");
  app.clock.advance(days(1));
  expect((await call(suggestionsRoute, path, { params: { batch_id } })).status).toBe(404);
});
