// A walk over the whole OpenAPI page: every route, method, status and answer field is seen, and every answer fits it.
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { deleteDue } from "~/features/deletions/deletions.server";
import { countHere, countOne } from "~/features/rate-limits/rate-limits.server";
import { WriterError } from "~/ports/ai/port";
import { LinkError } from "~/ports/network/port";
import { wallClock } from "~/ground/time/zone";
import { endpoints } from "~/http/contract/index.server";
import type { ApiTweet } from "~/features/tweets/schema.server";
import { aFile, description } from "~tests/support/calls/api-cast";
import { fill } from "~tests/support/calls/client";
import { disablePerson } from "~/features/people/people.server";
import { giveFactor, wrongDigits } from "~tests/support/people/factor";
import { makePerson, password } from "~tests/support/people/make";
import { analysisAndBots, publishing } from "./contract-publishing";
import { keys } from "./contract-keys";
import { ideas } from "./contract-ideas";
import { results } from "./contract-results";
import { voices } from "./contract-voices";
import { plans } from "./contract-plans";
import { pictures } from "./contract-pictures";
import { reads } from "./contract-reads";
import { refining } from "./contract-refining";
import { spending } from "./contract-spending";
import { threads } from "./contract-threads";
import { webhooks } from "./contract-webhooks";
import { anyone, beginWalk, cast, get, of, post, send } from "./contract-walk";

beginWalk();

const takesFile = (method: string, path: string): boolean =>
  endpoints.some((one) => one.method === method && one.path === path && one.upload);
const maxOf = (method: string, path: string): number =>
  endpoints.find((one) => one.method === method && one.path === path)?.maxBody ?? 65_536;

