// /settings/voice without a script: what was typed comes back from every act that keeps nothing, and whose voice it is.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Account } from "~/features/accounts/account";
import { voiceSchema } from "~/features/voice/schema.server";
import { readVoice, saveVoice } from "~/features/voice/voice.server";
import { validate } from "~/http/api/validate.server";
import { ReadError } from "~/ports/network/port";
import { demoLimits } from "~/ports/ai/refine";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";
import { type Browser, browse } from "../support/browse";

let app: TestApp;
let alice: Person;
let other: Account;
let account: Account;
let asAlice: Browser;
beforeEach(async () => {
  app = await createTestApp();
  alice = await makePerson(app, "alice");
  other = await linkAccount(app, alice, "alice_x");
  account = await linkAccount(app, alice, "alice_two");
  asAlice = await browse(app, alice.sessionId);
});
afterEach(() => app.close());

/** A writer without the demo writer's limits. */
const beLive = () => {
  const { limits: _, ...live } = app.ai;
  app.ai = live;
};
const press = (act: string, fields: Record<string, string> = {}, of = account, as = asAlice) =>
  as.post(`/settings/voice?account=${of.id}`, { intent: "keep-voice", do: act, account: String(of.id), ...fields });
const saved = (of = account) => readVoice(app, alice.user.id, String(of.id));
const typed = { on: "on", about: "I build small tools", "tone-dry": "on", avoid: "delve, hot take" };

it("is a place of the settings, for the default account where none is named, and a guest's way to sign in", async () => {
  const page = await asAlice.get("/settings/voice");
  expect([page.status, page.title]).toEqual([200, "Voice · Settings · Linnet"]);
  expect(page.main).toContain("@alice_x");
  expect((await asAlice.get("/settings/security")).main).toContain("/settings/voice");
  const guest = await browse(app, null);
  expect((await guest.get("/settings/voice")).to).toBe("/generate?panel=login");
});

it("names an account that is not linked as such, also another person's", async () => {
  const bob = await makePerson(app, "bob");
  const bobs = await linkAccount(app, bob, "bobs_perch");
  for (const id of ["999999", String(bobs.id)]) {
    const page = await asAlice.get(`/settings/voice?account=${id}`);
    expect(page.status).toBe(404);
    expect(page.main).toContain("This account isn’t connected");
    expect(page.main).not.toContain("bobs_perch");
  }
  expect((await press("save", typed, bobs)).status).toBe(404);
  const nobody = await makePerson(app, "carol");
  const page = await (await browse(app, nobody.sessionId)).get("/settings/voice");
  expect(page.main).toContain("Connect an account");
});

it("ten samples of the longest in any script are taken, a larger form is not, and no other form may be so large", async () => {
  const samples = (text: string) =>
    Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`sample-${n}`, `${n}${text.repeat(3_999)}`]));
  expect((await press("save", { ...typed, ...samples("慢") })).status).toBe(303);
  expect((await saved()).samples).toHaveLength(10);
  const larger = await press("save", { ...typed, about: "x".repeat(512 * 1024) });
  expect(larger.status).toBe(413);
  expect(larger.main + larger.title).toContain("The request is too large. The limit is 512 KiB.");
  for (const path of ["/settings/security", "/timeline", "/ideas", "/generate"]) {
    const other = await asAlice.post(path, { intent: "keep-voice", about: "x".repeat(64 * 1024) });
    expect([path, other.status]).toEqual([path, 413]);
  }
});

it("what can be learned is offered until the page is saved, after a save by a program too", async () => {
  const offer = "New: Linnet can learn from what you keep and delete";
  const shown = async () => (await asAlice.get(`/settings/voice?account=${account.id}`)).main.includes(offer);
  await saveVoice(app, alice.user.id, String(account.id), validate(voiceSchema, { about: "me" }, "body"));
  expect(await shown()).toBe(true);
  await press("save", typed);
  expect(await shown()).toBe(false);
});

it("Save keeps the form, and only this account's", async () => {
  const done = await press("save", { ...typed, emoji: "never", language: "de", "sample-0": " a ", "sample-1": "" });
  expect(done.to).toBe(`/settings/voice?account=${account.id}`);
  expect(await saved()).toMatchObject({
    on: true,
    about: "I build small tools",
    tone: ["dry"],
    avoid: ["delve", "hot take"],
    emoji: "never",
    language: "de",
    samples: ["a"],
  });
  expect(await saved(other)).toMatchObject({ version: 0 });
  expect((await asAlice.get(done.to ?? "")).main).toContain("Add 2 more, because the AI needs at least 3 samples");
  await press("save", { about: "still here" });
  expect(await saved()).toMatchObject({ on: false, about: "still here", version: 2 });
});

