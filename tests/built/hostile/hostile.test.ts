// Hostile requests to the built app: each has its status and a sentence in the envelope, never a 500 or a stack trace.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../app/routes.table.js";
import { register, type Visitor } from "../../support/people/browser";
import { sendRaw } from "../../support/calls/raw";
import { type BuiltServer, startServer } from "../../support/server";

let server: BuiltServer;
let alice: Visitor;
beforeAll(async () => {
  server = await startServer();
  alice = await register(server.origin, "alice");
});
afterAll(() => server.close());

const host = () => `Host: 127.0.0.1:${server.port}`;
const bearer = () => `Authorization: Bearer ${alice.apiKey}`;
const json = "Content-Type: application/json";

async function refused(status: number, lines: string[], body: string | Buffer = ""): Promise<string> {
  const answer = await sendRaw(server.port, lines, body);
  const said = JSON.stringify(lines[0]).slice(0, 80);
  expect(answer.status, said).toBe(status);
  expect(answer.headers.toLowerCase(), said).toContain("x-request-id: ");
  expect(answer.headers.toLowerCase(), said).toContain("content-type: application/json");
  expect(answer.headers.toLowerCase(), said).toContain("cache-control: no-store");
  const text = answer.body.replace(/^[\da-f]+\r\n|\r\n0\r\n\r\n$/gi, "");
  const { success, error, detail } = JSON.parse(text) as { success: boolean; error: string; detail: unknown };
  expect(success).toBe(false);
  expect(error).toMatch(/^[\p{L}].*[\w)\p{Script=Han}.]$/su);
  expect(detail).toBeTruthy();
  expect(text).not.toMatch(/\bat .+:\d+:\d+|node_modules|Error:/);
  return error;
}

/** Every address of the table but those that say by themselves which methods they take. */
const pages: string[] = [];
routes((table) => {
  table((path = "") => {
    const filled = path.replace(/:\w+/g, "1").replace("*", "no/such/page").replace(/^\/?/, "/");
    if (!/^\/(?:api\/|mcp$)/.test(filled)) pages.push(filled);
  });
  return {};
});
pages.push("/timeline.data", "/__manifest", "/favicon.svg");

describe("addresses", () => {
  it.each([
    ["//api/users/login", 400],
    ["///", 400],
    ["/\\evil.example", 400],
    ["/generate\\evil.example", 400],
    ["/generate//evil.example", 400],
    ["/..//evil.example", 400],
    ["/generate#top", 400],
    ["/api/%E0%A4%A", 400],
    ["/api/%", 400],
    ["/api/questions/batch/%C0%AE", 400],
    ["http://evil.example/api/users/login", 400],
    ["/api/", 404],
    ["/api/nothing", 404],
    ["/api/users/login/more", 404],
    ["/api/users%2Flogin", 404],
    ["/api/..%2f..%2fetc%2fpasswd", 404],
    ["/api/questions/batch/00000000-0000-0000-0000-000000000000", 404],
    ["/api/questions/batch/%00", 404],
    ["/api/questions/batch/'%20or%201=1--", 404],
    ["/api/twitter/accounts/list.data", 404],
    ["/api/nothing?_data=root", 404],
    ["/api/twitter/accounts/list?_data=routes%2Fapi.twitter.accounts.list", 401],
    ["/api/twitter/accounts/list?api_key=%E0%A4%A", 401],
    ["/api/twitter/accounts/list?api_key=%E0%A4%A&user_id=%00", 422],
    ["/api/twitter/accounts/list?api_key=a&api_key=b&user_id=c", 401],
    ["/api/users/login", 405],
  ] as const)("GET %s is answered by %i", async (path, status) => {
    await refused(status, [`GET ${path} HTTP/1.1`, host()]);
  });

  it("an address of 8,000 letters is answered by 404", async () => {
    await refused(404, [`GET /api/questions/task-status/${"x".repeat(8_000)} HTTP/1.1`, host()]);
  });

  it.each(["_data", "%5Fdata", "%5fdat%61", "x=1&_dat%61"])(
    "?%s is no way to ask a page for its data, and nothing for the log",
    async (name) => {
      const before = server.log().length;
      const { status, body } = await sendRaw(server.port, [`GET /generate?${name}=routes%2Ftimeline HTTP/1.1`, host()]);
      expect([status, body.includes("<!DOCTYPE html>")]).toEqual([200, true]);
      expect(server.log().slice(before)).not.toContain('"level":"error"');
    },
  );

  it.each(["Host: ]bad[", "Host: a b", "Host: evil@x", "Host: x:99999", "Host: x/y", "Host: %00"])(
    "with the header %s are refused, not broken by",
    async (header) => {
      await refused(400, ["GET /api/twitter/accounts/list HTTP/1.1", header]);
    },
  );
});

