// Figures from X: what is asked, what each answer says, every way it fails, and what X charges by the fake's meter.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { days, hours, minutes, seconds } from "~/ground/time/duration";
import { readFiguresAnswer, readFiguresPage } from "~/ports/network/x-figures";
import { ReadError } from "~/ports/network/port";
import { type Fault, faults } from "../support/fakes/fake-x";
import { type LinkedX, readErrorOf, startLinkedX } from "../support/fakes/fake-x-linked";

let x: LinkedX;
let fake: LinkedX["fake"];
let now: number;

beforeEach(async () => {
  x = await startLinkedX();
  ({ fake } = x);
  now = x.time.now;
});
afterEach(() => fake.close());

const read = (ids: readonly string[], withPrivate = true, signal?: AbortSignal) =>
  x.network.readFigures(x.tokens, { ids, withPrivate, signal });
const list = (since = now - days(3), withPrivate = true, signal?: AbortSignal) =>
  x.network.listFigures(x.tokens, { networkUserId: x.userId, since, withPrivate, signal });
const seed = (text = "Hello", at = now - days(1), handle = "alice") => fake.seedPost(handle, text, at).id;
const seedMany = (count: number) => Array.from({ length: count }, (_, n) => seed(`post ${n}`, now - minutes(n)));
const readsSeen = () => fake.requests.filter(({ method, path }) => method === "GET" && path.endsWith("/tweets"));

describe("what X is asked", () => {
  it("is one GET of at most 100 ids, signed by the account, with private figures only on request", async () => {
    const ids = seedMany(100);
    await read(ids, true);
    await read(ids.slice(0, 1), false);
    const [first, second] = readsSeen();
    expect(first?.path).toBe("/2/tweets");
    expect(first?.query.get("ids")?.split(",")).toEqual(ids);
    expect(first?.query.get("tweet.fields")).toBe("public_metrics,non_public_metrics,created_at");
    expect([...(first?.query.keys() ?? [])].sort()).toEqual(["ids", "tweet.fields"]);
    expect(second?.query.get("tweet.fields")).toBe("public_metrics,created_at");
    expect(readsSeen()).toHaveLength(2);
  });

  it("is nothing for no ids, for ids that aren't X's, and for more than 100", async () => {
    await read([]);
    await read(["../me", ""]);
    await readErrorOf(read(Array.from({ length: 101 }, (_, n) => String(n))));
    await readErrorOf(x.network.listFigures(x.tokens, { networkUserId: "../me", since: 0, withPrivate: false }));
    expect(readsSeen()).toEqual([]);
  });

  it("is of a list each page of 100 from the whole second on, without what only repeats another's post", async () => {
    fake.rules.pageSize = 5;
    const ids = seedMany(12);
    const told = await list(now - hours(1) + 999);
    expect(told.figures.map(({ postId }) => postId)).toEqual(ids);
    expect(told.posts).toBe(12);
    expect(readsSeen()).toHaveLength(3);
    for (const { path, query } of readsSeen()) {
      expect(path).toBe(`/2/users/${x.userId}/tweets`);
      expect(query.get("max_results")).toBe("100");
      expect(query.get("exclude")).toBe("retweets");
      expect(query.get("start_time")).toMatch(/:\d\dZ$/);
    }
  });
});