describe("an act that keeps nothing", () => {
  it.each([
    ["add", { "sample-0": "One", "sample-1": "Two" }],
    ["drop 0", { "sample-0": "One", "sample-1": "Two" }],
    ["preview", { topic: "raising my prices" }],
    ["read", {}],
  ])("%s brings the form back as it was typed", async (act, more) => {
    beLive();
    const page = await press(act, { ...typed, ...more });
    expect([page.status, page.to]).toEqual([200, null]);
    for (const words of ["I build small tools", "delve, hot take"]) expect(page.main).toContain(words);
    expect(page.html).toMatch(/<input[^>]*name="tone-dry"[^>]*checked|<input[^>]*checked[^>]*name="tone-dry"/);
    expect(await saved()).toMatchObject({ version: 0 });
  });

  it("shows what it came to", async () => {
    beLive();
    const added = await press("add", { ...typed, "sample-0": "One", "sample-1": "Two" });
    expect(added.main).toContain("Add 1 more, because the AI needs at least 3 samples");
    const dropped = await press("drop 0", { ...typed, "sample-0": "One", "sample-1": "Two" });
    expect(dropped.main).toContain("Two");
    expect(dropped.main).not.toContain('"One"');
    const preview = await press("preview", { ...typed, topic: "raising my prices" });
    expect(preview.main).toContain("Without your voice");
    expect(preview.main).toContain("raising my prices");
  });

  it.each([
    ["add", {}, "Paste one of your tweets first, then add it."],
    ["add", { "sample-0": "x".repeat(4_001) }, "Sample 1 has 4,001 characters. The limit is 4,000."],
    ["preview", { topic: " " }, "Say what the tweets should be about."],
    ["add", { "sample-0": " " }, "Paste one of your tweets first, then add it."],
    ["fly", {}, "This page is out of date"],
  ])("%s with %j is refused, and nothing of the form is lost", async (act, more, sentence) => {
    const fields = Object.entries({ ...typed, audience: "People with a day job", ...more });
    const sent = Object.fromEntries(fields.filter((one): one is [string, string] => one[1] !== null));
    const page = await press(act, sent);
    expect(page.status).toBe(422);
    expect(page.main).toContain(sentence);
  });
});

it("the demo writer compares nothing, says what it uses of a voice, and loses nothing that was typed", async () => {
  const shown = await asAlice.get(`/settings/voice?account=${account.id}`);
  expect(shown.main).toContain("Before and after");
  expect(shown.main).toContain(demoLimits.refusesPreview);
  expect(shown.html).not.toMatch(/value="preview"|name="topic"/);
  const refused = await press("preview", { ...typed, topic: "raising my prices" });
  expect(refused.status).toBe(503);
  for (const words of [demoLimits.refusesPreview, "I build small tools", "delve, hot take"])
    expect(refused.main).toContain(words);
  expect(refused.html).toMatch(/<input[^>]*name="topic"[^>]*value="raising my prices"/);
  beLive();
  expect((await asAlice.get(`/settings/voice?account=${account.id}`)).html).toMatch(/value="preview"/);
});

it("a voice that says nothing has no before and after", async () => {
  beLive();
  const page = await press("preview", { on: "on", topic: "tea" });
  expect(page.status).toBe(409);
  expect(page.main).toContain("This voice is empty, so both would be the same.");
});

it("a fifth tone is refused beside the tones", async () => {
  const five = Object.fromEntries(["plain", "warm", "dry", "bold", "curious"].map((tone) => [`tone-${tone}`, "on"]));
  const page = await press("save", { ...typed, ...five });
  expect(page.status).toBe(422);
  expect(page.main).toContain("Up to four tones. Remove one first.");
  expect(page.main).toContain("I build small tools");
  expect(await saved()).toMatchObject({ version: 0 });
});

it("posts are read at their price, ticked and added; what X refuses is said with the way to reconnect", async () => {
  app.network = {
    ...app.network,
    listPosts: () =>
      Promise.resolve(["Mine", "Mine", "Mine too", "One"].map((text, n) => ({ id: String(n), text, createdAt: n }))),
  } as TestApp["network"];
  expect((await asAlice.get("/settings/voice")).main).toContain("Import my last 50 posts (free)");
  const page = await press("read", { ...typed, "sample-0": "One" });
  expect([...page.html.matchAll(/name="post-\d+" value="([^"]*)"/g)].map(([, text]) => text)).toEqual([
    "Mine",
    "Mine too",
  ]);
  const added = await press("add", {
    ...typed,
    "sample-0": "One",
    "post-0": "Mine",
    "post-1": "Mine too",
    "pick-1": "on",
  });
  expect([...added.html.matchAll(/name="post-\d+" value="([^"]*)"/g)].map(([, text]) => text)).toEqual(["Mine"]);
  expect(added.main).toContain("Mine too");
  app.network = { ...app.network, listPosts: () => Promise.reject(new ReadError("401", 401)) } as TestApp["network"];
  const refused = await press("read", { ...typed, "sample-0": "One" });
  expect(refused.status).toBe(502);
  for (const words of ["Nothing was charged.", "Reconnect", "One", "I build small tools"])
    expect(refused.main).toContain(words);
});

it("on X the button names the price", async () => {
  app.network = { ...app.network, kind: "x" } as TestApp["network"];
  await app.db.updateTable("accounts").set({ network: "x" }).execute();
  const page = await asAlice.get("/settings/voice");
  expect(page.main).toContain("Import my last 50 posts (up to $0.25)");
  expect(page.main).toContain("Importing costs $0.005 per post and counts toward today’s spending.");
});
