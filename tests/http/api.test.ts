// The API: who is let in, in which order it is judged, and the envelope of every answer.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { days } from "~/duration";
import * as list from "~/routes/api.questions.list";
import * as batch from "~/routes/api.questions.batch";
import * as publishNow from "~/routes/api.questions.publish-now";
import * as publishRandom from "~/routes/api.questions.multi-account.publish-random";
import * as setTimezone from "~/routes/api.questions.set-timezone";
import * as submit from "~/routes/api.questions.submit-gemini";
import * as taskStatus from "~/routes/api.questions.task-status";
import * as accounts from "~/routes/api.twitter.accounts.list";
import * as unknown from "~/routes/api.unknown";
import * as login from "~/routes/api.users.login";
import * as register from "~/routes/api.users.register";
import * as sessionKey from "~/routes/session.key";
import { runQueued } from "~/features/generation/generation.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { call, cookieOf, sameOrigin } from "~tests/support/call";
import { linkAccount, makeBatch, password } from "~tests/support/make";
import { findSessionUser, openSession } from "~/features/users/users.server";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app?.close());

interface Body {
  success?: boolean;
  error?: string;
  detail?: unknown;
  user_id: string;
  api_key: string;
  task_id: string;
  data: { status: string; batch_id: string | null; execute_at: string; reason: string };
}

const credentials = { email: "alice@linnet.example", password };
const body = async (response: Response) => (await response.json()) as Body;

async function signUp(email = credentials.email) {
  const response = await call(register, "/api/users/register", { json: { email, password } });
  const { user_id, api_key } = await body(response);
  return { id: user_id, key: api_key, cookie: cookieOf(response) };
}

describe("register and login", () => {
  it("answer 201 and 200 with who it is, a key and a cookie that work", async () => {
    const made = await call(register, "/api/users/register", {
      json: { ...credentials, email: " Alice@Linnet.example" },
    });
    expect(made.status).toBe(201);
    const answer = await body(made);
    expect(answer).toMatchObject({
      success: true,
      email: "alice@linnet.example",
      message: expect.any(String) as string,
    });
    const again = await call(login, "/api/users/login", { json: credentials });
    expect(again.status).toBe(200);
    const { user_id, api_key } = await body(again);
    expect(user_id).toBe(answer.user_id);
    for (const key of [answer.api_key, api_key]) {
      const seen = await call(accounts, `/api/twitter/accounts/list?user_id=${user_id}&api_key=${key}`);
      expect(await seen.json()).toEqual({ success: true, data: { accounts: [] }, accounts: [] });
    }
    const byCookie = await call(accounts, "/api/twitter/accounts/list", { headers: { cookie: cookieOf(again) } });
    expect(byCookie.status).toBe(200);
  });

  it.each([
    [{}, 422, "Please enter email and password"],
    [{ email: "alice", password }, 422, "Please enter a valid email address"],
    [
      { email: "b@x.example", password: "weak" },
      422,
      "Password must be at least 8 characters and contain both letters and numbers",
    ],
    [{ email: 7, password: [] }, 422, "Please enter email and password"],
    [credentials, 409, "Email already registered"],
  ])("refuse %j", async (json, status, error) => {
    await signUp();
    const response = await call(register, "/api/users/register", { json });
    expect(response.status).toBe(status);
    expect(await body(response)).toMatchObject({ success: false, error });
  });

  it("end the session that came with the request: a planted cookie is worth nothing", async () => {
    const first = await signUp();
    const response = await call(login, "/api/users/login", { json: credentials, headers: { cookie: first.cookie } });
    expect(cookieOf(response)).not.toBe(first.cookie);
    const old = await call(accounts, "/api/twitter/accounts/list", { headers: { cookie: first.cookie } });
    expect(old.status).toBe(401);
  });
});