describe("what X's answer says", () => {
  const all = {
    likes: 11,
    reposts: 12,
    replies: 13,
    quotes: 14,
    bookmarks: 15,
    impressions: 160,
    linkClicks: 17,
    profileClicks: 18,
    engagements: 100,
  };

  it.each(["2.166", "2.167"] as const)("is read under the names of X's document %s", async (document) => {
    fake.rules.document = document;
    const id = seed();
    fake.setFigures(id, all);
    expect((await read([id])).figures).toEqual([{ postId: id, ...all }]);
    expect((await list()).figures).toEqual([{ postId: id, ...all }]);
  });

  it.each([undefined, null, "12", 1.5, -1, 1e300, true, [3], { count: 3 }])(
    "is unknown, and never 0, where a figure is %j",
    async (value) => {
      const id = seed();
      fake.setFigures(id, Object.fromEntries(Object.keys(all).map((name) => [name, value])));
      const one = (await read([id])).figures[0];
      expect(Object.values({ ...one, postId: null }).every((figure) => figure === null)).toBe(true);
      expect(one?.postId).toBe(id);
    },
  );

  it("keeps a true 0", async () => {
    const id = seed();
    fake.setFigures(id, Object.fromEntries(Object.keys(all).map((name) => [name, 0])));
    expect((await read([id])).figures[0]).toEqual({
      postId: id,
      ...Object.fromEntries(Object.keys(all).map((n) => [n, 0])),
    });
  });

  it("takes the views from the private figures where the open ones have none", () => {
    const item = { id: "1", public_metrics: { like_count: 1 }, non_public_metrics: { impression_count: 40 } };
    expect(readFiguresAnswer(200, { data: [item] }, ["1"]).figures[0]).toMatchObject({ likes: 1, impressions: 40 });
    const both = { ...item, public_metrics: { impression_count: 50 } };
    expect(readFiguresAnswer(200, { data: [both] }, ["1"]).figures[0]?.impressions).toBe(50);
  });

  it("tells a deleted post from one that is there, and from one that X keeps silent about", async () => {
    const [there, deleted, old] = [seed("there"), seed("deleted"), seed("old", now - days(31))];
    fake.deletePost(deleted);
    fake.rules.unauthorized = "missing";
    const told = await read([there, deleted, old]);
    expect(told.figures.map(({ postId }) => postId)).toEqual([there]);
    expect(told.gone).toEqual([deleted]);
    fake.deletePost(there);
    expect(await read([there, deleted])).toEqual({ figures: [], gone: [there, deleted] });
    expect(await list()).toEqual({ figures: [], posts: 0 });
  });

  it("says in the log which problem X named, and of which it was", async () => {
    const old = seed("old", now - days(31));
    const told = await read([old]);
    expect(told.figures[0]).toMatchObject({ postId: old, linkClicks: null, engagements: null });
    expect(told.figures[0]?.likes).toBeGreaterThan(0);
    const line = x.lines.find((one) => one.includes("only a part of the figures")) ?? "";
    expect(JSON.parse(line)).toMatchObject({ level: expect.anything(), problems: ["not-authorized-for-field"] });
  });

  it("says nothing of posts that were not asked for, nor of items that are none", () => {
    const data = [{ id: "1" }, { id: "2" }, null, 7, { id: 3 }, { id: "1" }];
    expect(readFiguresAnswer(200, { data }, ["1", "3"]).figures.map(({ postId }) => postId)).toEqual(["1"]);
    const errors = [{ type: "https://api.x.com/2/problems/resource-not-found", resource_id: "9" }];
    expect(readFiguresAnswer(200, { data, errors }, ["1"]).gone).toEqual([]);
  });

  it.each([
    ["X's former host", { type: "https://api.twitter.com/2/problems/resource-not-found", resource_id: "1" }, ["1"]],
    ["X's present host", { type: "https://api.x.com/2/problems/resource-not-found", resource_id: "1" }, ["1"]],
    ["no resource_id", { type: "https://api.x.com/2/problems/resource-not-found", value: "1" }, ["1"]],
    ["another problem", { type: "https://api.x.com/2/problems/not-authorized-for-resource", resource_id: "1" }, []],
    ["another's beginning", { type: "https://api.x.com/2/problems/resource-not-found/soon", resource_id: "1" }, []],
    ["no type", { resource_id: "1" }, []],
    ["an id that is none", { type: "/resource-not-found", resource_id: 1 }, []],
  ])("is that a post is gone only where the problem says so: %s", (_, error, gone) => {
    expect(readFiguresAnswer(200, { errors: [error] }, ["1"]).gone).toEqual(gone);
  });

  it("is not that a post is gone where X shows it too", () => {
    const errors = [{ type: "/resource-not-found", resource_id: "1" }];
    expect(readFiguresAnswer(200, { data: [{ id: "1" }], errors }, ["1"]).gone).toEqual([]);
  });

  it.each(["<html>", "", null, {}, [], { data: null }, { data: [] }, { data: {} }, { errors: [] }, { errors: [7] }])(
    "is an error, and counted as sent, where it is no answer: %j",
    (body) => {
      for (const work of [() => readFiguresAnswer(200, body, ["1"]), () => readFiguresPage(200, body)]) {
        expect(work).toThrow(ReadError);
        expect(work).toThrow(expect.objectContaining({ status: 200, isSent: true }));
      }
    },
  );
});

