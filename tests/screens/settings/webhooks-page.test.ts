// Webhooks on /settings/programs without a script: each deed, what is refused stays typed beside its sentence, and nobody else's.
import { afterEach, beforeEach, expect, it } from "vitest";
import { listDeliveriesOf, listWebhooks } from "~/features/webhooks/webhooks.server";
import { countOne } from "~/features/rate-limits/rate-limits.server";
import { markRestored } from "~/features/backups/restored.server";
import { seconds } from "~/ground/time/duration";
import { createHookApp, type Hook, hookTo, pass, signatureOf, tell } from "~tests/features/webhooks/stage";
import type { TestApp } from "~tests/support/app";
import { makePerson, type Person } from "~tests/support/people/make";
import { answers, ok, openReceiver, type Receiver } from "~tests/support/fakes/receiver";
import { type Browser, browse } from "../support/browse";

let app: TestApp;
let alice: Person;
let bob: Person;
let asAlice: Browser;
let asBob: Browser;
let receiver: Receiver;
beforeEach(async () => {
  app = await createHookApp();
  receiver = await openReceiver("/hook");
  [alice, bob] = [await makePerson(app, "alice"), await makePerson(app, "bob")];
  [asAlice, asBob] = [await browse(app, alice.sessionId), await browse(app, bob.sessionId)];
});
afterEach(async () => {
  await app.close();
  await receiver.close();
});

const at = "/settings/programs";
const step = (name: string, { webhook }: Hook) => `${at}?step=${name}&webhook=${webhook.id}`;
type Fields = Record<string, string>;
const post = (as: Browser, to: string, fields: Fields, events: string[] = []) =>
  as.post(to, [
    ["intent", "keep-webhooks"],
    ...Object.entries(fields),
    ...events.map((name): [string, string] => ["events", name]),
  ]);
const add = (fields: Fields, events = ["tweet.*", "bot.paused"], as = asAlice) =>
  post(as, `${at}?step=add-webhook`, { do: "add", url: receiver.url, description: "", ...fields }, events);
const own = () => listWebhooks(app, alice.user.id);
const secretIn = (html: string): string => /whsec_[\w+/=]+/.exec(html)?.[0] ?? "";
const listed = async ({ webhook }: Hook) => {
  const by = { status: null, before: null, limit: 50 };
  return (await listDeliveriesOf(app, { userId: alice.user.id, id: webhook.id }, by)).deliveries;
};
/** What is ticked of the boxes for events. */
const ticked = (html: string): (string | undefined)[] =>
  [...html.matchAll(/<input [^>]*name="events"[^>]*>/g)]
    .filter(([tag]) => tag.includes("checked"))
    .map(([tag]) => /value="([^"]+)"/.exec(tag)?.[1]);

it("adds one, and shows its secret in this one answer", async () => {
  expect((await asAlice.get(`${at}?step=add-webhook`)).over).toContain("Add webhook");
  const added = await add({ description: "my n8n" });
  const secret = secretIn(added.html);
  expect(added.status).toBe(200);
  expect(added.main).toContain("Copy it now. You won’t see it again.");
  expect(added.over).toBe("");
  const [webhook] = await own();
  expect(webhook).toMatchObject({ url: receiver.url, events: ["tweet.*", "bot.paused"], description: "my n8n" });
  for (const path of [at, `${at}?step=change-webhook&webhook=${webhook?.id}`])
    expect((await asAlice.get(path)).html, path).not.toContain("whsec_");
  expect(JSON.stringify(app.logged)).not.toContain(secret.slice(6));
  await post(asAlice, at, { do: "test", webhook: webhook?.id ?? "" });
  await tell(app);
  const [headers = {}] = receiver.headers;
  expect(headers["webhook-signature"]).toBe(signatureOf(secret, headers, JSON.stringify(receiver.received[0])));
});

