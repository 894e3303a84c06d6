// Two tabs with the form of one webhook: the later press does not undo the earlier one unseen, and a second press means it.
import { afterEach, beforeEach, expect, it } from "vitest";
import { changeWebhook, getWebhook, rotateSecret, type WebhookWish } from "~/features/webhooks/webhooks.server";
import type { TestApp } from "~tests/support/app";
import { makePerson, type Person } from "~tests/support/people/make";
import { openReceiver, type Receiver } from "~tests/support/fakes/receiver";
import { createHookApp, hookTo } from "./stage";

let app: TestApp;
let alice: Person;
let receiver: Receiver;
let id: string;
let seen: WebhookWish;

beforeEach(async () => {
  app = await createHookApp();
  receiver = await openReceiver("/hook");
  alice = await makePerson(app, "alice");
  ({ id } = (await hookTo(app, alice, receiver, ["tweet.*", "bot.paused"])).webhook);
  seen = { url: receiver.url, events: ["tweet.*", "bot.paused"], description: "" };
});
afterEach(async () => {
  await app.close();
  await receiver.close();
});

const change = (wish: Parameters<typeof changeWebhook>[2]) =>
  changeWebhook(app, { userId: alice.user.id, address: null, id }, wish);
const now = async () => {
  const { url, events, description } = await getWebhook(app, alice.user.id, id);
  return { url, events, description };
};

const elsewhere: [string, (url: string) => Partial<WebhookWish>, (url: string) => string][] = [
  ["its address", (url) => ({ url: `${url}/b` }), (url) => `its URL is now ${url}/b`],
  ["its events", () => ({ events: ["bot.*", "account.paused"] }), () => "its events are now bot.*, account.paused"],
  ["its description", () => ({ description: "n8n" }), () => "its description is now “n8n”"],
];

it.each(elsewhere)("where another tab has changed %s nothing is changed, and it is said", async (_name, wish, says) => {
  await change(wish(receiver.url));
  const before = await now();
  const typed = { url: `${receiver.url}/typed`, events: ["*"], description: "typed" };
  await expect(change({ ...typed, seen })).rejects.toMatchObject({
    code: "changed",
    message: `This webhook was changed elsewhere: ${says(receiver.url)}. Save again to overwrite those changes.`,
    now: before,
  });
  expect(await now()).toEqual(before);
  // What was told has been seen.
  await change({ ...typed, seen: before });
  expect(await now()).toEqual(typed);
});

it("a form that left it as it was does not move it back", async () => {
  await change({ url: `${receiver.url}/b`, events: ["*"], description: "n8n" });
  await change({ description: "" });
  await expect(change({ ...seen, seen })).rejects.toMatchObject({
    message: `This webhook was changed elsewhere: its URL is now ${receiver.url}/b, its events are now *. Save again to overwrite those changes.`,
  });
  await change({ description: "n8n" });
  await expect(change({ ...seen, seen: { ...seen, description: "said" } })).rejects.toMatchObject({
    message: expect.stringContaining("its description is now “n8n”") as string,
  });
  await change({ description: "" });
  await expect(change({ ...seen, seen: { ...seen, description: "said" }, description: "typed" })).rejects.toMatchObject(
    {
      message: expect.stringContaining("its description was removed") as string,
    },
  );
});

it("what says the same by now is no other, in whichever order its events are named, and neither is what no field has", async () => {
  await change({ url: `${receiver.url}/b`, events: ["bot.*", "tweet.*"] });
  await change({ enabled: false });
  await rotateSecret(app, { userId: alice.user.id, address: null, id });
  await change({ ...seen, url: `${receiver.url}/b`, events: ["tweet.*", "bot.*"], seen });
  expect((await now()).url).toBe(`${receiver.url}/b`);
  expect((await getWebhook(app, alice.user.id, id)).isEnabled).toBe(false);
});

it("of two presses at once that saw the same the later one is told", async () => {
  const press = (n: number) => change({ ...seen, url: `${receiver.url}/${n}`, seen });
  const came = await Promise.allSettled([press(1), press(2)]);
  expect(came.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(came.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "changed" } });
});

it("a program names what it changes, and is not asked what it saw", async () => {
  await change({ url: `${receiver.url}/b` });
  await change({ url: receiver.url });
  expect(await now()).toEqual(seen);
});
