// /settings/programs without a script: a key is made and shown once, what is refused stays typed, and each act asks who it is.
import { afterEach, beforeEach, expect, it } from "vitest";
import { holdAllKeys, listKeys, makeKeyFor, requireKey } from "~/features/api-keys/api-keys.server";
import { changePassword } from "~/features/users/user";
import { addWebhook, changeWebhook, getWebhook } from "~/features/webhooks/webhooks.server";
import { days } from "~/ground/time/duration";
import { inTransaction } from "~db/database.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { giveFactor } from "~tests/support/people/factor";
import { makePerson, password, type Person, personOf } from "~tests/support/people/make";
import { type Browser, browse } from "../support/browse";

let app: TestApp;
let alice: Person;
let asAlice: Browser;
beforeEach(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "off" } });
  alice = await makePerson(app, "alice");
  asAlice = await browse(app, alice.sessionId);
});
afterEach(() => app.close());

const at = "/settings/programs";
const typed = { name: "n8n", expires: "30", password };
const create = (more: Record<string, string> = {}, scopes = ["read", "publish"], to = at) =>
  asAlice.post(to, [
    ["intent", "create-key"],
    ...Object.entries({ ...typed, ...more }),
    ...scopes.map((scope): [string, string] => ["scope", scope]),
  ]);
const change = (fields: Record<string, string>, as = asAlice, to = at) =>
  as.post(to, Object.entries({ intent: "change-key", ...fields }));
const keyIn = (html: string): string => /linnet_[0-9A-Za-z]{36}/.exec(html)?.[0] ?? "";
const codeOf = (key: string): Promise<string> =>
  requireKey(app, key).then(
    () => "good",
    (error: { code: string }) => error.code,
  );
const make = (name: string) => makeKeyFor(app, alice.user.id, { name, scopes: ["read"], expiresAt: null });

it("is a place of the settings, linked from their modal, and a guest's way in", async () => {
  const shown = await asAlice.get(at);
  expect([shown.status, shown.title]).toEqual([200, "API keys and webhooks · Settings · Linnet"]);
  expect(shown.main).toContain("No keys yet.");
  expect((await asAlice.get("/generate?panel=settings")).over).toContain("/settings/programs");
  expect((await (await browse(app, null)).get(at)).to).toBe("/generate?panel=login");
});

it("says where agents come in, and the command that tells Claude Code, without a key in it", async () => {
  const { main } = await asAlice.get(at);
  expect(main).toContain("http://localhost:3000/mcp");
  expect(main).toContain("claude mcp add --transport http linnet http://localhost:3000/mcp --header");
  expect(main).toContain("claude.ai’s web connectors can’t be used yet.");
  expect(keyIn(main)).toBe("");
});

it("shows the person's own webhooks, and why one is told nothing any more", async () => {
  expect((await asAlice.get(at)).main).toContain("No webhooks yet.");
  const bob = await makePerson(app, "bob");
  // Numbers, so that no name is asked for.
  const wish = (end: string) => ({ url: `https://93.184.215.14/${end}`, events: ["tweet.*"], description: "my n8n" });
  const { webhook } = await addWebhook(app, { userId: alice.user.id, address: null }, wish("alices"));
  await addWebhook(app, { userId: bob.user.id, address: null }, wish("bobs"));
  const shown = await asAlice.get(at);
  expect(shown.main).toContain("https://93.184.215.14/alices");
  expect(shown.main).toContain("my n8n");
  expect(shown.html).not.toContain("bobs");
  expect(shown.main).not.toContain("Disabled");
  await changeWebhook(app, { userId: alice.user.id, address: null, id: webhook.id }, { enabled: false });
  const { disabledReason } = await getWebhook(app, alice.user.id, webhook.id);
  const disabled = await asAlice.get(at);
  expect(disabled.main).toContain("Disabled");
  expect(disabledReason).toBeTruthy();
  expect(disabled.main).toContain(disabledReason);
});

it("shows a new key in the one answer that made it, and never again", async () => {
  const made = await create();
  const key = keyIn(made.html);
  expect(made.status).toBe(200);
  expect(made.main).toContain("Copy it now. You won’t see it again.");
  expect(await codeOf(key)).toBe("good");
  const [kept] = await listKeys(app, alice.user.id);
  expect(kept).toMatchObject({ name: "n8n", scopes: ["publish", "read"], expiresAt: app.clock.now() + days(30) });
  for (const path of [at, `${at}?step=rotate&key=${kept?.id}`, "/settings/security", "/generate"])
    expect((await asAlice.get(path)).html, path).not.toContain(key.slice(12));
  const listed = await asAlice.get(at);
  expect(listed.main).toContain(key.slice(0, 11));
  expect(listed.main).toContain("read · publish");
  expect(JSON.stringify(app.logged)).not.toContain(key.slice(12));
});

it("makes a key for agents only where the box is ticked, says so beside it, and keeps the tick where it fails", async () => {
  const boxOf = (html: string) => /<input[^>]*name="agentsOnly"[^>]*>/.exec(html)?.[0] ?? "no box";
  expect(boxOf((await asAlice.get(at)).html)).not.toContain("checked");
  expect(boxOf((await create({ name: " ", agentsOnly: "on" })).html)).toContain("checked");
  const key = keyIn((await create({ agentsOnly: "on" })).html);
  expect(await codeOf(key)).toBe("key_for_agents");
  expect(await requireKey(app, key, "mcp")).toMatchObject({ key: { name: "n8n", audience: "mcp" } });
  const rotated = await change({ do: "rotate", key: "1", overlap: "0", password });
  expect(await codeOf(keyIn(rotated.html))).toBe("key_for_agents");
  expect((await asAlice.get(at)).main).toContain("agents only");
  await create({ name: "script" });
  expect(await listKeys(app, alice.user.id)).toMatchObject([{ audience: null }, { audience: "mcp" }]);
});