describe("credentials", () => {
  const path = "/api/twitter/accounts/list";
  const status = async (query: string, headers: Record<string, string> = {}) =>
    (await call(accounts, `${path}${query}`, { headers })).status;

  it("are looked for in the contract's order, and a wrong key never falls through to the cookie", async () => {
    const alice = await signUp();
    const bob = await signUp("bob@linnet.example");
    expect(await status("", { authorization: `Bearer ${alice.key}` })).toBe(200);
    expect(await status(`?user_id=${alice.id}&api_key=${alice.key}`)).toBe(200);
    expect(await status("", { cookie: alice.cookie })).toBe(200);
    expect(await status("")).toBe(401);
    expect(await status(`?user_id=${alice.id}`)).toBe(401);
    expect(await status(`?api_key=&user_id=`, { cookie: alice.cookie })).toBe(200);
    expect(await status(`?api_key=${alice.key}`)).toBe(401);
    expect(await status(`?user_id=${bob.id}&api_key=${alice.key}`)).toBe(401);
    expect(await status(`?user_id=${alice.id}&api_key=wrong`, { cookie: alice.cookie })).toBe(401);
    expect(await status("", { authorization: "Bearer wrong", cookie: alice.cookie })).toBe(401);
    expect(await status(`?user_id=${bob.id}`, { authorization: `Bearer ${alice.key}` })).toBe(401);
    expect(await status("", { cookie: "linnet=nonsense" })).toBe(401);
  });

  it("without a stored user are answered in the spec's words", async () => {
    expect(await body(await call(accounts, path))).toEqual({
      success: false,
      error: "用户未登录",
      detail: "用户未登录",
    });
  });

  it("by cookie change nothing from another site, nor without a word on where they come from", async () => {
    const alice = await signUp();
    const post = (headers: Record<string, string>) =>
      call(setTimezone, `/api/questions/set-timezone/${alice.id}?timezone=Asia/Tokyo`, {
        method: "POST",
        params: { user_id: alice.id },
        headers: { cookie: alice.cookie, ...headers },
      });
    expect((await post({})).status).toBe(403);
    expect((await post({ "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await post({ "sec-fetch-site": "same-site" })).status).toBe(403);
    expect((await post({ origin: "https://evil.example" })).status).toBe(403);
    expect((await post({ origin: "null" })).status).toBe(403);
    expect((await post(sameOrigin)).status).toBe(200);
    expect((await post({ origin: "http://localhost:3000" })).status).toBe(200);
  });

  it("with another's id in the path are 403, and the path's own id serves a key in the query", async () => {
    const alice = await signUp();
    const bob = await signUp("bob@linnet.example");
    const post = (id: string, query: string) =>
      call(setTimezone, `/api/questions/set-timezone/${id}?timezone=UTC&${query}`, {
        method: "POST",
        params: { user_id: id },
      });
    expect((await post(alice.id, `api_key=${alice.key}`)).status).toBe(200);
    expect((await post(bob.id, `api_key=${alice.key}`)).status).toBe(403);
    expect((await post(alice.id, "api_key=wrong")).status).toBe(401);
  });
});

describe("the envelope", () => {
  it.each<[string, Parameters<typeof call>[2], number]>([
    ["a wrong method", { method: "GET" }, 405],
    ["broken JSON", { body: "{", headers: { "content-type": "application/json" } }, 400],
    ["another type", { body: "a=b", headers: { "content-type": "text/plain" } }, 415],
    ["a body of 64 KiB and a byte", { json: { email: "x".repeat(64 * 1024) } }, 413],
    ["an array", { json: [] }, 422],
    [
      "bytes that are no UTF-8",
      { body: new Uint8Array([0xff, 0xfe, 0x7b]), headers: { "content-type": "application/json" } },
      400,
    ],
    ["an empty body", { method: "POST" }, 422],
  ])("says in a sentence what is wrong with %s", async (_name, sent, status) => {
    const response = await call(login, "/api/users/login", sent);
    expect(response.status).toBe(status);
    const answer = await body(response);
    expect(answer.success).toBe(false);
    expect(answer.error).toMatch(/^[A-Z].+/);
    expect(response.headers.get("cache-control")).toBe("no-store");
    if (status === 405) expect(response.headers.get("allow")).toBe("POST");
  });

  it("lists the faults of a validation with where they are", async () => {
    const answer = await body(await call(login, "/api/users/login", { json: {} }));
    expect(answer.detail).toEqual([
      { loc: ["body", "email"], msg: "Please enter email and password", type: "invalid_type" },
      { loc: ["body", "password"], msg: "Please enter email and password", type: "invalid_type" },
    ]);
  });

  it("answers unknown paths with 404", async () => {
    expect((await call(unknown, "/api/nothing")).status).toBe(404);
  });
});

describe("the main job over the API", () => {
  it("goes from a topic to a tweet on the timeline and one published", async () => {
    const alice = await signUp();
    const user = await findSessionUser(app, await openSession(app, alice.id));
    if (!user) throw new Error("no user");
    const person = { user, sessionId: await openSession(app, alice.id) };
    const account = await linkAccount(app, person, "alice_x");
    const auth = { user_id: alice.id, api_key: alice.key };
    const asked = await call(submit, "/api/questions/submit-gemini", {
      json: { ...auth, question: " tea ", enable_web_search: false, twitter_account_id: account.networkUserId },
    });
    expect(asked.status).toBe(202);
    const { task_id } = await body(asked);
    const look = () => call(taskStatus, `/api/questions/task-status/${task_id}`, { params: { task_id } });
    expect((await body(await look())).data).toMatchObject({ task_id, status: "pending", batch_id: null });
    await (
      await runQueued(app)
    ).settled;
    const { data } = await body(await look());
    expect(data.status).toBe("success");
    const batchId = data.batch_id ?? "";
    const tweets = (
      (await (await call(batch, `/api/questions/batch/${batchId}`, { params: { batch_id: batchId } })).json()) as {
        data: { id: number; status: string; weighted_length: number; publish_type: null }[];
      }
    ).data;
    expect(tweets).toHaveLength(5);
    expect(tweets[0]).toMatchObject({ status: "pending", publish_type: null, post_url: null, error: null });
    const [first, second] = tweets.map((tweet) => String(tweet.id));
    const posted = await call(
      publishNow,
      `/api/questions/publish-now/${first}?user_id=${alice.id}&api_key=${alice.key}`,
      {
        method: "POST",
        params: { tweet_id: first ?? "" },
      },
    );
    expect(posted.status).toBe(200);
    const later = await call(publishRandom, "/x", {
      params: { tweet_id: second ?? "" },
      json: { ...auth, twitter_account_id: account.networkUserId, user_timezone: "Europe/Berlin" },
    });
    expect((await body(later)).data).toMatchObject({
      execute_at: expect.stringMatching(/Z$/) as string,
      timezone: "Europe/Berlin",
    });
    const history = await call(list, `/x?user_id=${alice.id}&api_key=${alice.key}`, {
      params: { user_id: alice.id, account_id: account.networkUserId },
    });
    expect(await history.json()).toMatchObject([
      { id: Number(second), status: "scheduled", publish_type: "scheduled" },
      { id: Number(first), status: "published", publish_type: "immediate" },
    ]);
    expect(
      (
        await call(publishNow, "/x", {
          method: "POST",
          params: { tweet_id: first ?? "" },
          headers: { authorization: `Bearer ${alice.key}` },
        })
      ).status,
    ).toBe(409);
  });

  it("lets a task and a batch be read without credentials for a day, by their owner always, by others never", async () => {
    const alice = await signUp();
    const bob = await signUp("bob@linnet.example");
    const user = await findSessionUser(app, await openSession(app, alice.id));
    if (!user) throw new Error("no user");
    const [tweet] = await makeBatch(app, { user, sessionId: "" }, null);
    const batchId = tweet?.batchId ?? "";
    const read = async (key?: string) =>
      (
        await call(batch, "/x", {
          params: { batch_id: batchId },
          headers: key ? { authorization: `Bearer ${key}` } : {},
        })
      ).status;
    expect([await read(), await read(alice.key), await read(bob.key)]).toEqual([200, 200, 404]);
    app.clock.advance(days(1));
    expect([await read(), await read(alice.key), await read(bob.key)]).toEqual([404, 200, 404]);
  });

  it.each([
    ["limit=0", 422],
    ["limit=501", 422],
    ["limit=x", 422],
    ["before=-1", 422],
    ["from=yesterday", 422],
    ["from=2026-11-16T00:00:00Z&to=2026-11-23T00:00:00Z&limit=500", 200],
  ])("answers history with %s by %i", async (query, status) => {
    const alice = await signUp();
    const user = await findSessionUser(app, await openSession(app, alice.id));
    if (!user) throw new Error("no user");
    const account = await linkAccount(app, { user, sessionId: await openSession(app, alice.id) }, "alice_x");
    const response = await call(list, `/x?${query}`, {
      params: { user_id: alice.id, account_id: String(account.id) },
      headers: { authorization: `Bearer ${alice.key}` },
    });
    expect(response.status).toBe(status);
  });
});

describe("/session/key", () => {
  it("gives the signed-in browser a key of its own, from our own pages only", async () => {
    const alice = await signUp();
    const ask = (headers: Record<string, string>) => call(sessionKey, "/session/key", { method: "POST", headers });
    const given = await ask({ cookie: alice.cookie, ...sameOrigin });
    expect(await given.json()).toMatchObject({ user_id: alice.id, email: credentials.email, timezone: "UTC" });
    expect((await ask({ cookie: alice.cookie, "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await ask(sameOrigin)).status).toBe(401);
  });
});
