// The routes that are no screens: linking, the sandbox's pages, the key, the export, suggestions, health; and the doctor.
import { expect } from "vitest";
import { openTokens } from "~/features/accounts/accounts.server";
import { publishNow } from "~/features/publishing/publishing.server";
import * as connect from "~/routes/accounts.connect";
import * as suggestions from "~/routes/generate.suggestions";
import * as healthz from "~/routes/healthz";
import * as index from "~/routes/index";
import * as picture from "~/routes/sandbox/picture";
import * as key from "~/routes/session.key";
import * as exported from "~/routes/settings/export";
import type { PostAnswer } from "~/ports/network/port";
import { call, cookieFor, type Route, sameOrigin } from "~tests/support/call";
import { makeBatch } from "~tests/support/make";
import { type Stage, test } from "./album";
import { write } from "./tweet-states";

const as = async ({ app }: Stage, sessionId: string) => ({ cookie: await cookieFor(app, sessionId), ...sameOrigin });
const where = (answer: Response) => [answer.status, answer.headers.get("location")];

test("the start leads to /generate", () => {
  expect(where(index.loader())).toEqual([302, "/generate"]);
});

test("linking begins at the network, for who is signed in", async ({ stage, album }) => {
  const { asAlice, alice, bob } = stage;
  expect(where(await call(connect as Route, "/accounts/connect"))).toEqual([303, "/generate?panel=login"]);
  const started = await call(connect as Route, "/accounts/connect", { headers: await as(stage, alice.sessionId) });
  const path = started.headers.get("location") ?? "";
  expect([started.status, started.headers.get("x-remix-reload-document")]).toEqual([303, "true"]);
  expect(path).toMatch(/^\/sandbox\/authorize\?oauth_token=[\w-]+/);
  const token = new URLSearchParams(path.split("?")[1]).get("oauth_token") ?? "";
  stage.named[token] = "TOKEN";
  const page = await asAlice.get(path);
  album.add("the consent", page.status, page.title, page.show("body"));
  const wrong = await asAlice.post(path, { oauth_token: token, handle: "not a handle!" });
  album.add("a handle that is none", wrong.status, wrong.show("form", "datalist"));
  const denied = await asAlice.post(path, { oauth_token: token, deny: "1" });
  expect(denied.status).toBe(303);
  expect(denied.to).toContain("denied=TOKEN");
  album.add("used up", (await asAlice.get("/sandbox/authorize?oauth_token=nonsense")).show("body"));
  const other = await call(connect as Route, "/accounts/connect", { headers: await as(stage, bob.sessionId) });
  const next = new URLSearchParams((other.headers.get("location") ?? "").split("?")[1]).get("oauth_token") ?? "";
  const granted = await stage.asBob.post("/sandbox/authorize", { oauth_token: next, handle: "@bob_two" });
  expect([granted.status, granted.to?.split("?")[0]]).toEqual([303, "/api/twitter-auth/callback"]);
  expect(granted.to).toMatch(/oauth_verifier=/);
  await album.matches("linking");
});

test("a post of the sandbox has a page, under its own handle alone", async ({ stage, album }) => {
  const { app, alice, second, asAlice, asBob } = stage;
  const id = await write(stage, "Swans\nmate for life.", second.networkUserId);
  await publishNow(app, { userId: alice.user.id, tweetId: id, account: null });
  const { id: post } = await app.db.selectFrom("sandbox_posts").select("id").executeTakeFirstOrThrow();
  const page = await asAlice.get(`/sandbox/ALICE_two/status/${post}`);
  album.add("alice, in Berlin", page.status, page.title, page.show("body"));
  const bobs = await asBob.get(`/sandbox/alice_two/status/${post}`);
  album.add("bob", bobs.show("time", "p"));
  for (const path of [`/sandbox/bob_one/status/${post}`, "/sandbox/alice_two/status/1"])
    album.add("elsewhere", (await asAlice.get(path)).status);
  await album.matches("sandbox-post");
});

