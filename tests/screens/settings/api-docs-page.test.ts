// /api/docs as a browser gets it: all of the contract stands on it, its links lead somewhere, its commands are a shell's.
import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, expect, it } from "vitest";
import { scopes, scopeWords } from "~/features/api-keys/scope";
import { hookTypes, hookWords } from "~/features/webhooks/hook";
import { errorCodes, errorTable } from "~/ground/errors";
import { days, hours } from "~/ground/time/duration";
import { namesInPath, refusalsOf } from "~/http/contract/endpoint.server";
import { asOf } from "~/http/contract/examples.server";
import { contract, endpoints } from "~/http/contract/index.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { makePerson } from "~tests/support/people/make";
import { browse, type Page } from "../support/browse";

let app: TestApp;
let page: Page;
beforeEach(async () => {
  app = await createTestApp();
  page = await (await browse(app, null)).get("/api/docs");
});
afterEach(() => app.close());

const plain = (html: string): string =>
  html
    .replace(/<[^>]+>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&gt;", ">")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");

const inAll = (pattern: RegExp): string[] => [...page.html.matchAll(pattern)].map(([, found = ""]) => found);

/** The cards of the page by the ids of their headings, as the words on them. */
const cards = (): Map<string, string> =>
  new Map(
    inAll(/<article class="card docs__route" (aria-labelledby=.*?)<\/article>/gs).map((html) => [
      /aria-labelledby="([^"]+)"/.exec(html)?.[1] ?? "",
      plain(html.slice(html.indexOf(">") + 1)),
    ]),
  );

/** The fields that a route's card has rows for, with where each is sent: "limit, query". */
const fieldsIn = (name: string): string[] => {
  const from = page.html.indexOf(`<h3 id="${name}">`);
  const card = page.html.slice(from, page.html.indexOf("</article>", from));
  return [...card.matchAll(/<dt><code>([^<]+)<\/code><small>(\w+)/g)].map(([, field, place]) => `${field}, ${place}`);
};

const words = (text: string): string => text.replaceAll("`", "");

it("is answered to whoever asks, the same to all, and takes no form", async () => {
  expect([page.status, page.title]).toEqual([200, "API · Linnet"]);
  const alice = await makePerson(app, "alice");
  const asAlice = await browse(app, alice.sessionId);
  const hers = await asAlice.get("/api/docs");
  expect(hers.main).toBe(page.main);
  expect(hers.html).not.toContain("alice@");
  expect((await asAlice.post("/api/docs", { intent: "sign-out" })).status).toBe(405);
});