describe("every operation", () => {
  it("refuses a query that no database keeps", async () => {
    for (const { method, path } of cast.witness.operations())
      expect((await anyone(method, `${fill(path, of())}?a=%00`)).status, path).toBe(422);
  });

  it("refuses what is no request: 413, 415, 400 and 422, before it asks who is there", async () => {
    const jsonType = { "content-type": "application/json" };
    for (const { method, path } of cast.witness.operations().filter((one) => one.method !== "GET")) {
      const at = fill(path, of());
      const statuses = [
        await anyone(method, at, { json: { much: "x".repeat(maxOf(method, path)) } }),
        await anyone(method, at, { body: "a=b", headers: { "content-type": "text/plain" } }),
        await anyone(method, at, { body: "{", headers: jsonType }),
        await anyone(method, at, { json: [] }),
      ].map(({ status }) => status);
      expect(statuses, `${method} ${path}`).toEqual(
        // Nothing of a file is looked at before it is known whose it is.
        takesFile(method, path) ? [401, 401, 401, 401] : [413, 415, 400, 422],
      );
    }
  });

  it("for users answers 401 to nobody, 403 to a path of somebody else's, 404 to what isn't there or not theirs", async () => {
    for (const { method, path } of cast.witness.operations()) {
      const known = endpoints.some((one) => one.method === method && one.path === path && one.access !== "open");
      const body = method === "GET" ? {} : takesFile(method, path) ? aFile : { json: {} };
      if (known) expect((await send(method, fill(path, of()), body, "a wrong key")).status, path).toBe(401);
      if (path.includes("{user_id}")) expect((await send(method, fill(path, of(cast.bob)), body)).status).toBe(403);
      else if (/\{\w+\}/.test(path)) {
        expect((await send(method, fill(path, of(cast.bob)), body)).status, path).toBe(404);
        const absent = {
          tweet_id: 999_999,
          media_id: randomUUID(),
          account_id: 999_999,
          analysis_id: 999_999,
          key_id: 999_999,
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

  it("log in with a code where they have an authenticator app, and are told by a word when it is missing or wrong", async () => {
    const person = await makePerson(cast.app, "erin");
    const factor = await giveFactor(cast.app, person);
    const logIn = (otp?: string) =>
      anyone("POST", "/api/users/login", { json: { email: person.user.email, password, otp } });
    const required = await logIn();
    expect(required).toMatchObject({ status: 401, body: { success: false, code: "second_factor_required" } });
    expect(required.headers.get("set-cookie")).toBeNull();
    for (const otp of ["", " "]) expect((await logIn(otp)).body).toMatchObject({ code: "second_factor_required" });
    const wrong = "That code is wrong or has expired. Try the next one.";
    const refused = { success: false, error: wrong, detail: wrong, code: "second_factor_wrong" };
    expect(await logIn(wrongDigits(factor.key, cast.app.clock.now()))).toMatchObject({ status: 401, body: refused });
    expect((await logIn("x".repeat(101))).status).toBe(422);
    const code = factor.next();
    expect((await logIn(`${code.slice(0, 3)} ${code.slice(3)}`)).body).toMatchObject({ user_id: person.user.id });
    expect((await logIn(code)).body).toMatchObject({ code: "second_factor_wrong" });
    expect((await logIn(factor.codes[0])).status).toBe(200);
    const mistyped = { email: person.user.email, password: "not it 1", otp: factor.next() };
    expect((await anyone("POST", "/api/users/login", { json: mistyped })).body).toMatchObject({
      code: "wrong_credentials",
    });
    const { encryptionKeys } = cast.app.config;
    cast.app.config.encryptionKeys = ["a key that opens nothing of before"];
    expect((await logIn(factor.next())).status).toBe(503);
    cast.app.config.encryptionKeys = encryptionKeys;
  });

  it("are told by a word that they are disabled, where the password is right", async () => {
    const { user } = await makePerson(cast.app, "frank");
    await disablePerson(cast.app, user.id, null);
    const logIn = (secret: string) =>
      anyone("POST", "/api/users/login", { json: { email: user.email, password: secret } });
    const sentence = "This account is disabled. Contact your Linnet admin.";
    const body = { success: false, error: sentence, detail: sentence, code: "account_disabled" };
    const refused = await logIn(password);
    expect(refused).toMatchObject({ status: 403, body });
    expect(refused.headers.get("set-cookie")).toBeNull();
    expect((await logIn("not it 1")).status).toBe(401);
  });

  it("store their time zone, if it is one", async () => {
    const path = `/api/questions/set-timezone/${cast.alice.user.id}`;
    const data = { timezone: "Europe/Berlin", now_at_night: [] };
    expect((await post(`${path}?timezone=Europe/Berlin`)).body.data).toEqual(data);
    expect((await post(path)).status).toBe(422);
    expect((await post(`${path}?timezone=Mars/Base`)).status).toBe(422);
    expect((await post(`${path}?timezone=UTC&chosen=perhaps`)).status).toBe(422);
  });

  it("keep the zone that they chose, whatever a browser guesses, and learn what it puts into the night", async () => {
    const path = `/api/questions/set-timezone/${cast.alice.user.id}`;
    const set = async (query: string) => (await post(`${path}?${query}`)).body.data;
    expect(await set("timezone=Asia/Tokyo")).toMatchObject({ timezone: "Asia/Tokyo" });
    expect(await set("timezone=Asia/Calcutta")).toMatchObject({ timezone: "Asia/Kolkata" });
    expect(await set("timezone=Europe/Kyiv&chosen=true")).toMatchObject({ timezone: "Europe/Kyiv" });
    expect(await set("timezone=Asia/Tokyo")).toMatchObject({ timezone: "Europe/Kyiv" });
    expect(await set("timezone=Asia/Tokyo&chosen=false")).toMatchObject({ timezone: "Europe/Kyiv" });
    const id = await cast.newTweet();
    const { data } = (await post(`/api/questions/publish-random-auto/${id}`, { user_timezone: "Europe/Kyiv" })).body;
    const { hour } = wallClock(Date.parse(String(data["execute_at"])), "UTC");
    // Two o'clock in the night, wherever that is.
    const away = 2 - hour;
    const zone =
      away === 0 ? "UTC" : away < -12 ? `Etc/GMT-${away + 24}` : `Etc/GMT${away > 0 ? "-" : "+"}${Math.abs(away)}`;
    expect(await set(`timezone=${encodeURIComponent(zone)}&chosen=true`)).toEqual({
      timezone: zone,
      now_at_night: [id],
    });
    await set("timezone=Europe/Berlin&chosen=true");
  });

  it("are answered 200 with the zone that holds where a guess is not taken", async () => {
    const { bob } = cast;
    const guess = async (zone: string) => {
      const path = `/api/questions/set-timezone/${bob.user.id}?timezone=${zone}`;
      const { status, body } = await send("POST", path, {}, bob.key);
      return [status, body.data];
    };
    const berlin = [200, { timezone: "Europe/Berlin", now_at_night: [] }];
    expect(await guess("Europe/Berlin")).toEqual(berlin);
    expect(await guess("UTC")).toEqual(berlin);
    const at = `/api/questions/publish-random-auto/${bob.tweetId}`;
    expect((await send("POST", at, { json: {} }, bob.key)).status).toBe(200);
    expect(await guess("Asia/Tokyo")).toEqual(berlin);
    expect((await send("POST", `/api/questions/cancel/${bob.tweetId}`, { json: {} }, bob.key)).status).toBe(200);
    expect(await guess("Asia/Tokyo")).toEqual([200, { timezone: "Asia/Tokyo", now_at_night: [] }]);
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
    for (let n = 0; n < 20; n++) await countOne(cast.app, "linking", user.id).catch(() => {});
    for (const way of ["authorize", "authorize-force-logout"])
      expect((await get(`/api/twitter-auth/${way}/${user.id}`)).status).toBe(429);
    await cast.app.db.deleteFrom("rate_limits").where("key", "like", "linking:%").execute();
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
  /** One of them goes out and is deleted there, one fails, one is put on the timeline. */
  async function useUp([out, failing, later]: { id: number }[]): Promise<void> {
    await post(`/api/questions/publish-now/${out?.id}`);
    const deletion = await send("DELETE", `/api/questions/post/${out?.id}`, { json: { confirm: true } });
    expect(deletion.status).toBe(202);
    await (
      await deleteDue(cast.app)
    ).done;
    cast.network.faults = [{ kind: "answered", status: 403, headers: {}, body: {} }];
    await post(`/api/questions/publish-now/${failing?.id}`);
    await post(`/api/questions/publish-random-auto/${later?.id}`);
  }

  it("is asked for, looked at and read; a failure says why; sixty an hour are enough", async () => {
    const { ai } = cast.app;
    const sources = [{ title: "A page", url: "https://page.example/" }];
    cast.app.ai = {
      ...ai,
      kind: "compatible",
      place: "ollama:11434",
      writeTweets: async (ask) => ({
        ...(await ai.writeTweets(ask)),
        costMicros: 1_322,
        sources,
        searchSuggestions: "<p>x</p>",
      }),
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
    const { data: batch } = (await get(`/api/batches/${String(batchId)}`)).body;
    expect(batch).toMatchObject({
      writer: { kind: "compatible", model: "demo", place: "ollama:11434" },
      tokens: { input: 0, output: 0, at_least: false },
      cost_usd: 0.001322,
      seconds: expect.any(Number) as number,
    });
    await get("/api/batches");
    await useUp(body.data as unknown as { id: number }[]);
    await get(`/api/questions/batch/${String(batchId)}`);

    const thread = await post("/api/questions/submit-gemini", { question: "tea", format: "thread" });
    await cast.settle();
    const { data } = (await get(`/api/questions/task-status/${String(thread.body["task_id"])}`)).body;
    const whole = (await get(`/api/questions/batch/${String(data["batch_id"])}`)).body.data as unknown as ApiTweet[];
    expect(whole).toMatchObject([{ origin: "generated", price_usd: 0.075, thread: { of: 5, out: 0, state: "draft" } }]);
    expect(whole[0]?.thread?.parts[0]).toMatchObject({
      part: 1,
      id: whole[0]?.id,
      tweet_content: whole[0]?.tweet_content,
    });
    expect((await post(`/api/batches/${String(data["batch_id"])}/again`)).status).toBe(409);

    cast.app.ai = { ...ai, writeTweets: () => Promise.reject(new WriterError("blocked", "The AI would not.")) };
    const failing = await post("/api/questions/submit-gemini", { question: "tea" });
    await cast.settle();
    cast.app.ai = ai;
    const failed = await get(`/api/questions/task-status/${String(failing.body["task_id"])}`);
    expect(failed.body.data).toMatchObject({ status: "failed", error: "The AI would not." });

    expect((await post("/api/questions/submit-gemini", { ...question, twitter_account_id: 999_999 })).status).toBe(404);
    for (let n = 0; n < 57; n++) await countOne(cast.app, "generation", cast.alice.user.id);
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
    for (let n = 1; n < 600; n++) countHere(cast.app, "weighing", cast.alice.user.id);
    expect((await post("/api/questions/weigh", { texts: ["linnet.com"] })).status).toBe(429);
    const long = { text: `${"x".repeat(200)}\n\n${"y".repeat(200)}`, numbered: true };
    expect((await post("/api/questions/split", long)).body["parts"]).toEqual([
      `${"x".repeat(200)} 1/2`,
      `${"y".repeat(200)} 2/2`,
    ]);
    for (let n = 1; n < 30; n++) countHere(cast.app, "splitting", cast.alice.user.id);
    expect((await post("/api/questions/split", long)).status).toBe(429);
  });
});

describe("publishing", publishing);

describe("refining", refining);
describe("threads", threads);

describe("webhooks", webhooks);
describe("pictures", pictures);

describe("analysis and bots", analysisAndBots);
describe("voices", voices);

describe("a day's spending", spending);
describe("what is kept", ideas);
describe("plans and hours", plans);
describe("results", results);
describe("named keys", keys);
describe("reading again and again", reads);

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
