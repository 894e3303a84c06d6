// Canaries: a marker in every secret there is, a life lived with them, and then a search wherever they must not be.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { backUp } from "~db/sqlite/backup.server";
import {
  ask,
  batchOf,
  finishLink,
  newEmail,
  newHandle,
  tweetsOf,
  Visitor,
  type ApiTweet,
} from "../../support/people/browser";
import { codesIn, switchOnFor } from "../../support/people/browser-factor";
import { type FakeGemini, type FakeReply, startFakeGemini } from "../../support/fakes/fake-gemini";
import { type ChatReply, type FakeOpenAi, startFakeOpenAi } from "../../support/fakes/fake-openai";
import { faults, type FakeX, startFakeX } from "../../support/fakes/fake-x";
import { type BuiltServer, eventually, startServer } from "../../support/server";

const root = join(import.meta.dirname, "../../..");
const planted = {
  session: "canary-session-secret-K4mq",
  encryption: "canary-encryption-key-V9tz",
  gemini: "canary-gemini-key-Xw2p",
  ai: "canary-ai-key-Rn7c",
  xKey: "canary-x-consumer-key-Qf6r",
  xSecret: "canary-x-consumer-secret-Jd8y",
  metrics: "canary-metrics-token-Ha3n",
  password: "canary-password-7-Zu5k",
  wrongPassword: "canary-mistyped-9-Ws1b",
};

/** A person who keeps everything that the server ever answered, save the answers whose purpose is to hand out a key. */
class Watched extends Visitor {
  readonly read: string[] = [];

  override async send(path: string, init: RequestInit = {}): Promise<Response> {
    const answer = await super.send(path, init);
    const handsOut =
      /^\/(api\/users\/(login|register)|api\/keys(\/\d+\/rotate)?|api\/webhooks(\/[\w-]+\/rotate-secret)?|settings\/programs\?step=(add-webhook|new-secret&webhook=[\w-]+)|session\/key|settings\/security\?step=(set-up|codes)|admin\?step=handed)$/.test(
        path,
      );
    const text = await answer.clone().text();
    // Where somebody gets on, the browser gets its cookie.
    const isIn = answer.status === 303 && /^\/(generate\?panel=login|sign-in\/second-step)$/.test(path);
    const isRead = ([name]: [string, string]) => name !== "location" && !(isIn && name === "set-cookie");
    if (!handsOut) this.read.push(`${[...answer.headers].filter(isRead).join("\n")}\n${text}`);
    return answer;
  }
}

let x: FakeX;
let gemini: FakeGemini;
let openAi: FakeOpenAi;
let server: BuiltServer;
let alice: Watched;
const found: string[] = [];
/** Keys and session ids that were handed out in the course of it. */
const handedOut: string[] = [];

const secrets = (): string[] => [...Object.values(planted), ...x.issued, ...handedOut];
/** As it is, and in the clothes in which it might hide. */
const disguises = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString("base64").replace(/=+$/, ""),
  Buffer.from(secret).toString("base64url"),
  Buffer.from(secret).toString("hex"),
  encodeURIComponent(secret),
];
const search = (where: string, text: string): void => {
  for (const secret of secrets())
    if (disguises(secret).some((one) => text.includes(one))) found.push(`${where}: ${secret}`);
};

beforeAll(async () => {
  x = await startFakeX({ apiKey: planted.xKey, apiSecret: planted.xSecret });
  gemini = await startFakeGemini();
  openAi = await startFakeOpenAi();
  server = await startServer({
    env: {
      SESSION_SECRET: planted.session,
      ENCRYPTION_KEY: planted.encryption,
      GEMINI_API_KEY: planted.gemini,
      GEMINI_BASE_URL: gemini.origin,
      AI_BASE_URL: openAi.baseUrl,
      AI_MODEL: "llama3.1:8b",
      AI_API_KEY: planted.ai,
      AI_FALLBACK: "on",
      X_API_KEY: planted.xKey,
      X_API_SECRET: planted.xSecret,
      X_API_ORIGIN: x.origin,
      METRICS_TOKEN: planted.metrics,
      REGISTRATION: "open",
      LOG_LEVEL: "trace",
    },
  });
  alice = new Watched(server.origin);
  await live();
});
afterAll(async () => {
  await server?.close();
  await x?.close();
  await gemini?.close();
  await openAi?.close();
});

interface SignInResponse {
  user_id: string;
  api_key: string;
}

