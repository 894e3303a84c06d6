// The five routes of product analysis and its bots, as the contract has them.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runBots } from "~/features/bots/bots.server";
import { pauseAccount } from "~/features/publishing/publishing.server";
import { issueKey } from "~/features/users/users.server";
import { WriterError } from "~/ports/ai/port";
import { createTestApp, type TestApp } from "~tests/support/app";
import { callApi } from "~tests/support/calls/call";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";

const description =
  "A booking page for small sailing schools that turns a good forecast into last-minute offers. " +
  "Unlike a newsletter it fills 9 of 10 empty seats. Try it free for a month.";

let app: TestApp;
let alice: Person;
let key: string;
beforeEach(async () => {
  app = await createTestApp();
  alice = await makePerson(app, "alice");
  key = await issueKey(app, alice.user.id, null);
});
afterEach(() => app?.close());

interface Answer {
  success: boolean;
  error?: string;
  message?: string;
  data: {
    analysis_id: number;
    input_id: number;
    input_info: Record<string, unknown>;
    analysis_result: Record<string, unknown> & { analysis_metadata: { criteria: unknown[]; improvements: unknown[] } };
    bots: Record<string, unknown>[];
    bot_status: string;
    length: number;
  } & { id: number }[];
}
const answer = async (response: Response) => (await response.json()) as Answer;
const at = "/api/bots/content-analysis";
const auth = () => ({ user_id: alice.user.id, api_key: key });
const bearer = () => ({ authorization: `Bearer ${key}` });

const analyse = (more: Record<string, unknown> = {}) =>
  callApi(`${at}/analyze`, { json: { ...auth(), content: description, ...more } });
const turn = (id: number | string, json: Record<string, unknown>) =>
  callApi(`${at}/bot-control/${id}`, { method: "PUT", json: { ...auth(), ...json } });
const lookAt = () => callApi(`${at}/bot-status/${alice.user.id}`, { headers: bearer() });
const listed = (query = "") => callApi(`${at}/list/${alice.user.id}?${query}`, { headers: bearer() });
const newAnalysis = async () => (await answer(await analyse())).data.analysis_id;