it("offers each event by itself, and families", async () => {
  const { html } = await asAlice.get(`${at}?step=add-webhook`);
  const offered = [...html.matchAll(/<input [^>]*name="events"[^>]*value="([^"]+)"/g)].map(([, name]) => name);
  const { hookTypes } = await import("~/features/webhooks/hook");
  expect(offered).toEqual(["*", "tweet.*", "account.*", "generation.*", "bot.*", ...hookTypes]);
});

it.each([
  [
    "an address of the surroundings",
    "http://169.254.169.254/latest",
    "This server doesn’t allow webhooks to private addresses",
  ],
  ["a host that is not there", "https://nobody.invalid/hook", "Couldn’t find the host of this URL"],
  ["what goes in clear to the world", "http://93.184.215.14/hook", "The URL must start with https://"],
  ["no address", "n8n", "Enter a URL such as https://example.com/hook"],
  ["nothing", "", "Enter a URL such as https://example.com/hook"],
])("%s is refused beside the address, and what was typed and ticked stays", async (_name, url, sentence) => {
  const refused = await add({ url, description: "my n8n" });
  expect([refused.status, secretIn(refused.html)]).toEqual([422, ""]);
  expect(refused.html).toContain(sentence);
  const [input = ""] = /<input [^>]*name="url"[^>]*>/.exec(refused.html) ?? [];
  expect(input).toContain('aria-invalid="true"');
  expect(input).toContain(`value="${url}"`);
  expect(refused.html).toContain('value="my n8n"');
  expect(ticked(refused.html)).toEqual(["tweet.*", "bot.paused"]);
  expect(await own()).toEqual([]);
});

it("no event, an unknown one, and a long description are refused in words", async () => {
  const none = await add({ description: "typed" }, []);
  expect(none.over).toContain("Choose at least one event.");
  expect(none.html).toContain(`value="${receiver.url}"`);
  expect(ticked(none.html)).toEqual([]);
  expect((await add({}, ["tweet.sung"])).over).toContain("Unknown event: tweet.sung");
  expect((await add({ description: "x".repeat(201) })).over).toContain(
    "The description can have up to 200 characters.",
  );
  expect(await own()).toEqual([]);
});

it("the eleventh is refused", async () => {
  for (let n = 0; n < 10; n += 1) await hookTo(app, alice, receiver);
  const refused = await add({});
  expect([refused.status, secretIn(refused.html)]).toEqual([409, ""]);
  expect(refused.over).toContain("You already have 10 webhooks, the maximum.");
  expect(await own()).toHaveLength(10);
});

it("changes address, events and description, and keeps a family that was named over the API", async () => {
  const hook = await hookTo(app, alice, receiver, ["backup.*", "tweet.failed"]);
  const asked = await asAlice.get(step("change-webhook", hook));
  expect(ticked(asked.html)).toEqual(["tweet.failed", "backup.*"]);
  const fields = { do: "change", webhook: hook.webhook.id, description: "moved" };
  const url = `${receiver.url}/other`;
  const changed = await post(asAlice, step("change-webhook", hook), { ...fields, url }, ["*"]);
  expect(changed.to).toBe(at);
  expect(await own()).toMatchObject([{ url, events: ["*"], description: "moved" }]);
  const refused = await post(asAlice, step("change-webhook", hook), { ...fields, url: "http://10.0.0.1:1/#x" }, [
    "bot.*",
  ]);
  expect(refused.over).toContain("Edit webhook");
  expect(refused.html).toContain('value="http://10.0.0.1:1/#x"');
  expect(ticked(refused.html)).toEqual(["bot.*"]);
  expect(await own()).toMatchObject([{ url, events: ["*"] }]);
});

it("is disabled, and enabled again, which forgets why", async () => {
  const hook = await hookTo(app, alice, receiver);
  const fields = { webhook: hook.webhook.id };
  expect((await post(asAlice, at, { do: "disable", ...fields })).to).toBe(at);
  const off = await asAlice.get(at);
  expect(off.main).toContain("You disabled it");
  expect(off.main).not.toContain("Send a test");
  const refused = await post(asAlice, at, { do: "test", ...fields });
  expect([refused.status, refused.main]).toEqual([409, expect.stringContaining("This webhook is disabled")]);
  await post(asAlice, at, { do: "enable", ...fields });
  const on = await asAlice.get(at);
  expect(on.main).not.toContain("You disabled it");
  expect(on.main).toContain("Send a test");
  expect(await own()).toMatchObject([{ isEnabled: true, disabledReason: null }]);
});

