// A walk over the whole OpenAPI page: every route, method, status and answer field is seen, and every answer fits it.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hours, minutes } from "~/duration";
import { runBots } from "~/features/bots/bots.server";
import { reconcileDue } from "~/features/publishing/publishing.server";
import { countOne } from "~/features/throttling/throttling.server";
import { WriterError } from "~/ports/ai/port";
import { LinkError } from "~/ports/network/port";
import { type Cast, createCast, description } from "~tests/support/api-cast";
import { fill, type Sent } from "~tests/support/client";
import { password } from "~tests/support/make";

let cast: Cast;
beforeAll(async () => {
  cast = await createCast();
});
afterAll(() => cast?.close());

type Body = Record<string, unknown> & { data: Record<string, unknown> };
const send = (method: string, path: string, sent: Sent = {}, by: string | undefined = cast.alice.key) =>
  cast.client.send<Body>(method, path, sent, by);
const anyone = (method: string, path: string, sent: Sent = {}) => cast.client.send<Body>(method, path, sent);
const post = (path: string, json?: unknown) => send("POST", path, { json });
const get = (path: string) => send("GET", path);
const of = (member = cast.alice) => cast.idsOf(member);

describe("every operation", () => {
  it("refuses what is no request: 413, 415, 400 and 422, before it asks who is there", async () => {
    const jsonType = { "content-type": "application/json" };
    for (const { method, path } of cast.witness.operations().filter((one) => one.method !== "GET")) {
      const at = fill(path, of());
      const statuses = [
        await anyone(method, at, { json: { much: "x".repeat(65_536) } }),
        await anyone(method, at, { body: "a=b", headers: { "content-type": "text/plain" } }),
        await anyone(method, at, { body: "{", headers: jsonType }),
        await anyone(method, at, { json: [] }),
      ].map(({ status }) => status);
      expect(statuses, `${method} ${path}`).toEqual([413, 415, 400, 422]);
    }
  });

  it("for users answers 401 to nobody, 403 to a path of somebody else's, 404 to what isn't there or not theirs", async () => {
    for (const { method, path } of cast.witness.operations()) {
      const known = cast.witness.promised().includes(`${method} ${path} → 401`) && !path.includes("/users/");
      const body = method === "GET" ? {} : { json: {} };
      if (known) expect((await send(method, fill(path, of()), body, "a wrong key")).status, path).toBe(401);
      if (path.includes("{user_id}")) expect((await send(method, fill(path, of(cast.bob)), body)).status).toBe(403);
      else if (/\{\w+\}/.test(path)) {
        expect((await send(method, fill(path, of(cast.bob)), body)).status, path).toBe(404);
        const absent = {
          tweet_id: 999_999,
          account_id: 999_999,
          analysis_id: 999_999,
          task_id: randomUUID(),
          batch_id: "x",
        };
        expect((await send(method, fill(path, absent), body)).status, path).toBe(404);
      }
    }
    const history = (account: string) => get(`/api/questions/list/${cast.alice.user.id}/account/${account}`);
    expect((await history(cast.bob.account.networkUserId)).status).toBe(404);
    expect((await history(cast.alice.account.networkUserId)).status).toBe(200);
    const limits = ["limit=0", "limit=501", "before=0", "from=now", "to=1"];
    for (const limit of limits)
      expect((await get(`/api/questions/list/${fill("{user_id}/account/{account_id}", of())}?${limit}`)).status).toBe(
        422,
      );
    expect((await get(`/api/bots/content-analysis/list/${cast.alice.user.id}?limit=201`)).status).toBe(422);
  });

  it("that changes something refuses a cookie from another site", async () => {
    const { headers } = await anyone("POST", "/api/users/login", { json: { email: cast.alice.user.email, password } });
    const cookie = headers.get("set-cookie")?.split(";", 1)[0] ?? "";
    for (const { method, path } of cast.witness.operations()) {
      if (!cast.witness.promised().includes(`${method} ${path} → 403`) || path.includes("/users/")) continue;
      if (method === "GET") continue;
      const sent = { json: {}, headers: { cookie, "sec-fetch-site": "cross-site" } };
      expect((await anyone(method, fill(path, of()), sent)).status, path).toBe(403);
    }
  });
});

