// Every list of tweets holds what its filters say of each row: found by the database, and again by a plain filter here.
import { afterAll, beforeAll, expect, it } from "vitest";
import { searchTerms } from "~/features/tweets/search";
import { listDiscarded, listNewestAndComing, listUnsent } from "~/features/tweets/tweets.server";
import { iso } from "~/ground/time/iso";
import { createTestApp, type TestApp } from "~tests/support/app";
import { origin } from "~tests/support/calls/client";
import { createRouter, type Router } from "~tests/support/calls/router";
import { type Random, seeded } from "../../crash/random";

import {
  type Viewer,
  fill,
  idsOf,
  isBetween,
  type Kept,
  keptOf,
  makeViewer,
  newestFirst,
  placedAt,
  says,
  saysStatus,
  someMoment,
  start,
  type Wish,
  wishOf,
} from "./kept";

const isNight = process.env["LINNET_NIGHT"] !== undefined;
const worlds = isNight ? 50 : 5;
const drawsEach = isNight ? 200 : 100;

let app: TestApp;
let route: Router;
let viewers: Viewer[];

beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "off" } });
  app.clock.set(start);
  route = await createRouter();
  viewers = [await makeViewer(app, route, "alice"), await makeViewer(app, route, "bob")];
});
afterAll(() => app.close());

interface Drawn {
  asked: string;
  found: number[];
  expected: number[];
}

async function drawTweets(random: Random, viewer: Viewer, all: Kept[]): Promise<Drawn> {
  const wish = wishOf(random, viewer);
  const sort = random.pick(["", "-id", "placed", "-placed"]);
  const limit = 1 + random.below(60);
  const ask = Object.entries({
    status: wish.statuses.join(","),
    origin: wish.origins.join(","),
    account: wish.account === null ? "" : random.pick([wish.account.networkUserId, String(wish.account.id)]),
    batch: wish.batch ?? "",
    q: wish.q,
    from: wish.from === null ? "" : iso(wish.from),
    to: wish.to === null ? "" : iso(wish.to),
    updated_since: wish.since === null ? "" : iso(wish.since),
    sort,
  }).filter(([, value]) => value !== "");
  const isByAgent = random.chance(0.15);
  const expected = all
    .filter((one) => saysStatus(one, wish.statuses) && says(one, wish) && isBetween(one, wish))
    .filter(({ row }) => wish.origins.length === 0 || wish.origins.includes(row.origin))
    .filter(({ row }) => wish.since === null || row.updated_at >= wish.since)
    .sort((one, other) =>
      sort === "placed" ? inPlace(one, other) : sort === "-placed" ? inPlace(other, one) : newestFirst(one, other),
    );
  const found: number[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: [string, string][] = [
      ["limit", String(limit)],
      ...(cursor === "" ? [] : [["cursor", cursor] as [string, string]]),
    ];
    const answer: Page = isByAgent
      ? await byAgent(viewer, [...ask, ...page])
      : await byProgram(viewer, [...ask, ...page]);
    found.push(...answer.tweets.map(({ id }) => id));
    cursor = answer.next;
  }
  return { asked: JSON.stringify({ ask, limit, isByAgent }), found, expected: idsOf(expected) };
}

/** By the moment that places each, the earliest first. */
const inPlace = (one: Kept, other: Kept): number => placedAt(one) - placedAt(other) || one.row.id - other.row.id;

interface Page {
  tweets: { id: number }[];
  next: string | null;
}

async function byProgram({ key }: Viewer, ask: [string, string][]): Promise<Page> {
  const { data, next } = (await get(`/api/tweets?${new URLSearchParams(ask)}`, key)) as {
    data: Page["tweets"];
    next: string | null;
  };
  return { tweets: data, next };
}

async function byAgent({ agent }: Viewer, ask: [string, string][]): Promise<Page> {
  const fields = ask.map(([name, value]) => [name, name === "limit" ? Number(value) : value]);
  const { data, isError, text } = await agent.call(
    "list_tweets",
    Object.fromEntries(fields) as Record<string, unknown>,
  );
  if (isError) throw new Error(text);
  return data as unknown as Page;
}

async function get(path: string, key: string): Promise<unknown> {
  const headers = { host: "localhost:3000", authorization: `Bearer ${key}` };
  const response = await route(new Request(`${origin}${path}`, { headers }));
  if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
}