it("has no script, and nothing of its data behind it; other pages have theirs", async () => {
  expect(page.html).not.toContain("<script");
  expect(page.html).not.toContain("__remixContext");
  expect(page.headers["content-security-policy"]).toMatch(/script-src 'self' 'nonce-/);
  expect((await (await browse(app, null)).get("/generate")).html).toContain("__remixContext.streamController.close()");
});

it("every route stands on it with its method, path, words, fields, codes and command", () => {
  const found = cards();
  for (const [name, endpoint] of Object.values(contract).flatMap((group) => Object.entries(group))) {
    const card = found.get(name) ?? "";
    expect(page.html).toContain(`<h3 id="${name}">`);
    expect(card, name).toContain(words(endpoint.summary));
    expect(card).toContain(words(endpoint.description));
    expect(card).toContain(`${endpoint.method} ${endpoint.path}`);
    expect(card).toContain(`Response: ${endpoint.status}`);
    for (const scope of [endpoint.scope].flat())
      if (scope !== "any" && scope !== "none") expect(card).toMatch(new RegExp(`scope.* ${scope}`));
    const rows = fieldsIn(name);
    for (const field of Object.keys(shapeOf(endpoint.body))) expect(rows, name).toContain(`${field}, body`);
    for (const field of Object.keys(shapeOf(endpoint.query))) expect(rows, name).toContain(`${field}, query`);
    for (const field of namesInPath(endpoint.path)) expect(rows, name).toContain(`${field}, path`);
    const refusals = card.slice(card.lastIndexOf("Refusals"));
    for (const code of refusalsOf(endpoint)) expect(refusals, name).toContain(code);
    expect(card).toContain(`curl `);
    expect(card).not.toContain("undefined");
  }
});

const shapeOf = (schema: unknown): object => (schema as { shape?: object } | undefined)?.shape ?? {};

it("says what a field may be: its kind, its bounds, and what it is where it is left out", () => {
  const tweets = cards().get("writeTweets") ?? "";
  expect(tweets).toContain("tweetsbody, requiredlist of objects, 1 to 50.");
  expect(tweets).toContain("tweets[].tweet_contentbody, requiredtext, 1 to 5,000 characters.");
  expect(tweets).toContain("datalist of Tweet. In the order sent.");
  expect(cards().get("scheduleBatch")).toContain(
    "daysbodywhole number, 1 to 30 or null, default: 7. Today counts as the first.",
  );
  expect(cards().get("saveHours")).toContain("quietbodyobject or null. Up to");
  expect(cards().get("schedule")).toContain("execute_atbody, requiredtime, ISO 8601 with an offset.");
  expect(cards().get("listHistory")).toContain("A JSON array of Tweet.");
  expect(cards().get("readPicture")).toContain("A file: image/jpeg or image/png.");
  expect(cards().get("-botstatus")).toContain("one of not_started, running, paused, stopped.");
  expect(cards().get("-thread")).toContain("stateone of draft, going, stopped, done.");
});

it("every code, scope and event stands on it with its words, and the way to the description for programs", () => {
  const text = plain(page.html);
  for (const code of errorCodes) {
    const { status, retry, meaning } = errorTable[code];
    expect(text).toContain(`${code}${status}${retry}${meaning}`);
    expect(page.html).toContain(`id="-${code}"`);
  }
  for (const scope of scopes) expect(text).toContain(`${scope}${scopeWords[scope]}`);
  for (const event of hookTypes) expect(text).toContain(`${event}When: ${hookWords[event]}.`);
  expect(text).toContain("webhook.test");
  expect(page.html).toContain('href="/api/openapi.json"');
});

it("no id stands twice, and no link leads to one that isn't there", () => {
  const ids = inAll(/ id="([^"]+)"/g);
  expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([]);
  const links = inAll(/ href="#([^"]+)"/g);
  expect(links.length).toBeGreaterThan(1_000);
  expect([...new Set(links)].filter((id) => !ids.includes(id))).toEqual([]);
  const contents = page.show("nav");
  for (const name of Object.values(contract).flatMap((group) => Object.keys(group)))
    expect(contents).toContain(`href="#${name}"`);
});

it("each command is one line that a shell reads as it is meant: method, address, key and body", () => {
  const lines = inAll(/<pre class="docs__shell"><code>(curl .*?)<\/code>/gs).map(plain);
  expect(lines).toHaveLength(endpoints.length);
  const script = `curl() { printf '%s\\0' "$@"; printf '\\1'; }\n${lines.join("\n")}`;
  const env = { LINNET_KEY: "the-key", BROWSER_KEY: "the-browsers", PATH: process.env["PATH"] };
  const output = execFileSync("bash", ["-euc", script], { encoding: "utf8", env: { ...env, NODE_ENV: "test" } });
  const calls = output.split("\u0001").slice(0, -1);
  expect(calls).toHaveLength(endpoints.length);
  for (const [n, endpoint] of endpoints.entries()) {
    const args = (calls[n] ?? "").split("\0");
    const after = (flag: string) => args.flatMap((one, at) => (args[at - 1] === flag ? [one] : []));
    const sends = args.includes("-d") || args.includes("--data-binary");
    expect(after("-X")[0] ?? (sends ? "POST" : "GET"), endpoint.path).toBe(endpoint.method);
    const { pathname, searchParams } = new URL(args.find((one) => one.startsWith("http")) ?? "");
    expect(pathname).toMatch(new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, "[\\w-]+")}$`));
    expect(Object.fromEntries(searchParams)).toEqual(endpoint.example.query ?? {});
    expect(JSON.parse(after("-d")[0] ?? "null")).toEqual(asOf(app.clock.now(), endpoint.example.body ?? null));
    const key = endpoint.scope === "none" ? "the-browsers" : "the-key";
    expect(after("-H").includes(`Authorization: Bearer ${key}`)).toBe(endpoint.access !== "open");
  }
});

it("what its examples name as to come is to come, also on a server that has run for years", async () => {
  for (const later of [0, 0.9, 3_000]) {
    app.clock.advance(days(later));
    const { html } = await (await browse(app, null)).get("/api/docs");
    const shown = [...plain(html).matchAll(/"(?:execute_at|scheduled_time|date)": ?"(\d{4}-\d\d-\d\d)/g)];
    expect(shown.length).toBeGreaterThan(3);
    for (const [, day = ""] of shown) expect(Date.parse(day)).toBeGreaterThan(app.clock.now() + hours(24));
  }
});