it("says what is missing in words, keeps what was typed and ticked, and makes nothing", async () => {
  const nameless = await create({ name: " " });
  expect(nameless.main).toContain("Enter a name, such as n8n.");
  const open = await create({ name: "my script" }, []);
  expect(open.main).toContain("Choose at least one scope.");
  expect(open.html).toContain('value="my script"');
  const wrong = await create({ password: "wrong 1234" });
  expect(wrong.main).toContain("Wrong password.");
  expect(wrong.html).not.toContain("wrong 1234");
  const ticked = [...wrong.html.matchAll(/<input [^>]*name="scope"[^>]*>/g)].filter(([tag]) => tag.includes("checked"));
  expect(ticked.map(([tag]) => /value="(\w+)"/.exec(tag)?.[1])).toEqual(["read", "publish"]);
  expect((await create({ password: "" })).main).toContain("Enter your password.");
  expect(await listKeys(app, alice.user.id)).toEqual([]);
  await make("n8n");
  expect((await create()).main).toContain("You already have a key with this name.");
});

it("asks for the second step where there is one", async () => {
  expect((await asAlice.get(at)).html).not.toContain('name="code"');
  const factor = await giveFactor(app, alice);
  expect((await asAlice.get(at)).html).toContain('name="code"');
  expect((await create()).status).toBe(401);
  expect((await create({ code: "000000" })).main).toContain("That code is wrong");
  expect(keyIn((await create({ code: factor.next() })).html)).not.toBe("");
});

it("rotates and revokes after a question, each of its own person's keys alone", async () => {
  const { id, key } = await make("n8n");
  const asked = await asAlice.get(`${at}?step=revoke&key=${id}`);
  expect(asked.over).toContain("Revoke this key?");
  const asBob = await browse(app, (await makePerson(app, "bob")).sessionId);
  expect((await asBob.get(`${at}?step=revoke&key=${id}`)).over ?? "").not.toContain("n8n");
  const presses: Record<string, string>[] = [{ do: "revoke" }, { do: "rotate", overlap: "0", password }];
  for (const fields of presses) expect((await change({ ...fields, key: String(id) }, asBob)).status).toBe(404);
  const rotated = await change(
    { do: "rotate", key: String(id), overlap: "24", password },
    asAlice,
    `${at}?step=rotate&key=${id}`,
  );
  const next = keyIn(rotated.html);
  expect([await codeOf(key), await codeOf(next)]).toEqual(["good", "good"]);
  const wrong = await change({ do: "rotate", key: String(id), overlap: "24", password: "wrong 1234" });
  expect(wrong.status).toBe(401);
  expect((await change({ do: "revoke", key: String(id) }, asAlice, `${at}?step=revoke&key=${id}`)).to).toBe(at);
  expect([await codeOf(key), await codeOf(next)]).toEqual(["key_unknown", "key_unknown"]);
});

it("says what waits since a restore, and lets it go on by one press", async () => {
  const { key } = await make("n8n");
  await inTransaction(app.db, (trx) => holdAllKeys(trx, app.clock.now()));
  const shown = await asAlice.get(at);
  expect(shown.main).toContain("Your API keys are paused: a backup was restored, or your account was disabled");
  expect(shown.main).toContain("Re-enable keys");
  await change({ do: "keep" });
  expect(await codeOf(key)).toBe("good");
  expect((await asAlice.get(at)).main).not.toContain("Re-enable keys");
});

it("says of a key that it is unused for 90 days, or over", async () => {
  await make("old");
  await makeKeyFor(app, alice.user.id, { name: "short", scopes: ["read"], expiresAt: app.clock.now() + days(1) });
  expect((await asAlice.get(at)).main).not.toMatch(/unused|expired/);
  app.clock.advance(days(90));
  asAlice = await browse(app, (await personOf(app, alice.user.id)).sessionId);
  const shown = await asAlice.get(at);
  expect(shown.main).toContain("unused for 90 days");
  expect(shown.main).toContain("expired");
});

it("a new password leaves keys alone but where the box is ticked; signing out everywhere has it ticked", async () => {
  const { key } = await make("n8n");
  expect((await asAlice.get("/generate?panel=everywhere")).html).toMatch(/<input [^>]*name="revokesKeys"[^>]*checked/);
  expect((await asAlice.get("/generate?panel=password")).html).not.toMatch(/name="revokesKeys"[^>]*checked/);
  const fields = { intent: changePassword, password, newPassword: "another 2 wires" };
  await asAlice.post("/generate?panel=password", Object.entries(fields));
  expect(await codeOf(key)).toBe("good");
  const again = await browse(app, (await personOf(app, alice.user.id)).sessionId);
  await again.post("/generate", [["intent", "sign-out-everywhere"]]);
  expect(await codeOf(key)).toBe("good");
  const last = await browse(app, (await personOf(app, alice.user.id)).sessionId);
  await last.post("/generate", [
    ["intent", "sign-out-everywhere"],
    ["revokesKeys", "on"],
  ]);
  expect(await codeOf(key)).toBe("key_unknown");
});
