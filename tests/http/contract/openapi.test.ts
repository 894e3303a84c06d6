// The OpenAPI page: valid by its own standard, complete by what is served.
import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterEach, beforeEach, expect, it } from "vitest";
import { handlers } from "~/api/index.server";
import { openApiPage } from "~/http/api/openapi/openapi.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { createRouter } from "~tests/support/calls/router";
import { Witness } from "~tests/support/witness";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app?.close());

it("is valid OpenAPI 3.1 and is answered to whoever asks", async () => {
  const route = await createRouter();
  const answer = await route(new Request("http://localhost:3000/api/openapi.json"));
  expect(answer.status).toBe(200);
  const page = (await answer.json()) as Record<string, unknown>;
  expect(page).toEqual(JSON.parse(JSON.stringify(openApiPage(app.config.appOrigin, app.clock.now()))));
  expect(page["openapi"]).toMatch(/^3\.1\./);
  const result = await new Validator().validate(page);
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
});

it("names every endpoint that is served, and no other", () => {
  const said = Object.entries(new Witness().page.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const served = handlers.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  expect(said.toSorted()).toEqual(served.toSorted());
});

/** Clients are generated from these names: one that changes breaks them. */
const names: Record<string, string> = {
  register: "POST /api/users/register",
  logIn: "POST /api/users/login",
  setTimezone: "POST /api/questions/set-timezone/{user_id}",
  listAccounts: "GET /api/twitter/accounts/list",
  setDefaultAccount: "POST /api/twitter/accounts/{account_id}/set-default",
  setSpendShare: "PUT /api/spending",
  pauseAccount: "POST /api/twitter/accounts/{account_id}/pause",
  resumeAccount: "POST /api/twitter/accounts/{account_id}/resume",
  deleteAccount: "DELETE /api/twitter/accounts/{account_id}",
  authorize: "GET /api/twitter-auth/authorize/{user_id}",
  authorizeForceLogout: "GET /api/twitter-auth/authorize-force-logout/{user_id}",
  finishAuthorization: "GET /api/twitter-auth/callback",
  generateTweets: "POST /api/questions/submit-gemini",
  readTask: "GET /api/questions/task-status/{task_id}",
  readBatch: "GET /api/questions/batch/{batch_id}",
  readVoice: "GET /api/voices/{account_id}",
  saveVoice: "PUT /api/voices/{account_id}",
  previewVoice: "POST /api/voices/{account_id}/preview",
  publishNow: "POST /api/questions/publish-now/{tweet_id}",
  publishNowAs: "POST /api/questions/multi-account/publish-now/{tweet_id}",
  publishRandom: "POST /api/questions/publish-random-auto/{tweet_id}",
  publishRandomAs: "POST /api/questions/multi-account/publish-random/{tweet_id}",
  whoAmI: "GET /api/me",
  listKeys: "GET /api/keys",
  createKey: "POST /api/keys",
  rotateKey: "POST /api/keys/{key_id}/rotate",
  revokeKey: "DELETE /api/keys/{key_id}",
  scheduleBatch: "POST /api/batches/{batch_id}/schedule",
  listBacklog: "GET /api/twitter/accounts/{account_id}/backlog",
  decideBacklog: "POST /api/twitter/accounts/{account_id}/backlog",
  schedule: "POST /api/tweets/{tweet_id}/schedule",
  moveTweet: "POST /api/tweets/{tweet_id}/move",
  cancel: "POST /api/tweets/{tweet_id}/cancel",
  deletePost: "DELETE /api/tweets/{tweet_id}/post",
  resolve: "POST /api/tweets/{tweet_id}/resolve",
  listHistory: "GET /api/questions/list/{user_id}/account/{account_id}",
  readHours: "GET /api/hours/{account_id}",
  saveHours: "PUT /api/hours/{account_id}",
  listTweets: "GET /api/tweets",
  listBatches: "GET /api/batches",
  discardTweet: "DELETE /api/tweets/{tweet_id}",
  restoreTweet: "POST /api/tweets/{tweet_id}/restore",
  writeTweets: "POST /api/tweets",
  getTweet: "GET /api/tweets/{tweet_id}",
  getBatch: "GET /api/batches/{batch_id}",
  listSpending: "GET /api/spending",
  listTasks: "GET /api/tasks",
  getTask: "GET /api/tasks/{task_id}",
  pageAnalyses: "GET /api/analyses",
  getAnalysis: "GET /api/analyses/{analysis_id}",
  deleteAnalysis: "DELETE /api/analyses/{analysis_id}",
  pageBots: "GET /api/bots",
  analyze: "POST /api/bots/content-analysis/analyze",
  controlBot: "PUT /api/bots/content-analysis/bot-control/{analysis_id}",
  listBots: "GET /api/bots/content-analysis/bot-status/{user_id}",
  listAnalyses: "GET /api/bots/content-analysis/list/{user_id}",
  writeTweet: "POST /api/tweets/draft",
  editTweet: "PUT /api/tweets/{tweet_id}",
  weigh: "POST /api/tweets/weigh",
  writeThread: "POST /api/tweets/thread",
  changeThread: "PUT /api/tweets/{tweet_id}/thread",
  continueThread: "POST /api/tweets/{tweet_id}/thread/continue",
  stopThread: "POST /api/tweets/{tweet_id}/thread/stop",
  splitText: "POST /api/tweets/split",
  uploadPicture: "POST /api/media",
  readPicture: "GET /api/media/{media_id}",
  deletePicture: "DELETE /api/media/{media_id}",
  refineTweet: "POST /api/tweets/{tweet_id}/refine",
  writeBatchAgain: "POST /api/batches/{batch_id}/again",
  listVersions: "GET /api/tweets/{tweet_id}/versions",
  restoreVersion: "POST /api/tweets/{tweet_id}/versions/{version_no}/restore",
  readResultSettings: "GET /api/results/settings",
  saveResultSettings: "PUT /api/results/settings",
  listResults: "GET /api/results/list/{account_id}",
  readResultNow: "POST /api/results/read/{tweet_id}",
  summarizeResults: "GET /api/results/summary/{account_id}",
  exportResults: "GET /api/results/export/{account_id}",
  listWebhooks: "GET /api/webhooks",
  addWebhook: "POST /api/webhooks",
  readWebhook: "GET /api/webhooks/{webhook_id}",
  changeWebhook: "PUT /api/webhooks/{webhook_id}",
  deleteWebhook: "DELETE /api/webhooks/{webhook_id}",
  testWebhook: "POST /api/webhooks/{webhook_id}/test",
  rotateWebhookSecret: "POST /api/webhooks/{webhook_id}/rotate-secret",
  listDeliveries: "GET /api/webhooks/{webhook_id}/deliveries",
  replayDelivery: "POST /api/deliveries/{delivery_id}/replay",
  readOpenApi: "GET /api/openapi.json",
};

it("names each operation by a verb, none twice", () => {
  const said = Object.entries(new Witness().page.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => [
      (one as unknown as { operationId: string }).operationId,
      `${method.toUpperCase()} ${path}`,
    ]),
  );
  expect(new Set(said.map(([id]) => id)).size).toBe(said.length);
  expect(Object.fromEntries(said)).toEqual(names);
});

it("names each shape once, and each event's: generated types bear these names", () => {
  const shapes = Object.keys(new Witness().page.components.schemas);
  expect(shapes).toEqual(expect.arrayContaining(["Tweet", "Account", "Task", "Refusal", "TweetUnknownResolvedEvent"]));
  expect(shapes.filter((name) => /Output$|Input$|schema\d/i.test(name))).toEqual([]);
});

it("has the package's version", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(openApiPage(app.config.appOrigin)["info"]).toMatchObject({ version });
});