it("is removed after a question, with what was sent to it", async () => {
  const hook = await hookTo(app, alice, receiver);
  expect((await asAlice.get(step("remove-webhook", hook))).over).toContain("Remove this webhook?");
  expect(await own()).toHaveLength(1);
  const removed = await post(asAlice, step("remove-webhook", hook), { do: "remove", webhook: hook.webhook.id });
  expect(removed.to).toBe(at);
  expect(await own()).toEqual([]);
});

it("a new secret is shown once, and both sign", async () => {
  const hook = await hookTo(app, alice, receiver);
  expect((await asAlice.get(step("new-secret", hook))).over).toContain("For 24 hours");
  const rotated = await post(asAlice, step("new-secret", hook), { do: "rotate", webhook: hook.webhook.id });
  const next = secretIn(rotated.html);
  expect(rotated.main).toContain("Copy it now. You won’t see it again.");
  expect(rotated.over).toBe("");
  expect([next === hook.secret, (await asAlice.get(at)).html.includes("whsec_")]).toEqual([false, false]);
  await post(asAlice, at, { do: "test", webhook: hook.webhook.id });
  await tell(app);
  const [headers = {}] = receiver.headers;
  const body = JSON.stringify(receiver.received[0]);
  const both = [next, hook.secret].map((secret) => signatureOf(secret, headers, body)).join(" ");
  expect(headers["webhook-signature"]).toBe(both);
});

it("a test leads to the deliveries, which load themselves until it is known what came back", async () => {
  const hook = await hookTo(app, alice, receiver);
  expect((await asAlice.get(at)).main).toContain("No deliveries yet");
  const sent = await post(asAlice, at, { do: "test", webhook: hook.webhook.id });
  expect(sent.to).toBe(step("deliveries", hook));
  const waiting = await asAlice.get(step("deliveries", hook));
  expect(waiting.over).toMatch(/webhook\.test[^]*Sending…/);
  expect(waiting.head).toContain("refresh");
  receiver.answer = answers(500);
  await tell(app);
  await pass(app, seconds(10));
  const tried = await asAlice.get(step("deliveries", hook));
  expect(tried.over).toMatch(/Pending[^]*The endpoint returned 500[^]*2 attempts, next attempt today at/);
  expect(tried.head).not.toContain("refresh");
  expect((await asAlice.get(at)).main).toContain("not delivered yet");
  receiver.answer = ok;
  app.clock.advance(seconds(400));
  await tell(app);
  expect((await asAlice.get(step("deliveries", hook))).over).toMatch(/Delivered, 204[^]*3 attempts/);
  expect((await asAlice.get(at)).main).toMatch(/Last delivery today at [^]*: delivered, 204/);
});

it("what has failed is sent again by a press", async () => {
  const hook = await hookTo(app, alice, receiver);
  await post(asAlice, at, { do: "test", webhook: hook.webhook.id });
  await app.db
    .updateTable("deliveries")
    .set({
      state: "failed",
      attempts: 10,
      due_at: null,
      ended_at: app.clock.now(),
      last_error: "The endpoint returned 503",
    })
    .execute();
  expect((await asAlice.get(step("deliveries", hook))).over).toMatch(
    /Failed[^]*The endpoint returned 503[^]*10 attempts/,
  );
  const [delivery] = await listed(hook);
  const fields = { do: "replay", webhook: hook.webhook.id, delivery: String(delivery?.id) };
  const again = await post(asAlice, step("deliveries", hook), fields);
  expect(again.to).toBe(step("deliveries", hook));
  await tell(app);
  expect(receiver.received).toHaveLength(1);
  expect(await listed(hook)).toMatchObject([{ status: "delivered", attempts: 1 }]);
});

