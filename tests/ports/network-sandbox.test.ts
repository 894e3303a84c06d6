// The sandbox: the contract, then its consent page's verbs, its pages' posts, and what it keeps in the database.
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Clock } from "~/ground/time/clock.server";
import { minutes } from "~/ground/time/duration";
import { AppError } from "~/ground/errors";
import { createLog } from "~/ground/telemetry/log.server";
import { chooseNetwork, isSandbox } from "~/ports/network/index.server";
import type { NetworkTokens } from "~/ports/network/port";
import { createSandbox, type Sandbox } from "~/ports/network/sandbox.server";
import { displayNameOf, nextId, readHandle } from "~/ports/network/sandbox-rules";
import { everyRow, openTestDatabase } from "~tests/support/databases/database";
import { weightOf } from "../support/fakes/fake-x-world";
import { describeNetwork, whole } from "./network.contract";

const appOrigin = "http://localhost:3000";
const callbackUrl = `${appOrigin}/api/twitter-auth/callback`;

async function openSandbox() {
  const { db, close } = await openTestDatabase();
  const time = { now: Date.UTC(2026, 5, 1, 12) };
  const clock: Clock = { now: () => time.now, monotonic: () => time.now, after: () => () => undefined };
  const sandbox = createSandbox({ db, clock, appOrigin, weigh: weightOf });
  return { db, close, clock, sandbox, time };
}

describeNetwork("the sandbox", async () => {
  const { close, sandbox, time } = await openSandbox();
  return {
    network: sandbox,
    callbackUrl,
    strangeCallbackUrl: "https://elsewhere.example.com/callback",
    now: () => time.now,
    pass: (ms) => void (time.now += ms),
    grant: (token, handle) => sandbox.grant(token, handle),
    deny: (token) => sandbox.deny(token),
    shown: async (postId) => {
      const post = await sandbox.findPost(postId);
      return post && { replyTo: post.replyTo, pictures: post.pictures.map(({ altText }) => altText) };
    },
    close,
  };
});