describe("analyze", () => {
  it("answers the whole record", async () => {
    const response = await analyse({ content: `  ${description}\n` });
    expect(response.status).toBe(200);
    const { data } = await answer(response);
    expect(data.input_info).toEqual({
      id: data.input_id,
      user_id: alice.user.id,
      original_content: description,
      input_type: "product_description",
      status: "completed",
      created_at: "2026-11-19T10:18:00.000Z",
      updated_at: "2026-11-19T10:18:00.000Z",
    });
    expect(data.analysis_result).toMatchObject({
      id: data.analysis_id,
      input_id: data.input_id,
      user_id: alice.user.id,
      status: "completed",
      bot_enabled: false,
      bot_status: "not_started",
      bot_started_at: null,
    });
    expect(data.analysis_result["quality_score"]).toBeGreaterThan(5);
    expect(data.analysis_result["tags"]).not.toEqual([]);
    expect(data.analysis_result.analysis_metadata.criteria).toHaveLength(5);
    expect(data.analysis_result.analysis_metadata.improvements).toHaveLength(3);
  });

  it("answers when it was asked for, and when it was done", async () => {
    const { ai } = app;
    app.ai = {
      ...ai,
      analyse(ask) {
        app.clock.advance(7_000);
        return ai.analyse(ask);
      },
    };
    const { input_info: asked, analysis_result: result } = (await answer(await analyse())).data;
    const moments = { created_at: "2026-11-19T10:18:00.000Z", updated_at: "2026-11-19T10:18:07.000Z" };
    expect([asked, result]).toMatchObject([moments, moments]);
  });

  it.each([
    [{ content: "" }, "Describe the product first."],
    [{ content: "   \n " }, "Describe the product first."],
    [{ content: undefined }, "Describe the product first."],
    [{ content: 7 }, "Describe the product first."],
    [{ content: "🐦".repeat(5_001) }, "The description must be at most 5,000 characters"],
    [{ input_id: 1 }, "Send content or input_id, not both"],
    [{ content: null, input_id: "one" }, "input_id must be a whole number"],
  ])("refuses %j: %s", async (body, error) => {
    const response = await analyse(body);
    expect([response.status, (await answer(response)).error]).toEqual([422, error]);
  });

  it("counts characters, not code units: 5,000 emoji are taken, and score nothing", async () => {
    const response = await analyse({ content: "🧭".repeat(5_000) });
    expect(response.status).toBe(200);
    expect((await answer(response)).data.analysis_result["quality_score"]).toBe(0);
  });

  it("keeps the text when the writer fails, and runs it again by its input_id", async () => {
    const { analyse: judge } = app.ai;
    app.ai = { ...app.ai, analyse: () => Promise.reject(new WriterError("busy", "Too busy. Please try again.")) };
    const failed = await analyse();
    expect([failed.status, (await answer(failed)).error]).toEqual([502, "Too busy. Please try again."]);
    const [kept] = (await answer(await listed("status=failed"))).data;
    expect(kept).toMatchObject({ status: "failed", quality_score: null, summary: "" });
    app.ai = { ...app.ai, analyse: () => Promise.reject(new WriterError("timeout", "Too slow.")) };
    expect((await analyse({ content: undefined, input_id: kept?.id })).status).toBe(504);
    app.ai = { ...app.ai, analyse: judge };
    const { data } = await answer(await analyse({ content: undefined, input_id: kept?.id }));
    expect(data.analysis_id).toBe(kept?.id);
    expect(data.input_info).toMatchObject({ original_content: description, status: "completed" });
    const again = await analyse({ content: undefined, input_id: kept?.id });
    expect([again.status, (await answer(again)).data]).toEqual([200, data]);
  });

  it("does not run another's input, nor one that is running", async () => {
    const bob = await makePerson(app, "bob");
    const bobs = await answer(
      await callApi(`${at}/analyze`, {
        json: { content: "bees", user_id: bob.user.id, api_key: await issueKey(app, bob.user.id, null) },
      }),
    );
    expect((await analyse({ content: undefined, input_id: bobs.data.input_id })).status).toBe(404);
    let finish = () => {};
    const { analyse: judge } = app.ai;
    app.ai = { ...app.ai, analyse: (ask) => new Promise<void>((resolve) => (finish = resolve)).then(() => judge(ask)) };
    const first = analyse();
    await expect.poll(async () => (await answer(await listed("status=pending"))).data.length).toBe(1);
    const [running] = (await answer(await listed("status=pending"))).data;
    expect((await analyse({ content: undefined, input_id: running?.id })).status).toBe(409);
    finish();
    expect((await first).status).toBe(200);
  });
});

