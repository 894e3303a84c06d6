// What a person may ask of their webhooks later: who sent news where, when, from which address. One row and one line a deed.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { auditWords, auditPages } from "~/features/audit/audit.server";
import { disableAllRestored } from "~/features/webhooks/disable.server";
import { addWebhook, changeWebhook, removeWebhook, rotateSecret } from "~/features/webhooks/webhooks.server";
import { inTransaction } from "~db/database.server";
import { allOf } from "~tests/support/all-of";
import type { TestApp } from "~tests/support/app";
import { makePerson, type Person } from "~tests/support/people/make";
import { openReceiver, type Receiver } from "~tests/support/fakes/receiver";
import { createHookApp, type Hook, hookTo } from "./stage";

const address = "198.51.100.9";

let app: TestApp;
let alice: Person;
let bob: Person;
let receiver: Receiver;
let hook: Hook;
let host: string;

beforeEach(async () => {
  app = await createHookApp({ RATE_LIMITS: "off" });
  // As many receivers of the world have it: who knows the address may call it.
  receiver = await openReceiver("/hook/T0KEN");
  host = new URL(receiver.url).host;
  [alice, bob] = [await makePerson(app, "alice"), await makePerson(app, "bob")];
  hook = await hookTo(app, alice, receiver);
  await forget();
});
afterEach(async () => {
  await app.close();
  await receiver.close();
});

async function forget(): Promise<void> {
  await app.db.deleteFrom("audit_events").execute();
  app.logged.length = 0;
}
const by = (who = alice) => ({ userId: who.user.id, address, id: hook.webhook.id });
const rows = () => app.db.selectFrom("audit_events").selectAll().orderBy("id").execute();
const lines = () => app.logged.filter((line) => line["msg"] === "audit");
/** As the person reads it, the earliest first. */
const told = async () =>
  (await allOf(auditPages(app, alice.user.id))).map(({ kind, detail }) => auditWords(kind, detail)).reverse();
const set = (wish: Parameters<typeof changeWebhook>[2]) => () => changeWebhook(app, by(), wish);

interface Case {
  kind: string;
  words: string;
  before?: () => Promise<unknown>;
  press(): Promise<unknown>;
}

const cases: Case[] = [
  {
    kind: "webhook.added",
    words: "Webhook to HOST added",
    press: () => addWebhook(app, by(), { url: receiver.url, events: ["*"], description: "" }),
  },
  {
    kind: "webhook.moved",
    words: "Webhook URL changed (HOST)",
    press: () => changeWebhook(app, by(), { url: `${receiver.url}/other` }),
  },
  {
    kind: "webhook.changed",
    words: "Webhook to HOST: events changed",
    press: () => changeWebhook(app, by(), { events: ["bot.*"] }),
  },
  {
    kind: "webhook.off",
    words: "Webhook to HOST disabled",
    press: () => changeWebhook(app, by(), { enabled: false }),
  },
  {
    kind: "webhook.on",
    words: "Webhook to HOST enabled",
    before: () => changeWebhook(app, by(), { enabled: false }),
    press: () => changeWebhook(app, by(), { enabled: true }),
  },
  { kind: "webhook.rotated", words: "Webhook to HOST: secret rotated", press: () => rotateSecret(app, by()) },
  { kind: "webhook.removed", words: "Webhook to HOST removed", press: () => removeWebhook(app, by()) },
];

describe.each(cases)("$kind", ({ kind, words, before, press }) => {
  it("is one row and one line, which name the host and where it was pressed", async () => {
    await before?.();
    await forget();
    await press();
    expect(await rows()).toEqual([
      {
        ...{ id: expect.any(Number) as number, kind, user_id: alice.user.id, by_operator: 0 },
        ...{ address, detail: host, at: app.clock.now(), times: 1 },
      },
    ]);
    expect(lines()).toMatchObject([{ audit: kind, address, user: alice.user.id, byOperator: false, detail: host }]);
    expect(await told()).toEqual([words.replace("HOST", host)]);
    expect(await allOf(auditPages(app, bob.user.id))).toEqual([]);
  });
});

it("several changes at once are a row each", async () => {
  await set({ url: `${receiver.url}/other`, events: ["bot.*"], enabled: false })();
  expect(await told()).toEqual([
    `Webhook URL changed (${host})`,
    `Webhook to ${host}: events changed`,
    `Webhook to ${host} disabled`,
  ]);
  expect(lines()).toHaveLength(3);
});

it("no secret and nothing behind the host stands in a row or a line", async () => {
  const secrets = [hook.secret, await rotateSecret(app, by()), await rotateSecret(app, by())];
  await set({ url: `${receiver.url}?key=T0KEN`, events: ["bot.*"], enabled: false })();
  await removeWebhook(app, by());
  const kept = JSON.stringify([await rows(), app.logged]);
  for (const secret of [...secrets.map((one) => one.slice("whsec_".length)), "T0KEN", "/hook"])
    expect(kept).not.toContain(secret);
});

it("what changes nothing, what is refused and what its receiver or a restore ends is nobody's deed", async () => {
  await set({ events: ["*", "*"], url: receiver.url, enabled: true, description: "my n8n" })();
  await set({ events: ["tweet.*", "bot.*"] })();
  await set({ enabled: false })();
  await forget();
  await set({ events: ["bot.*", "tweet.*"] })();
  await set({ enabled: false })();
  await set({ url: "nothing" })().catch(() => undefined);
  for (const press of [
    () => changeWebhook(app, by(bob), { enabled: true }),
    () => rotateSecret(app, by(bob)),
    () => removeWebhook(app, by(bob)),
  ])
    await expect(press()).rejects.toMatchObject({ code: "not_found" });
  await set({ enabled: true })();
  await forget();
  await inTransaction(app.db, (trx) => disableAllRestored(trx, app.clock.now()));
  expect([await rows(), lines()]).toEqual([[], []]);
});

it("two presses at once leave a line for what each has changed, and none twice", async () => {
  await Promise.all([set({ enabled: false })(), set({ enabled: false })()]);
  const moves = [1, 2].map((n) => set({ url: `${receiver.url}/${n}` })());
  await Promise.all(moves);
  expect(await told()).toEqual([`Webhook to ${host} disabled`, `Webhook URL changed (${host})`]);
  expect((await rows()).map(({ times }) => times).slice(-2)).toEqual([1, 2]);
});
