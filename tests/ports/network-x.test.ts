// X's client against a fake X: the contract, then everything that can go wrong on the way there and back.
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { minutes, seconds } from "~/duration";
import { createLog } from "~/log.server";
import { LinkError, type Network, type NetworkTokens, ReadError } from "~/ports/network/port";
import { createX } from "~/ports/network/x.server";
import { type Fault, FakeX, faults, startFakeX } from "../support/fake-x";
import { describeNetwork, whole } from "./network.contract";

const callbackUrl = "http://localhost:3000/api/twitter-auth/callback";
const lines: string[] = [];
const memory = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk));
    done();
  },
});
const log = createLog({ logLevel: "trace" }, memory);
const xOf = (fake: FakeX, apiOrigin: string | null = fake.origin) =>
  createX({ apiKey: fake.rules.apiKey, apiSecret: fake.rules.apiSecret, apiOrigin, log });

for (const gzip of ["when-asked", "never", "always"] as const)
  describeNetwork(`X, which packs its answers ${gzip}`, async () => {
    let now = Date.now();
    const fake = await startFakeX({ now: () => now, callbacks: [callbackUrl], gzip });
    return {
      network: xOf(fake),
      callbackUrl,
      strangeCallbackUrl: "https://elsewhere.example.com/callback",
      now: () => now,
      pass: (ms) => void (now += ms),
      grant: async (token, handle) => fake.consentUrl(token, handle),
      deny: async (token) => fake.deny(token),
      close: () => fake.close(),
    };
  });

