// The networks that other tests run on tell figures as a network does, break when they are told to, and keep their meter.
import { beforeEach, describe, expect, it } from "vitest";
import { days, hours, minutes } from "~/ground/time/duration";
import { type Network, ReadError } from "~/ports/network/port";
import { faulty, type FaultyNetwork } from "~tests/support/fakes/faulty-network";
import { readErrorOf } from "~tests/support/fakes/fake-x-linked";
import { seeded } from "../crash/random";
import { type SimClock, simClock } from "../simulator/clock";
import { simNetwork, type SimNetwork } from "../simulator/network";
import type { Spell } from "../simulator/weather";

const start = Date.UTC(2026, 10, 20, 12);

describe("a network behind a bad line", () => {
  let time: { now: number };
  let network: FaultyNetwork;
  const tokens = { accessToken: "token", accessSecret: "secret" };
  const none = {
    likes: null,
    reposts: null,
    replies: null,
    quotes: null,
    bookmarks: null,
    impressions: null,
    linkClicks: null,
    profileClicks: null,
    engagements: null,
  };
  const own = { ...none, likes: 1, impressions: 10, linkClicks: 2 };
  const inner = {
    kind: "sandbox",
    readFigures: async (_tokens, { ids }) => ({
      figures: ids.filter((id) => Number(id) < 5).map((postId) => ({ postId, ...own })),
      gone: ids.filter((id) => Number(id) >= 5),
    }),
    listFigures: async () => ({ figures: ["4", "3", "2", "1"].map((postId) => ({ postId, ...own })), posts: 4 }),
  } as Pick<Network, "kind" | "readFigures" | "listFigures"> as Network;

  beforeEach(() => {
    time = { now: start };
    network = faulty(inner, { now: () => time.now, owner: "7" });
  });
  const read = (...ids: string[]) => network.readFigures(tokens, { ids, withPrivate: true });
  const list = (networkUserId: string) => network.listFigures(tokens, { networkUserId, since: 0, withPrivate: false });

  it("tells what the network behind it tells, but for what a test sets", async () => {
    network.figures.set("2", { likes: 50 });
    network.figures.set("9", { likes: 90 });
    network.gone.add("3");
    network.silent.add("4");
    network.silent.add("8");
    const told = await read("1", "2", "3", "4", "5", "8", "9");
    expect(told.figures).toEqual([
      { ...own, postId: "1" },
      { ...own, postId: "2", likes: 50 },
      { ...none, postId: "9", likes: 90 },
    ]);
    expect(told.gone).toEqual(["3", "5"]);
    expect((await list("1")).figures.map(({ postId, linkClicks }) => [postId, linkClicks])).toEqual([
      ["2", null],
      ["1", null],
    ]);
    expect((await list("1")).posts).toBe(3);
  });

  it("fails as often as it is told, and says whether a byte left", async () => {
    network.readFaults.push(
      "not sent",
      "lost before",
      "lost after",
      { status: 429, resetAt: 5 },
      { status: 402, isBlocked: true },
    );
    expect(await readErrorOf(read("1"))).toMatchObject({ status: null, isSent: false });
    expect(await readErrorOf(read("1"))).toMatchObject({ status: null, isSent: true });
    expect(network.meter().posts).toBe(0);
    expect(await readErrorOf(read("1"))).toMatchObject({ status: null, isSent: true });
    expect(network.meter().posts).toBe(1);
    expect(await readErrorOf(read("1"))).toMatchObject({ status: 429, resetAt: 5, isBlocked: false });
    expect(await readErrorOf(list("7"))).toMatchObject({ status: 402, isBlocked: true });
    expect((await read("1")).figures).toHaveLength(1);
    expect(network.figureCalls.map(({ verb }) => verb)).toEqual([
      ...Array.from({ length: 4 }, () => "readFigures"),
      "listFigures",
      "readFigures",
    ]);
  });

  it("charges each post that is shown once a UTC day, and the owner's list at its own price", async () => {
    await read("1", "2", "5");
    await read("1");
    await list("1");
    expect(network.meter()).toEqual({ posts: 4, own: 0, micros: 20_000 });
    time.now += hours(12);
    await read("1");
    await list("7");
    expect(network.meter()).toEqual({ posts: 5, own: 3, micros: 28_000 });
  });
});

