// The routes that are no screens: the key, the export, suggestions, health; and the doctor and the strategy.
import { expect } from "vitest";
import * as suggestions from "~/routes/generate.suggestions";
import * as healthz from "~/routes/healthz";
import * as index from "~/routes/index";
import * as key from "~/routes/session.key";
import * as exported from "~/routes/settings/export";
import { call, cookieFor, type Route, sameOrigin } from "~tests/support/calls/call";
import { makeBatch } from "~tests/support/people/make";
import { type Stage, test } from "../support/people";
import { linksOf, placeOf, placesOf, told, verbsOf, wordsOf } from "../support/seen";
import { write } from "../support/tweet-states";

const as = async ({ app }: Stage, sessionId: string) => ({ cookie: await cookieFor(app, sessionId), ...sameOrigin });
const where = (answer: Response) => [answer.status, answer.headers.get("location")];

test("the start leads to /generate", () => {
  expect(where(index.loader())).toEqual([302, "/generate"]);
});

test("the doctor's page is there for who registered first, and for nobody else", async ({ stage }) => {
  const { app, asAlice, asBob, guest } = stage;
  const said = async () => {
    const page = await asAlice.get("/doctor");
    const [bad, checks] = [placesOf(page, ".finding--bad"), placesOf(page, ".finding--check")];
    const n = bad.length + checks.length;
    const sum =
      n === 0
        ? "Nothing is wrong. 4 checks need keys."
        : n === 1
          ? "1 thing needs attention."
          : `${n} things need attention.`;
    expect(told(placeOf(page, "main"), "status")).toEqual([sum]);
    return { n, checks: checks.length };
  };
  const page = await asAlice.get("/doctor");
  expect([page.status, page.title, wordsOf(placeOf(page, "main"), "h1")]).toEqual([
    200,
    "Setup check · Linnet",
    ["Setup check"],
  ]);
  // Checked again by the same page.
  expect(linksOf(placeOf(page, "main"))[0]).toBe("/doctor");
  await said();
  app.work.lastTickAt = () => app.clock.monotonic();
  const calm = await said();
  app.node.setMayClaim(false);
  expect(await said()).toEqual({ n: calm.n + 1, checks: calm.checks + 1 });
  const bobs = await asBob.get("/doctor");
  expect([bobs.status, bobs.title, linksOf(placeOf(bobs))]).toEqual([404, "Linnet", ["/generate"]]);
  expect(placesOf(bobs, "[class*=finding]")).toEqual([]);
  const sent = await guest.get("/doctor");
  expect([sent.status, sent.to]).toEqual([303, "/generate?panel=login"]);
});

test("the strategy is coming soon, and its page says what is planned", async ({ stage }) => {
  const main = placeOf(await stage.guest.get("/strategy"), "main");
  expect(main.textContent).toMatch(/coming soon/);
  expect(wordsOf(main, "h2")).toEqual(["Planned features"]);
  expect(wordsOf(main, "li").filter(Boolean)).toHaveLength(5);
  expect([linksOf(main), verbsOf(main)]).toEqual([[], []]);
});

