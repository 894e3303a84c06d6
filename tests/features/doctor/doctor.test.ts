// The set-up doctor against services that are well, ill, away and wrong about the time.
import { join } from "node:path";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { days, minutes, seconds } from "~/ground/time/duration";
import { examine } from "~/features/doctor/doctor.server";
import type { Finding, Loop } from "~/features/doctor/finding";
import { createTestApp, type TestApp } from "~tests/support/app";
import { type FakeGemini, refusedKey, replies, startFakeGemini } from "~tests/support/fakes/fake-gemini";
import { type FakeMail, startFakeMail } from "~tests/support/fakes/fake-mail";
import { type FakeX, startFakeX } from "~tests/support/fakes/fake-x";
import { clientOf, link } from "~tests/support/fakes/fake-x-linked";
import { linkAccount, makePerson } from "~tests/support/people/make";

let gemini: FakeGemini;
let x: FakeX;
let app: TestApp;
const callback = "http://localhost:3000/api/twitter-auth/callback";
const model = "gemini-3.5-flash-lite";
/** What X's and Google's clocks show more than ours. */
let ahead = 0;

beforeEach(async () => {
  ahead = 0;
  const theirs = () => (app?.clock.now() ?? Date.now()) + ahead;
  gemini = await startFakeGemini();
  gemini.setClock(theirs);
  x = await startFakeX({ now: theirs, callbacks: [callback] });
  const { apiKey, apiSecret } = x.rules;
  app = await createTestApp({
    network: clientOf(x),
    config: {
      x: { apiKey, apiSecret, apiOrigin: x.origin },
      gemini: { apiKey: "test-key", model, baseUrl: gemini.origin },
      dataDir: folder,
    },
  });
});
afterEach(async () => {
  await app.close();
  await gemini.close();
  await x.close();
});