it.each(["evil.example", "127.0.0.1"])("a second Host, %s, is refused, whichever comes first", async (second) => {
  const other = `Host: ${second}`;
  await refused(400, ["GET /generate HTTP/1.1", host(), other]);
  await refused(400, ["GET /generate HTTP/1.1", other, host()]);
});

describe("a host that isn't ours", () => {
  const spoofed = ["Host: evil.example", "X-Forwarded-Host: evil.example", "X-Forwarded-Proto: https"];
  const forwarded = ["Forwarded: host=evil.example;proto=https", "X-Original-URL: //evil.example/"];

  it.each(["/", "/generate", "/api/openapi.json", "/no/such/page", "/accounts/connect"])(
    "reaches nothing of the answer of %s",
    async (path) => {
      const cookie = `Cookie: ${alice
        .cookies()
        .map(({ name, value }) => `${name}=${value}`)
        .join("; ")}`;
      const answer = await sendRaw(server.port, [`GET ${path} HTTP/1.1`, ...spoofed, ...forwarded, cookie]);
      expect(answer.status).toBeLessThan(500);
      expect(answer.headers + answer.body).not.toContain("evil");
    },
  );
});

describe("methods", () => {
  it.each(["TRACE", "PATCH", "PUT", "DELETE", "PROPFIND", "LOCK", "PURGE", "SEARCH", "REPORT", "HEAD"])(
    "%s where only POST is taken is 405 with Allow",
    async (method) => {
      const lines = [`${method} /api/users/login HTTP/1.1`, host()];
      if (method !== "HEAD") expect(await refused(405, lines)).toContain(method);
      const { status, headers } = await sendRaw(server.port, lines);
      expect(status).toBe(405);
      expect(headers.toLowerCase()).toContain("allow: post");
    },
  );

  it("OPTIONS is answered by what the address takes, and by no other site's leave", async () => {
    const lines = ["OPTIONS /api/twitter/accounts/list HTTP/1.1", host(), "Origin: https://evil.example"];
    const { status, headers } = await sendRaw(server.port, lines);
    expect(status).toBe(204);
    expect(headers).toMatch(/^Allow: GET, HEAD\r$/im);
    expect(headers).not.toMatch(/^access-control-/im);
  });

  // None of them has an effect, whatever the address does when it is read: "/" leads on, and /healthz is told.
  it.each(pages)("TRACE, OPTIONS and those that nobody knows are 405 at %s", async (path) => {
    for (const method of ["TRACE", "OPTIONS", "PURGE", "PROPFIND"]) {
      expect(await refused(405, [`${method} ${path} HTTP/1.1`, host()])).toContain(method);
      const { headers } = await sendRaw(server.port, [`${method} ${path} HTTP/1.1`, host()]);
      expect(headers).toMatch(/^Allow: GET, HEAD, POST\r$/im);
    }
  });

  it("a wrong one on the way back from the network, and where nothing is", async () => {
    await refused(405, ["POST /api/twitter-auth/callback HTTP/1.1", host(), json], "{}");
    await refused(405, ["TRACE /api/twitter/accounts/list HTTP/1.1", host()]);
    await refused(404, ["PURGE /api/nothing HTTP/1.1", host()]);
  });
});

