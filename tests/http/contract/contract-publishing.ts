// The contract test's requests for publishing, analyses and bots.
import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { hours, minutes } from "~/ground/time/duration";
import { slotOf } from "~/features/timeline/week";
import { localDate } from "~/ground/time/zone";
import { runBots } from "~/features/bots/bots.server";
import { reconcileDue } from "~/features/publishing/publishing.server";
import { countOne } from "~/features/rate-limits/rate-limits.server";
import { WriterError } from "~/ports/ai/port";
import { description } from "~tests/support/calls/api-cast";
import { fill } from "~tests/support/calls/client";
import { type Body, cast, get, of, post, send } from "./contract-walk";

const sendingForms = ["/api/questions/publish-now/", "/api/questions/multi-account/publish-now/"];
const drawingForms = ["/api/questions/publish-random-auto/", "/api/questions/multi-account/publish-random/"];

/** The multi-account routes require an account. */
const addressOf = (at: string, id: number): string =>
  at.includes("multi-account") ? `${at}${id}?twitter_account_id=${cast.alice.account.networkUserId}` : `${at}${id}`;

export function publishing(): void {
  it.each(sendingForms)("%s publishes, or says what kept it from it", async (at) => {
    const { network, app } = cast;
    const out = await cast.newTweet();
    const done = await post(addressOf(at, out));
    expect(done.body.data).toMatchObject({ status: "published", publish_type: "immediate", error: null });
    expect((await post(addressOf(at, out))).status).toBe(409);

    const refused = { kind: "answered", headers: {}, body: { detail: "no" } } as const;
    network.faults = [{ ...refused, status: 403 }];
    expect((await post(addressOf(at, await cast.newTweet()))).status).toBe(502);
    const reset = String(Math.ceil((app.clock.now() + minutes(7)) / 1000));
    network.faults = [{ ...refused, status: 429, headers: { "x-rate-limit-reset": reset } }];
    expect((await post(addressOf(at, await cast.newTweet()))).status).toBe(429);
    network.faults = ["lost before"];
    const lost = await post(addressOf(at, await cast.newTweet()));
    expect(lost.status).toBe(504);
    app.node.setMayClaim(false);
    expect((await post(addressOf(at, await cast.newTweet()))).status).toBe(503);
    app.node.setMayClaim(true);
    await app.db.updateTable("accounts").set({ wait_until: null, status: "active", paused_by: null }).execute();
  });

  it.each(drawingForms)("%s draws a moment, and again", async (at) => {
    const id = await cast.newTweet();
    const { data } = (await post(addressOf(at, id), { user_timezone: "Asia/Tokyo" })).body;
    expect(data).toMatchObject({ tweet_id: id, timezone: "Asia/Tokyo" });
    expect((await post(addressOf(at, id), { user_timezone: "Nowhere/At_All" })).body.data["timezone"]).toBe(
      "Europe/Berlin",
    );
    await post(`/api/questions/cancel/${id}`);
    await post(`/api/questions/publish-now/${id}`);
    expect((await post(addressOf(at, id), {})).status).toBe(409);
  });

  it("an exact time, off the timeline, and the history of it all", async () => {
    const id = await cast.newTweet();
    const execute_at = new Date(cast.app.clock.now() + hours(9)).toISOString();
    const chosen = await post(`/api/questions/schedule/${id}`, { execute_at });
    const { networkUserId, username } = cast.alice.account;
    const as = { twitter_account_id: networkUserId, twitter_username: username };
    expect(chosen.body.data).toEqual({
      tweet_id: id,
      execute_at,
      timezone: "Europe/Berlin",
      reason: null,
      warning: null,
      ...as,
    });
    const night = `${localDate(cast.app.clock.now() + hours(48), "Europe/Berlin")}T02:00:00+01:00`;
    expect((await post(`/api/tweets/${id}/schedule`, { execute_at: night })).body.data).toMatchObject({
      execute_at: new Date(night).toISOString(),
      warning: "quiet_hours",
    });
    const past = new Date(cast.app.clock.now() - hours(1)).toISOString();
    expect((await post(`/api/questions/schedule/${id}`, { execute_at: past })).status).toBe(422);
    const history = await get(`/api/questions/list/${fill("{user_id}/account/{account_id}", of())}?limit=500`);
    const statuses = (history.body as unknown as { status: string }[]).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(["published", "failed", "publishing", "scheduled"]));
    expect((await post(`/api/questions/cancel/${id}`)).body.data).toMatchObject({
      status: "pending",
      scheduled_time: null,
    });
    expect((await post(`/api/questions/cancel/${id}`)).status).toBe(409);
    await post(`/api/questions/publish-now/${id}`);
    expect((await post(`/api/questions/schedule/${id}`, { execute_at })).status).toBe(409);
  });

  it("another slot of another day, not in the night without a yes, and none that has passed", async () => {
    const id = await cast.newTweet();
    const date = localDate(cast.app.clock.now() + hours(48), "Europe/Berlin");
    const move = (json: unknown) => post(`/api/tweets/${id}/move`, json);
    expect((await move({ date, slot: 15 })).status).toBe(409);
    await post(`/api/questions/publish-random-auto/${id}`);
    const moved = (await move({ date, slot: 15 })).body.data;
    const { networkUserId, username } = cast.alice.account;
    const as = { twitter_account_id: networkUserId, twitter_username: username };
    expect(moved).toMatchObject({
      tweet_id: id,
      timezone: "Europe/Berlin",
      reason: expect.stringMatching(/^Picked at random within .+, 15:00–17:00/) as string,
      ...as,
    });
    expect(slotOf(Date.parse(String(moved["execute_at"])), "Europe/Berlin")).toEqual({ date, hour: 15 });
    const asked = await move({ date, slot: 23 });
    expect([asked.status, asked.body]).toMatchObject([
      409,
      { code: "quiet_hours", error: expect.stringMatching(/^Your quiet hours include .*\. Move anyway\?$/) as string },
    ]);
    const late = (await move({ date, slot: 23, in_quiet_hours: true })).body.data;
    expect(slotOf(Date.parse(String(late["execute_at"])), "Europe/Berlin")).toEqual({ date, hour: 23 });
    expect([moved["warning"], late["warning"]]).toEqual([null, "quiet_hours"]);
    const refused = async (json: unknown) => {
      const { status, body } = await move(json);
      return [
        status,
        body["error"],
        (body["detail"] as { loc: unknown; type: unknown }[]).map(({ loc, type }) => [loc, type]),
      ];
    };
    const slot = ["body", "slot"];
    expect(await refused({ date: "2020-01-01", slot: 15 })).toEqual([
      422,
      "This time slot is in the past.",
      [[slot, "past"]],
    ]);
    expect(await refused({ date: "2031-01-01", slot: 15 })).toEqual([
      422,
      "Choose a time within a year.",
      [[["body", "date"], "not_in_range"]],
    ]);
    for (const wrong of [8, "15", 24]) expect((await refused({ date, slot: wrong }))[2]).toEqual([[slot, "invalid"]]);
    expect((await refused({ date: "2026-02-30", slot: 15 }))[2]).toEqual([[["body", "date"], "invalid"]]);
    expect((await refused({ slot: 15 }))[2]).toEqual([[["body", "date"], "required"]]);
    expect((await move({ date, slot: 15, in_quiet_hours: "yes" })).status).toBe(422);
  });

  it("the person's word settles what nobody can read", async () => {
    const id = await cast.newTweet();
    expect((await post(`/api/questions/resolve/${id}`, { published: true })).status).toBe(409);
    cast.network.faults = ["lost after"];
    expect((await post(`/api/questions/publish-now/${id}`)).status).toBe(504);
    cast.network.unreadable = true;
    for (let look = 0; look < 4; look++) {
      cast.app.clock.advance(minutes(5));
      await reconcileDue(cast.app);
    }
    expect((await post(`/api/questions/resolve/${id}`, { published: true })).body.data["status"]).toBe("published");
    cast.network.unreadable = false;
  });
}

