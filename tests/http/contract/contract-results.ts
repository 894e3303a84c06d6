// The walk's way through results.
import { expect, it } from "vitest";
import { hours } from "~/ground/time/duration";
import { cast, get, post, send } from "./contract-walk";

export function results(): void {
  const settings = "/api/results/settings";
  const put = (json: unknown) => send("PUT", settings, { json });
  const list = () => `/api/results/list/${cast.alice.account.networkUserId}`;
  const summary = () => `/api/results/summary/${cast.alice.account.networkUserId}`;

  /** A tweet of alice's that is out by her account. */
  async function published(): Promise<number> {
    const id = await cast.newTweet();
    expect((await post(`/api/questions/publish-now/${id}`)).status).toBe(200);
    return id;
  }

  it("are off until they are switched on, with what that costs, and take no unknown level or field", async () => {
    expect((await get(settings)).body.data).toMatchObject({
      level: "off",
      learn: false,
      lean: false,
      threads: false,
      hours: [1, 24, 72, 168, 696],
      spent_this_month_usd: 0,
    });
    expect((await put({ level: "light", learn: true })).body.data).toMatchObject({ level: "light", learn: true });
    expect((await put({ lean: true })).body.data).toMatchObject({ level: "light", learn: true, lean: true });
    expect((await put({ level: "all" })).status).toBe(422);
    expect((await put({ levels: "full" })).status).toBe(422);
    expect((await put({ learn: "yes" })).status).toBe(422);
    expect((await get(settings)).body.data).toMatchObject({ level: "light", learn: true, lean: true });
    await put({ learn: false, lean: false });
  });

  it("one post is read by hand, and what cannot be is refused with its reason", async () => {
    const id = await published();
    const read = await post(`/api/results/read/${id}`);
    expect(read.status).toBe(200);
    expect(read.body.data).toMatchObject({ id, charged_usd: 0, deleted_at: null, rate_per_1000: null, seen: null });
    expect(read.body.data["readings"]).toMatchObject([{ slot: "hand", source: "sandbox" }]);
    expect((await post(`/api/results/read/${await cast.newTweet()}`)).status).toBe(409);
    const { readFaults } = cast.network;
    for (const [fault, status] of [
      [{ status: 429 }, 429],
      [{ status: 401 }, 502],
      ["lost after", 504],
    ] as const) {
      readFaults.push(fault);
      expect((await post(`/api/results/read/${id}`)).status).toBe(status);
    }
    await put({ level: "off" });
    const off = await post(`/api/results/read/${id}`);
    expect(off.status).toBe(409);
    expect(off.body["error"]).toBe("Metrics are off. Turn them on first, in Insights → Metrics from X.");
    await put({ level: "light" });
  });

  it("the list is paged by its cursor, and no cursor of another list is taken", async () => {
    await published();
    const first = await get(`${list()}?limit=1`);
    const [newest] = first.body.data as unknown as { id: number }[];
    const next = String(first.body["next"]);
    const second = await get(`${list()}?limit=1&cursor=${next}`);
    const [older] = second.body.data as unknown as { id: number }[];
    expect(older?.id).toBeLessThan(newest?.id ?? 0);
    expect((await get(`${list()}?limit=1&cursor=${next}&from=2026-01-01T00:00:00Z`)).status).toBe(422);
    expect((await get(`${list()}?cursor=nonsense`)).status).toBe(422);
    expect((await get(`${list()}?limit=101`)).status).toBe(422);
    const until = new Date(cast.app.clock.now() - hours(100)).toISOString();
    expect((await get(`${list()}?to=${until}`)).body.data).toEqual([]);
    const last = await get(`${list()}?limit=100`);
    expect(last.body["next"]).toBeNull();
  });

  it("the summary concludes nothing of few tweets, and marks both ends and hours of many", async () => {
    const { app, alice } = cast;
    expect((await get(summary())).body.data).toMatchObject({ enough: false, mean_per_1000: null, top: [], bottom: [] });
    const now = app.clock.now();
    const common = { user_id: alice.user.id, account_id: alice.account.id, account_is_own: 1 as const, position: 0 };
    const ids: number[] = [];
    for (let n = 0; n < 25; n += 1) {
      const at = now - hours(30 + n);
      const words = { content: `Counted ${n}`, fingerprint: `counted ${n}`, origin: "own" as const };
      const out = { state: "published" as const, published_at: at, due_at: at, post_id: `80${n}` };
      const row = { ...common, ...words, ...out, created_at: at, updated_at: at, publish_type: "immediate" as const };
      const { id } = await app.db.insertInto("tweets").values(row).returning("id").executeTakeFirstOrThrow();
      ids.push(id);
      const none = { reposts: 0, replies: 0, quotes: 0, bookmarks: 0 };
      const figures = { likes: n, impressions: 400, ...none, source: "sandbox" as const };
      await app.db
        .insertInto("readings")
        .values({ tweet_id: id, slot: "24h", read_at: now, ...figures })
        .execute();
    }
    const { data } = (await get(summary())).body;
    expect(data).toMatchObject({ read: 25, enough: true, mean_per_1000: 30 });
    expect(data["top"]).toEqual(ids.slice(-3).toReversed());
    expect(data["bottom"]).toEqual(ids.slice(0, 3));
    expect((data["hours"] as unknown[]).length).toBe(12);
    expect((data["weekdays"] as unknown[]).length).toBe(7);
    const shown = await get(`${list()}?limit=100`);
    const best = (shown.body.data as unknown as { id: number; rate_per_1000: number }[]).find(
      ({ id }) => id === ids[24],
    );
    expect(best?.rate_per_1000).toBeGreaterThan(30);
    expect((await get(`${summary()}?slot=1h`)).status).toBe(422);
    cast.network.figures.set("8024", { likes: 30, impressions: 500 });
    const again = await post(`/api/results/read/${ids[24]}`);
    expect(again.body.data["rate_per_1000"]).toBe(best?.rate_per_1000);
    expect(again.body.data["seen"]).toBe(1);
    cast.network.gone.add("803");
    const gone = await post(`/api/results/read/${ids[3]}`);
    expect(gone.body.data).toMatchObject({ charged_usd: 0, readings: [] });
    expect(gone.body.data["deleted_at"]).not.toBeNull();
    const left = (await get(`${list()}?limit=100`)).body.data as unknown as { id: number; deleted_at: string | null }[];
    expect(left.filter(({ id, deleted_at: at }) => at !== null && ids.includes(id)).map(({ id }) => id)).toEqual([
      ids[3],
    ]);
    await app.db.deleteFrom("tweets").where("id", "in", ids).execute();
  });

  it("the sheet is a file of text, of one's own accounts alone", async () => {
    const sheet = await get(`/api/results/export/${cast.alice.account.id}`);
    expect(sheet.status).toBe(200);
    expect(String(sheet.body)).toContain('"tweet_id","post_url"');
    expect((await get(`/api/results/export/${cast.bob.account.networkUserId}`)).status).toBe(404);
  });
}
