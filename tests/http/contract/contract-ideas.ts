// The walk's way through what is kept: lists by pages, the bin, and back.
import { expect, it } from "vitest";
import { hours } from "~/ground/time/duration";
import { makeBatch } from "~tests/support/people/make";
import { cast, get, post, send } from "./contract-walk";

interface Page {
  data: { id: number | string; discarded_at?: string | null; status?: string; topic?: string }[];
  next: string | null;
}
const page = async (path: string): Promise<Page> => (await get(path)).body as unknown as Page;
const idsOf = ({ data }: Page) => data.map(({ id }) => id);

export function ideas(): void {
  it("tweets are listed by what they are, page by page, and a cursor is good for its own list alone", async () => {
    const { app, alice } = cast;
    const batch = await makeBatch(app, alice, alice.account, "Keeping bees");
    const [one, two] = batch.map(({ id }) => id);
    const all = batch.map(({ id }) => id).toReversed();
    const of = (query: string) => page(`/api/tweets?batch=${batch[0]?.batchId}&${query}`);
    expect(idsOf(await page("/api/tweets?limit=5"))).toEqual(all);
    expect(idsOf(await page("/api/tweets?status=idea&limit=5"))).toEqual(all);
    expect((await get("/api/tweets")).body.data[0]).toMatchObject({
      batch_id: batch[0]?.batchId,
      origin: "generated",
      discarded_at: null,
    });
    // The walk has paused it on its way here.
    await post(`/api/twitter/accounts/${alice.account.networkUserId}/resume`, {});
    const scheduled = await post(`/api/questions/publish-random-auto/${one}`, {});
    expect([scheduled.status, scheduled.body["error"]]).toEqual([200, undefined]);
    const without = all.filter((id) => id !== one);
    expect(idsOf(await of("status=pending"))).toEqual(without);
    expect(idsOf(await of("status=scheduled,published"))).toEqual([one]);
    expect(idsOf(await page("/api/tweets?origin=own&limit=100"))).toContain(alice.tweetId);
    expect(idsOf(await of("origin=own"))).toEqual([]);
    expect(idsOf(await page("/api/tweets?q=FIRST+words"))).toContain(alice.tweetId);
    expect(idsOf(await of("q=otters"))).toEqual([]);
    expect(idsOf(await of(`account=${alice.account.networkUserId}`))).toEqual(all);
    const first = await of("status=idea&limit=2");
    expect(idsOf(first)).toEqual(without.slice(0, 2));
    const rest = await of(`status=idea&limit=100&cursor=${first.next}`);
    expect([...idsOf(rest), rest.next]).toEqual([...without.slice(2), null]);
    for (const path of [
      `?cursor=${first.next}`,
      "?status=idea&cursor=x",
      "?status=lost",
      "?origin=nobody",
      "?limit=101",
    ])
      expect([path, (await get(`/api/tweets${path}`)).status]).toEqual([path, 422]);
    expect((await get("/api/tweets?account=404")).status).toBe(404);

    const trashed = await send("DELETE", `/api/tweets/${two}`);
    expect(trashed.body.data).toMatchObject({ id: two, status: "pending", discarded_at: expect.any(String) as string });
    expect((await send("DELETE", `/api/tweets/${two}`)).status).toBe(200);
    const kept = await send("DELETE", `/api/tweets/${one}`);
    expect([kept.status, kept.body]).toMatchObject([409, { code: "not_draft", error: "Unschedule this tweet first." }]);
    for (const query of ["", "status=idea", "status=pending"]) expect(idsOf(await of(query))).not.toContain(two);
    expect(idsOf(await of("status=discarded"))).toEqual([two]);
    expect(idsOf(await page("/api/tweets?status=discarded"))).toContain(two);
    const refused = await post(`/api/questions/publish-now/${two}`, {});
    expect([refused.status, refused.body["error"]]).toEqual([409, "This tweet is in Trash. Restore it first."]);
    expect((await page("/api/batches?limit=1")).data).toMatchObject([{ topic: "Keeping bees", count: 4 }]);
    expect((await post(`/api/tweets/${two}/restore`, {})).body.data).toMatchObject({ id: two, discarded_at: null });
    expect((await post(`/api/tweets/${two}/restore`, {})).status).toBe(409);
  });

  it("tweets are listed by when they go out or changed, and the next page's address is a header", async () => {
    const { app, alice } = cast;
    const batch = await makeBatch(app, alice, alice.account, "Keeping wasps");
    const [a, b, c, d] = batch.map(({ id }) => id);
    const of = `/api/tweets?batch=${batch[0]?.batchId}`;
    const inHours = (n: number) => encodeURIComponent(new Date(app.clock.now() + hours(n)).toISOString());
    for (const [id, n] of [
      [a, 50],
      [b, 30],
    ])
      await post(`/api/questions/schedule/${id}`, { execute_at: decodeURIComponent(inHours(n ?? 0)) });
    expect(idsOf(await page(`${of}&status=scheduled&sort=placed`))).toEqual([b, a]);
    expect(idsOf(await page(`${of}&from=${inHours(1)}`))).toEqual([b, a]);
    expect(idsOf(await page(`${of}&from=${inHours(30)}&to=${inHours(50)}`))).toEqual([b]);
    expect(idsOf(await page(`${of}&sort=placed&to=${inHours(1)}`))).not.toContain(a);

    app.clock.advance(1_000);
    const edited = await send("PUT", `/api/questions/tweet/${c}`, { json: { tweet_content: "Wasps are not bees." } });
    const { updated_at: since } = edited.body.data as unknown as { updated_at: string };
    expect(since).toBe(new Date(app.clock.now()).toISOString());
    expect(idsOf(await page(`${of}&updated_since=${since}`))).toEqual([c]);
    app.clock.advance(1_000);
    await send("DELETE", `/api/tweets/${d}`);
    expect(idsOf(await page(`${of}&status=discarded&updated_since=${since}`))).toEqual([d]);

    const all = idsOf(await page(`${of}&sort=placed`));
    const met: unknown[] = [];
    for (let path: string | null = `${of}&sort=placed&limit=1`; path !== null;) {
      const { headers, body } = await get(path);
      met.push(...idsOf(body as unknown as Page));
      const link = headers.get("Link");
      expect(link === null).toBe((body as unknown as Page).next === null);
      path = /^<(\/api\/tweets\?.+)>; rel="next"$/.exec(link ?? "")?.[1] ?? null;
      expect(path ?? "").not.toMatch(/user_id|api_key/);
    }
    expect([met, all.length]).toEqual([all, 4]);
    const { next } = await page(`${of}&sort=placed&limit=1`);
    for (const query of [`&cursor=${next}`, "&sort=id", "&from=yesterday", "&updated_since=1"])
      expect([query, (await get(of + query)).status]).toEqual([query, 422]);
  });

  it("batches are listed with their accounts, page by page, and found by the words of their topics", async () => {
    const { app, alice } = cast;
    for (const topic of ["Bienen", "Boote", "BIENEN im Winter"]) {
      app.clock.advance(1_000);
      await makeBatch(app, alice, alice.account, topic);
    }
    const topics = async (path: string) => (await page(path)).data.map(({ topic }) => topic);
    expect(await topics("/api/batches?limit=3")).toEqual(["BIENEN im Winter", "Boote", "Bienen"]);
    expect(await topics("/api/batches?q=bienen")).toEqual(["BIENEN im Winter", "Bienen"]);
    const { next } = await page("/api/batches?limit=2");
    expect((await topics(`/api/batches?limit=2&cursor=${next}`))[0]).toBe("Bienen");
    expect((await get("/api/batches?cursor=x")).status).toBe(422);
    expect((await get("/api/batches")).body.data[0]).toMatchObject({
      twitter_account_id: alice.account.networkUserId,
      web_search: false,
      count: 5,
    });
  });
}
