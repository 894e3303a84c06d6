// How often a person's webhooks may be changed: each press takes the lock that all deliveries wait for.
import { afterEach, beforeEach, expect, it } from "vitest";
import { changeWebhook, getWebhook, removeWebhook, rotateSecret } from "~/features/webhooks/webhooks.server";
import { hours } from "~/ground/time/duration";
import type { TestApp } from "~tests/support/app";
import { makePerson, type Person } from "~tests/support/people/make";
import { openReceiver, type Receiver } from "~tests/support/fakes/receiver";
import { createHookApp, type Hook, hookTo } from "./stage";

let app: TestApp;
let alice: Person;
let bob: Person;
let receiver: Receiver;
let hook: Hook;
let bobsHook: Hook;

beforeEach(async () => {
  app = await createHookApp();
  receiver = await openReceiver("/hook");
  [alice, bob] = [await makePerson(app, "alice"), await makePerson(app, "bob")];
  [hook, bobsHook] = [await hookTo(app, alice, receiver), await hookTo(app, bob, receiver)];
});
afterEach(async () => {
  await app.close();
  await receiver.close();
});

type Operation = (by: Person, id: string) => Promise<unknown>;
const by = ({ user }: Person, id: string) => ({ userId: user.id, address: null, id });
const operations: [string, Operation][] = [
  ["enabling it", (who, id) => changeWebhook(app, by(who, id), { enabled: true })],
  ["disabling it", (who, id) => changeWebhook(app, by(who, id), { enabled: false })],
  ["changing its events", (who, id) => changeWebhook(app, by(who, id), { events: ["bot.*"] })],
  ["a new secret", (who, id) => rotateSecret(app, by(who, id))],
];

/** What a loop came to: how many went through, and what the first refusal was. */
async function loop(operation: Operation, times: number): Promise<{ done: number; refusal: unknown }> {
  for (let done = 0; done < times; done += 1)
    try {
      await operation(alice, hook.webhook.id);
    } catch (refusal) {
      return { done, refusal };
    }
  return { done: times, refusal: null };
}

const refused = {
  code: "rate_limited",
  message: "You’ve reached the limit of 60 webhook changes per hour. Try again in 60 minutes.",
  retryAfterSeconds: hours(1) / 1000,
};

it.each(operations)(
  "%s in a loop is refused after 60 times within an hour, for this person alone",
  async (_name, operation) => {
    expect(await loop(operation, 61)).toMatchObject({ done: 60, refusal: refused });
    const before = await getWebhook(app, alice.user.id, hook.webhook.id);
    await expect(removeWebhook(app, by(alice, hook.webhook.id))).rejects.toMatchObject({ code: "rate_limited" });
    expect(await getWebhook(app, alice.user.id, hook.webhook.id)).toEqual(before);
    await operation(bob, bobsHook.webhook.id);
    app.clock.advance(hours(1));
    await operation(alice, hook.webhook.id);
    await removeWebhook(app, by(alice, hook.webhook.id));
  },
);

it("whoever presses each a handful of times, of all their ten, is refused nothing", async () => {
  const others: Hook[] = [];
  for (let n = 1; n < 10; n += 1) others.push(await hookTo(app, alice, receiver));
  for (const { webhook } of [hook, ...others])
    for (const [, operation] of operations) await operation(alice, webhook.id);
  for (const { webhook } of others) await removeWebhook(app, by(alice, webhook.id));
});

it("what is another's counts for nobody, and is not there", async () => {
  for (let n = 0; n < 70; n += 1)
    for (const [, operation] of operations)
      await expect(operation(bob, hook.webhook.id)).rejects.toMatchObject({ code: "not_found" });
  for (let n = 0; n < 70; n += 1)
    await expect(removeWebhook(app, by(bob, hook.webhook.id))).rejects.toMatchObject({ code: "not_found" });
  await removeWebhook(app, by(bob, bobsHook.webhook.id));
});

it("a setting lifts it, as it does all limits", async () => {
  app.config.rateLimits = false;
  const [, [, disable] = ["", () => Promise.resolve()]] = operations as [[string, Operation], [string, Operation]];
  expect(await loop(disable, 61)).toEqual({ done: 61, refusal: null });
});
