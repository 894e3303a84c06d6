// The walk over what programs read again and again: one tweet with its journal and ETag, batches, tasks, analyses, bots.
import { expect, it } from "vitest";
import { runBots, startBot } from "~/features/bots/bots.server";
import { analyse } from "~/features/analysis/analysis.server";
import { makeKeyFor } from "~/features/api-keys/api-keys.server";
import { writeThread } from "~/features/publishing/publishing.server";
import { hours, seconds } from "~/ground/time/duration";
import { endpoints } from "~/http/contract/index.server";
import { description } from "~tests/support/calls/api-cast";
import { fill } from "~tests/support/calls/client";
import { makeBatch, password } from "~tests/support/people/make";
import { cast, get, of, post, send } from "./contract-walk";

type Row = Record<string, unknown>;
interface Page {
  data: Row[];
  next: string | null;
}
const page = async (path: string): Promise<Page> => (await get(path)).body as unknown as Page;

export function reads(): void {
  it("one tweet is told with its journal, and not again to who knows it", async () => {
    const id = await cast.newTweet();
    await post(`/api/questions/publish-random-auto/${id}`, {});
    const first = await get(`/api/tweets/${id}`);
    expect(first.body.data).toMatchObject({
      id,
      status: "scheduled",
      journal: [{ kind: "scheduled", text: expect.stringMatching(/^Scheduled\./) as string }],
    });
    const tag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
    const ask = (named: string) => send("GET", `/api/tweets/${id}`, { headers: { "if-none-match": named } });
    for (const named of [tag, tag.slice(2), `"x", ${tag}`, "*"]) {
      const known = await ask(named);
      expect([named, known.status, known.body, known.headers.get("etag")]).toEqual([named, 304, undefined, tag]);
    }
    expect((await ask('"x"')).status).toBe(200);
    await post(`/api/questions/cancel/${id}`);
    const changed = await ask(tag);
    expect(changed.status).toBe(200);
    expect((changed.body.data["journal"] as Row[]).map(({ kind }) => kind)).toEqual(["scheduled", "taken_off"]);
    const described = await get("/api/openapi.json");
    expect(described.headers.get("cache-control")).toBe("public, max-age=300");
    const again = { headers: { "if-none-match": described.headers.get("etag") ?? "" } };
    expect((await send("GET", "/api/openapi.json", again)).status).toBe(304);
  });

  it("one tweet is told as its list tells it, whatever became of it", async () => {
    for (const member of [cast.alice, cast.bob])
      for (const query of ["limit=100", "limit=100&status=discarded"]) {
        const as = async (path: string) => (await send("GET", path, {}, member.key)).body as unknown as Page;
        const { data } = await as(`/api/tweets?${query}`);
        for (const listed of data) {
          const { journal, ...told } = (await as(`/api/tweets/${String(listed["id"])}`)).data as unknown as Row;
          expect([told, Array.isArray(journal)]).toEqual([listed, true]);
        }
      }
  });

  it("one batch is told with its tweets", async () => {
    const { app, alice } = cast;
    // The walk has asked for all that an hour allows.
    await app.db.deleteFrom("rate_limits").where("key", "like", "generation:%").execute();
    const batch = await makeBatch(app, alice, alice.account, "Keeping geese");
    const searched = { web_search: 1 as const, searched: 1 as const };
    await cast.app.db
      .updateTable("batches")
      .set(searched)
      .where("id", "=", batch[0]?.batchId ?? "")
      .execute();
    const { body } = await get(`/api/batches/${batch[0]?.batchId}`);
    expect(body.data).toMatchObject({
      topic: "Keeping geese",
      count: 5,
      twitter_account_id: alice.account.networkUserId,
    });
    expect((body.data["tweets"] as Row[]).map(({ id }) => id)).toEqual(batch.map(({ id }) => id));
  });

  it("many tweets are written at once, or none of them", async () => {
    const { alice } = cast;
    const account = { twitter_account_id: alice.account.networkUserId };
    await post(`/api/twitter/accounts/${alice.account.networkUserId}/resume`, {});
    const at = new Date(cast.app.clock.now() + hours(9)).toISOString();
    const night = new Date(cast.app.clock.now() + hours(48)).toISOString().replace(/T.*/, "T02:00:00.000Z");
    const tweets = [
      { tweet_content: "Geese go first." },
      { tweet_content: "Ducks go second.", ...account, publish_at: at },
      { tweet_content: "Swans go when they like.", ...account, publish_at: "random" },
    ];
    const before = await page("/api/tweets?limit=1");
    const bad = [
      ...tweets,
      { tweet_content: "geese go FIRST" },
      { tweet_content: "x".repeat(281) },
      { tweet_content: "No account", twitter_account_id: "404" },
      { tweet_content: "Too late", ...account, publish_at: "2020-01-01T00:00:00Z" },
    ];
    const refused = await post("/api/tweets", { tweets: bad });
    expect([refused.status, refused.body["detail"]]).toMatchObject([
      422,
      [
        { loc: ["body", "tweets", 3, "tweet_content"], type: "duplicate" },
        { loc: ["body", "tweets", 4, "tweet_content"], type: "too_long" },
        { loc: ["body", "tweets", 5, "twitter_account_id"], type: "not_found" },
        { loc: ["body", "tweets", 6, "publish_at"], type: "past" },
      ],
    ]);
    for (const [item, loc, type] of [
      [{ tweet_content: "Who?", publish_at: "random" }, ["twitter_account_id"], "required"],
      [{ tweet_content: "When?", ...account, publish_at: "now" }, ["publish_at"], "not_a_moment"],
      [{ tweet_content: "What?", acount: 1 }, [], "unknown_field"],
      [{}, ["tweet_content"], "required"],
    ] as const) {
      const { status, body } = await post("/api/tweets", { tweets: [item] });
      expect([status, body["detail"]]).toMatchObject([422, [{ loc: ["body", "tweets", 0, ...loc], type }]]);
    }
    expect((await post("/api/tweets", { tweets: [] })).status).toBe(422);
    expect((await page("/api/tweets?limit=1")).data[0]?.["id"]).toBe(before.data[0]?.["id"]);

    const atNight = { tweet_content: "Owls go by night.", ...account, publish_at: night };
    const made = await post("/api/tweets", { tweets: [...tweets, atNight] });
    expect([made.status, made.body.data]).toMatchObject([
      201,
      [
        { tweet_content: "Geese go first.", status: "pending", scheduled_time: null },
        { tweet_content: "Ducks go second.", status: "scheduled", scheduled_time: at },
        { tweet_content: "Swans go when they like.", status: "scheduled" },
        { tweet_content: "Owls go by night.", status: "scheduled", scheduled_time: night },
      ],
    ]);
    const owls = (made.body.data as unknown as Row[])[3];
    expect(made.body).toMatchObject({ warnings: [{ tweet_id: owls?.["id"], warning: "quiet_hours" }] });
  });

  it("what comes again under a key is answered alike, and what still runs says so", async () => {
    const { alice, app } = cast;
    const headers = { "idempotency-key": '"walk"' };
    const json = { tweet_content: "Grebes dance." };
    const first = await send("POST", "/api/questions/tweet", { json, headers });
    const again = await send("POST", "/api/questions/tweet", { json, headers });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect([first, again].map((one) => one.headers.get("idempotent-replayed"))).toEqual([null, "true"]);
    const other = await send("POST", "/api/questions/tweet", { json: { tweet_content: "Grebes dive." }, headers });
    expect([other.status, other.body["code"]]).toEqual([422, "idempotency_mismatch"]);
    expect((await send("POST", "/api/questions/tweet", { json, headers: { "idempotency-key": "a b" } })).status).toBe(
      422,
    );
    const named = await makeKeyFor(app, alice.user.id, { name: "again", scopes: ["read"], expiresAt: null });
    for (const [path, body] of [
      ["/api/questions/tweet", { tweet_content: "Rails hide." }],
      ["/api/questions/submit-gemini", { question: "rails" }],
      ["/api/questions/thread", { parts: ["Rails hide.", "Rails run."] }],
      ["/api/tweets", { tweets: [{ tweet_content: "Rails swim." }] }],
      [`/api/keys/${named.id}/rotate`, { password }],
      [`/api/webhooks/${of()["webhook_id"]}/rotate-secret`, {}],
    ] as const) {
      const sent = { json: body, headers: { "idempotency-key": path } };
      expect((await send("POST", path, sent)).status).toBeLessThan(300);
      const left = { state: "running" as const, status: null, body: null };
      await app.db.updateTable("retries").set(left).where("user_id", "=", alice.user.id).execute();
      const still = await send("POST", path, sent);
      expect([path, still.status, still.body["code"]]).toEqual([path, 409, "idempotency_running"]);
      expect(still.headers.get("retry-after")).toBe("1");
    }
    await app.db.deleteFrom("generation_tasks").where("state", "=", "queued").execute();
  });

  it("a PUT under an ETag that is not its own is refused", async () => {
    const { id } = await writeThread(cast.app, { userId: cast.alice.user.id, account: null, parts: ["A", "B"] });
    const headers = { "if-match": '"other"' };
    for (const { method, path, example } of endpoints.filter(({ method }) => method === "PUT")) {
      const ids = { ...of(), ...(path.endsWith("/thread") && { tweet_id: id }) };
      expect((await send(method, fill(path, ids), { json: example.body, headers })).status, path).toBe(412);
    }
  });

  it("tasks are listed page by page, and one is waited for", async () => {
    const { app, alice } = cast;
    const asked = async (question: string) => {
      app.clock.advance(1);
      return (await post("/api/questions/submit-gemini", { question })).body["task_id"] as string;
    };
    const [one, two] = [await asked("Swans"), await asked("Ducks")];
    expect((await page("/api/tasks?limit=2")).data).toMatchObject([
      { task_id: two, status: "pending", topic: "Ducks", batch_id: null },
      { task_id: one },
    ]);
    expect((await page("/api/tasks?status=pending")).data).toHaveLength(2);
    const { next } = await page("/api/tasks?limit=2");
    const rest = await page(`/api/tasks?limit=100&cursor=${next}`);
    expect(rest.data.map(({ task_id: id }) => id)).not.toContain(one);
    expect(rest.data.find(({ task_id: id }) => id === alice.taskId)).toMatchObject({
      status: "failed",
      error: "It took too long",
      error_code: "timeout",
    });
    for (const query of [`status=failed&cursor=${next}`, "cursor=x", "status=done", "limit=0"])
      expect([query, (await get(`/api/tasks?${query}`)).status]).toEqual([query, 422]);
    expect((await get(`/api/analyses?cursor=${next}`)).status).toBe(422);

    const waited = get(`/api/tasks/${two}?wait=25`);
    await cast.settle();
    const { body } = await waited;
    expect(body.data).toMatchObject({ task_id: two, status: "success", batch_id: expect.any(String) as string });
    expect((await get(`/api/tasks/${two}?wait=26`)).status).toBe(422);
    const [tweet] = (await get(`/api/batches/${String(body.data["batch_id"])}`)).body.data["tweets"] as Row[];
    const refined = await post(`/api/tweets/${String(tweet?.["id"])}/refine`, { instruction: "another" });
    await cast.settle();
    const task = await get(`/api/tasks/${String(refined.body["task_id"])}`);
    expect(task.body.data).toMatchObject({ status: "success", tweet_id: expect.any(Number) as number });
    // What was refined below the last of a batch says so.
    await app.db.updateTable("generation_tasks").set({ note: "It stands below." }).where("id", "=", one).execute();
    expect((await get(`/api/tasks/${one}`)).body.data["note"]).toBe("It stands below.");
  });

  it("analyses are listed page by page and read whole, and bots with what they propose", async () => {
    const { app, alice } = cast;
    const userId = alice.user.id;
    const more = [await analyse(app, userId, description), await analyse(app, userId, description)].map(({ id }) => id);
    const first = await page("/api/analyses?limit=1&status=completed");
    expect(first.data).toMatchObject([{ id: more[1], status: "completed", bot_enabled: false }]);
    const second = await page(`/api/analyses?limit=1&status=completed&cursor=${first.next}`);
    expect(second.data).toMatchObject([{ id: more[0] }]);
    expect((await get(`/api/analyses?cursor=${first.next}`)).status).toBe(422);
    const record = await get(`/api/analyses/${more[0]}`);
    expect(record.body.data).toMatchObject({ analysis_id: more[0], analysis_result: { bot_status: "not_started" } });

    await post(`/api/twitter/accounts/${alice.account.networkUserId}/resume`, {});
    for (const analysisId of more) await startBot(app, { userId, analysisId, account: null, review: true });
    await (
      await runBots(app)
    ).done;
    const bots = await page("/api/bots?limit=1");
    expect(bots.data).toMatchObject([
      { analysis_id: more[1], review: true, bot_status: "running", proposal: { origin: "bot", status: "pending" } },
    ]);
    expect((await page(`/api/bots?limit=1&cursor=${bots.next}`)).data).toMatchObject([{ analysis_id: more[0] }]);
    expect((await get("/api/bots?cursor=x")).status).toBe(422);

    await startBot(app, { userId, analysisId: alice.analysisId, account: null, review: false });
    await (
      await runBots(app)
    ).done;
    const atWork = (await page("/api/bots")).data.find((one) => one["analysis_id"] === alice.analysisId);
    expect(atWork).toMatchObject({ review: false, proposal: null, next_post_at: expect.any(String) as string });
    await post(`/api/twitter/accounts/${alice.account.networkUserId}/pause`, {});
    expect((await page("/api/bots")).data[0]).toMatchObject({
      bot_status: "paused",
      status_reason: expect.any(String) as string,
    });
    await post(`/api/twitter/accounts/${alice.account.networkUserId}/resume`, {});
    expect((await send("DELETE", `/api/analyses/${alice.analysisId}`)).status).toBe(200);
    const { id: proposed } = bots.data[0]?.["proposal"] as { id: number };
    expect((await send("DELETE", `/api/analyses/${more[1]}`)).body["message"]).toBe("Analysis deleted");
    expect((await get(`/api/analyses/${more[1]}`)).status).toBe(404);
    expect((await page("/api/bots")).data.map((one) => one["analysis_id"])).not.toContain(more[1]);
    expect((await get(`/api/tweets/${proposed}`)).body.data).toMatchObject({ status: "pending", origin: "bot" });
    expect((await send("DELETE", `/api/tweets/${proposed}`)).status).toBe(200);
    const claimed = { state: "pending" as const, lease_token: "x", lease_until: app.clock.now() + seconds(60) };
    await app.db
      .updateTable("analyses")
      .set(claimed)
      .where("id", "=", more[0] ?? 0)
      .execute();
    expect((await send("DELETE", `/api/analyses/${more[0]}`)).status).toBe(409);
    const ended = { state: "failed" as const, lease_token: null, lease_until: null };
    await app.db
      .updateTable("analyses")
      .set(ended)
      .where("id", "=", more[0] ?? 0)
      .execute();
    expect((await send("DELETE", `/api/analyses/${more[0]}`)).status).toBe(200);
    expect((await page("/api/bots")).data).toEqual([]);
  });
}
