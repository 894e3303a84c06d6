// X's client against a fake X: the contract, what it sends and keeps to itself, and linking that goes wrong.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createX } from "~/ports/network/x.server";
import { faults, startFakeX } from "../support/fakes/fake-x";
import { callbackUrl, clientOf, link, type LinkedX, linkErrorOf, startLinkedX } from "../support/fakes/fake-x-linked";
import { describeNetwork, whole } from "./network.contract";

for (const gzip of ["when-asked", "never", "always"] as const)
  describeNetwork(`X, which packs its answers ${gzip}`, async () => {
    let now = Date.now();
    const fake = await startFakeX({ now: () => now, callbacks: [callbackUrl], gzip });
    return {
      network: clientOf(fake),
      callbackUrl,
      strangeCallbackUrl: "https://elsewhere.example.com/callback",
      now: () => now,
      pass: (ms) => void (now += ms),
      grant: async (token, handle) => fake.consentUrl(token, handle),
      deny: async (token) => fake.deny(token),
      shown: async (postId) => fake.shown(postId),
      close: () => fake.close(),
    };
  });

describe("X itself", () => {
  let x: LinkedX;
  let fake: LinkedX["fake"];
  let network: LinkedX["network"];
  let tokens: LinkedX["tokens"];
  let post: LinkedX["post"];

  beforeEach(async () => {
    x = await startLinkedX();
    ({ fake, network, tokens, post } = x);
  });
  afterEach(() => fake.close());

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
      await network.listPosts(tokens, { networkUserId: x.userId, since: x.time.now });
      await network.revoke(tokens);
      expect(fake.requests.map((seen) => `${seen.method} ${seen.path}`)).toEqual([
        "POST /oauth/request_token",
        "POST /oauth/access_token",
        "GET /2/users/me",
        "POST /2/tweets",
        `GET /2/users/${x.userId}/tweets`,
        "POST /1.1/oauth/invalidate_token",
      ]);
    });

    it("links to the post on X's own site", () => {
      expect(network.postUrl("alice", "99")).toBe("https://x.com/alice/status/99");
    });
  });

  describe("linking that goes wrong", () => {
    it("says `refused` for wrong keys", async () => {
      const wrong = createX({
        apiKey: fake.rules.apiKey,
        apiSecret: "wrong",
        apiOrigin: fake.origin,
        clock: fake,
        log: x.log,
      });
      expect((await linkErrorOf(wrong.beginLink({ callbackUrl, forceLogin: true }))).reason).toBe("refused");
    });

    it("says which setting to change where the callback isn't approved", async () => {
      fake.rules.callbacks = [];
      const error = await linkErrorOf(network.beginLink({ callbackUrl, forceLogin: true }));
      expect(error.reason).toBe("not_permitted");
      expect(error.message).toMatch(/callback URL.*settings.*Callback URL not approved/);
    });

    it("says `read_only` for an app that may only read, before anybody schedules with it and before X charges", async () => {
      fake.rules.accessLevel = "read";
      const before = fake.requests.length;
      const error = await linkErrorOf(link(fake, network));
      expect(error.reason).toBe("read_only");
      expect(error.message).toMatch(/Read and write/);
      expect(fake.requests.slice(before).map(({ path }) => path)).not.toContain("/2/users/me");
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

  it("does not throw when tokens can't be taken back", async () => {
    await fake.goDown();
    await network.revoke(tokens);
    expect(x.lines.join("")).toMatch(/could not be taken back/);
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
      () => network.finishLink({ requestToken, requestSecret, verifier }),
      () => network.listPosts(tokens, { networkUserId: x.userId, since: x.time.now }),
    ]) {
      const error = (await work().catch((caught: unknown) => caught)) as Error;
      x.log.error({ error }, "seen");
      texts.push(error.message, String(error.stack));
    }
    await network.revoke(tokens);
    const all = [...texts, ...x.lines].join("\n");
    const { apiKey, apiSecret } = fake.rules;
    const { accessToken, accessSecret } = tokens;
    for (const secret of [apiKey, apiSecret, requestToken, requestSecret, verifier, accessToken, accessSecret])
      expect(all).not.toContain(secret);
    expect(all).not.toMatch(/oauth_signature|Authorization/i);
  });

  it("can be steered from another process, as the browser's tests do", async () => {
    const steer = async (path: string, body?: unknown): Promise<unknown> => {
      const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
      return (await fetch(`${fake.origin}/_fake/${path}`, init)).json();
    };
    const { requestToken, requestSecret } = await network.beginLink({ callbackUrl, forceLogin: true });
    const { url } = (await steer("consent", { oauth_token: requestToken, handle: "bob" })) as { url: string };
    const verifier = new URL(url).searchParams.get("oauth_verifier") ?? "";
    const { profile } = await network.finishLink({ requestToken, requestSecret, verifier });
    expect(profile.username).toBe("bob");
    await steer("faults", [faults.status(503)]);
    expect(whole(await post("one")).status).toBe(503);
    await post("two");
    expect(await steer("posts")).toMatchObject([{ text: "two", username: "alice" }]);
    const second = await network.beginLink({ callbackUrl, forceLogin: true });
    const back = (await steer("deny", { oauth_token: second.requestToken })) as { url: string };
    expect(new URL(back.url).searchParams.get("denied")).toBe(second.requestToken);
  });
});
