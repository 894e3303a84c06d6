// The form of a webhook in two tabs, without a script: what the other has changed is said, nothing typed is lost. And what stands beside it.
import { afterEach, beforeEach, expect, it } from "vitest";
import { changeWebhook, listWebhooks, removeWebhook } from "~/features/webhooks/webhooks.server";
import { createHookApp, type Hook, hookTo } from "~tests/features/webhooks/stage";
import type { TestApp } from "~tests/support/app";
import { makePerson, type Person } from "~tests/support/people/make";
import { openReceiver, type Receiver } from "~tests/support/fakes/receiver";
import { type Browser, browse } from "../support/browse";

let app: TestApp;
let alice: Person;
let asAlice: Browser;
let receiver: Receiver;
let hook: Hook;
beforeEach(async () => {
  app = await createHookApp();
  receiver = await openReceiver("/hook");
  alice = await makePerson(app, "alice");
  asAlice = await browse(app, alice.sessionId);
  hook = await hookTo(app, alice, receiver, ["tweet.*"]);
});
afterEach(async () => {
  await app.close();
  await receiver.close();
});

const at = () => `/settings/programs?step=change-webhook&webhook=${hook.webhook.id}`;
const by = () => ({ userId: alice.user.id, address: null, id: hook.webhook.id });
const own = () => listWebhooks(app, alice.user.id);

type Pairs = [name: string, value: string][];
/** The fields of the form as it stands in a page, with what is typed over. */
function fieldsOf(html: string, typed: Record<string, string> = {}): Pairs {
  const [form = ""] = /<form[^>]*>(?:(?!<\/form>)[^])*name="was_url"[^]*?<\/form>/.exec(html) ?? [];
  const valueOf = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
  return [...form.matchAll(/<input [^>]*>/g)].flatMap(([tag]): Pairs => {
    const name = valueOf(tag, "name");
    if (tag.includes('type="checkbox"') && !tag.includes("checked")) return [];
    return [[name, typed[name] ?? valueOf(tag, "value")]];
  });
}
const valueOf = (pairs: Pairs, name: string) => pairs.find(([one]) => one === name)?.[1];

it("an old tab does not move a changed address back: what was typed stays, and a second press replaces it", async () => {
  const old = await asAlice.get(at());
  await changeWebhook(app, by(), { url: `${receiver.url}/other` });
  const refused = await asAlice.post(at(), fieldsOf(old.html, { description: "typed" }));
  expect(refused.status).toBe(409);
  expect(refused.over).toContain("Edit webhook");
  expect(refused.over).toContain(`changed elsewhere: its URL is now ${receiver.url}/other. Save again to overwrite`);
  expect(await own()).toMatchObject([{ url: `${receiver.url}/other`, description: "", events: ["tweet.*"] }]);
  const again = fieldsOf(refused.html);
  expect([valueOf(again, "url"), valueOf(again, "description")]).toEqual([receiver.url, "typed"]);
  const saved = await asAlice.post(at(), again);
  expect(saved.to).toBe("/settings/programs");
  expect(await own()).toMatchObject([{ url: receiver.url, description: "typed", events: ["tweet.*"] }]);
});

it("what is changed once more between the two presses is told again", async () => {
  const old = await asAlice.get(at());
  await changeWebhook(app, by(), { events: ["bot.*"] });
  const first = await asAlice.post(at(), fieldsOf(old.html, { url: `${receiver.url}/typed` }));
  expect(first.over).toContain("its events are now bot.*");
  await changeWebhook(app, by(), { events: ["account.*"] });
  const second = await asAlice.post(at(), fieldsOf(first.html));
  expect([second.status, second.over]).toEqual([409, expect.stringContaining("its events are now account.*")]);
  expect((await asAlice.post(at(), fieldsOf(second.html))).to).toBe("/settings/programs");
  expect(await own()).toMatchObject([{ url: `${receiver.url}/typed`, events: ["tweet.*"] }]);
});

it("a refusal of something else keeps what the tab saw", async () => {
  const old = await asAlice.get(at());
  const wrong = await asAlice.post(at(), fieldsOf(old.html, { url: "nothing" }));
  expect(wrong.status).toBe(422);
  await changeWebhook(app, by(), { url: `${receiver.url}/other` });
  const refused = await asAlice.post(at(), fieldsOf(wrong.html, { url: receiver.url }));
  expect([refused.status, refused.over]).toEqual([409, expect.stringContaining(`${receiver.url}/other`)]);
});

it("what is pressed on the page beside a new secret does not ask for another one", async () => {
  const asks = `/settings/programs?step=new-secret&webhook=${hook.webhook.id}`;
  const fields = { intent: "keep-webhooks", webhook: hook.webhook.id };
  const shown = await asAlice.post(asks, { ...fields, do: "rotate" });
  expect([shown.over, shown.main]).toEqual(["", expect.stringContaining("Copy it now. You won’t see it again.")]);
  const formOf = (name: string) =>
    [...shown.html.matchAll(/<form[^>]*>(?:(?!<\/form>)[^])*/g)]
      .map(([text]) => text)
      .find((text) => text.includes(name));
  for (const name of ['value="disable"', 'value="test"', 'value="create-key"'])
    expect(formOf(name), name).toMatch(/^<form[^>]* action="\/settings\/programs"/);
  const disabled = await asAlice.post("/settings/programs", { ...fields, do: "disable" });
  expect([disabled.to, (await asAlice.get(disabled.to ?? "")).over]).toEqual(["/settings/programs", ""]);
});

it("one that another tab has removed is said to be gone", async () => {
  const old = await asAlice.get(at());
  await removeWebhook(app, by());
  const refused = await asAlice.post(at(), fieldsOf(old.html, { description: "typed" }));
  expect([refused.status, refused.main]).toEqual([404, expect.stringContaining("This webhook doesn’t exist.")]);
  expect(await own()).toEqual([]);
});
