// What any network has to do, said once and run against both faces: X's client on a fake X, and the sandbox.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hours, minutes, seconds } from "~/ground/time/duration";
import { LinkError, type Network, type NetworkTokens, type PostAnswer, ReadError } from "~/ports/network/port";
import { describeFigures } from "./network-figures.contract";
import { describeThreads, type Shown } from "./network-threads.contract";

export interface NetworkHarness {
  network: Network;
  callbackUrl: string;
  /** A callback the network was not told of. */
  strangeCallbackUrl: string;
  /** The network's time. */
  now(): number;
  pass(ms: number): void;
  /** The person consents as `handle`, or declines: the address the browser is sent back to. */
  grant(requestToken: string, handle: string): Promise<string>;
  deny(requestToken: string): Promise<string>;
  /** What the network itself knows of a post; null: it is not there. */
  shown(postId: string): Promise<Shown | null>;
  close(): Promise<void>;
}

const timeoutMs = seconds(5);

export function describeNetwork(name: string, makeHarness: () => Promise<NetworkHarness>): void {
  describe(`a network: ${name}`, () => {
    let harness: NetworkHarness;
    let network: Network;

    beforeEach(async () => {
      harness = await makeHarness();
      network = harness.network;
    });
    afterEach(() => harness.close());

    async function begin() {
      const started = await network.beginLink({ callbackUrl: harness.callbackUrl, forceLogin: true });
      return { requestToken: started.requestToken, requestSecret: started.requestSecret };
    }
    const verifierIn = (url: string) => new URL(url).searchParams.get("oauth_verifier") ?? "";
    async function link(handle: string) {
      const request = await begin();
      return network.finishLink({
        ...request,
        verifier: verifierIn(await harness.grant(request.requestToken, handle)),
      });
    }
    const post = (tokens: NetworkTokens, text: string) => network.post(tokens, { text, timeoutMs });
    const failureOf = async (work: Promise<unknown>) => {
      const error = await work.then(
        () => null,
        (caught: unknown) => caught,
      );
      expect(error).toBeInstanceOf(LinkError);
      return (error as LinkError).reason;
    };

    describe("linking", () => {
      it("sends the browser to a page that asks which account to link", async () => {
        const started = await network.beginLink({ callbackUrl: harness.callbackUrl, forceLogin: true });
        const url = new URL(started.authorizeUrl);
        expect(url.searchParams.get("oauth_token")).toBe(started.requestToken);
        expect(url.searchParams.get("force_login")).toBe("true");
      });

      it("gives the tokens and the profile of whoever consented", async () => {
        const { tokens, profile } = await link("alice");
        expect(profile).toMatchObject({ username: "alice", id: expect.stringMatching(/^\d{1,19}$/) });
        expect(profile.displayName).not.toBe("");
        expect(tokens.accessToken).not.toBe("");
        expect(tokens.accessSecret).not.toBe("");
      });

      it("comes back to the callback with the request's token, and keeps the callback's own parameters", async () => {
        const { requestToken } = await network.beginLink({ callbackUrl: harness.callbackUrl, forceLogin: false });
        const url = new URL(await harness.grant(requestToken, "alice"));
        expect(`${url.origin}${url.pathname}`).toBe(harness.callbackUrl);
        expect(url.searchParams.get("oauth_token")).toBe(requestToken);
      });

      it("knows one person again by the handle, in whatever case, and tells two apart", async () => {
        const first = await link("alice");
        expect((await link("Alice")).profile.id).toBe(first.profile.id);
        expect((await link("bob")).profile.id).not.toBe(first.profile.id);
      });

      it("takes a request once only", async () => {
        const request = await begin();
        const verifier = verifierIn(await harness.grant(request.requestToken, "alice"));
        await network.finishLink({ ...request, verifier });
        expect(await failureOf(network.finishLink({ ...request, verifier }))).toBe("expired");
      });

      it("refuses a wrong verifier, a wrong secret and an unknown token", async () => {
        const request = await begin();
        const verifier = verifierIn(await harness.grant(request.requestToken, "alice"));
        const wrong = [
          { ...request, verifier: "guessed" },
          { ...request, requestSecret: "guessed", verifier },
          { ...request, requestToken: "guessed", verifier },
        ];
        for (const ask of wrong) expect(await failureOf(network.finishLink(ask))).toBe("expired");
        expect((await network.finishLink({ ...request, verifier })).profile.username).toBe("alice");
      });

      it("refuses a request that nobody consented to", async () => {
        const request = await begin();
        expect(await failureOf(network.finishLink({ ...request, verifier: "" }))).toBe("expired");
      });

      it("refuses a request after ten minutes", async () => {
        const request = await begin();
        const verifier = verifierIn(await harness.grant(request.requestToken, "alice"));
        harness.pass(minutes(11));
        expect(await failureOf(network.finishLink({ ...request, verifier }))).toBe("expired");
      });

      it("comes back with `denied` from someone who declined, and the request is spent", async () => {
        const request = await begin();
        const url = new URL(await harness.deny(request.requestToken));
        expect(url.searchParams.get("denied")).toBe(request.requestToken);
        expect(url.searchParams.has("oauth_verifier")).toBe(false);
        expect(await failureOf(network.finishLink({ ...request, verifier: "any" }))).toBe("expired");
      });

      it("does not go back to an address it was not told of", async () => {
        const asked = network.beginLink({ callbackUrl: harness.strangeCallbackUrl, forceLogin: true });
        expect(await failureOf(asked)).toBe("not_permitted");
      });
    });

    describe("posting", () => {
      it("answers a post with 201, its id, and what is left of the limit", async () => {
        const { tokens } = await link("alice");
        const answer = whole(await post(tokens, "Good morning"));
        expect(answer.status).toBe(201);
        expect(answer.body).toMatchObject({ data: { id: expect.stringMatching(/^\d{1,19}$/), text: "Good morning" } });
        expect(answer.headers["x-rate-limit-limit"]).toBe("100");
        expect(answer.headers["x-rate-limit-remaining"]).toBe("99");
        expect(Object.keys(answer.headers)).toEqual(Object.keys(answer.headers).map((key) => key.toLowerCase()));
      });

      it("gives every post an id of its own, later ones a greater", async () => {
        const { tokens } = await link("alice");
        const ids: bigint[] = [];
        for (const text of ["one", "two", "three"]) ids.push(BigInt(idIn(await post(tokens, text))));
        expect(ids).toEqual([...new Set(ids)].sort((a, b) => Number(a - b)));
      });

      it("refuses the same words twice, however they are composed, but lets another person say them", async () => {
        const [alice, bob] = [await link("alice"), await link("bob")];
        expect(whole(await post(alice.tokens, "caf\u00e9")).status).toBe(201);
        const again = whole(await post(alice.tokens, " cafe\u0301 "));
        expect(again.status).toBe(403);
        expect(again.body).toMatchObject({ type: "about:blank", detail: expect.stringMatching(/duplicate content/i) });
        expect(whole(await post(bob.tokens, "caf\u00e9")).status).toBe(201);
      });

      it("takes the same words again after a day", async () => {
        const { tokens } = await link("alice");
        await post(tokens, "Monday");
        harness.pass(hours(24) + seconds(1));
        expect(whole(await post(tokens, "Monday")).status).toBe(201);
      });

      it("refuses a text over 280 weighted with X's reason, and takes one of 280", async () => {
        const { tokens } = await link("alice");
        expect(whole(await post(tokens, "日".repeat(140))).status).toBe(201);
        const refused = whole(await post(tokens, "日".repeat(141)));
        expect(refused.status).toBe(400);
        expect(refused.body).toMatchObject({ detail: expect.stringMatching(/too long/) });
      });

      it("refuses an empty text", async () => {
        const { tokens } = await link("alice");
        for (const text of ["", " \n "]) expect(whole(await post(tokens, text)).status).toBe(400);
      });

      it("answers the 101st post in 15 minutes with 429 and says when to come back, and means it", async () => {
        const { tokens } = await link("alice");
        for (let n = 1; n <= 100; n += 1) expect(whole(await post(tokens, `post ${n}`)).status).toBe(201);
        const refused = whole(await post(tokens, "one too many"));
        expect(refused.status).toBe(429);
        expect(refused.body).toMatchObject({ title: "Too Many Requests", status: 429 });
        expect(refused.headers["x-rate-limit-remaining"]).toBe("0");
        const resetAt = seconds(Number(refused.headers["x-rate-limit-reset"]));
        expect(resetAt).toBeGreaterThan(harness.now());
        expect(resetAt).toBeLessThanOrEqual(harness.now() + minutes(15) + seconds(1));
        harness.pass(resetAt - harness.now());
        expect(whole(await post(tokens, "one too many")).status).toBe(201);
      });

      it("does not post what was called off before", async () => {
        const { tokens, profile } = await link("alice");
        const answer = await network.post(tokens, { text: "never", timeoutMs, signal: AbortSignal.abort() });
        expect(answer.kind).toBe("not_sent");
        expect(await network.listPosts(tokens, { networkUserId: profile.id, since: 0 })).toEqual([]);
      });
    });

    describe("reading back", () => {
      const list = async (handle: { tokens: NetworkTokens; profile: { id: string } }, since: number) =>
        network.listPosts(handle.tokens, { networkUserId: handle.profile.id, since });

      it("lists nothing for someone who posted nothing", async () => {
        expect(await list(await link("alice"), harness.now())).toEqual([]);
      });

      it("lists the person's own posts only, newest first, with id and time", async () => {
        const [alice, bob] = [await link("alice"), await link("bob")];
        const since = harness.now();
        const first = idIn(await post(alice.tokens, "first"));
        harness.pass(seconds(5));
        await post(bob.tokens, "bob's");
        const second = idIn(await post(alice.tokens, "second"));
        const posts = await list(alice, since);
        expect(posts.map(({ id, text }) => ({ id, text }))).toEqual([
          { id: second, text: "second" },
          { id: first, text: "first" },
        ]);
        // X gives its times in whole seconds.
        for (const { createdAt } of posts) expect(Math.abs(createdAt - harness.now())).toBeLessThanOrEqual(seconds(6));
      });

      it("leaves out what is older than asked for", async () => {
        const alice = await link("alice");
        await post(alice.tokens, "old");
        harness.pass(hours(1));
        const since = harness.now();
        await post(alice.tokens, "new");
        expect((await list(alice, since)).map((one) => one.text)).toEqual(["new"]);
      });

      it.each([
        ["CJK and kana", "今日は寒いですね。コーヒーがおいしい"],
        ["emoji of every build", "👩🏽‍🚀 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇩🇪 1️⃣ ❤️‍🔥 🫠"],
        ["right-to-left", "שלום לכולם, مرحبا"],
        ["markup", "<b>1 < 2 && 3 > 2</b>"],
        ["written-out entities", "&amp; is &lt;not&gt; &#39;unescaped&#39; &quot;twice&quot;"],
        ["a link", "Read https://example.com/a?b=1&c=%20d#e today, or https://example.org/x."],
        ["a link that holds an entity", "https://example.com/?q=1&lt=2&amp;x=3"],
        ["line breaks and quotes", 'one\ntwo\n\n"three" ‘four’ — five…'],
        ["tags and handles", "@alice #linnet $LNT 100%"],
      ])("gives the words back as they were written: %s", async (_, text) => {
        const alice = await link("alice");
        expect(whole(await post(alice.tokens, text)).status).toBe(201);
        expect((await list(alice, 0)).map((one) => one.text)).toEqual([text]);
      });

      it("throws rather than give an empty list for tokens it doesn't know", async () => {
        const { profile } = await link("alice");
        const tokens = { accessToken: `${profile.id}-guessed`, accessSecret: "guessed" };
        const error = await list({ tokens, profile }, 0).catch((caught: unknown) => caught);
        expect(error).toBeInstanceOf(ReadError);
        expect((error as ReadError).status).toBe(401);
      });
    });

    const given = { network: () => network, now: () => harness.now(), pass: (ms: number) => harness.pass(ms), link };
    describe("telling how posts did", () =>
      describeFigures({ ...given, post: async (tokens, text) => idIn(await post(tokens, text)) }));
    describe("threads, pictures and deleting", () =>
      describeThreads({ ...given, shown: (postId) => harness.shown(postId) }));

    describe("revoking", () => {
      it("makes the tokens useless, those of that account only", async () => {
        const [alice, bob] = [await link("alice"), await link("bob")];
        await network.revoke(alice.tokens);
        const refused = whole(await post(alice.tokens, "too late"));
        expect(refused.status).toBe(401);
        expect(refused.body).toMatchObject({ title: "Unauthorized" });
        expect(whole(await post(bob.tokens, "still here")).status).toBe(201);
      });

      it("does not mind tokens that are gone already, and lets the account be linked again", async () => {
        const { tokens } = await link("alice");
        await network.revoke(tokens);
        await network.revoke(tokens);
        expect(whole(await post((await link("alice")).tokens, "back again")).status).toBe(201);
      });
    });

    it("shows a post under its author's name", () => {
      expect(network.postUrl("alice", "1234567890")).toMatch(/^https?:\/\/[^/]+\/.*alice\/status\/1234567890$/);
    });
  });
}

type Answered = Extract<PostAnswer, { kind: "answered" }>;

/** The answer, which must be a whole one. */
export function whole(answer: PostAnswer): Answered {
  expect(answer.kind).toBe("answered");
  return answer as Answered;
}

const idIn = (answer: PostAnswer): string => (whole(answer).body as { data: { id: string } }).data.id;