describe("the sandbox itself", () => {
  let opened: Awaited<ReturnType<typeof openSandbox>>;
  let sandbox: Sandbox;

  beforeEach(async () => {
    opened = await openSandbox();
    sandbox = opened.sandbox;
  });
  afterEach(() => opened.close());

  const begin = async (forceLogin = true) => sandbox.beginLink({ callbackUrl, forceLogin });
  async function link(handle: string): Promise<NetworkTokens> {
    const { requestToken, requestSecret } = await begin();
    const url = new URL(await sandbox.grant(requestToken, handle));
    const verifier = url.searchParams.get("oauth_verifier") ?? "";
    return (await sandbox.finishLink({ requestToken, requestSecret, verifier })).tokens;
  }
  const codeOf = async (work: Promise<unknown>) => {
    const error = await work.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(AppError);
    return (error as AppError).code;
  };

  it("sends the browser to its own consent page", async () => {
    const { authorizeUrl, requestToken } = await begin(false);
    expect(authorizeUrl).toBe(`${appOrigin}/sandbox/authorize?oauth_token=${requestToken}&force_login=false`);
  });

  it("shows an open request, and nobody's handle", async () => {
    await link("alice");
    expect(await sandbox.findRequest((await begin(true)).requestToken)).toEqual({ forceLogin: true });
    expect((await sandbox.findRequest((await begin(false)).requestToken))?.forceLogin).toBe(false);
  });

  it("shows no request that is unknown, decided or too old, and decides none of them", async () => {
    const [granted, denied, old] = [await begin(), await begin(), await begin()];
    await sandbox.grant(granted.requestToken, "alice");
    await sandbox.deny(denied.requestToken);
    opened.time.now += minutes(10);
    for (const token of ["unknown", granted.requestToken, denied.requestToken, old.requestToken]) {
      expect(await sandbox.findRequest(token)).toBeNull();
      expect(await codeOf(sandbox.grant(token, "alice"))).toBe("not_found");
      expect(await codeOf(sandbox.deny(token))).toBe("not_found");
    }
  });

  it("takes a handle as people type it, by X's rule, and leaves the request open for another try", async () => {
    const { requestToken } = await begin();
    for (const wrong of ["", "  ", "@", "a b", "sixteen_letters_", "alice!", "ålice", "@@alice"])
      expect(await codeOf(sandbox.grant(requestToken, wrong)), wrong).toBe("invalid");
    await sandbox.grant(requestToken, " @Alice_W ");
    expect(await sandbox.findRequest(requestToken)).toBeNull();
  });

  it("forgets requests that were never decided", async () => {
    await begin();
    opened.time.now += minutes(11);
    await begin();
    expect(await opened.db.selectFrom("sandbox_requests").selectAll().execute()).toHaveLength(1);
  });

  it("keeps no token and no verifier in clear", async () => {
    const { requestToken, requestSecret } = await begin();
    const url = new URL(await sandbox.grant(requestToken, "alice"));
    const verifier = url.searchParams.get("oauth_verifier") ?? "";
    const dump = async () => JSON.stringify(await everyRow(opened.db));
    const before = await dump();
    const { tokens } = await sandbox.finishLink({ requestToken, requestSecret, verifier });
    const all = before + (await dump());
    expect(all).toContain("alice");
    for (const secret of [requestToken, requestSecret, verifier, tokens.accessToken, tokens.accessSecret])
      expect(all).not.toContain(secret);
  });

  it("needs both halves of a token pair", async () => {
    const tokens = await link("alice");
    const half = { ...tokens, accessSecret: "guessed" };
    expect(whole(await sandbox.post(half, { text: "Hello", timeoutMs: 1_000 })).status).toBe(401);
  });

  it("finds a post for its page", async () => {
    const tokens = await link("alice_w");
    const answer = whole(await sandbox.post(tokens, { text: "Hello <you> & me", timeoutMs: 1_000 }));
    const { id } = (answer.body as { data: { id: string } }).data;
    expect(await sandbox.findPost(id)).toEqual({
      handle: "alice_w",
      name: "Alice W",
      text: "Hello <you> & me",
      createdAt: opened.time.now,
      replyTo: null,
      pictures: [],
      replies: [],
    });
    expect(await sandbox.findPost("1")).toBeNull();
    expect(sandbox.postUrl("alice_w", id)).toBe(`${appOrigin}/sandbox/alice_w/status/${id}`);
  });

  it("takes one of two equal posts that come at once", async () => {
    const tokens = await link("alice");
    const ask = { text: "Me first", timeoutMs: 1_000 };
    const statuses = (await Promise.all([sandbox.post(tokens, ask), sandbox.post(tokens, ask)])).map(
      (a) => whole(a).status,
    );
    expect(statuses.sort()).toEqual([201, 403]);
  });

  it("goes on with greater ids after a restart, even with a clock set back", async () => {
    const tokens = await link("alice");
    const idOf = async (by: Sandbox, text: string) =>
      BigInt((whole(await by.post(tokens, { text, timeoutMs: 1_000 })).body as { data: { id: string } }).data.id);
    const first = await idOf(sandbox, "before");
    opened.time.now -= minutes(5);
    const again = createSandbox({ db: opened.db, clock: opened.clock, appOrigin, weigh: weightOf });
    expect(await idOf(again, "after")).toBeGreaterThan(first);
  });

  it("never weighs a text that no post can be", async () => {
    const weigh = () => expect.fail("weighed");
    const { db, clock } = opened;
    const tokens = await link("alice");
    const careful = createSandbox({ db, clock, appOrigin, weigh });
    expect(whole(await careful.post(tokens, { text: "a.".repeat(20_000), timeoutMs: 1_000 })).status).toBe(400);
  });

  it("calls a post lost, and does not throw, where its database fails", async () => {
    const tokens = await link("alice");
    await sql`alter table sandbox_posts rename to sandbox_gone`.execute(opened.db);
    const answer = await sandbox.post(tokens, { text: "Hello", timeoutMs: 1_000 });
    await sql`alter table sandbox_gone rename to sandbox_posts`.execute(opened.db);
    expect(answer).toMatchObject({ kind: "lost", status: null });
  });
});

describe("the sandbox's rules", () => {
  it("makes a name of a handle", () => {
    const names = {
      alice: "Alice",
      alice_w: "Alice W",
      linnetBot42: "Linnet Bot 42",
      NASA_fan: "NASA Fan",
      ___: "___",
    };
    for (const [handle, name] of Object.entries(names)) expect(displayNameOf(handle), handle).toBe(name);
  });

  it("reads a handle with or without its @", () => {
    expect(readHandle("@bob")).toBe("bob");
    expect(readHandle("bob@")).toBeNull();
  });

  it("makes ids of digits that never repeat, whatever the clock says", () => {
    let last: string | undefined;
    for (const now of [0, 0, -5, Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1), 0]) {
      const id = nextId(now, last);
      expect(id).toMatch(/^\d{1,19}$/);
      if (last !== undefined) expect(BigInt(id)).toBeGreaterThan(BigInt(last));
      last = id;
    }
  });
});

describe("choosing the network", () => {
  it("is X where its keys are set, else the sandbox", async () => {
    const { db, clock, close } = await openSandbox();
    const common = { db, clock, log: createLog({ logLevel: "silent" }), weigh: weightOf };
    const live = { apiKey: "key", apiSecret: "secret", apiOrigin: null };
    const network = chooseNetwork({ config: { x: live, appOrigin }, ...common });
    expect(network.kind).toBe("x");
    expect(isSandbox(network)).toBe(false);
    const embedded = chooseNetwork({ config: { x: null, appOrigin }, ...common });
    expect(isSandbox(embedded) && (await embedded.findPost("1"))).toBeNull();
    await close();
  });
});