async function drawHistory(random: Random, { userId, key, linked }: Viewer, all: Kept[]): Promise<Drawn> {
  const account = random.pick(linked);
  const { from, to } = {
    from: random.chance(0.4) ? someMoment(random) : null,
    to: random.chance(0.4) ? someMoment(random) : null,
  };
  const before = random.chance(0.3) ? random.pick(all).row.id : null;
  const limit = 1 + random.below(60);
  const query = new URLSearchParams({ limit: String(limit) });
  if (from !== null) query.set("from", iso(from));
  if (to !== null) query.set("to", iso(to));
  if (before !== null) query.set("before", String(before));
  const expected = all
    .filter((one) => one.row.account_id === account.id && one.row.state !== "pending" && one.row.discarded_at === null)
    .filter((one) => isBetween(one, { from, to }) && (before === null || one.row.id < before))
    .sort(newestFirst)
    .slice(0, limit);
  const path = `/api/questions/list/${userId}/account/${account.networkUserId}?${query}`;
  const found = (await get(path, key)) as { id: number }[];
  return { asked: path, found: found.map(({ id }) => id), expected: idsOf(expected) };
}

async function drawNewest(random: Random, { linked }: Viewer, all: Kept[]): Promise<Drawn> {
  const account = random.pick(linked);
  const newest = 1 + random.below(20);
  const expected = all
    .filter((one) => one.row.account_id === account.id && one.row.state !== "pending" && one.row.discarded_at === null)
    .sort(newestFirst)
    .filter(({ status }, place) => place < newest || status === "scheduled" || status === "publishing");
  const found = (await listNewestAndComing(app, account.id, newest)).map(({ id }) => id);
  return { asked: `the newest ${newest} and what comes`, found, expected: idsOf(expected) };
}

const filterOf = ({ account, batch, q }: Wish) => ({
  account: account && { id: account.id, serves: account.isDefault },
  batchId: batch,
  terms: searchTerms(q),
});

async function drawIdeas(random: Random, viewer: Viewer, all: Kept[]): Promise<Drawn> {
  const wish = wishOf(random, viewer);
  const state = random.chance(0.4) ? random.pick(["pending", "failed"] as const) : null;
  const expected = all
    .filter((one) => one.isIdea && one.row.discarded_at === null && says(one, wish))
    .filter(({ row }) => state === null || row.state === state)
    .sort(newestFirst);
  const found: number[] = [];
  const size = 1 + random.below(40);
  for (let from: number | null = null, isLast = false; !isLast;) {
    const page = await listUnsent(app, viewer.userId, { ...filterOf(wish), state, from, size });
    found.push(...page.tweets.map(({ id }) => id));
    from = page.older;
    isLast = from === null;
  }
  return { asked: `ideas ${JSON.stringify({ ...wish, state, size })}`, found, expected: idsOf(expected) };
}

async function drawTrash(random: Random, viewer: Viewer, all: Kept[]): Promise<Drawn> {
  const wish = wishOf(random, viewer);
  const expected = all
    .filter((one) => one.row.discarded_at !== null && says(one, wish))
    .sort((one, other) => (other.row.discarded_at ?? 0) - (one.row.discarded_at ?? 0) || newestFirst(one, other));
  const found: number[] = [];
  const size = 1 + random.below(20);
  type From = Parameters<typeof listDiscarded>[2]["from"];
  for (let from: From = null, isLast = false; !isLast;) {
    const page = await listDiscarded(app, viewer.userId, { ...filterOf(wish), from, size });
    found.push(...page.tweets.map(({ id }) => id));
    from = page.older;
    isLast = from === null;
  }
  return { asked: `bin ${JSON.stringify({ ...wish, size })}`, found, expected: idsOf(expected) };
}

it("every list holds exactly the rows that its filters say, whatever another's threads are doing", async () => {
  const different: Drawn[] = [];
  let holding = 0;
  for (let world = 1; world <= worlds; world += 1) {
    const random = seeded(world);
    await fill(app, viewers, random);
    const kept = new Map<Viewer, Kept[]>();
    for (const viewer of viewers) kept.set(viewer, await keptOf(app, viewer));
    for (let n = 0; n < drawsEach; n += 1) {
      const viewer = random.pick(viewers);
      const draw = random.pick([drawTweets, drawTweets, drawTweets, drawHistory, drawNewest, drawIdeas, drawTrash]);
      const drawn = await draw(random, viewer, kept.get(viewer) ?? []);
      if (drawn.expected.length > 0) holding += 1;
      if (drawn.found.join() !== drawn.expected.join()) different.push(drawn);
    }
  }
  expect(different).toEqual([]);
  expect(holding).toBeGreaterThan((worlds * drawsEach) / 2);
});
