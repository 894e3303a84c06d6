// What any network has to do when it is asked how posts did; a part of network.contract.ts.
import { expect, it } from "vitest";
import { days, hours, minutes, seconds } from "~/ground/time/duration";
import { maxFigures, type Network, type NetworkTokens, type PostFigures, ReadError } from "~/ports/network/port";

interface FigureHarness {
  network(): Network;
  now(): number;
  pass(ms: number): void;
  link(handle: string): Promise<{ tokens: NetworkTokens; profile: { id: string } }>;
  /** Posts and gives the post's id. */
  post(tokens: NetworkTokens, text: string): Promise<string>;
}

type Linked = Awaited<ReturnType<FigureHarness["link"]>>;

const openNames = ["likes", "reposts", "replies", "quotes", "bookmarks", "impressions"] as const;
const privateNames = ["linkClicks", "profileClicks", "engagements"] as const;
const nobodys = "1";

const valuesOf = (one: PostFigures | undefined, names: readonly (keyof PostFigures)[]) =>
  names.map((name) => one?.[name]);

/** The ReadError that it must end with. */
async function errorOf(work: Promise<unknown>): Promise<ReadError> {
  const error = await work.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ReadError);
  return error as ReadError;
}

export function describeFigures(harness: FigureHarness): void {
  const { link, post, pass } = harness;
  const read = ({ tokens }: Linked, ids: readonly string[], withPrivate = false) =>
    harness.network().readFigures(tokens, { ids, withPrivate });
  const list = ({ tokens, profile }: Linked, since: number, withPrivate = false) =>
    harness.network().listFigures(tokens, { networkUserId: profile.id, since, withPrivate });
  const idsOf = (told: { figures: PostFigures[] }) => told.figures.map(({ postId }) => postId);

  it("tells the figures of each post that it is asked for, in whole numbers", async () => {
    const alice = await link("alice");
    const ids = [await post(alice.tokens, "one"), await post(alice.tokens, "two https://example.com/")];
    pass(days(2));
    const told = await read(alice, ids, true);
    expect(idsOf(told).sort()).toEqual(ids.sort());
    expect(told.gone).toEqual([]);
    for (const one of told.figures) {
      for (const value of valuesOf(one, [...openNames, ...privateNames])) {
        expect(Number.isInteger(value)).toBe(true);
        expect(value).toBeGreaterThanOrEqual(0);
      }
      expect(one.impressions).toBeGreaterThan(0);
    }
  });

  it("tells of one post once, however often its id stands in the list", async () => {
    const alice = await link("alice");
    const id = await post(alice.tokens, "one");
    expect(idsOf(await read(alice, [id, id]))).toEqual([id]);
    expect((await read(alice, [nobodys, nobodys])).gone).toEqual([nobodys]);
  });

  it("says which posts are gone, beside those that are there", async () => {
    const alice = await link("alice");
    const id = await post(alice.tokens, "one");
    const told = await read(alice, [nobodys, id]);
    expect(told.gone).toEqual([nobodys]);
    expect(idsOf(told)).toEqual([id]);
    expect(await read(alice, [nobodys])).toEqual({ figures: [], gone: [nobodys] });
  });

  it("says nothing of what can't be an id, and tells of the others all the same", async () => {
    const alice = await link("alice");
    const id = await post(alice.tokens, "one");
    const told = await read(alice, ["", "x", "1,2", "9".repeat(20), id]);
    expect([idsOf(told), told.gone]).toEqual([[id], []]);
    expect(await read(alice, ["", "x"])).toEqual({ figures: [], gone: [] });
    expect(await read(alice, [])).toEqual({ figures: [], gone: [] });
  });

  it("takes as many ids as X does in one call, and not one more", async () => {
    const alice = await link("alice");
    const ids = Array.from({ length: maxFigures }, (_, n) => String(n + 1));
    expect((await read(alice, ids)).gone).toHaveLength(maxFigures);
    expect(await errorOf(read(alice, [...ids, "101"]))).toMatchObject({ status: null, isSent: false });
  });

  it("tells what only the author may know where it is asked to, and at no other time", async () => {
    const alice = await link("alice");
    const id = await post(alice.tokens, "one");
    pass(days(1));
    expect(valuesOf((await read(alice, [id], false)).figures[0], privateNames)).toEqual([null, null, null]);
    expect(valuesOf((await read(alice, [id], true)).figures[0], privateNames)).not.toContain(null);
    expect(valuesOf((await list(alice, 0, false)).figures[0], privateNames)).toEqual([null, null, null]);
    expect(valuesOf((await list(alice, 0, true)).figures[0], privateNames)).not.toContain(null);
  });

  it("tells it for thirty days, and the open figures ever after", async () => {
    const alice = await link("alice");
    const id = await post(alice.tokens, "one");
    pass(days(30) - seconds(1));
    expect(valuesOf((await read(alice, [id], true)).figures[0], privateNames)).not.toContain(null);
    pass(seconds(2));
    for (const told of [await read(alice, [id], true), await list(alice, 0, true)]) {
      expect(valuesOf(told.figures[0], privateNames)).toEqual([null, null, null]);
      expect(valuesOf(told.figures[0], openNames)).not.toContain(null);
    }
  });

  it("tells it of nobody else's posts", async () => {
    const [alice, bob] = [await link("alice"), await link("bob")];
    const id = await post(bob.tokens, "bob's");
    pass(days(1));
    const { gone, figures } = await read(alice, [id], true);
    expect(gone).toEqual([]);
    for (const one of figures) expect(valuesOf(one, privateNames)).toEqual([null, null, null]);
  });

  it("tells the same when it is asked again, and never less later", async () => {
    const alice = await link("alice");
    const id = await post(alice.tokens, "one");
    let before = (await read(alice, [id], true)).figures[0];
    for (const ms of [minutes(1), minutes(59), hours(1), hours(22), days(6)]) {
      pass(ms);
      const now = (await read(alice, [id], true)).figures[0];
      expect((await read(alice, [id], true)).figures[0]).toEqual(now);
      for (const name of [...openNames, ...privateNames])
        expect(now?.[name], `${name} after ${ms} ms`).toBeGreaterThanOrEqual(before?.[name] ?? Infinity);
      before = now;
    }
  });

  it("tells by its list what it tells by ids, newest first, of the account's own posts since a moment", async () => {
    const [alice, bob] = [await link("alice"), await link("bob")];
    await post(alice.tokens, "before");
    pass(hours(1));
    const since = harness.now();
    const first = await post(alice.tokens, "first");
    await post(bob.tokens, "bob's");
    pass(hours(1));
    const second = await post(alice.tokens, "second");
    pass(hours(3));
    const told = await list(alice, since, true);
    expect(idsOf(told)).toEqual([second, first]);
    expect(told.posts).toBe(2);
    expect(told.figures).toEqual([
      ...(await read(alice, [second], true)).figures,
      ...(await read(alice, [first], true)).figures,
    ]);
  });

  it("lists no figures of someone who posted nothing", async () => {
    expect(await list(await link("alice"), harness.now())).toEqual({ figures: [], posts: 0 });
  });

  it("throws, and says that it was asked, for tokens that it does not know", async () => {
    const alice = await link("alice");
    const id = await post(alice.tokens, "one");
    const guessed = { ...alice, tokens: { accessToken: `${alice.profile.id}-guessed`, accessSecret: "guessed" } };
    for (const work of [() => read(guessed, [id]), () => list(guessed, 0)])
      expect(await errorOf(work())).toMatchObject({ status: 401, isSent: true, counted: 0, resetAt: null });
  });

  it("asks nothing where it was called off before", async () => {
    const { tokens, profile } = await link("alice");
    const signal = AbortSignal.abort();
    for (const work of [
      () => harness.network().readFigures(tokens, { ids: [nobodys], withPrivate: false, signal }),
      () => harness.network().listFigures(tokens, { networkUserId: profile.id, since: 0, withPrivate: false, signal }),
    ])
      expect(await errorOf(work())).toMatchObject({ status: null, isSent: false, counted: 0 });
  });
}
