// One POST to X and everything that can go wrong on its way there and back.
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { seconds } from "~/ground/time/duration";
import { type Fault, faults } from "../support/fakes/fake-x";
import { clientOf, type LinkedX, startLinkedX } from "../support/fakes/fake-x-linked";
import { whole } from "./network.contract";

const hello = { text: "Hello", timeoutMs: seconds(5) };

describe("a post to X", () => {
  let fake: LinkedX["fake"];
  let network: LinkedX["network"];
  let tokens: LinkedX["tokens"];
  let post: LinkedX["post"];

  beforeEach(async () => {
    ({ fake, network, tokens, post } = await startLinkedX());
  });
  afterEach(() => fake.close());

  describe("one POST", () => {
    it("is not begun where it is too late once the connection stands: not one byte leaves", async () => {
      const asked: number[] = [];
      const mayBegin = () => asked.push(fake.requests.length) < 0;
      const answer = await network.post(tokens, { ...hello, mayBegin });
      expect(answer).toEqual({ kind: "not_sent", detail: "connected too late" });
      expect(asked).toHaveLength(1);
      expect(fake.requests.filter((seen) => seen.path === "/2/tweets")).toHaveLength(0);
      expect(fake.posts).toHaveLength(0);
      expect(await network.post(tokens, { ...hello, mayBegin: () => true })).toMatchObject({ status: 201 });
    });

    const lostOnes: [string, Fault, number | null, number][] = [
      ["reset before X took it", faults.resetBefore, null, 0],
      ["dropped after X took it", faults.dropAfter, null, 1],
      ["half an answer", faults.halfAnswer, 201, 1],
      ["an answer that can't be unpacked", faults.gzipRubbish, 201, 1],
      ["an answer that isn't X's", faults.notJson, 201, 1],
      ["a hang before X took it", faults.hangBefore, null, 0],
      ["a hang after X took it", faults.hangAfter, null, 1],
      ["an answer too slow", faults.slow(seconds(20)), 201, 1],
    ];
    it.each(lostOnes)("is lost, not failed: %s", async (_, fault, status, taken) => {
      fake.failNext(fault);
      const answer = await post("Hello", 300);
      expect(answer).toMatchObject({ kind: "lost", status });
      expect(fake.posts).toHaveLength(taken);
      expect(fake.requests.filter((seen) => seen.path === "/2/tweets")).toHaveLength(1);
    });

    it("is lost where X takes it only after the connection is gone", async () => {
      fake.failNext(faults.acceptedLate(50));
      expect(await post()).toMatchObject({ kind: "lost", status: null });
      expect(fake.posts).toHaveLength(0);
      await expect.poll(() => fake.posts.length).toBe(1);
    });

    it("is lost or not sent, and tried once only, where the connection is reset at once", async () => {
      fake.resetNextConnections(1);
      // The system may report the reset before the connection, and then nothing can have left.
      expect(["lost", "not_sent"]).toContain((await post()).kind);
      expect(fake.posts).toHaveLength(0);
      expect(whole(await post()).status).toBe(201);
    });

    it.each([429, 500, 503, 401, 402, 403])("is answered with %i where X says so", async (status) => {
      fake.failNext(faults.status(status, { headers: { "X-Custom": "kept" } }));
      const answer = whole(await post());
      expect(answer.status).toBe(status);
      expect(answer.headers["x-custom"]).toBe("kept");
      expect(answer.body).toMatchObject({ status });
      expect(fake.posts).toHaveLength(0);
    });

    it("is answered with 503 also where X took it: judging is not the port's business", async () => {
      fake.failNext(faults.unavailableAfter);
      expect(whole(await post()).status).toBe(503);
      expect(fake.posts).toHaveLength(1);
    });

    it("is answered with the body as it came: a 201 without an id, v1 errors, a proxy's page", async () => {
      const v1 = { errors: [{ code: 88, message: "Rate limit exceeded" }] };
      fake.failNext(faults.withoutId, faults.status(429, { body: v1 }), faults.status(502, { body: "<h1>Bad</h1>" }));
      expect(whole(await post("one"))).toMatchObject({ status: 201, body: { data: { text: "taken" } } });
      expect(whole(await post("two"))).toMatchObject({ status: 429, body: v1 });
      expect(whole(await post("three"))).toMatchObject({ status: 502, body: "<h1>Bad</h1>" });
    });

    it("waits for a slow answer while there is time", async () => {
      fake.failNext(faults.slow(200));
      expect(whole(await post()).status).toBe(201);
    });

    it("is lost when it is called off on its way", async () => {
      fake.failNext(faults.hangAfter);
      const stop = new AbortController();
      const answer = network.post(tokens, { text: "Hello", timeoutMs: seconds(20), signal: stop.signal });
      await expect.poll(() => fake.posts.length).toBe(1);
      stop.abort();
      expect(await answer).toMatchObject({ kind: "lost", status: null });
    });

    it("is not sent where nobody listens, and goes through when X is back", async () => {
      await fake.goDown();
      expect(await post()).toMatchObject({ kind: "not_sent", detail: "ECONNREFUSED" });
      await fake.comeUp();
      expect(whole(await post()).status).toBe(201);
    });

    it("is not sent where the name is unknown", async () => {
      const elsewhere = clientOf(fake, "http://no-such-host.invalid");
      expect(await elsewhere.post(tokens, hello)).toMatchObject({ kind: "not_sent" });
    });
  });

  describe("over TLS", () => {
    let silent: Server;
    let origin: string;
    let read = "";

    beforeEach(async () => {
      read = "";
      silent = createServer((socket) => {
        socket.on("data", (bytes) => (read += bytes.toString("latin1")));
        socket.on("error", () => undefined);
      });
      await once(silent.listen(0, "127.0.0.1"), "listening");
      origin = `https://127.0.0.1:${(silent.address() as { port: number }).port}`;
    });
    afterEach(() => void silent.close());

    it("is not sent where the other end doesn't speak TLS", async () => {
      const elsewhere = clientOf(fake, fake.origin.replace("http:", "https:"));
      expect(await elsewhere.post(tokens, hello)).toMatchObject({ kind: "not_sent" });
      expect(fake.posts).toHaveLength(0);
    });

    it("is not sent where the handshake never ends, and nothing of it was in the clear", async () => {
      const elsewhere = clientOf(fake, origin);
      const answer = await elsewhere.post(tokens, { ...hello, timeoutMs: 300 });
      expect(answer).toEqual({ kind: "not_sent", detail: "no complete response in time" });
      expect(read).not.toBe("");
      expect(read).not.toMatch(/OAuth|Hello/);
    });
  });
});