describe("X itself", () => {
  let fake: FakeX;
  let network: Network;
  let tokens: NetworkTokens;
  let userId: string;
  let now: number;

  beforeEach(async () => {
    lines.length = 0;
    now = Date.now();
    fake = await startFakeX({ now: () => now });
    network = xOf(fake);
    ({
      tokens,
      profile: { id: userId },
    } = await link(network));
  });
  afterEach(() => fake.close());

  async function link(by: Network) {
    const { requestToken, requestSecret } = await by.beginLink({ callbackUrl, forceLogin: true });
    return by.finishLink({ requestToken, requestSecret, verifier: fake.consent(requestToken, "alice") });
  }
  const post = (text = "Hello", timeoutMs = seconds(5)) => network.post(tokens, { text, timeoutMs });
  const linkErrorOf = async (work: Promise<unknown>) => {
    const error = await work.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(LinkError);
    return error as LinkError;
  };
  const readErrorOf = async (work: Promise<unknown>) => {
    const error = await work.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ReadError);
    return error as ReadError;
  };

  describe("the way there", () => {
    it("moves the socket only: Host, signature and the browser's link stay X's", async () => {
      const { authorizeUrl, requestToken } = await network.beginLink({ callbackUrl, forceLogin: true });
      expect(authorizeUrl).toBe(`https://api.x.com/oauth/authorize?oauth_token=${requestToken}&force_login=true`);
      await post();
      for (const seen of fake.requests) {
        expect(seen.headers.host).toBe("api.x.com");
        expect(seen.headers.connection).toBe("close");
      }
    });

    it("asks who the account is while linking and at no other time", async () => {
      await post();
      await network.listPosts(tokens, { networkUserId: userId, since: now });
      await network.revoke(tokens);
      expect(fake.requests.map((seen) => `${seen.method} ${seen.path}`)).toEqual([
        "POST /oauth/request_token",
        "POST /oauth/access_token",
        "GET /2/users/me",
        "POST /2/tweets",
        `GET /2/users/${userId}/tweets`,
        "POST /1.1/oauth/invalidate_token",
      ]);
    });

    it("links to the post on X's own site", () => {
      expect(network.postUrl("alice", "99")).toBe("https://x.com/alice/status/99");
    });
  });

  describe("one POST", () => {
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

    it("is lost where the connection was made and reset before a byte was read", async () => {
      fake.resetNextConnections(1);
      expect(await post()).toMatchObject({ kind: "lost", status: null });
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
      network = xOf(fake, "http://no-such-host.invalid");
      expect(await post()).toMatchObject({ kind: "not_sent" });
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
      network = xOf(fake, fake.origin.replace("http:", "https:"));
      expect(await post()).toMatchObject({ kind: "not_sent" });
      expect(fake.posts).toHaveLength(0);
    });

    it("is not sent where the handshake never ends, and nothing of it was in the clear", async () => {
      network = xOf(fake, origin);
      const answer = await post("Hello", 300);
      expect(answer).toEqual({ kind: "not_sent", detail: "no whole answer in time" });
      expect(read).not.toBe("");
      expect(read).not.toMatch(/OAuth|Hello/);
    });
  });

  describe("linking that goes wrong", () => {
    it("says `refused` for wrong keys", async () => {
      const wrong = createX({ apiKey: fake.rules.apiKey, apiSecret: "wrong", apiOrigin: fake.origin, log });
      expect((await linkErrorOf(wrong.beginLink({ callbackUrl, forceLogin: true }))).reason).toBe("refused");
    });

    it("says which setting to change where the callback isn't approved", async () => {
      fake.rules.callbacks = [];
      const error = await linkErrorOf(network.beginLink({ callbackUrl, forceLogin: true }));
      expect(error.reason).toBe("not_permitted");
      expect(error.message).toMatch(/callback address.*settings.*Callback URL not approved/);
    });

    it("says `not_permitted` for an app that may only read, before anybody schedules with it", async () => {
      fake.rules.accessLevel = "read";
      const error = await linkErrorOf(link(network));
      expect(error.reason).toBe("not_permitted");
      expect(error.message).toMatch(/Read and write/);
    });

    it("says `unreachable` where X is down, on either leg", async () => {
      const { requestToken, requestSecret } = await network.beginLink({ callbackUrl, forceLogin: true });
      const verifier = fake.consent(requestToken, "alice");
      await fake.goDown();
      expect((await linkErrorOf(network.beginLink({ callbackUrl, forceLogin: true }))).reason).toBe("unreachable");
      const last = network.finishLink({ requestToken, requestSecret, verifier });
      expect((await linkErrorOf(last)).reason).toBe("unreachable");
    });
  });

  describe("reading the list", () => {
    const list = (since = now - minutes(15)) => network.listPosts(tokens, { networkUserId: userId, since });

    it("reads all pages", async () => {
      fake.rules.pageSize = 5;
      for (let n = 0; n < 23; n += 1) fake.seedPost("alice", `post ${n}`, now - seconds(n));
      expect((await list()).map((one) => one.text)).toEqual(Array.from({ length: 23 }, (_, n) => `post ${n}`));
      expect(fake.requests.filter((seen) => seen.method === "GET" && seen.path.endsWith("/tweets"))).toHaveLength(5);
    });

    it("gives up, rather than give a part, on a list that has no end", async () => {
      fake.rules.pageSize = 5;
      for (let n = 0; n < 165; n += 1) fake.seedPost("alice", `post ${n}`, now);
      expect((await readErrorOf(list())).message).toMatch(/32 pages/);
    });

    it("reads the whole of a long post, with its own links", async () => {
      const text = `${"Long & winding. ".repeat(30)}https://example.com/end?a=1&b=2`;
      fake.seedPost("alice", text, now);
      expect((await list()).map((one) => one.text)).toEqual([text]);
    });

    it("puts http:// before a bare domain, as X does", async () => {
      await post("Look at example.com today");
      expect((await list()).map((one) => one.text)).toEqual(["Look at http://example.com today"]);
    });

    it("does not show a post before X's list does", async () => {
      fake.rules.listLagMs = seconds(30);
      await post();
      expect(await list()).toEqual([]);
      now += seconds(31);
      expect(await list(now - minutes(15))).toHaveLength(1);
    });

    it("asks for whole seconds, from the one that holds the moment", async () => {
      const at = Math.floor(now / 1_000) * 1_000;
      fake.seedPost("alice", "on the second", at + 1);
      expect(await list(at + 999)).toHaveLength(1);
    });

    it("throws where X can't be reached, and where the tokens are dead", async () => {
      await network.revoke(tokens);
      expect((await readErrorOf(list())).status).toBe(401);
      await fake.goDown();
      expect((await readErrorOf(list())).status).toBeNull();
    });

    it("throws for an id that isn't one of X's, without asking X", async () => {
      const before = fake.requests.length;
      await readErrorOf(network.listPosts(tokens, { networkUserId: "../me", since: now }));
      expect(fake.requests).toHaveLength(before);
    });
  });

  it("does not throw when tokens can't be taken back", async () => {
    await fake.goDown();
    await network.revoke(tokens);
    expect(lines.join("")).toMatch(/could not be taken back/);
  });

  it("keeps keys, tokens and verifiers out of its log and its errors, whatever X echoes", async () => {
    const { requestToken, requestSecret } = await network.beginLink({ callbackUrl, forceLogin: true });
    const verifier = fake.consent(requestToken, "alice");
    const texts: string[] = [];
    fake.failNext(faults.resetBefore, faults.halfAnswer, faults.gzipRubbish);
    for (let n = 0; n < 3; n += 1) texts.push(JSON.stringify(await post(`post ${n}`)));
    await fake.goDown();
    texts.push(JSON.stringify(await post()));
    for (const work of [
      network.finishLink({ requestToken, requestSecret, verifier }),
      network.listPosts(tokens, { networkUserId: userId, since: now }),
    ]) {
      const error = (await work.catch((caught: unknown) => caught)) as Error;
      log.error({ error }, "seen");
      texts.push(error.message, String(error.stack));
    }
    await network.revoke(tokens);
    const all = [...texts, ...lines].join("\n");
    const { apiKey, apiSecret } = fake.rules;
    const { accessToken, accessSecret } = tokens;
    for (const secret of [apiKey, apiSecret, requestToken, requestSecret, verifier, accessToken, accessSecret])
      expect(all).not.toContain(secret);
    expect(all).not.toMatch(/oauth_signature|Authorization/i);
  });
});