test("a browser gets the key of who is signed in, on a form of ours alone", async ({ stage }) => {
  const { app, alice } = stage;
  const sent = { method: "POST", headers: await as(stage, alice.sessionId) };
  const given = await call(key as Route, "/session/key", sent);
  const { api_key: own, ...body } = (await given.json()) as Record<string, unknown>;
  const { id, email } = alice.user;
  expect(body).toEqual({ success: true, user_id: id, email, timezone: "Europe/Berlin" });
  expect(own).toMatch(/^\S{20,}$/);
  expect([given.status, given.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(given.headers.get("set-cookie"), "it said not where it is").toBeNull();
  const guest = await call(key as Route, "/session/key", { method: "POST", headers: sameOrigin });
  expect([guest.status, guest.headers.get("cache-control")]).toEqual([401, "no-store"]);
  expect(guest.headers.get("www-authenticate")).toBeTruthy();
  expect(await guest.json()).toMatchObject({ success: false });
  const cookie = await cookieFor(app, alice.sessionId);
  const foreign = { cookie, "sec-fetch-site": "cross-site", origin: "https://evil.example" };
  const refused = await call(key as Route, "/session/key", { method: "POST", headers: foreign });
  expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([403, null]);
});

test("one's own data are a file, in the form that was asked for", async ({ stage }) => {
  const { alice, bob } = stage;
  await write(stage, "Only alice wrote this.", null);
  expect(where(await call(exported as Route, "/settings/export"))).toEqual([303, "/generate?panel=login"]);
  for (const [query, type, file] of [
    ["?format=csv", "text/csv", ".csv"],
    ["?format=json", "application/json", ".json"],
    ["?format=pdf", "application/json", ".json"],
    ["", "application/json", ".json"],
  ] as const) {
    const hers = await call(exported as Route, `/settings/export${query}`, {
      headers: await as(stage, alice.sessionId),
    });
    expect(hers.headers.get("content-type")).toContain(type);
    expect(hers.headers.get("content-disposition")).toMatch(new RegExp(`^attachment; filename="[^"]+\\${file}"$`));
    expect(hers.headers.get("cache-control")).toBe("no-store");
    expect(await hers.text()).toContain("Only alice wrote this.");
    const his = await call(exported as Route, `/settings/export${query}`, { headers: await as(stage, bob.sessionId) });
    expect(await his.text()).not.toContain("Only alice wrote this.");
  }
});

test("search suggestions stand in a locked frame, and a batch without them has none", async ({ stage }) => {
  const { app, alice, second } = stage;
  const [tweet] = await makeBatch(app, alice, second);
  const params = { batch_id: tweet?.batchId ?? "" };
  const ask = async (sent = params) => call(suggestions as Route, "/x", { params: sent });
  expect((await ask()).status).toBe(404);
  await app.db.updateTable("batches").set({ search_suggestions: "<a href='/more'>more</a>" }).execute();
  const shown = await ask();
  expect(Object.fromEntries(shown.headers)).toEqual({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    "cache-control": "no-store",
  });
  expect(await shown.text()).toMatch(/<base target="_blank">.*<body><a href='\/more'>more<\/a><\/body>/);
  const none = await ask({ batch_id: "nonsense" });
  expect([none.status, await none.text()]).toEqual([404, "Nothing found"]);
});

test("the server is healthy while the loop ticks and the database answers", async ({ stage }) => {
  const { app } = stage;
  const read = async () => {
    const answer = await call(healthz as Route, "/healthz");
    return [answer.status, answer.headers.get("cache-control"), await answer.json()];
  };
  const body = { healthy: false, loop: false, database: true, publisher: true };
  expect(await read()).toEqual([503, "no-store", body]);
  app.work.lastTickAt = () => app.clock.monotonic() - 29_999;
  expect(await read()).toEqual([200, "no-store", { ...body, healthy: true, loop: true }]);
  app.node.setMayClaim(false);
  expect(await read()).toEqual([200, "no-store", { ...body, healthy: true, loop: true, publisher: false }]);
  app.work.lastTickAt = () => app.clock.monotonic() - 30_000;
  expect(await read()).toEqual([503, "no-store", { ...body, publisher: false }]);
  const seen = (name: string, silentMs: number) => ({ id: name, name, version: "1.2.3", silentMs });
  app.node.list = () => Promise.resolve([seen("one", 300), seen("two", 1_200)]);
  const nodes = { obstacle: "elsewhere", nodes: 2, oldest_beat_ms: 1_200 };
  expect(await read()).toEqual([503, "no-store", { ...body, publisher: false, ...nodes }]);
  app.node.list = () => Promise.reject(new Error("away"));
  expect(await read()).toEqual([503, "no-store", { ...body, publisher: false }]);
});
