// The API: who is let in, in which order it is judged, and the envelope of every answer.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as sessionKey from "~/routes/session.key";
import { createTestApp, type TestApp } from "~tests/support/app";
import { call, callApi, cookieOf, sameOrigin } from "~tests/support/calls/call";
import { password } from "~tests/support/people/make";
import { body, credentials, signUp } from "../access/sign-up";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app?.close());

describe("register and login", () => {
  it("answer 201 and 200 with who it is, a key and a cookie that work", async () => {
    const made = await callApi("/api/users/register", {
      json: { ...credentials, email: " Alice@Linnet.example" },
    });
    expect(made.status).toBe(201);
    const answer = await body(made);
    expect(answer).toMatchObject({
      success: true,
      email: "alice@linnet.example",
      message: expect.any(String) as string,
    });
    const again = await callApi("/api/users/login", { json: credentials });
    expect(again.status).toBe(200);
    const { user_id, api_key } = await body(again);
    expect(user_id).toBe(answer.user_id);
    for (const key of [answer.api_key, api_key]) {
      const seen = await callApi(`/api/twitter/accounts/list?user_id=${user_id}&api_key=${key}`);
      expect(await seen.json()).toEqual({
        success: true,
        data: { accounts: [] },
        accounts: [],
        message: "0 linked accounts",
      });
    }
    const byCookie = await callApi("/api/twitter/accounts/list", { headers: { cookie: cookieOf(again) } });
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
    const response = await callApi("/api/users/register", { json });
    expect(response.status).toBe(status);
    expect(await body(response)).toMatchObject({ success: false, error });
  });

  it("end the session that came with the request: a planted cookie is worth nothing", async () => {
    const first = await signUp();
    const response = await callApi("/api/users/login", { json: credentials, headers: { cookie: first.cookie } });
    expect(cookieOf(response)).not.toBe(first.cookie);
    const old = await callApi("/api/twitter/accounts/list", { headers: { cookie: first.cookie } });
    expect(old.status).toBe(401);
  });
});

describe("credentials", () => {
  const path = "/api/twitter/accounts/list";
  const status = async (query: string, headers: Record<string, string> = {}) =>
    (await callApi(`${path}${query}`, { headers })).status;

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
    expect(await body(await callApi(path))).toEqual({
      success: false,
      error: "用户未登录",
      detail: "用户未登录",
      code: "unauthenticated",
    });
  });

  it("by cookie change nothing from another site, nor without a word on where they come from", async () => {
    const alice = await signUp();
    const post = (headers: Record<string, string>) =>
      callApi(`/api/questions/set-timezone/${alice.id}?timezone=Asia/Tokyo`, {
        method: "POST",
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
      callApi(`/api/questions/set-timezone/${id}?timezone=UTC&${query}`, {
        method: "POST",
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
    const response = await callApi("/api/users/login", sent);
    expect(response.status).toBe(status);
    const answer = await body(response);
    expect(answer.success).toBe(false);
    expect(answer.error).toMatch(/^[A-Z].+/);
    expect(response.headers.get("cache-control")).toBe("no-store");
    if (status === 405) expect(response.headers.get("allow")).toBe("POST");
  });

  it("lists the faults of a validation with where they are", async () => {
    const answer = await body(await callApi("/api/users/login", { json: {} }));
    expect(answer.detail).toEqual([
      // Of the password the same is to be said, and is said once.
      { loc: ["body", "email"], msg: "Please enter email and password", type: "required" },
    ]);
  });

  it("answers unknown paths with 404", async () => {
    expect((await callApi("/api/nothing")).status).toBe(404);
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