describe("bot-control", () => {
  it("starts and stops, twice like once", async () => {
    await linkAccount(app, alice, "alice_x");
    const id = await newAnalysis();
    for (const enabled of [true, true, false, false]) {
      const response = await turn(id, { enabled });
      expect(response.status).toBe(200);
      expect(await answer(response)).toMatchObject({
        success: true,
        message: `Bot ${enabled ? "started" : "stopped"} successfully!`,
        data: { analysis_id: id, bot_enabled: enabled, bot_status: enabled ? "running" : "stopped" },
      });
    }
    const { n } = await app.db
      .selectFrom("bots")
      .select((bot) => bot.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow();
    expect(n).toBe(1);
  });

  it("needs an account, a boolean, a finished analysis of one's own", async () => {
    const id = await newAnalysis();
    expect((await turn(id, { enabled: true })).status).toBe(409);
    expect((await turn(id, { enabled: false })).status).toBe(200);
    await linkAccount(app, alice, "alice_x");
    for (const enabled of [undefined, null, "true", 1]) expect((await turn(id, { enabled })).status).toBe(422);
    for (const strange of [id + 1, "0", "x", "-1", "9".repeat(30)])
      expect((await turn(strange, { enabled: true })).status).toBe(404);
    expect((await turn(id, { enabled: true, twitter_account_id: "424242" })).status).toBe(404);
    app.ai = { ...app.ai, analyse: () => Promise.reject(new WriterError("busy", "Too busy.")) };
    await analyse();
    expect((await turn(id + 1, { enabled: true })).status).toBe(409);
  });

  it("moves to another account", async () => {
    await linkAccount(app, alice, "alice_x");
    const other = await linkAccount(app, alice, "alice_too");
    const id = await newAnalysis();
    await turn(id, { enabled: true });
    expect((await answer(await lookAt())).data.bots).toMatchObject([{ twitter_account_name: "alice_x" }]);
    await turn(id, { enabled: true, twitter_account_id: other.networkUserId });
    expect((await answer(await lookAt())).data.bots).toMatchObject([{ twitter_account_name: "alice_too" }]);
  });
});

describe("bot-status", () => {
  it("lists running and paused bots with what comes next, and why one is paused", async () => {
    const account = await linkAccount(app, alice, "alice_x");
    const id = await newAnalysis();
    expect((await answer(await lookAt())).data.bots).toEqual([]);
    await turn(id, { enabled: true });
    await (
      await runBots(app)
    ).done;
    const { data } = await answer(await lookAt());
    expect(data.bots).toEqual([
      {
        analysis_id: id,
        summary: expect.stringContaining("sailing schools") as string,
        bot_enabled: true,
        input_type: "product_description",
        twitter_account_name: "alice_x",
        bot_status: "running",
        status_reason: null,
        next_post_at: expect.stringMatching(/^2026-11-19T1[4-8].*Z$/) as string,
      },
    ]);
    await pauseAccount(app, alice.user.id, account.networkUserId);
    expect((await answer(await lookAt())).data.bots).toMatchObject([
      { bot_enabled: true, bot_status: "paused", status_reason: "Paused by you." },
    ]);
    await callApi(`/api/twitter/accounts/${account.networkUserId}`, { method: "DELETE", headers: bearer() });
    expect((await answer(await lookAt())).data.bots).toEqual([]);
  });
});

describe("list", () => {
  it("pages from the newest and filters", async () => {
    const ids = [await newAnalysis(), await newAnalysis(), await newAnalysis()];
    const idsOf = async (query: string) => (await answer(await listed(query))).data.map(({ id }) => id);
    expect(await idsOf("")).toEqual([...ids].reverse());
    expect(await idsOf("limit=1&offset=1")).toEqual([ids[1]]);
    expect(await idsOf("offset=9")).toEqual([]);
    expect(await idsOf("input_type=product_description&status=completed")).toHaveLength(3);
    expect(await idsOf("status=failed")).toEqual([]);
    const [first] = (await answer(await listed())).data;
    expect(first).toEqual({
      id: ids[2],
      summary: expect.any(String) as string,
      bot_enabled: false,
      quality_score: expect.any(Number) as number,
      created_at: "2026-11-19T10:18:00.000Z",
      input_type: "product_description",
      status: "completed",
    });
  });

  it("tells of an analysis whose bot was stopped that none is enabled", async () => {
    await linkAccount(app, alice, "alice_x");
    const id = await newAnalysis();
    await turn(id, { enabled: true });
    expect((await answer(await listed())).data).toMatchObject([{ id, bot_enabled: true }]);
    await turn(id, { enabled: false });
    expect((await answer(await listed())).data).toMatchObject([{ id, bot_enabled: false }]);
  });

  it.each(["limit=0", "limit=201", "limit=x", "offset=-1", "status=done", "input_type=tweets"])(
    "refuses %s",
    async (query) => {
      expect((await listed(query)).status).toBe(422);
    },
  );

  it("shows nobody another's, and nobody anything without credentials", async () => {
    const bob = await makePerson(app, "bob");
    for (const route of ["list", "bot-status"]) {
      expect((await callApi(`${at}/${route}/${bob.user.id}`, { headers: bearer() })).status).toBe(403);
      expect((await callApi(`${at}/${route}/${alice.user.id}`)).status).toBe(401);
    }
    expect((await callApi(`${at}/analyze`, { json: { content: "bees" } })).status).toBe(401);
    const unknown = await callApi(`${at}/bot-control/1`, { method: "PUT", json: { enabled: true } });
    expect(unknown.status).toBe(401);
  });
});