/** Everything with which a secret travels: it goes well, it goes wrong, and it comes where it doesn't belong. */
async function live(): Promise<void> {
  const email = newEmail("alice");
  const made = await alice.call<SignInResponse>("POST", "/api/users/register", { email, password: planted.password });
  const again = await alice.call<SignInResponse>("POST", "/api/users/login", { email, password: planted.password });
  await alice.call("POST", "/api/users/login", { email, password: planted.wrongPassword });
  await alice.call("POST", "/api/users/register", { email, password: planted.password });
  await alice.post("/generate?panel=login", { intent: "sign-in", email, password: planted.wrongPassword });
  await alice.post("/generate?panel=register", { intent: "create-account", email, password: planted.password });
  const key = (await (await alice.send("/session/key", { method: "POST" })).json()) as SignInResponse;
  handedOut.push(made.body.api_key, again.body.api_key, key.api_key);
  for (const { value } of alice.cookies()) handedOut.push(...sessionIn(value));
  alice.apiKey = key.api_key;
  alice.userId = made.body.user_id;
  await operate();
  await giveToPrograms();
  await stepTwice(email);

  await connect();
  const tweets = await tweetsOf(alice, await batchOf(alice, await ask(alice, "linnets in winter")));
  await publish(tweets);
  await writeBadly();
  await misplace();
  for (const page of [
    "/generate",
    "/timeline",
    "/timeline?panel=sidebar",
    "/product-analyse",
    "/bot",
    "/generate?panel=settings",
  ])
    await alice.open(page);
}

/** Keys for programs are made, given other secrets, used, put where they don't belong, and looked at. */
async function giveToPrograms(): Promise<void> {
  type Made = { data: { id: number; key: string } };
  const { password } = planted;
  const ask = { name: "n8n", scopes: ["read", "write"], password };
  const { body: made } = await alice.call<Made>("POST", "/api/keys", ask);
  const { body: next } = await alice.call<Made>("POST", `/api/keys/${made.data.id}/rotate`, { password });
  for (const { key } of [made.data, next.data]) {
    // Its first characters are its hint, which its person may see.
    expect(key).toMatch(/^linnet_/);
    handedOut.push(key, key.slice(11));
    const headers = { authorization: `Bearer ${key}` };
    expect((await alice.send("/api/me", { headers })).status).toBe(200);
    await alice.send(`/api/me?api_key=${key}&user_id=${alice.userId}`);
    await alice.send(`/api/tweets?q=${key}`, { headers: { authorization: `Bearer ${key}x` } });
  }
  await alice.call("POST", "/api/keys", ask);
  for (const step of ["", `?step=rotate&key=${made.data.id}`]) await alice.open(`/settings/programs${step}`);
  await giveWebhooks();
}

/** Webhooks are added and given other secrets, over the API and by forms, and looked at. */
async function giveWebhooks(): Promise<void> {
  // It is told of nothing that happens here: nobody is called.
  const wish = { url: "https://93.184.215.14/hook", events: ["webhook.disabled"] };
  const { body } = await alice.call<{ data: { id: string; secret: string } }>("POST", "/api/webhooks", wish);
  const { id } = body.data;
  const next = await alice.call<{ data: { secret: string } }>("POST", `/api/webhooks/${id}/rotate-secret`, {});
  const shown = async (step: string, fields: Record<string, string>) => {
    const ask = { intent: "keep-webhooks", description: "", ...wish, events: "webhook.disabled", ...fields };
    const answer = await alice.post(`/settings/programs?step=${step}`, ask);
    return /whsec_[\w+/=]+/.exec(await answer.text())?.[0] ?? "";
  };
  const byForm = [
    await shown("add-webhook", { do: "add" }),
    await shown(`new-secret&webhook=${id}`, { do: "rotate", webhook: id }),
  ];
  for (const secret of [body.data.secret, next.body.data.secret, ...byForm]) {
    expect(secret).toMatch(/^whsec_.{40}/);
    handedOut.push(secret, secret.slice(6));
  }
  for (const path of [
    `/api/webhooks/${id}`,
    "/settings/programs",
    `/settings/programs?step=change-webhook&webhook=${id}`,
  ])
    await alice.send(path);
}

