// The code of every refusal: one of the closed table, used by the program, and beside it what a program needs to go on.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerUnreadable } from "~/http/door/unreadable.server";
import { answerTooBusy, tooBusyInFull } from "~/http/door/too-busy.server";
import { readFields } from "~/http/api/fields.server";
import { endpoints } from "~/http/contract/index.server";
import { refusalsOf } from "~/http/contract/endpoint.server";
import { publishNow } from "~/features/publishing/publishing.server";
import type { ApiTweet } from "~/features/tweets/schema.server";
import { toFailureCode } from "~/features/tweets/tweets.server";
import { countOne } from "~/features/rate-limits/rate-limits.server";
import { errorCodes } from "~/ground/errors";
import { hours } from "~/ground/time/duration";
import { WriterError } from "~/ports/ai/port";
import { type Cast, createCast } from "~tests/support/calls/api-cast";
import type { Sent } from "~tests/support/calls/client";
import { linkAccount } from "~tests/support/people/make";

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
    const path = join(folder, one.name);
    if (one.isDirectory()) return path === "app/http/contract" ? [] : sourcesIn(path);
    return /\.tsx?$/.test(one.name) && path !== "app/ground/errors.ts" ? [readFileSync(path, "utf8")] : [];
  });
}

describe("the table of codes", () => {
  it("every error code is used somewhere", () => {
    const program = sourcesIn("app").join("\n");
    const unused = errorCodes.filter((code) => !program.includes(`"${code}"`));
    expect(unused).toEqual([]);
  });

  it("has each code that a route may refuse with, and a route names none twice", () => {
    for (const endpoint of endpoints) {
      const codes = refusalsOf(endpoint);
      expect(new Set(codes).size, endpoint.path).toBe(codes.length);
      for (const code of codes) expect(errorCodes).toContain(code);
    }
  });
});

let cast: Cast;
beforeEach(async () => {
  cast = await createCast();
});
afterEach(() => cast?.close());

type Body = Record<string, unknown> & { data: Record<string, unknown> };
const send = (method: string, path: string, sent: Sent = {}, by: string | undefined = cast.alice.key) =>
  cast.client.send<Body>(method, path, sent, by);
const codeOf = async (method: string, path: string, sent: Sent = {}, by?: string) => {
  const { status, body } = await send(method, path, sent, by);
  return [status, body["code"]];
};

it("who asks is told by a word what is wrong with it: nobody, an unknown key, one without its user, another's path", async () => {
  const list = "/api/twitter/accounts/list";
  expect(await codeOf("GET", list, {}, "")).toEqual([401, "unauthenticated"]);
  expect(await codeOf("GET", list, {}, "no key")).toEqual([401, "key_unknown"]);
  expect(await codeOf("GET", `${list}?api_key=${cast.alice.key}`, {}, "")).toEqual([401, "unauthenticated"]);
  expect(await codeOf("GET", `${list}?user_id=${cast.bob.user.id}`)).toEqual([401, "key_unknown"]);
  const bots = `/api/bots/content-analysis/bot-status/${cast.bob.user.id}`;
  expect(await codeOf("GET", bots)).toEqual([403, "forbidden"]);
  expect(await codeOf("GET", "/api/nothing")).toEqual([404, "not_found"]);
  expect(await codeOf("GET", "/api/users/login")).toEqual([405, "method_not_allowed"]);
  const json = { email: cast.alice.user.email, password: "not hers 1" };
  expect(await codeOf("POST", "/api/users/login", { json }, "")).toEqual([401, "wrong_credentials"]);
  for (let n = 0; n < 10; n += 1) await send("POST", "/api/users/login", { json }, "");
  expect(await codeOf("POST", "/api/users/login", { json }, "")).toEqual([429, "sign_in_throttled"]);
});

describe("the door's own refusals have a code too", () => {
  it.each([
    ["HPE_HEADER_OVERFLOW", 431, "head_too_large"],
    ["HPE_CHUNK_EXTENSIONS_OVERFLOW", 413, "too_large"],
    ["ERR_HTTP_REQUEST_TIMEOUT", 408, "too_slow"],
    ["HPE_INVALID_METHOD", 400, "malformed_request"],
  ])("%s is %i %s", (fault, status, code) => {
    let said = "";
    const socket = { writable: true, write: (text: string) => (said += text), destroy: () => {} };
    answerUnreadable(Object.assign(new Error("no"), { code: fault }), socket as never);
    expect(said).toContain(`HTTP/1.1 ${status} `);
    expect(JSON.parse(said.split("\r\n\r\n")[1] ?? "")).toMatchObject({ success: false, code });
  });

  it("too much to do is overloaded, for a program also where there is no room for its connection", () => {
    let said = "";
    const response = { writeHead: () => {}, end: (text: string) => (said = text) };
    answerTooBusy({ url: "/api/x", headers: { accept: "text/html" } } as never, response as never);
    expect(JSON.parse(said)).toMatchObject({ success: false, code: "overloaded" });
    const full = (words: string) => tooBusyInFull(Buffer.from(words)).split("\r\n\r\n")[1] ?? "";
    expect(JSON.parse(full("POST /api/questions/weigh HTTP/1.1\r\n"))).toEqual(JSON.parse(said));
    expect(full("GET /generate HTTP/1.1\r\n")).toMatch(/^The server is busy/);
  });
});