describe("people", () => {
  it("register, once an e-mail, and not where registration is closed or too many come", async () => {
    const json = { email: "carol@linnet.example", password, phone: "+49 30 1" };
    expect((await anyone("POST", "/api/users/register", { json })).status).toBe(201);
    expect((await anyone("POST", "/api/users/register", { json })).status).toBe(409);
    const crowd = Array.from({ length: 30 }, (_, n) =>
      anyone("POST", "/api/users/register", { json: { email: `c${n}@linnet.example`, password } }),
    );
    expect((await Promise.all(crowd)).map(({ status }) => status)).toContain(429);
    cast.app.config.registration = "closed";
    expect((await anyone("POST", "/api/users/register", { json })).status).toBe(403);
  });

  it("log in, not with a wrong password, and not after ten of them", async () => {
    const json = { email: "carol@linnet.example", password };
    expect((await anyone("POST", "/api/users/login", { json })).status).toBe(200);
    const wrong = { ...json, password: "wrong 1234" };
    for (let n = 0; n < 10; n++) expect((await anyone("POST", "/api/users/login", { json: wrong })).status).toBe(401);
    const refused = await anyone("POST", "/api/users/login", { json });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("store their time zone, if it is one", async () => {
    const path = `/api/questions/set-timezone/${cast.alice.user.id}`;
    expect((await post(`${path}?timezone=Europe/Berlin`)).body.data).toEqual({ timezone: "Europe/Berlin" });
    expect((await post(path)).status).toBe(422);
    expect((await post(`${path}?timezone=Mars/Base`)).status).toBe(422);
  });
});

describe("accounts", () => {
  it("are linked by way of the network, which may refuse", async () => {
    const { user } = cast.alice;
    for (const way of ["authorize", "authorize-force-logout"]) {
      expect((await get(`/api/twitter-auth/${way}/${user.id}`)).body["auth_url"]).toMatch(/oauth_token=/);
      const { beginLink } = cast.network;
      cast.network.beginLink = () => Promise.reject(new LinkError("unreachable", "connect ECONNREFUSED"));
      expect((await get(`/api/twitter-auth/${way}/${user.id}`)).body["error"]).toMatch(/^启动Twitter授权失败: /);
      cast.network.beginLink = beginLink;
    }
    const back = await anyone("GET", "/api/twitter-auth/callback?oauth_token=x");
    expect(back.status).toBe(303);
    expect(back.headers.get("location")).toBe("/generate?twitter_error=expired");
  });

  it("are listed, chosen, held and let go on", async () => {
    await cast.app.db.updateTable("accounts").set({ image_url: "https://pbs.example/a.png" }).execute();
    const at = `/api/twitter/accounts/${cast.alice.account.id}`;
    expect((await post(`${at}/pause`)).status).toBe(200);
    const { body } = await get("/api/twitter/accounts/list");
    expect(body["accounts"]).toEqual(body.data["accounts"]);
    expect(body["accounts"]).toMatchObject([{ status: "paused", is_default: true, twitter_username: "alice_x" }]);
    expect((await post(`${at}/resume`)).status).toBe(200);
    expect((await post(`${at}/set-default`)).status).toBe(200);
    await cast.app.db
      .updateTable("accounts")
      .set({ status: "reconnect" })
      .where("id", "=", cast.alice.account.id)
      .execute();
    expect((await post(`${at}/resume`)).status).toBe(409);
    await cast.app.db.updateTable("accounts").set({ status: "active" }).execute();
  });
});

describe("generation", () => {
  /** One of them goes out, one fails, one is put on the timeline. */
  async function useUp([out, failing, later]: { id: number }[]): Promise<void> {
    await post(`/api/questions/publish-now/${out?.id}`);
    cast.network.faults = [{ kind: "answered", status: 403, headers: {}, body: {} }];
    await post(`/api/questions/publish-now/${failing?.id}`);
    await post(`/api/questions/publish-random-auto/${later?.id}`);
  }

  it("is asked for, looked at and read; a failure says why; sixty an hour are enough", async () => {
    const { ai } = cast.app;
    const sources = [{ title: "A page", url: "https://page.example/" }];
    cast.app.ai = {
      ...ai,
      writeTweets: async (ask) => ({ ...(await ai.writeTweets(ask)), sources, searchSuggestions: "<p>x</p>" }),
    };
    const question = { question: "tea", enable_web_search: true, twitter_account_id: cast.alice.account.networkUserId };
    const asked = await post("/api/questions/submit-gemini", question);
    expect(asked.body["task_id"]).toBe(asked.body.data["task_id"]);
    const look = () => get(`/api/questions/task-status/${String(asked.body["task_id"])}`);
    expect((await look()).body.data).toMatchObject({ status: "pending", batch_id: null });
    await cast.settle();
    const { batch_id: batchId } = (await look()).body.data;
    const { body } = await get(`/api/questions/batch/${String(batchId)}`);
    expect(body.data).toHaveLength(5);
    await useUp(body.data as unknown as { id: number }[]);
    await get(`/api/questions/batch/${String(batchId)}`);

    cast.app.ai = { ...ai, writeTweets: () => Promise.reject(new WriterError("blocked", "The AI would not.")) };
    const failing = await post("/api/questions/submit-gemini", { question: "tea" });
    await cast.settle();
    cast.app.ai = ai;
    const failed = await get(`/api/questions/task-status/${String(failing.body["task_id"])}`);
    expect(failed.body.data).toMatchObject({ status: "failed", error: "The AI would not." });

    expect((await post("/api/questions/submit-gemini", { ...question, twitter_account_id: 999_999 })).status).toBe(404);
    for (let n = 0; n < 58; n++) await countOne(cast.app, "generation", cast.alice.user.id);
    expect((await post("/api/questions/submit-gemini", question)).status).toBe(429);
  });
});

describe("words", () => {
  it("are written, changed and weighed", async () => {
    const written = await post("/api/questions/tweet", { tweet_content: " One's own words " });
    expect(written.status).toBe(201);
    expect(written.body.data["tweet_content"]).toBe(" One's own words ");
    const strange = { tweet_content: "x", twitter_account_id: cast.bob.account.networkUserId };
    expect((await post("/api/questions/tweet", strange)).status).toBe(404);
    const at = `/api/questions/tweet/${String(written.body.data["id"])}`;
    expect((await send("PUT", at, { json: { tweet_content: "Other words" } })).status).toBe(200);
    expect((await send("PUT", at, { json: { tweet_content: "x".repeat(281) } })).status).toBe(422);
    await post(`/api/questions/publish-now/${String(written.body.data["id"])}`);
    expect((await send("PUT", at, { json: { tweet_content: "Too late" } })).status).toBe(409);
    expect((await post("/api/questions/weigh", { texts: ["linnet.com"] })).body.data).toEqual([
      { weighted_length: 23, has_link: true },
    ]);
  });
});

const sendingForms = ["/api/questions/publish-now/", "/api/questions/multi-account/publish-now/"];
const drawingForms = ["/api/questions/publish-random-auto/", "/api/questions/multi-account/publish-random/"];

describe("publishing", () => {
  it.each(sendingForms)("%s publishes, or says what kept it from it", async (at) => {
    const { network, app } = cast;
    const out = await cast.newTweet();
    const done = await post(`${at}${out}`);
    expect(done.body.data).toMatchObject({ status: "published", publish_type: "immediate", error: null });
    expect((await post(`${at}${out}`)).status).toBe(409);

    const refused = { kind: "answered", headers: {}, body: { detail: "no" } } as const;
    network.faults = [{ ...refused, status: 403 }];
    expect((await post(`${at}${await cast.newTweet()}`)).status).toBe(502);
    const reset = String(Math.ceil((app.clock.now() + minutes(7)) / 1000));
    network.faults = [{ ...refused, status: 429, headers: { "x-rate-limit-reset": reset } }];
    expect((await post(`${at}${await cast.newTweet()}`)).status).toBe(429);
    network.faults = ["lost before"];
    const lost = await post(`${at}${await cast.newTweet()}`);
    expect(lost.status).toBe(504);
    app.work.setPublisher(false);
    expect((await post(`${at}${await cast.newTweet()}`)).status).toBe(503);
    app.work.setPublisher(true);
    await app.db.updateTable("accounts").set({ wait_until: null, status: "active", paused_by: null }).execute();
  });

  it.each(drawingForms)("%s draws a moment, and again", async (at) => {
    const id = await cast.newTweet();
    const { data } = (await post(`${at}${id}`, { user_timezone: "Asia/Tokyo" })).body;
    expect(data).toMatchObject({ tweet_id: id, timezone: "Asia/Tokyo" });
    expect((await post(`${at}${id}`, { user_timezone: "Nowhere/At_All" })).body.data["timezone"]).toBe("Europe/Berlin");
    await post(`/api/questions/cancel/${id}`);
    await post(`/api/questions/publish-now/${id}`);
    expect((await post(`${at}${id}`, {})).status).toBe(409);
  });

  it("an exact time, off the timeline, and the history of it all", async () => {
    const id = await cast.newTweet();
    const execute_at = new Date(cast.app.clock.now() + hours(9)).toISOString();
    const chosen = await post(`/api/questions/schedule/${id}`, { execute_at });
    expect(chosen.body.data).toEqual({ tweet_id: id, execute_at, timezone: "Europe/Berlin", reason: null });
    const past = new Date(cast.app.clock.now() - hours(1)).toISOString();
    expect((await post(`/api/questions/schedule/${id}`, { execute_at: past })).status).toBe(422);
    const history = await get(`/api/questions/list/${fill("{user_id}/account/{account_id}", of())}?limit=500`);
    const statuses = (history.body as unknown as { status: string }[]).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(["published", "failed", "publishing", "scheduled"]));
    expect((await post(`/api/questions/cancel/${id}`)).body.data).toMatchObject({
      status: "pending",
      scheduled_time: null,
    });
    expect((await post(`/api/questions/cancel/${id}`)).status).toBe(409);
    await post(`/api/questions/publish-now/${id}`);
    expect((await post(`/api/questions/schedule/${id}`, { execute_at })).status).toBe(409);
  });

  it("the person's word settles what nobody can read", async () => {
    const id = await cast.newTweet();
    expect((await post(`/api/questions/resolve/${id}`, { published: true })).status).toBe(409);
    cast.network.faults = ["lost after"];
    expect((await post(`/api/questions/publish-now/${id}`)).status).toBe(504);
    cast.network.unreadable = true;
    for (let look = 0; look < 4; look++) {
      cast.app.clock.advance(minutes(5));
      await reconcileDue(cast.app);
    }
    expect((await post(`/api/questions/resolve/${id}`, { published: true })).body.data["status"]).toBe("published");
    cast.network.unreadable = false;
  });
});

describe("analysis and bots", () => {
  const analyze = "/api/bots/content-analysis/analyze";

  it("an analysis is made, found again, and refused in each of its ways", async () => {
    const made = await post(analyze, { content: description });
    expect(made.body.data["analysis_id"]).toEqual(expect.any(Number));
    expect((await post(analyze, { input_id: 999_999 })).status).toBe(404);
    const { ai } = cast.app;
    const failing = (reason: "malformed" | "timeout") => () => Promise.reject(new WriterError(reason, "No."));
    cast.app.ai = { ...ai, analyse: failing("malformed") };
    expect((await post(analyze, { content: description })).status).toBe(502);
    cast.app.ai = { ...ai, analyse: failing("timeout") };
    expect((await post(analyze, { content: description })).status).toBe(504);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    cast.app.ai = { ...ai, analyse: (ask) => held.then(() => ai.analyse(ask)) };
    const running = post(analyze, { content: "A second product that takes its time" });
    const pending = async () =>
      (await get(`/api/bots/content-analysis/list/${cast.alice.user.id}?status=pending`)).body.data as unknown as {
        id: number;
      }[];
    let ids = await pending();
    while (ids.length === 0) ids = await pending();
    expect((await post(analyze, { input_id: ids[0]?.id })).status).toBe(409);
    release();
    expect((await running).status).toBe(200);
    cast.app.ai = ai;
    await get(`/api/bots/content-analysis/list/${cast.alice.user.id}`);
    for (let n = 0; n < 40; n++) await countOne(cast.app, "analysis", cast.alice.user.id).catch(() => {});
    expect((await post(analyze, { content: description })).status).toBe(429);
  });

  it("its bot is started, listed with its next post, paused with a reason, and stopped", async () => {
    const at = `/api/bots/content-analysis/bot-control/${cast.alice.analysisId}`;
    const control = (json: unknown) => send("PUT", at, { json });
    expect((await control({ enabled: true })).body.data).toMatchObject({ bot_enabled: true, bot_status: "running" });
    await (
      await runBots(cast.app)
    ).settled;
    const list = async () =>
      ((await get(`/api/bots/content-analysis/bot-status/${cast.alice.user.id}`)).body.data["bots"] ?? []) as Body[];
    expect((await list())[0]).toMatchObject({ next_post_at: expect.stringMatching(/Z$/) as string });
    await cast.app.db.updateTable("bots").set({ state: "paused", reason: "The account is paused." }).execute();
    expect((await list())[0]).toMatchObject({ bot_status: "paused", status_reason: "The account is paused." });
    const record = await post(analyze, { input_id: cast.alice.analysisId });
    expect(record.body.data["analysis_result"]).toMatchObject({ bot_enabled: true });
    expect((await control({ enabled: false })).body.data).toMatchObject({ bot_enabled: false, bot_status: "stopped" });
    await post(`/api/twitter/accounts/${cast.alice.account.id}/pause`);
    expect((await control({ enabled: true })).status).toBe(409);
  });
});

it("an account is ended, and is not there any more", async () => {
  const at = `/api/twitter/accounts/${cast.alice.account.id}`;
  expect((await send("DELETE", at)).status).toBe(200);
  expect((await send("DELETE", at)).status).toBe(404);
});

it("a server that stops says so", async () => {
  cast.app.work.stop();
  expect((await send("POST", `/api/questions/publish-now/${cast.bob.tweetId}`, {}, cast.bob.key)).status).toBe(503);
  const content = { json: { content: description } };
  expect((await send("POST", "/api/bots/content-analysis/analyze", content, cast.bob.key)).status).toBe(503);
});

it("nothing on the page is left that was never seen", async () => {
  await anyone("GET", "/api/openapi.json");
  expect(cast.witness.promised().length).toBeGreaterThan(300);
  expect(cast.witness.unseen()).toEqual([]);
});