export function analysisAndBots(): void {
  const analyze = "/api/bots/content-analysis/analyze";

  it("an analysis is made, found again, and refused in each of its ways", async () => {
    const made = await post(analyze, { content: description });
    expect(made.body.data["analysis_id"]).toEqual(expect.any(Number));
    expect((await post(analyze, { input_id: 999_999 })).status).toBe(404);
    const { ai } = cast.app;
    const failing = (reason: "malformed" | "timeout") => () => Promise.reject(new WriterError(reason, "No."));
    cast.app.ai = { ...ai, analyse: failing("malformed") };
    expect((await post(analyze, { content: description })).status).toBe(502);
    cast.app.ai = { ...ai, analyse: failing("timeout") };
    expect((await post(analyze, { content: description })).status).toBe(504);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    cast.app.ai = { ...ai, analyse: (ask) => held.then(() => ai.analyse(ask)) };
    const running = post(analyze, { content: "A second product that takes its time" });
    const pending = async () =>
      (await get(`/api/bots/content-analysis/list/${cast.alice.user.id}?status=pending`)).body.data as unknown as {
        id: number;
      }[];
    let ids = await pending();
    while (ids.length === 0) {
      await setImmediate();
      ids = await pending();
    }
    expect((await post(analyze, { input_id: ids[0]?.id })).status).toBe(409);
    release();
    expect((await running).status).toBe(200);
    cast.app.ai = ai;
    await get(`/api/bots/content-analysis/list/${cast.alice.user.id}`);
    for (let n = 0; n < 40; n++) await countOne(cast.app, "analysis", cast.alice.user.id).catch(() => {});
    expect((await post(analyze, { content: description })).status).toBe(429);
  });

  it("its bot is started, listed with its next post, paused with a reason, and stopped", async () => {
    const at = `/api/bots/content-analysis/bot-control/${cast.alice.analysisId}`;
    const control = (json: unknown) => send("PUT", at, { json });
    expect((await control({ enabled: true })).body.data).toMatchObject({ bot_enabled: true, bot_status: "running" });
    await (
      await runBots(cast.app)
    ).done;
    const list = async () =>
      ((await get(`/api/bots/content-analysis/bot-status/${cast.alice.user.id}`)).body.data["bots"] ?? []) as Body[];
    expect((await list())[0]).toMatchObject({ next_post_at: expect.stringMatching(/Z$/) as string });
    await cast.app.db.updateTable("bots").set({ state: "paused", reason: "The account is paused." }).execute();
    expect((await list())[0]).toMatchObject({ bot_status: "paused", status_reason: "The account is paused." });
    const record = await post(analyze, { input_id: cast.alice.analysisId });
    expect(record.body.data["analysis_result"]).toMatchObject({ bot_enabled: true });
    expect((await control({ enabled: false })).body.data).toMatchObject({ bot_enabled: false, bot_status: "stopped" });
    await post(`/api/twitter/accounts/${cast.alice.account.id}/pause`);
    expect((await control({ enabled: true })).status).toBe(409);
  });
}