describe("bodies", () => {
  const login = "POST /api/users/login HTTP/1.1";
  const deep = (n: number) => `${"[".repeat(n)}${"]".repeat(n)}`;

  it.each<[string, string | Buffer, number]>([
    ["nothing", "", 422],
    ["half an object", '{"email": "a@b.example", "pass', 400],
    ["a word", "hello", 400],
    ["a number", "7", 422],
    ["null", "null", 422],
    ["a list", "[]", 422],
    ["JSON behind a byte order mark", "\ufeff{}", 422],
    ["bytes that are no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400],
    ["UTF-16", Buffer.from('{"email":"a"}', "utf16le"), 400],
    ["10,000 lists in each other", deep(10_000), 422],
    ["10,000 objects in each other", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`, 422],
    ["such a list as the e-mail", `{"email":${deep(10_000)},"password":"x"}`, 422],
    ["10,000 lists that never end", "[".repeat(10_000), 400],
    ["NUL in a text", '{"email":"a\\u0000@b.example","password":"perch on 7"}', 422],
    ["a NUL byte", '{"email":"a\0","password":"x"}', 400],
    ["half a surrogate pair", '{"email":"a\\ud800@b.example","password":"perch on 7"}', 422],
    ["the other half, as a name", '{"\\udc00":1}', 422],
    ["wrong types", '{"email":{"toString":1},"password":[true]}', 422],
    ["a prototype", '{"__proto__":{"email":"a@b.example","password":"x"},"constructor":7}', 422],
    ["a number beyond all numbers", '{"email":1e999,"password":-1e999}', 422],
    ["64 KiB and one byte", `{"email":"${"x".repeat(64 * 1024 - 11)}"}`, 413],
  ])("%s", async (_what, body, status) => {
    await refused(status, [login, host(), json], body);
  });

  it.each([
    "Content-Type: text/plain",
    "Content-Type: application/x-www-form-urlencoded",
    "Content-Type: multipart/form-data; boundary=x",
    "Content-Type: application/jsonx",
    "Content-Type: ;",
    "Content-Type: text/html, application/json",
    "X-Nothing: none",
  ])("of another type (%s) are 415", async (header) => {
    await refused(415, [login, host(), header], "{}");
  });

  it("told to be large are refused before they are read", async () => {
    // Not one byte of it is sent: an answer that waited for the body would never come.
    const told = [login, host(), json, "Content-Length: 9999999999"];
    expect(await refused(413, told)).toBe("The request is too large. The limit is 64 KiB.");
  });
});

describe("what Node itself can't read", () => {
  const first = "GET /api/twitter/accounts/list HTTP/1.1";
  const chunked = ["POST /api/users/login HTTP/1.1", "Transfer-Encoding: chunked", json];

  it.each<[string, number, () => string[], string]>([
    ["a head of more than 16 KiB", 431, () => [first, host(), `X-Long: ${"x".repeat(20_000)}`], ""],
    ["an address of more than 16 KiB", 431, () => [`GET /${"x".repeat(20_000)} HTTP/1.1`, host()], ""],
    ["no request at all", 400, () => ["\u0016\u0003\u0001 hello"], ""],
    ["a method that nobody has", 400, () => ["SING /generate HTTP/1.1", host()], ""],
    ["two lengths", 400, () => [first, host(), "Content-Length: 1", "Content-Length: 2"], ""],
    ["chunks without a length", 400, () => [...chunked, host()], "zz\r\n{}\r\n0\r\n\r\n"],
  ])("%s is refused in the envelope: %i", async (_what, status, lines, body) => {
    await refused(status, lines(), body);
  });
});

describe("numbers and ids", () => {
  it.each([
    ["POST /api/questions/cancel/99999999999999999999999", 404],
    ["POST /api/questions/cancel/-1", 404],
    ["POST /api/questions/cancel/1.5", 404],
    ["POST /api/questions/cancel/0x10", 404],
    ["POST /api/questions/cancel/1e3", 404],
    ["POST /api/questions/cancel/%F0%9F%90%A6", 404],
    ["POST /api/twitter/accounts/99999999999999999999999/set-default", 404],
    ["DELETE /api/twitter/accounts/NaN", 404],
    ["PUT /api/bots/content-analysis/bot-control/9007199254740993", 404],
    ["POST /api/questions/set-timezone/somebody?timezone=UTC", 403],
  ] as const)("%s is answered by %i", async (first, status) => {
    await refused(status, [`${first} HTTP/1.1`, host(), bearer(), json], "{}");
  });

  it.each([
    ["limit=999999999999999999999", "limit"],
    ["limit=1e3", "limit"],
    ["limit=-5", "limit"],
    ["limit=%00", "limit"],
    ["offset=-1", "offset"],
    ["offset=9007199254740993", "offset"],
    ["status=%E0%A4%A", "status"],
    ["input_type=constructor", "input_type"],
  ])("a list asked for with %s says which field is wrong", async (query, field) => {
    const path = `/api/bots/content-analysis/list/${alice.userId}?${query}`;
    expect(await refused(422, [`GET ${path} HTTP/1.1`, host(), bearer()])).toContain(field);
  });

  it.each(["NaN/Zone", "../../etc/passwd", "%00", "UTC%0d%0aX-Evil:1", "x".repeat(5_000), "%F0%9F%90%A6", ""])(
    "the time zone %.20s is none",
    async (zone) => {
      const path = `/api/questions/set-timezone/${alice.userId}?timezone=${zone}`;
      await refused(422, [`POST ${path} HTTP/1.1`, host(), bearer()]);
    },
  );
});

it("after all that, the log holds no error, and the server is well", async () => {
  const errors = server.events().filter((event) => event["level"] === "error" || event["level"] === "fatal");
  expect(errors).toEqual([]);
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
});