/** The operator, whose account is the first, hands out an invitation and a link for a new password; both are used. */
async function operate(): Promise<void> {
  const password = planted.password;
  const act = (fields: Record<string, string>) =>
    alice.post("/admin", { intent: "manage-people", password, ...fields });
  const linkShown = async () => {
    const page = await (await alice.send("/admin?step=handed")).text();
    const [link = "", token = ""] = /\/(?:join|reset-password)\?token=([\w-]+)/.exec(page) ?? [];
    expect(token).toHaveLength(43);
    handedOut.push(token);
    return { link, token };
  };
  const email = newEmail("bob");
  expect((await act({ deed: "invite", email })).status).toBe(303);
  const join = await linkShown();
  const bob = new Watched(server.origin);
  expect((await bob.post(join.link, { intent: "create-account", email, password, token: join.token })).status).toBe(
    303,
  );
  const { id } = await bob.call<SignInResponse>("POST", "/api/users/login", { email, password }).then(({ body }) => {
    handedOut.push(body.api_key);
    return { id: body.user_id };
  });
  expect((await act({ deed: "link", who: id })).status).toBe(303);
  const choose = await linkShown();
  const choice = { intent: "choose-password", newPassword: `${password}-2`, token: choose.token };
  expect((await bob.post(choose.link, choice)).status).toBe(303);
  await alice.open("/admin");
  alice.read.push(...bob.read);
}

/** A second step is switched on, asked for, mistyped, passed by app and recovery code, and other codes are made. */
async function stepTwice(email: string): Promise<void> {
  const app = await switchOnFor(alice, { password: planted.password });
  const [first = "", second = "", third = ""] = app.codes;
  const browser = new Watched(server.origin);
  const signIn = () => browser.post("/generate?panel=login", { intent: "sign-in", email, password: planted.password });
  const step = (code: string) => browser.post("/sign-in/second-step", { intent: "second-step", code, trust: "on" });
  const remember = () => browser.cookies().forEach(({ value }) => handedOut.push(...sessionIn(value)));
  await signIn();
  await browser.open("/sign-in/second-step");
  remember();
  await step("zzzz-zzzz");
  await step(`${app.key} ${third}`);
  await step(app.next());
  remember();
  await browser.open("/settings/security");
  await alice.call("POST", "/api/users/login", { email, password: planted.password, otp: first });
  await alice.call("POST", "/api/users/login", { email, password: planted.password, otp: first });
  const renewing = { intent: "renew-codes", password: planted.password, code: second };
  expect((await alice.post("/settings/security?step=renew", renewing)).status).toBe(303);
  const fresh = codesIn(await (await alice.send("/settings/security?step=codes")).text());
  expect(fresh).toHaveLength(10);
  await alice.open("/settings/security");
  for (const code of [...app.codes, ...fresh]) handedOut.push(code, code.replace("-", ""));
  handedOut.push(app.key, app.key.replaceAll(" ", ""));
  alice.read.push(...browser.read);
}

/** The cookie's value, and the session's id in it: Remix signs base64 of JSON. */
function sessionIn(cookie: string): string[] {
  const [id = ""] = decodeURIComponent(cookie).split(".");
  const value = JSON.parse(Buffer.from(id, "base64").toString("utf8")) as string | string[] | { id: string };
  // A browser may be trusted by several people.
  if (Array.isArray(value)) return [cookie, ...value];
  return [cookie, typeof value === "string" ? value : value.id];
}

async function connect(): Promise<void> {
  const begin = async () => {
    const consent = await alice.send("/accounts/connect");
    return new URL(consent.headers.get("location") ?? "").searchParams.get("oauth_token") ?? "";
  };
  await finishLink(alice, x.consentUrl(await begin(), newHandle("alice")));
  const denied = new URL(x.deny(await begin()));
  await alice.send(`${denied.pathname}${denied.search}`);
  const replayed = `/api/twitter-auth/callback?oauth_token=${x.issued[0]}&oauth_verifier=${x.issued[2]}`;
  await alice.send(replayed);
}

const publishFaults = [
  faults.none,
  faults.dropAfter,
  // Services that repeat what they were sent.
  faults.status(403, { body: { title: "Forbidden", detail: `consumer ${planted.xKey} ${planted.xSecret} may not` } }),
  faults.status(400, { body: { errors: [{ message: `bad signature with ${planted.xSecret}` }] } }),
];

async function publish(tweets: ApiTweet[]): Promise<void> {
  const at = "/api/questions/publish-now";
  const answers: number[] = [];
  for (const [n, fault] of publishFaults.entries()) {
    x.failNext(fault);
    answers.push((await alice.call("POST", `${at}/${tweets[n]?.id}`)).status);
  }
  expect(answers[0]).toBe(200);
  expect(answers.slice(1).every((status) => status >= 500)).toBe(true);
}

