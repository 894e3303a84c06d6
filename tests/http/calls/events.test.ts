// What webhooks are sent, against the page that describes it: every event, of real things.
import { Ajv2020 } from "ajv/dist/2020";
import { afterEach, beforeEach, expect, it } from "vitest";
import { eventTypes } from "~/features/events/event";
import { compose } from "~/features/webhooks/compose.server";
import { hookTypeOf, hookTypes } from "~/features/webhooks/hook";
import { openApiPage } from "~/http/api/openapi/openapi.server";
import { dataNamesOf, eventNames } from "~/http/contract/programs/events.server";
import { type Cast, createCast } from "~tests/support/calls/api-cast";

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { uuid: true, "date-time": true, uri: true } });
ajv.addSchema(openApiPage("http://localhost:3000") as object, "page");

/** What of a message its description forbids; empty: nothing. */
function faultsOf(name: string, body: string | null): string {
  const place = `webhooks/${name}/post/requestBody/content/application~1json/schema`;
  return ajv.validate({ $ref: `page#/${place}` }, JSON.parse(body ?? "null")) ? "" : ajv.errorsText();
}

let cast: Cast;
beforeEach(async () => {
  cast = await createCast();
});
afterEach(() => cast?.close());

it("the page describes every event that webhooks can be told of, and no other", () => {
  const { webhooks } = openApiPage("http://localhost:3000") as unknown as { webhooks: object };
  expect(Object.keys(webhooks)).toEqual([...hookTypes, "webhook.test"]);
  expect(eventNames).toEqual(Object.keys(webhooks));
});

it("what is sent of each is as the page describes it, its things among its names", async () => {
  const { app, alice, client } = cast;
  const start = `/api/bots/content-analysis/bot-control/${alice.analysisId}`;
  expect((await client.send("PUT", start, { json: { enabled: true } }, alice.key)).status).toBe(200);
  const bot = await app.db.selectFrom("bots").select("id").executeTakeFirstOrThrow();
  const about = { userId: alice.user.id, tweetId: alice.tweetId, accountId: alice.account.id, botId: bot.id };
  const details: Record<string, string> = {
    "tweet.unknown_resolved": "out",
    "generation.completed": alice.taskId,
    "generation.failed": alice.taskId,
    "webhook.disabled": alice.webhookId,
  };
  await app.db
    .updateTable("generation_tasks")
    .set({ batch_id: alice.batchId })
    .where("id", "=", alice.taskId)
    .execute();
  for (const name of hookTypes) {
    const type = eventTypes.find((one) => hookTypeOf(one) === name) ?? "webhook.test";
    const happened = { ...about, id: "evt_00000000000000000000000000", type, at: app.clock.now() };
    const body = await compose(app, { ...happened, detail: details[name] ?? null });
    expect(faultsOf(name, body), name).toBe("");
    const { data } = JSON.parse(body ?? "null") as { data: Record<string, unknown> };
    expect(Object.keys(data).toSorted(), name).toEqual(dataNamesOf(name).toSorted());
    // No search was asked for.
    for (const [thing, value] of Object.entries(data)) if (thing !== "searched") expect(value, name).not.toBeNull();
  }
});

it("a finished generation is told with who wrote it, whether it was searched and its cost, if that is known", async () => {
  const { app, alice } = cast;
  const happened = { userId: alice.user.id, tweetId: null, accountId: null, botId: null };
  const event = { ...happened, id: "evt_00000000000000000000000000", type: "generation.completed" as const, at: 1 };
  const told = async () => {
    const body = await compose(app, { ...event, detail: alice.taskId });
    expect(faultsOf("generation.completed", body)).toBe("");
    const { task: _, ...rest } = (JSON.parse(body ?? "null") as { data: Record<string, unknown> }).data;
    return rest;
  };
  await app.db
    .updateTable("generation_tasks")
    .set({ batch_id: alice.batchId })
    .where("id", "=", alice.taskId)
    .execute();
  const writer = { kind: "compatible", model: "llama3.1:8b", place: "ollama:11434" };
  const row = {
    writer: "compatible",
    model: "llama3.1:8b",
    writer_place: "ollama:11434",
    web_search: 1,
    searched: 0,
  } as const;
  await app.db
    .updateTable("batches")
    .set({ ...row, cost_micros: 1_322 })
    .execute();
  expect(await told()).toEqual({ writer, searched: false, cost_usd: 0.001322 });
  await app.db.updateTable("batches").set({ cost_micros: null, searched: 1 }).execute();
  expect(await told()).toEqual({ writer, searched: true, cost_usd: null });
  await app.db.updateTable("generation_tasks").set({ kind: "again" }).where("id", "=", alice.taskId).execute();
  expect(await told()).toEqual({ writer: null, searched: null, cost_usd: null });
});

it("so is a test of a webhook", async () => {
  const { body } = await cast.app.db
    .selectFrom("deliveries")
    .select("body")
    .where("target_id", "=", cast.alice.webhookId)
    .executeTakeFirstOrThrow();
  expect(faultsOf("webhook.test", body)).toBe("");
});