describe("a reading that fails", () => {
  const refusals: [string, Fault, Partial<ReadError>][] = [
    ["401", faults.status(401), { status: 401, isBlocked: false }],
    ["no credits", faults.credits, { status: 402, isBlocked: true }],
    ["suspended", faults.suspended, { status: 403, isBlocked: true }],
    ["forbidden", faults.status(403), { status: 403, isBlocked: false }],
    ["the app's cap of a month", faults.usageCapped, { status: 429, isBlocked: true }],
    ["too many, without a word of when", faults.status(429), { status: 429, isBlocked: false }],
    [
      "too many, in v1's form",
      faults.status(429, { body: { errors: [{ code: 88, message: "Rate limit exceeded" }] } }),
      { status: 429 },
    ],
    ["unavailable", faults.status(503), { status: 503, isBlocked: false }],
    ["a proxy's page", faults.status(502, { body: "<html>Bad gateway</html>" }), { status: 502 }],
  ];
  it.each(refusals)("says what was refused, and that nothing was charged: %s", async (_, fault, expected) => {
    const id = seed();
    fake.failNextReads(fault, fault);
    const common = { isSent: true, counted: 0, resetAt: null, ...expected };
    expect(await readErrorOf(read([id]))).toMatchObject(common);
    expect(await readErrorOf(list())).toMatchObject(common);
    expect(fake.meter()).toEqual({ posts: 0, own: 0, micros: 0 });
    expect((await read([id])).figures).toHaveLength(1);
  });

  it("says when the limit ends, and of several the latest that is used up", async () => {
    const quarter = Math.ceil(now / 1_000) * 1_000 + minutes(9);
    const day = quarter + hours(5);
    const cases: [Parameters<typeof faults.limited>[0], number][] = [
      [{ quarter }, quarter],
      [{ quarter, day }, day],
      [{ quarter, day, left: "quarter" }, day],
      [{ quarter, day, left: "day" }, quarter],
    ];
    for (const [ends, resetAt] of cases) {
      fake.failNextReads(faults.limited(ends));
      expect((await readErrorOf(read(["1"]))).resetAt, JSON.stringify(ends)).toBe(resetAt);
    }
  });

  it("does not believe a limit that ends beyond a day and a bit", async () => {
    fake.failNextReads(faults.limited({ quarter: now + days(2) }), faults.limited({ quarter: now * 1_000 }));
    expect((await readErrorOf(read(["1"]))).resetAt).toBeNull();
    expect((await readErrorOf(read(["1"]))).resetAt).toBeNull();
  });

  const lostOnes: [string, Fault, charged: number][] = [
    ["reset before X showed it", faults.resetBefore, 0],
    ["dropped after X showed it", faults.dropAfter, 1],
    ["half an answer", faults.halfAnswer, 1],
    ["an answer that can't be unpacked", faults.gzipRubbish, 1],
    ["a hang before", faults.hangBefore, 0],
    ["a hang after", faults.hangAfter, 1],
    ["an answer too slow", faults.slow(seconds(20)), 1],
  ];
  it.each(lostOnes)("is a lost answer, for which X may charge: %s", async (_, fault, charged) => {
    const id = seed();
    fake.failNextReads(fault);
    const error = await readErrorOf(read([id], true, AbortSignal.timeout(300)));
    expect(error).toMatchObject({ status: null, isSent: true, counted: 0 });
    expect(fake.meter().posts).toBe(charged);
    expect(readsSeen()).toHaveLength(1);
  });

  it("is an answer, and was sent, where X says 200 and something else", async () => {
    const id = seed();
    fake.failNextReads(faults.notJson, faults.notJson);
    expect(await readErrorOf(read([id]))).toMatchObject({ status: 200, isSent: true });
    expect(await readErrorOf(list())).toMatchObject({ status: 200, isSent: true });
  });

  it("knows that not one byte left where X can't be reached", async () => {
    await fake.goDown();
    expect(await readErrorOf(read(["1"]))).toMatchObject({ status: null, isSent: false, counted: 0 });
    expect(await readErrorOf(list())).toMatchObject({ status: null, isSent: false, counted: 0 });
  });

  it("knows what the pages before had, whatever becomes of the next", async () => {
    fake.rules.pageSize = 5;
    seedMany(12);
    const cases: [Fault, Partial<ReadError>][] = [
      [faults.status(503), { status: 503, isSent: true }],
      [faults.dropAfter, { status: null, isSent: true }],
      [faults.notJson, { status: 200, isSent: true }],
    ];
    for (const [fault, expected] of cases) {
      fake.failNextReads(faults.none, faults.none, fault);
      expect(await readErrorOf(list())).toMatchObject({ ...expected, counted: 10 });
      fake.failNextReads(faults.none, faults.none, fault);
      const posts = x.network.listPosts(x.tokens, { networkUserId: x.userId, since: now - days(3) });
      expect(await readErrorOf(posts)).toMatchObject({ ...expected, counted: 10 });
    }
  });

  it("gives a list up that has no end, and knows what it had", async () => {
    fake.rules.pageSize = 5;
    seedMany(165);
    expect(await readErrorOf(list())).toMatchObject({ counted: 160, isSent: false, status: null });
  });

  it("keeps tokens and keys out of errors and log, whatever X repeats", async () => {
    const { accessToken, accessSecret } = x.tokens;
    const echo = [fake.rules.apiKey, fake.rules.apiSecret, accessToken, accessSecret].join(" ");
    const type = `https://api.x.com/2/problems/${fake.rules.apiSecret}`;
    fake.failNextReads(
      faults.status(400, { body: { title: "Bad", detail: echo, type } }),
      faults.status(200, { body: { errors: [{ type, title: echo, detail: echo }] } }),
      faults.halfAnswer,
    );
    const texts: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const error = (await read(["1"]).catch((caught: unknown) => caught)) as Error;
      x.log.error({ err: error }, "seen");
      texts.push(String(error.stack ?? ""), JSON.stringify(error));
    }
    const all = [...texts, ...x.lines].join("\n");
    expect(all).toContain("[redacted]");
    for (const secret of [fake.rules.apiKey, fake.rules.apiSecret, accessToken, accessSecret])
      expect(all).not.toContain(secret);
    expect(all).not.toMatch(/oauth_signature|Authorization: /i);
  });
});

