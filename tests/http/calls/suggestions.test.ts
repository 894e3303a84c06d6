// Where the API says that Google's search suggestions are, and who may see them there.
import { afterEach, beforeEach, expect, it } from "vitest";
import { systemClock } from "~/ground/time/clock.server";
import { days } from "~/ground/time/duration";
import { getTask, request, runQueued } from "~/features/generation/generation.server";
import { createLog } from "~/ground/telemetry/log.server";
import { createGemini } from "~/ports/ai/gemini.server";
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
  const { data } = (await answer.json()) as { data: { search_suggestions_url: string; sources: unknown[] }[] };
  expect(data.map((tweet) => [tweet.search_suggestions_url, tweet.sources])).toEqual(Array(3).fill([url, []]));

  const path = new URL(url).pathname;
  expect(await (await call(suggestionsRoute, path, { params: { batch_id } })).text()).toContain("<p>linnet</p>");
  app.clock.advance(days(1));
  expect((await call(suggestionsRoute, path, { params: { batch_id } })).status).toBe(404);
});
