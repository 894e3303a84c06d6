// Whose receivers are dead waits for them alone: each person has two places, and people take turns.
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Parcel, Sent } from "~/features/events/events.server";
import { deliverDue } from "~/features/events/events.server";
import { webhookChannel } from "~/features/webhooks/by-webhook.server";
import { testWebhook } from "~/features/webhooks/webhooks.server";
import { seconds } from "~/ground/time/duration";
import type { TestApp } from "~tests/support/app";
import { makePerson, type Person } from "~tests/support/people/make";
import { createHookApp, hookTo } from "./stage";

let app: TestApp;
/** What is on its way, in the order it went, by the name of the webhook; each ends as it is told to. */
let sending: { name: string; end: (sent: Sent) => void }[];
let names: Map<string, string>;
beforeEach(async () => {
  app = await createHookApp();
  app.config.rateLimits = false;
  [sending, names] = [[], new Map()];
});
afterEach(() => app.close());

const dead: Sent = { kind: "later", reason: "No response within 15 seconds" };

/** Webhooks whose sends end when the test says so. */
const channel = () => ({
  ...webhookChannel(app),
  send: ({ targetId }: Parcel) =>
    new Promise<Sent>((end) => void sending.push({ name: names.get(targetId) ?? targetId, end })),
});

/** A pass, and the names of what it began to send. */
async function pass(): Promise<string[]> {
  const before = sending.length;
  const { started } = await deliverDue(app, [channel()]);
  // Each reads its events before it sends.
  while (sending.length < before + started) await new Promise((resolve) => setTimeout(resolve, 1));
  return sending.slice(before).map(({ name }) => name);
}

async function endFirst(name: string, sent: Sent): Promise<void> {
  const one = sending.find((each) => each.name.startsWith(name));
  sending = sending.filter((each) => each !== one);
  one?.end(sent);
  // Its place is free once its end is written.
  const ended = app.db.selectFrom("deliveries").select("id").where("state", "=", "sending");
  for (const before = sending.length; (await ended.execute()).length > before;)
    await new Promise((resolve) => setTimeout(resolve, 1));
  await new Promise((resolve) => setTimeout(resolve, 5));
}

async function withHooks(name: string, hooks: number, each: number): Promise<Person> {
  const person = await makePerson(app, name);
  for (let n = 1; n <= hooks; n += 1) {
    const { webhook } = await hookTo(app, person, { url: `http://127.0.0.1:9/${name}-${n}` });
    names.set(webhook.id, `${name} ${n}`);
    for (let event = 0; event < each; event += 1) await testWebhook(app, person.user.id, webhook.id);
  }
  return person;
}

it("one person's dead receivers have two places, however many they are", async () => {
  await withHooks("bob", 5, 4);
  app.clock.advance(seconds(1));
  await withHooks("alice", 1, 1);
  expect((await pass()).sort()).toEqual(["alice 1", expect.stringMatching(/^bob/), expect.stringMatching(/^bob/)]);
});

it("beside four people with dead receivers the fifth is next, though theirs waited longer", async () => {
  for (const name of ["bob", "carol", "dan", "erin"]) await withHooks(name, 3, 4);
  app.clock.advance(seconds(1));
  expect((await pass()).map((name) => name.split(" ")[0]).sort()).toEqual([
    "bob",
    "bob",
    "carol",
    "carol",
    "dan",
    "dan",
    "erin",
    "erin",
  ]);
  await withHooks("alice", 1, 2);
  app.clock.advance(seconds(1));
  expect(await pass()).toEqual([]);
  await endFirst("carol", dead);
  expect(await pass()).toEqual(["alice 1"]);
  await endFirst("dan", dead);
  // Who has fewer on the way comes first, then who waited longest for a turn.
  expect((await pass()).length).toBe(1);
  expect(sending.filter(({ name }) => name.startsWith("alice")).length).toBeLessThanOrEqual(2);
});

it("of one person's webhooks a dead one keeps no other waiting for long", async () => {
  await withHooks("bob", 2, 6);
  app.clock.advance(seconds(1));
  expect((await pass()).sort()).toEqual(["bob 1", "bob 2"]);
  for (let n = 0; n < 4; n += 1) {
    await endFirst("bob 2", { kind: "sent", status: 204 });
    expect(await pass()).toEqual(["bob 2"]);
  }
});

it("a claim whose lease is over gives its place back, though nothing came of it", async () => {
  for (const name of ["bob", "carol", "dan", "erin"]) await withHooks(name, 2, 2);
  expect(await pass()).toHaveLength(8);
  await withHooks("alice", 1, 1);
  expect(await pass()).toEqual([]);
  app.clock.advance(seconds(61));
  expect(await pass()).toContain("alice 1");
});