it("another's webhook is shown to nobody, and no form reaches it", async () => {
  const hook = await hookTo(app, alice, receiver);
  await post(asAlice, at, { do: "test", webhook: hook.webhook.id });
  await tell(app);
  const [delivery] = await listed(hook);
  const before = JSON.stringify([await own(), await listed(hook)]);
  for (const name of ["change-webhook", "new-secret", "remove-webhook", "deliveries"]) {
    const shown = await asBob.get(step(name, hook));
    expect([shown.status, shown.over]).toEqual([200, ""]);
    expect(shown.html, name).not.toContain(receiver.url);
  }
  const fields = {
    webhook: hook.webhook.id,
    delivery: String(delivery?.id),
    url: `${receiver.url}/bobs`,
    description: "",
  };
  for (const operation of ["change", "disable", "enable", "remove", "rotate", "test", "replay"])
    expect((await post(asBob, at, { ...fields, do: operation }, ["*"])).status, operation).toBe(404);
  await tell(app);
  expect(JSON.stringify([await own(), await listed(hook)])).toBe(before);
  expect(receiver.received).toHaveLength(1);
});

it("an unknown action is rejected, and a signed-out user is sent to sign in", async () => {
  for (const operation of ["", "sing", "constructor", "__proto__"])
    expect((await post(asAlice, at, { do: operation })).main).toContain(
      "This page is out of date. Reload it and try again.",
    );
  expect((await add({}, ["*"], await browse(app, null))).to).toBe("/generate?panel=login");
  expect(await own()).toEqual([]);
});

it("forms count as calls of the API do: 120 an hour", async () => {
  const hook = await hookTo(app, alice, receiver);
  for (let n = 0; n < 120; n += 1) await countOne(app, "webhookCalls", alice.user.id).catch(() => undefined);
  const fields = { webhook: hook.webhook.id, url: `${receiver.url}/other`, description: "" };
  for (const operation of ["add", "change", "test"]) {
    const refused = await post(asAlice, at, { ...fields, do: operation }, ["*"]);
    expect([refused.status, refused.main]).toEqual([429, expect.stringContaining("120 webhook calls per hour")]);
  }
  expect((await add({}, ["*"], asBob)).status).toBe(200);
});

it("forms that change one are 60 an hour, and the one too many says when again", async () => {
  const hook = await hookTo(app, alice, receiver);
  for (let n = 0; n < 60; n += 1) await countOne(app, "webhookChanges", alice.user.id);
  const before = await own();
  const fields = { webhook: hook.webhook.id, url: receiver.url, description: "typed" };
  for (const operation of ["change", "disable", "enable", "rotate", "remove"]) {
    const refused = await post(asAlice, at, { ...fields, do: operation }, ["*"]);
    expect([refused.status, refused.headers["retry-after"]], operation).toEqual([429, "3600"]);
    expect(refused.main).toContain("You’ve reached the limit of 60 webhook changes per hour");
    expect(secretIn(refused.html)).toBe("");
  }
  expect(await own()).toEqual(before);
});

it("after a restore it says why they wait, until each was looked at", async () => {
  const hook = await hookTo(app, alice, receiver);
  expect((await asAlice.get(at)).main).not.toContain("a backup was put back");
  await markRestored(app, null);
  const shown = await asAlice.get(at);
  expect(shown.main).toContain("Your webhooks are disabled: a backup was restored");
  expect(shown.main).toContain("A backup was restored. Review this webhook and re-enable it.");
  // Whatever the sentence is.
  await app.db.updateTable("webhooks").set({ disabled_reason: "As a later version says it" }).execute();
  expect((await asAlice.get(at)).main).toContain("Your webhooks are disabled: a backup was restored");
  await post(asAlice, at, { do: "enable", webhook: hook.webhook.id });
  expect((await asAlice.get(at)).main).not.toContain("a backup was put back");
});