async function writeBadly(): Promise<void> {
  const said = `API key not valid: ${planted.gemini}. Please pass a valid API key.`;
  const error: FakeReply = { status: 400, body: { error: { code: 400, message: said, status: "INVALID_ARGUMENT" } } };
  const odd: FakeReply = { status: 500, body: `<html>${planted.gemini}</html>` };
  // Where Gemini refuses its key or breaks off, the other model is asked, and repeats its own key.
  const heard: ChatReply = { status: 401, body: { error: { message: `Incorrect API key provided: ${planted.ai}` } } };
  const oddToo: ChatReply = { status: 500, body: `<html>${planted.ai}</html>` };
  gemini.always(error);
  await batchOf(alice, await ask(alice, "linnets that another model writes of"));
  for (const [reply, others] of [
    [error, heard],
    [{ wire: "half" }, oddToo],
    [odd, null],
  ] satisfies [FakeReply, ChatReply | null][]) {
    gemini.always(reply);
    openAi.always(others);
    const task = await ask(alice, "linnets that don't come");
    await eventually("it has failed", async () => {
      const { body } = await alice.call<{ data: { status: string } }>("GET", `/api/questions/task-status/${task}`);
      return body.data.status === "failed";
    });
  }
  gemini.always(error);
  openAi.always(heard);
  await alice.call("POST", "/api/bots/content-analysis/analyze", { content: "A place where linnets are counted" });
  gemini.always(null);
  openAi.always(null);
}

/** Secrets where they don't belong: in addresses, in other fields, in requests that are refused. */
async function misplace(): Promise<void> {
  const { apiKey, userId } = alice;
  const asPerson = `user_id=${userId}&api_key=${apiKey}`;
  await alice.send(`/api/twitter/accounts/list?${asPerson}`);
  await alice.send(`/api/nothing?${asPerson}`);
  await alice.send(`/api/%E0%A4%A?${asPerson}`);
  await alice.send(`/api/twitter/accounts/list?API_KEY=${apiKey}&password=${planted.password}`);
  await alice.send(`/api/questions/set-timezone/${userId}?timezone=${apiKey}&api_key=${apiKey}`, { method: "POST" });
  await alice.call("POST", "/api/users/login", { email: planted.password, password: [planted.password] });
  await alice.call("PUT", "/api/users/login", { email: "x", password: planted.password });
  await alice.send("/metrics", { headers: { authorization: `Bearer ${planted.metrics}` } });
  const json = { "content-type": "application/json" };
  const broken = `{"user_id":"${userId}","api_key":"${apiKey}","password":"${planted.password}`;
  await alice.send("/api/questions/submit-gemini", { method: "POST", headers: json, body: broken });
}

it("the secrets were really on their way", () => {
  expect(gemini.calls.some(({ headers }) => headers["x-goog-api-key"] === planted.gemini)).toBe(true);
  expect(openAi.calls.some(({ headers }) => headers.authorization === `Bearer ${planted.ai}`)).toBe(true);
  expect(x.requests.some(({ headers }) => headers.authorization?.includes(planted.xKey))).toBe(true);
  expect(x.posts.length).toBeGreaterThan(0);
  expect(x.issued.length).toBeGreaterThan(5);
  expect(handedOut.length).toBeGreaterThanOrEqual(5);
  expect(alice.read.join("")).toContain(alice.userId);
});

it("none is in the log", () => {
  const log = server.log();
  expect(log).toContain(alice.userId);
  search("log", log);
  expect(found).toEqual([]);
});

it("none is in a page, in JSON, in a refusal or a header", () => {
  for (const text of alice.read) search("answer", text);
  expect(found).toEqual([]);
});

it("none is in the database, its log of writes, or a backup", async () => {
  const backup = join(server.dataDir, "canary-backup.db");
  await backUp(join(server.dataDir, "linnet.db"), backup, Date.now());
  const files = readdirSync(server.dataDir, { recursive: true, encoding: "utf8" }).filter((file) =>
    statSync(join(server.dataDir, file)).isFile(),
  );
  expect(files).toEqual(expect.arrayContaining(["linnet.db", "canary-backup.db"]));
  const texts = files.map((file) => ({ file, text: readFileSync(join(server.dataDir, file), "latin1") }));
  // What is no secret is found, or the search would prove nothing.
  expect(texts.filter(({ text }) => text.includes(alice.userId)).length).toBeGreaterThan(1);
  for (const { file, text } of texts) search(file, text);
  expect(found).toEqual([]);
});

it("none is in what the browser loads", () => {
  const folder = join(root, "public", "build");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.(js|css|map)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) {
    const text = readFileSync(join(folder, file), "utf8");
    search(file, text);
    expect(text, "names of what only the server has").not.toMatch(/SESSION_SECRET|ENCRYPTION_KEY|password_hash/);
  }
  expect(found).toEqual([]);
});