describe("what X charges, by the fake's meter", () => {
  it("is half a cent for each post that is shown, once a UTC day", async () => {
    const at = Date.UTC(2026, 10, 20, 23, 50);
    x.time.now = at;
    const [one, two, deleted] = [seed("one", at - hours(2)), seed("two", at - hours(1)), seed("gone", at - hours(1))];
    fake.deletePost(deleted);
    await read([one, two, deleted]);
    await read([one]);
    await list(at - days(1));
    expect(fake.meter()).toEqual({ posts: 2, own: 0, micros: 10_000 });
    x.time.now += minutes(11);
    await read([one]);
    expect(fake.meter()).toEqual({ posts: 3, own: 0, micros: 15_000 });
  });

  it("is a tenth of a cent for each post of the list of the app's owner, where nothing else showed it first", async () => {
    fake.rules.owner = "alice";
    const ids = seedMany(3);
    await read(ids.slice(0, 1));
    await list();
    await list();
    expect(fake.meter()).toEqual({ posts: 1, own: 2, micros: 7_000 });
    await read(ids);
    expect(fake.meter()).toEqual({ posts: 1, own: 2, micros: 7_000 });
    fake.rules.owner = "bob";
    x.time.now += days(1);
    await list();
    expect(fake.meter()).toEqual({ posts: 4, own: 2, micros: 22_000 });
  });

  it("can be asked for, and figures set, from another process", async () => {
    const steer = async (path: string, body?: unknown): Promise<unknown> => {
      const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
      return (await fetch(`${fake.origin}/_fake/${path}`, init)).json();
    };
    const [one, two] = [seed("one"), seed("two")];
    await steer("figures", { id: one, figures: { likes: 4_321 } });
    await steer("delete", { id: two });
    await steer("read-faults", [faults.status(503)]);
    expect((await readErrorOf(read([one, two]))).status).toBe(503);
    expect(await read([one, two])).toMatchObject({ figures: [{ postId: one, likes: 4_321 }], gone: [two] });
    expect(await steer("meter")).toEqual({ posts: 1, own: 0, micros: 5_000 });
  });
});