test("a thread of the sandbox shows what it answers, what answers it, and its pictures with their words", async ({
  stage,
  album,
}) => {
  const { app, second, asAlice, guest, named } = stage;
  const account = await app.db
    .selectFrom("accounts")
    .selectAll()
    .where("network_user_id", "=", second.networkUserId)
    .executeTakeFirstOrThrow();
  const tokens = openTokens(app, account);
  const bytes = Buffer.from("GIF89a, says who sends it");
  const given = async (work: Promise<PostAnswer>) => {
    const answer = await work;
    const { data } = (answer.kind === "answered" ? answer.body : {}) as { data?: { id?: string } };
    return data?.id ?? expect.fail(JSON.stringify(answer));
  };
  const timeoutMs = 1_000;
  const post = (text: string, more: { replyTo?: string; mediaIds?: string[] }) =>
    given(app.network.post(tokens, { text, timeoutMs, ...more }));
  const upload = () => given(app.network.uploadImage(tokens, { bytes, timeoutMs }));
  const [described, plain, unused] = [await upload(), await upload(), await upload()];
  await app.network.describeImage(tokens, { mediaId: described, text: "A swan & <its> nest", timeoutMs });
  const one = await post("One", {});
  const two = await post("Two", { replyTo: one, mediaIds: [plain, described] });
  const three = await post("Three", { replyTo: two });
  Object.assign(named, { [one]: "ONE", [two]: "TWO", [three]: "THREE", [plain]: "PLAIN", [described]: "DESCRIBED" });

  album.add("the second part", (await asAlice.get(`/sandbox/alice_two/status/${two}`)).show("main"));
  album.add("the first", (await guest.get(`/sandbox/alice_two/status/${one}`)).show("article"));
  const show = (id: string) => call(picture as Route, `/sandbox/pictures/${id}`, { params: { media_id: id } });
  const shown = await show(described);
  expect(Object.fromEntries(shown.headers)).toEqual({
    "content-type": "image/gif",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=300",
  });
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(bytes);
  expect((await show(unused)).status).toBe(404);

  await app.network.deletePost(tokens, { postId: two, timeoutMs });
  expect((await show(described)).status).toBe(404);
  expect((await asAlice.get(`/sandbox/alice_two/status/${two}`)).status).toBe(404);
  album.add(
    "the third, whose predecessor is gone",
    (await guest.get(`/sandbox/alice_two/status/${three}`)).show("main"),
  );
  await album.matches("sandbox-thread");
});

test("the doctor's page is there for who registered first, and for nobody else", async ({ stage, album }) => {
  const { asAlice, asBob, guest } = stage;
  const page = await asAlice.get("/doctor");
  album.add("alice", page.status, page.title, page.show(".page__head"));
  const wrong = /class="finding finding--(?:bad|check)"/g;
  const saidOf = (n: number) =>
    n === 0 ? "Nothing is wrong." : n === 1 ? "One thing needs you." : `${n} things need you.`;
  const count = [...page.html.matchAll(wrong)].length;
  expect(page.show("main")).toContain(`p.quiet [role=status] "${saidOf(count)}"`);
  stage.app.work.lastTickAt = () => stage.app.clock.monotonic();
  const calm = [...(await asAlice.get("/doctor")).html.matchAll(wrong)].length;
  stage.app.node.setMayClaim(false);
  const looked = await asAlice.get("/doctor");
  expect(looked.html).toContain("finding--check");
  expect(looked.show("main")).toContain(`"${saidOf(calm + 1)}"`);
  const bobs = await asBob.get("/doctor");
  album.add("bob", bobs.status, bobs.title, bobs.main);
  const sent = await guest.get("/doctor");
  album.add("a guest", sent.status, sent.to);
  album.add("strategy", (await guest.get("/strategy")).main);
  await album.matches("doctor");
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
  expect([none.status, await none.text()]).toEqual([404, "There is nothing here"]);
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