describe("a refusal that is about a tweet", () => {
  it("carries the tweet as it stands, and one about none of the caller's carries nothing", async () => {
    const id = await cast.newTweet();
    const second = await linkAccount(cast.app, cast.alice, "alice_two");
    await publishNow(cast.app, { userId: cast.alice.user.id, tweetId: id, account: second.networkUserId });
    const told = await send("POST", `/api/questions/publish-now/${id}`);
    expect([told.status, told.body["code"]]).toEqual([409, "already_sent"]);
    expect(told.body.data).toMatchObject({ id, status: "published", twitter_account_id: second.networkUserId });
    const cancelled = await send("POST", `/api/questions/cancel/${cast.alice.tweetId}`);
    expect(cancelled.body).toMatchObject({
      code: "not_scheduled",
      data: { id: cast.alice.tweetId, status: "pending" },
    });
    const others = await send("POST", `/api/questions/cancel/${cast.bob.tweetId}`);
    expect(others.status).toBe(404);
    expect(others.body).not.toHaveProperty("data");
  });

  it("says whether the account is paused or to be connected again", async () => {
    const { account, tweetId } = cast.alice;
    await linkAccount(cast.app, cast.alice, "alice_two");
    const path = `/api/questions/publish-now/${tweetId}?twitter_account_id=${account.networkUserId}`;
    for (const [status, code] of [
      ["paused", "account_paused"],
      ["reconnect", "account_reconnect"],
    ] as const) {
      await cast.app.db.updateTable("accounts").set({ status }).where("id", "=", account.id).execute();
      expect(await codeOf("POST", path)).toEqual([409, code]);
    }
  });
});

describe("what failed says so by a word", () => {
  const codesOf = async (row: object): Promise<unknown[]> => {
    const tweet = cast.app.db.updateTable("tweets").where("id", "=", cast.alice.tweetId);
    await tweet.set({ updated_at: cast.app.clock.now(), ...row }).execute();
    const { body } = await send("GET", "/api/tweets?status=pending,failed");
    return (body.data as unknown as ApiTweet[]).map((tweet) => [tweet.status, tweet.error_code]);
  };

  it("a tweet: X's reason where it has one, and none while it has not failed", async () => {
    expect(await codesOf({})).toEqual([["pending", null]]);
    const failed = { state: "failed" as const, error: "No." };
    expect(await codesOf({ ...failed, error_code: "cashtag" })).toEqual([["failed", "cashtag"]]);
    expect(await codesOf({ ...failed, error_code: "reply_refused" })).toEqual([["failed", "refused"]]);
    expect(await codesOf({ ...failed, error_code: "throttled" })).toEqual([["failed", "rate_limited"]]);
    expect(await codesOf({ ...failed, error_code: null })).toEqual([["failed", "unreachable"]]);
  });

  it("none that an object inherits is a word of it", () => {
    for (const name of ["constructor", "__proto__", "toString"]) expect(toFailureCode(name)).toBe("refused");
  });

  it("a task: the writer's reason", async () => {
    const asked = await send("POST", "/api/questions/submit-gemini", { json: { question: "bees" } });
    const path = `/api/questions/task-status/${String(asked.body["task_id"])}`;
    expect((await send("GET", path)).body.data).toMatchObject({ status: "pending", error_code: null });
    cast.app.ai.writeTweets = () => Promise.reject(new WriterError("quota", "Used up."));
    await cast.settle();
    const { body } = await send("GET", path);
    expect(body.data).toMatchObject({ status: "failed", error: "Used up.", error_code: "quota" });
  });
});

describe("headers", () => {
  it.each([
    ["generation", "POST", "/api/questions/submit-gemini", { question: "bees" }, 60],
    ["analysis", "POST", "/api/bots/content-analysis/analyze", { content: "A page for bees" }, 30],
  ] as const)(
    "tell how much is left of the limit of %s, also where it is reached",
    async (name, method, path, json, max) => {
      const told = async () => {
        const { status, headers } = await send(method, path, { json });
        return [status < 300, headers.get("ratelimit-policy"), headers.get("ratelimit")];
      };
      // The cast's own analysis counts.
      const spent = name === "analysis" ? 2 : 1;
      expect(await told()).toEqual([true, `"${name}";q=${max};w=3600`, `"${name}";r=${max - spent};t=3600`]);
      cast.app.clock.advance(hours(0.5));
      for (let n = spent; n < max; n += 1) await countOne(cast.app, name, cast.alice.user.id);
      expect(await told()).toEqual([false, `"${name}";q=${max};w=3600`, `"${name}";r=0;t=1800`]);
      cast.app.config.rateLimits = false;
      expect(await told()).toEqual([true, null, null]);
    },
  );

  it("let any page read the OpenAPI page, and nothing else", async () => {
    const origin = { headers: { origin: "https://viewer.example" } };
    for (const { method, path } of endpoints) {
      if (method !== "GET" || path.includes("{")) continue;
      const { headers } = await send("GET", path, origin);
      const allowed = path === "/api/openapi.json" ? "*" : null;
      expect(headers.get("access-control-allow-origin"), path).toBe(allowed);
    }
  });
});

describe("a request", () => {
  it("with a name twice in its query is refused everywhere, unless nobody reads that name", async () => {
    const list = `/api/bots/content-analysis/list/${cast.alice.user.id}`;
    const twice = await send("GET", `${list}?limit=1&limit=2`);
    expect([twice.status, twice.body["error"]]).toEqual([422, "limit is given twice"]);
    expect((await send("GET", `${list}?limit=1&_=1&_=2`)).status).toBe(200);
  });

  it("of a caller who is told of every unknown field is held to it on the laxest route", () => {
    const login = endpoints.find(({ path }) => path === "/api/users/login");
    if (!login) throw new Error("There is no login");
    const body = { email: "a@b.example", password: "perch on a wire 7", emial: "x" };
    expect(readFields(login, body, new URLSearchParams()).body).toMatchObject({ email: "a@b.example" });
    expect(() => readFields(login, body, new URLSearchParams(), { isStrict: true })).toThrow(
      "Unknown field emial. Did you mean email?",
    );
  });
});
