// The walk through plans and posting hours: shown, confirmed, refused; by an account that is not the default.
import { expect, it } from "vitest";
import { makeBatch } from "~tests/support/people/make";
import { minutes } from "~/ground/time/duration";
import { cast, get, post, send } from "./contract-walk";

interface Planned {
  tweet_id: number;
  execute_at: string | null;
  drawn_anew: boolean;
}
interface Plan {
  tweets: Planned[];
  refused: { tweet_id: number; reason: string }[];
  confirm: string | null;
}
const planOf = ({ body }: { body: { data: unknown } }) => body.data as Plan;
const momentsOf = ({ tweets }: Plan) => tweets.map(({ tweet_id, execute_at }) => [tweet_id, execute_at]);

async function makeIdeas(topic: string) {
  const batch = await makeBatch(cast.app, cast.alice, cast.alice.account, topic);
  // The walk has paused it on its way here.
  await post(`/api/twitter/accounts/${cast.alice.account.networkUserId}/resume`, {});
  return { ids: batch.map(({ id }) => id), at: `/api/batches/${batch[0]?.batchId}/schedule` };
}

export function plans(): void {
  it("a plan is shown with its price, and its confirm stores what was shown, once", async () => {
    const { ids, at } = await makeIdeas("Sailing in the rain");
    const shown = await post(at, {});
    expect(shown.status).toBe(200);
    const plan = planOf(shown);
    expect(shown.body.data).toMatchObject({ carried_out: false, refused: [], price_usd: 0.075 });
    expect(plan.tweets.map(({ tweet_id }) => tweet_id).toSorted((a, b) => a - b)).toEqual(ids);
    const pending = await get(`/api/tweets?status=pending&limit=100`);
    expect(JSON.stringify(pending.body)).toContain(`"id":${ids[0]},`);
    const done = await post(at, { days: 7, confirm: plan.confirm });
    expect(done.body.data).toMatchObject({ carried_out: true, refused: [], price_usd: 0.075, confirm: null });
    expect(momentsOf(planOf(done))).toEqual(momentsOf(plan));
    expect(planOf(done).tweets.some(({ drawn_anew }) => drawn_anew)).toBe(false);
    const again = await post(at, { days: 7, confirm: plan.confirm });
    expect([again.status, planOf(again).tweets, planOf(again).refused.length]).toEqual([200, [], 5]);
    const scheduled = (await get("/api/tweets?status=scheduled&limit=100")).body.data as unknown as { id: number }[];
    expect(scheduled.filter(({ id }) => ids.includes(id))).toHaveLength(5);
    for (const id of ids) expect((await post(`/api/questions/cancel/${id}`, {})).status).toBe(200);
    expect(planOf(await post(at, { days: 1 })).tweets).toHaveLength(5);
  });

  it("a confirm that was altered, is another's, of another batch, of other days or too old is refused", async () => {
    const { ids, at } = await makeIdeas("A lighthouse keeper's diary");
    const other = await makeIdeas("Knots for beginners");
    const { confirm } = planOf(await post(at, { days: 5 }));
    const altered = `${confirm?.slice(0, -8)}${confirm?.at(-8) === "A" ? "B" : "A"}${confirm?.slice(-7)}`;
    const sentence = "This isn’t the plan that was shown, or the plan is older than 10 minutes. Create a new plan.";
    const tries: [string, unknown][] = [
      [at, { days: 5, confirm: altered }],
      [at, { days: 5, confirm: "x" }],
      [at, { days: 6, confirm }],
      [other.at, { days: 5, confirm }],
    ];
    for (const [path, json] of tries) {
      const refused = await post(path, json);
      expect([refused.status, refused.body["error"]], JSON.stringify(json)).toEqual([409, sentence]);
    }
    // Bob, who has learnt both, has no such batch.
    expect((await send("POST", at, { json: { days: 5, confirm } }, cast.bob.key)).status).toBe(404);
    cast.app.clock.advance(minutes(10) + 1);
    expect((await post(at, { days: 5, confirm })).status).toBe(409);
    const states = ((await get("/api/tweets?status=pending&limit=100")).body.data as unknown as { id: number }[]).map(
      ({ id }) => id,
    );
    expect(states).toEqual(expect.arrayContaining(ids));
  });

  it("what was edited meanwhile is named, a moment that was taken is drawn anew, what has no room is null", async () => {
    const { at } = await makeIdeas("A berth for the night");
    const { tweets, confirm } = planOf(await post(at, { days: 7 }));
    const [first, second] = tweets;
    const edited = `/api/questions/tweet/${second?.tweet_id}`;
    await send("PUT", edited, { json: { tweet_content: "Now with https://linnet.example" } });
    const taken = (await post("/api/questions/tweet", { tweet_content: "Taken" })).body.data["id"];
    const near = new Date(Date.parse(first?.execute_at ?? "") + 1_000).toISOString();
    await post(`/api/questions/schedule/${String(taken)}`, { execute_at: near });
    const done = planOf(await post(at, { days: 7, confirm }));
    expect(done.refused).toEqual([
      { tweet_id: second?.tweet_id, reason: "The text has changed since the plan was shown." },
    ]);
    expect(done.tweets.filter(({ drawn_anew }) => drawn_anew).map(({ tweet_id }) => tweet_id)).toEqual([
      first?.tweet_id,
    ]);
    const hours = `/api/hours/${cast.alice.account.id}`;
    await send("PUT", hours, { json: { posts_a_day: 1 } });
    const more = await makeIdeas("The price of rope");
    const few = await post(more.at, { days: 1 });
    expect(planOf(few).tweets.filter(({ execute_at }) => execute_at === null).length).toBeGreaterThan(3);
    await send("PUT", hours, { json: {} });
  });

  it.each([
    [{ days: 0 }, "days"],
    [{ days: 31 }, "days"],
    [{ days: "7" }, "days"],
    [{ days: 1.5 }, "days"],
    [{ confirm: 7 }, "confirm"],
    [{ day: 7 }, "day"],
  ])("with %j is refused beside its field", async (json, field) => {
    const { status, body } = await post(`/api/batches/${cast.alice.batchId}/schedule`, json);
    expect([status, body["detail"]]).toMatchObject([422, [{ loc: ["body", field] }]]);
  });

  it("the backlog since a restore is listed, and scheduled or kept at one word, of that account alone", async () => {
    const at = `/api/twitter/accounts/${cast.alice.account.networkUserId}/backlog`;
    const { ids } = await makeIdeas("The ferry in winter");
    const account = { account_id: cast.alice.account.id, account_is_own: 1 as const };
    const mark = (count: number) =>
      cast.app.db
        .updateTable("tweets")
        .set({ ...account, error_code: "backlog" })
        .where("id", "in", ids.slice(0, count))
        .where("state", "=", "pending")
        .execute();
    await mark(2);
    expect((await get(at)).body.data).toMatchObject([{ tweet_id: ids[0] }, { tweet_id: ids[1] }]);
    const kept = await post(at, { decision: "keep" });
    expect([kept.status, kept.body.data]).toEqual([200, { scheduled: [], kept: 2, left: 0 }]);
    expect((await get(at)).body.data).toEqual([]);
    await mark(2);
    await post(at.replace("backlog", "pause"), {});
    expect((await post(at, { decision: "schedule" })).status).toBe(409);
    await post(at.replace("backlog", "resume"), {});
    const { body } = await post(at, { decision: "schedule" });
    expect(body.data).toMatchObject({ scheduled: [{ tweet_id: ids[0] }, { tweet_id: ids[1] }], kept: 0, left: 0 });
    const { status, body: refused } = await post(at, { decision: "drop" });
    expect([status, refused["detail"]]).toMatchObject([422, [{ loc: ["body", "decision"] }]]);
    for (const tweetId of ids.slice(0, 2)) await post(`/api/tweets/${tweetId}/cancel`, {});
  });

  it("hours are read and saved by either id, what is left out follows the server, and what they forbid is named", async () => {
    const at = `/api/hours/${cast.alice.account.networkUserId}`;
    const put = (json: unknown) => send("PUT", at, { json });
    const gaps = { gap_minutes: 1, spacing_minutes: 60 };
    const servers = { quiet: { from: "23:00", to: "07:00" }, window_hours: [4, 8], ...gaps, posts_a_day: 50 };
    expect((await get(at)).body.data).toEqual({ account_id: cast.alice.account.id, ...servers, own: [] });
    const { ids } = await makeIdeas("Gulls and other neighbours");
    const drawn = await post(`/api/questions/publish-random-auto/${ids[0]}`, {});
    const hour = Number(String(drawn.body.data["execute_at"]).slice(11, 13));
    const two = (of: number) => `${String(of % 24).padStart(2, "0")}:00`;
    const own = { quiet: { from: two(hour + 23), to: two(hour + 2) }, window_hours: [0.5, 72], posts_a_day: 9 };
    const saved = await put(own);
    const named = ["quiet", "window_hours", "posts_a_day"];
    expect(saved.body.data).toMatchObject({ ...own, gap_minutes: 1, own: named });
    expect(saved.body.data["forbidden"]).toContain(ids[0]);
    const read = await get(`/api/hours/${cast.alice.account.id}`);
    expect({ ...read.body.data, forbidden: saved.body.data["forbidden"] }).toEqual(saved.body.data);
    expect((await put({ quiet: null })).body.data).toMatchObject({ ...servers, quiet: null, own: ["quiet"] });
    expect((await put({})).body.data).toMatchObject({ ...servers, own: [] });
  });

  it.each([
    [{ quiet: { from: "23:30", to: "07:00" } }, ["quiet", "from"], /whole hour/],
    [{ quiet: { from: "02:00", to: "23:00" } }, ["quiet"], /20 hours/],
    [{ quiet: { from: "02:00" } }, ["quiet", "to"], /whole hour/],
    [{ window_hours: [4, 4.5] }, ["window_hours"], /1 hour or more/],
    [{ window_hours: [4] }, ["window_hours"], /two numbers/],
    [{ window_hours: [0, 4] }, ["window_hours", 0], /0\.5 and 72/],
    [{ gap_minutes: 0 }, ["gap_minutes"], /at least 1/],
    [{ posts_a_day: 51 }, ["posts_a_day"], /maximum is 50/],
    [{ postsADay: 5 }, ["postsADay"], /Unknown field/],
  ])("hours of %j are refused beside their field", async (json, loc, words) => {
    const { status, body } = await send("PUT", `/api/hours/${cast.alice.account.id}`, { json });
    expect([status, body["detail"]]).toMatchObject([
      422,
      [{ loc: ["body", ...loc], msg: expect.stringMatching(words) }],
    ]);
  });
}
