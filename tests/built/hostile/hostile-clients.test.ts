// Hostile clients of the built app: requests that are never finished, and more of them at once than one may ask.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Half, sendHalf } from "../../support/calls/raw";
import { type BuiltServer, eventually, startServer } from "../../support/server";

let server: BuiltServer;
let halves: Half[];
beforeAll(async () => {
  server = await startServer();
  // They hang there while everything else is asked.
  halves = halfSent.flatMap((text) => Array.from({ length: 10 }, () => sendHalf(server.port, text)));
});
afterAll(() => server.close());

const halfSent = [
  "",
  "GET /gener",
  "GET /generate HTTP/1.1\r\nHost: x\r\nX-Slow: ",
  "POST /api/users/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
  "POST /generate HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 50\r\n\r\nintent=",
];

const get = (path: string, accept: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\n\r\n`;
/** Head and body of each answer that has come; of a compressed or chunked body whatever there is. */
const answersIn = (text: string) =>
  text.split(/(?=HTTP\/1\.1 \d{3} )/).map((one) => {
    const [head = "", body = ""] = one.split("\r\n\r\n");
    return { status: Number(head.slice(9, 12)), head, body };
  });

it("a pipeline has eight requests in flight; the others are refused with what helps, and their connection goes on", async () => {
  const asked = [...Array<string>(10).fill(get("/timeline", "text/html")), get("/api/users/me", "*/*")];
  const client = sendHalf(server.port, asked.join(""));
  await eventually("eleven answers", () => answersIn(client.read()).length === 11);
  const answers = answersIn(client.read());
  expect(answers.map(({ status }) => status)).toEqual([...Array<number>(8).fill(200), 503, 503, 503]);
  for (const { head } of answers.slice(8)) {
    for (const line of ["retry-after: 2", "cache-control: no-store", "x-content-type-options: nosniff"])
      expect(head.toLowerCase()).toContain(`\r\n${line}`);
    expect(head).toMatch(/\r\nX-Request-Id: [\da-f-]{36}\r\n/i);
  }
  const sentence = "The server is busy. Try again in a moment.";
  expect(answers.at(-2)?.body).toBe(sentence);
  expect(JSON.parse(answers.at(-1)?.body ?? "")).toEqual({
    success: false,
    error: sentence,
    detail: sentence,
    code: "overloaded",
  });
  expect(client.isClosed()).toBe(false);
});

it("thousands in a pipeline are answered a hundred times at most, and the connection is closed", async () => {
  const client = sendHalf(server.port, get("/timeline", "text/html").repeat(5_000));
  await eventually("the connection is closed", () => client.isClosed());
  // Where it is closed before all was read, the kernel may throw away the last answers.
  expect(answersIn(client.read()).length).toBeLessThanOrEqual(100);
  expect(await (await fetch(`${server.origin}/healthz`)).json()).toMatchObject({ healthy: true });
});

it("requests that are never finished are closed, whichever half of them came", async () => {
  await eventually("all half-sent requests closed", () => halves.every((half) => half.isClosed()));
  const told = halves.map((half) => {
    const [head = "", body = ""] = half.read().split("\r\n\r\n");
    return { status: Number(head.slice(9, 12)), error: (JSON.parse(body) as { error: string }).error };
  });
  // Of twenty whose body is missing an address has eight.
  const late = { status: 408, error: "The request didn’t arrive in time." };
  expect(told.filter(({ status }) => status === 408)).toEqual(Array(38).fill(late));
  expect(told.map(({ status }) => status).filter((status) => status !== 408)).toEqual(Array(12).fill(503));
});

it("after all that, the log holds no error, and the server is well", async () => {
  const errors = server.events().filter((event) => event["level"] === "error" || event["level"] === "fatal");
  expect(errors).toEqual([]);
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
});