/** As Linnet makes it: for its own user alone. */
const folder = mkdtempSync(join(tmpdir(), "linnet-doctor-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const alive: Loop = { silentMs: 0, obstacle: null };
async function find(id: string, loop = alive): Promise<Finding> {
  const found = (await examine(app, loop)).find((one) => one.id === id);
  if (!found) throw new Error(`The doctor says nothing of ${id}`);
  return found;
}
const states = async () => Object.fromEntries((await examine(app, alive)).map(({ id, state }) => [id, state]));

it("finds nothing wrong where nothing is, and asks each service once, without cost", async () => {
  const all = { "x-keys": "good", "x-callback": "good", "x-permission": "off" };
  const rest = {
    "gemini-key": "good",
    "gemini-model": "good",
    mail: "off",
    operator: "off",
    keys: "good",
    clock: "good",
    disk: "good",
    files: "good",
    proxy: "off",
    loop: "good",
    pictures: "good",
    prices: "good",
  };
  expect(await states()).toEqual({ ...all, ...rest });
  expect(x.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /oauth/request_token"]);
  expect(gemini.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([`GET /v1beta/models/${model}`]);
  expect((await find("gemini-key")).message).toContain("Linnet asks Google not to store prompts.");
});

it("says of a database that nodes share who makes its backups, and of a file nothing", async () => {
  expect(await states()).not.toHaveProperty("backups");
  app.config.postgres = { url: "postgres://linnet:secret-word@db/linnet", pool: 8, listenUrl: "postgres://db/linnet" };
  expect(await find("backups")).toMatchObject({
    state: "off",
    message: "With Postgres, Linnet makes no backups. You make them yourself.",
    todo: expect.stringContaining("docs/postgres.md") as string,
  });
  expect(JSON.stringify(await examine(app, alive))).not.toContain("secret-word");
});

it("says of a fresh clone what serves instead, and still gives the address to copy", async () => {
  Object.assign(app.config, { x: null, gemini: null });
  expect(await states()).toMatchObject({ "x-keys": "off", "x-callback": "off", "gemini-key": "off", clock: "off" });
  expect((await find("x-callback")).copy).toBe(callback);
  expect((await find("gemini-key")).todo).toMatch(/Google AI Studio.* Linnet asks Google not to store prompts\./);
  expect([...x.requests, ...gemini.calls]).toEqual([]);
});

describe("X", () => {
  it("refuses the keys", async () => {
    app.config.x = { apiKey: x.rules.apiKey, apiSecret: "wrong-secret", apiOrigin: x.origin };
    const keys = await find("x-keys");
    expect(keys).toMatchObject({ state: "bad", todo: expect.stringContaining("X_API_SECRET") });
    expect(JSON.stringify(await examine(app, alive))).not.toContain("wrong-secret");
    expect((await find("x-callback")).state).toBe("off");
  });

  it("doesn't know the callback address", async () => {
    x.rules.callbacks = ["https://elsewhere.example/callback"];
    expect((await find("x-keys")).state).toBe("good");
    const found = await find("x-callback");
    expect(found).toMatchObject({
      state: "bad",
      copy: callback,
      todo: expect.stringContaining("exactly this URL"),
    });
  });

  it("is out of reach", async () => {
    await x.goDown();
    expect(await find("x-keys")).toMatchObject({ state: "bad", todo: expect.stringContaining("api.x.com") });
    await x.comeUp();
  });

  it("has told that the app may write, when an account was linked", async () => {
    const alice = await makePerson(app, "alice");
    const { accessLevel } = await link(x, app.network);
    const account = { network_user_id: "1", username: "a", display_name: "A", tokens: "", linked_at: 0, is_default: 0 };
    await app.db
      .insertInto("accounts")
      .values({
        ...account,
        status: "active",
        is_default: 0,
        user_id: alice.user.id,
        network: "x",
        access_level: accessLevel,
      })
      .execute();
    expect((await find("x-permission")).state).toBe("good");
    await app.db.updateTable("accounts").set({ access_level: "read" }).execute();
    expect(await find("x-permission")).toMatchObject({ state: "bad", todo: expect.stringContaining("Read and write") });
  });
});

describe("Gemini", () => {
  it.each([
    ["the key is wrong", replies.wrongKey(), "gemini-key", /GEMINI_API_KEY/],
    ["the key may not", replies.forbidden(), "gemini-key", /GEMINI_API_KEY/],
    ["the answer is no JSON", replies.htmlError(502), "gemini-key", /HTTP 502/],
    ["nobody answers", replies.reset(), "gemini-key", /Can’t reach Gemini/],
    ["the model is gone", replies.unknownModel(model), "gemini-model", /GEMINI_MODEL/],
    ["the model makes pictures", replies.model(model, ["predict"]), "gemini-model", /GEMINI_MODEL/],
    ["the region is wrong", replies.wrongRegion(), "gemini-model", /billing/],
  ])("is not well: %s", async (_name, reply, id, words) => {
    gemini.always(reply);
    const found = await find(id);
    expect(found.state).toBe("bad");
    expect(found.message).toMatch(words);
  });

  it("refuses a key that no header can carry, without being asked", async () => {
    app.config.gemini = { apiKey: "ключ", model, baseUrl: gemini.origin };
    expect((await find("gemini-key")).state).toBe("bad");
    app.config.gemini = { apiKey: refusedKey, model, baseUrl: gemini.origin };
    expect((await find("gemini-key")).state).toBe("bad");
    expect(gemini.calls).toHaveLength(1);
  });

  it.each([
    ["sixty-one days before", "2026-10-01", "good", /offers/],
    ["two weeks before", "2026-11-17", "check", /retires it on 2026-12-01/],
    ["afterwards", "2026-12-02", "check", /retired .* on 2026-12-01/],
  ])("takes a model away that is known to end: %s", async (_name, today, state, words) => {
    app.clock.set(Date.parse(today));
    app.config.gemini = { apiKey: "test-key", model: "gemini-2.5-flash", baseUrl: gemini.origin };
    const found = await find("gemini-model");
    expect(found.state).toBe(state);
    expect(found.message).toMatch(words);
  });

  it.each([
    ["gemini-3.5-flash", "gemini-3.6-flash"],
    ["gemini-3.7-flash", "gemini-3.8-flash"],
  ])("answers for %s with %s, at that one's price, whatever that one says of its own end", async (name, other) => {
    app.clock.set(Date.parse("2026-10-08"));
    app.config.gemini = { apiKey: "test-key", model: name, baseUrl: gemini.origin };
    const alice = await makePerson(app, "alice");
    const batch = { id: "b", user_id: alice.user.id, topic: "t", web_search: 0, writer: "gemini" } as const;
    const cost = { input_tokens: 1, output_tokens: 1, created_at: 0 };
    const model_retires_at = app.clock.now() + days(300);
    await app.db
      .insertInto("batches")
      .values({ ...batch, ...cost, model: name, sources: "[]", model_retires_at })
      .execute();
    const { state, message, todo } = await find("gemini-model");
    expect([state, message]).toEqual([
      "check",
      `Google retired "${name}" on 2026-10-08. Google now uses ${other} instead, at that model’s price.`,
    ]);
    expect(todo).toContain("GEMINI_MODEL");
  });

  it("has a known end also where it doesn't answer", async () => {
    app.clock.set(Date.parse("2026-11-20"));
    app.config.gemini = { apiKey: "test-key", model: "gemini-2.5-flash", baseUrl: gemini.origin };
    gemini.always(replies.reset());
    expect(await find("gemini-model")).toMatchObject({
      state: "check",
      message: expect.stringContaining("2026-12-01"),
    });
  });

  it("has said itself, with a batch, when the model ends", async () => {
    const alice = await makePerson(app, "alice");
    const batch = {
      id: "b",
      user_id: alice.user.id,
      topic: "t",
      web_search: 0,
      writer: "gemini",
      model,
      sources: "[]",
    };
    await app.db
      .insertInto("batches")
      .values({
        ...batch,
        web_search: 0,
        writer: "gemini",
        input_tokens: 1,
        output_tokens: 1,
        created_at: 0,
        model_retires_at: app.clock.now() + days(10),
      })
      .execute();
    expect((await find("gemini-model")).state).toBe("check");
  });
});

it("says whether the operator's address takes what it is told", async () => {
  app.config.alertUrl = "http://127.0.0.1:1/?token=hush-hush-7";
  expect(await find("operator")).toMatchObject({ state: "good" });
  const event = { id: "evt_1", type: "disk.low", at: 1 };
  await app.db.insertInto("events").values(event).execute();
  const delivery = { event_id: "evt_1", channel: "operator" as const, target_id: "operator", topic: "disk.low" };
  await app.db
    .insertInto("deliveries")
    .values({ ...delivery, attempts: 2, due_at: 1, event_at: 1, last_error: "ALERT_URL answered 500" })
    .execute();
  expect(await find("operator")).toMatchObject({
    state: "check",
    message: "The last notification wasn’t delivered: ALERT_URL answered 500.",
  });
});

describe("mail", () => {
  const login = { user: "linnet", password: "hush-hush-8" };
  const from = { name: "Linnet", address: "linnet@linnet.example" };
  let server: FakeMail;
  beforeEach(async () => {
    server = await startFakeMail({ login });
    app.config.mail = { url: server.url, from };
  });
  afterEach(() => server.close());

  it("is well, and nothing is sent to see it", async () => {
    expect(await find("mail")).toMatchObject({ state: "good", todo: null });
    expect(server.mails).toEqual([]);
  });

  it("is not set up, or set up and refused, and no password is shown", async () => {
    app.config.mail = { url: server.url.replace("hush-hush-8", "hush-hush-9"), from };
    expect(await find("mail")).toMatchObject({ state: "bad", todo: expect.stringContaining("SMTP_URL") as string });
    expect(JSON.stringify(await examine(app, alive))).not.toContain("hush");
    await server.goDown();
    expect(await find("mail")).toMatchObject({ state: "bad", todo: expect.stringContaining("port") as string });
    app.config.mail = null;
    expect(await find("mail")).toMatchObject({ state: "off", todo: expect.stringContaining("MAIL_FROM") as string });
  });
});

describe("this server", () => {
  it("takes pictures, or says why not: it was told so, or has too little memory", async () => {
    app.config.images = "off";
    expect(await find("pictures")).toMatchObject({ state: "off", todo: null });
    app.config.images = "low_memory";
    const todo = expect.stringContaining("512 MB") as string;
    expect(await find("pictures")).toMatchObject({ state: "check", todo });
  });

  it.each([
    [seconds(10), "good", /10 seconds slow/],
    [-seconds(60), "check", /60 seconds fast/],
    [minutes(10), "bad", /600 seconds slow.*X rejects/],
  ])("has a clock that is off by %i ms", async (off, state, words) => {
    ahead = off;
    app.clock.set(Math.round(app.clock.now() / 1000) * 1000 + 500);
    const found = await find("clock");
    expect(found.state).toBe(state);
    expect(found.message).toMatch(words);
    app.config.x = null;
    expect((await find("clock")).state).toBe(state);
  });

  it("can't write to its folder", async () => {
    app.config.dataDir = join(import.meta.dirname, "doctor.test.ts", "below a file");
    expect(await find("disk")).toMatchObject({ state: "bad", todo: expect.stringContaining("DATA_DIR") });
  });

  it.each([
    [{ silentMs: null, obstacle: "elsewhere" as const }, "bad", /isn’t running/],
    [{ silentMs: seconds(31), obstacle: null }, "bad", /isn’t running/],
    [
      { silentMs: 0, obstacle: "elsewhere" as const },
      "check",
      /another process that uses the same data folder is publishing/,
    ],
    [{ silentMs: 0, obstacle: "broken" as const }, "check", /just lost its database/],
    [{ silentMs: 0, obstacle: "outdated" as const }, "check", /newer version .* starts nothing new/],
  ])("has a loop that stands, or isn't the publisher: %o", async (loop, state, words) => {
    expect(await find("loop", loop)).toMatchObject({ state, message: expect.stringMatching(words) as string });
  });

  it("is one of several nodes, or says nothing of nodes", async () => {
    expect(await states()).not.toHaveProperty("nodes");
    app.node.list = () => Promise.resolve([{ id: "a", name: "linnet-1", version: "1.2.3", silentMs: 400 }]);
    expect(await find("nodes")).toMatchObject({ title: "Nodes", state: "good", todo: null });
  });
});

it("sees whether the stored authorizations open, and by which key", async () => {
  const sandbox = await createTestApp({
    config: { encryptionKeys: ["the first key of all"], dataDir: import.meta.dirname },
  });
  const keys = async () => (await examine(sandbox, alive)).find(({ id }) => id === "keys");
  await linkAccount(sandbox, await makePerson(sandbox, "alice"), "one");
  expect((await keys())?.state).toBe("good");
  // One given, and that of secrets.json behind it: there is no older one in ENCRYPTION_KEY to take out.
  sandbox.config.encryptionKeys = ["the first key of all", "the one of secrets.json"];
  expect((await keys())?.message).not.toContain("remove the older keys");
  sandbox.config.keysGiven = 2;
  expect((await keys())?.message).toContain("You can remove the older keys from ENCRYPTION_KEY.");
  sandbox.config.encryptionKeys = ["the second key of all", "the first key of all"];
  expect(await keys()).toMatchObject({ state: "check", message: expect.stringContaining("older key") });
  sandbox.config.encryptionKeys = ["the second key of all"];
  expect(await keys()).toMatchObject({ state: "bad", todo: expect.stringContaining("Add the earlier key") });
  await sandbox.close();
});

it("names a secret that can be found by trying, and shows nothing of it", async () => {
  expect((await examine(app, alive)).filter(({ id }) => id.startsWith("secrets-"))).toEqual([]);
  app.config.encryptionKeys = ["MySecretKey12345"];
  const found = await find("secrets-ENCRYPTION_KEY");
  expect(found).toMatchObject({ state: "check", title: "ENCRYPTION_KEY", copy: "openssl rand -base64 32" });
  expect(JSON.stringify(found)).not.toContain("MySecretKey");
});