describe("the simulated network", () => {
  let clock: SimClock;
  let network: SimNetwork;
  let face: Network;
  const tokens = { accessToken: "7", accessSecret: "secret" };
  const spell = (kind: Spell["kind"]): Spell => ({
    kind,
    from: clock.world(),
    to: clock.world() + hours(1),
    account: null,
  });

  beforeEach(() => {
    clock = simClock(start);
    network = simNetwork(clock, seeded(1));
    face = network.face({ isDead: () => false } as Parameters<SimNetwork["face"]>[0], () => 1);
  });

  /** What work comes to as the world's time goes on. */
  async function after<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const over = () => void (isOver = true);
    work.then(over, over);
    for (let n = 0; n < 20 && !isOver; n += 1) {
      if (clock.nextTimer() !== Infinity) clock.passTo(clock.nextTimer());
      clock.runDue();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return work;
  }
  const read = (ids: string[], signal?: AbortSignal) =>
    after(face.readFigures(tokens, { ids, withPrivate: true, signal }));
  const list = (since = 0) => after(face.listFigures(tokens, { networkUserId: "7", since, withPrivate: true }));
  async function post(text: string): Promise<string> {
    await after(face.post(tokens, { text, timeoutMs: minutes(1) }));
    clock.passTo(clock.world() + minutes(5));
    return network.truth.at(-1)?.postId ?? "";
  }

  it("tells figures by id and age, and charges for them", async () => {
    const [one, two] = [await post("one"), await post("two")];
    clock.passTo(clock.world() + days(1));
    const told = await read([one, two, "1"]);
    expect(told.gone).toEqual(["1"]);
    expect(told.figures.map(({ postId }) => postId)).toEqual([one, two]);
    expect(told.figures[0]?.impressions).toBeGreaterThan(0);
    expect((await list()).figures.map(({ postId }) => postId)).toEqual([two, one]);
    expect(network.meter.read()).toEqual({ posts: 2, own: 0, micros: 10_000 });
    network.deleted.add(one);
    expect((await read([one, two])).gone).toEqual([one]);
    network.owner = "7";
    clock.passTo(clock.world() + days(1));
    expect((await list()).posts).toBe(1);
    expect(network.meter.read().own).toBe(1);
  });

  it("refuses as its weather has it", async () => {
    const id = await post("one");
    const expected = [
      ["no line", { status: null, isSent: false }],
      ["unreadable", { status: 503, isSent: true }],
      ["unauthorized", { status: 401 }],
      ["credits", { status: 402, isBlocked: true }],
      ["limited", { status: 429 }],
    ] as const;
    for (const [kind, error] of expected) {
      network.spells = [spell(kind)];
      expect(await readErrorOf(read([id])), kind).toMatchObject(error);
    }
    expect(network.meter.read().posts).toBe(0);
  });

  it("loses answers on a bad line, and charges only for those that it told", async () => {
    const id = await post("one");
    network.badness = 1;
    let told = 0;
    for (let n = 0; n < 60; n += 1) {
      clock.passTo(clock.world() + days(1));
      const before = network.figureFates.get("lost after") ?? 0;
      await readErrorOf(read([id]));
      told += (network.figureFates.get("lost after") ?? 0) - before;
      expect(network.meter.read().posts).toBe(told);
    }
    expect([...network.figureFates.keys()].sort()).toEqual(["500", "lost after", "lost before", "not sent"]);
    expect(told).toBeGreaterThan(0);
  });

  it("is called off by whoever asked", async () => {
    const stop = new AbortController();
    const work = face.readFigures(tokens, { ids: ["1"], withPrivate: false, signal: stop.signal });
    stop.abort();
    const error = await work.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ReadError);
    expect(error).toMatchObject({ status: null, isSent: true });
    expect(await readErrorOf(read(["1"], AbortSignal.abort()))).toMatchObject({ isSent: false });
  });
});
