// The walk over refining: asked for, looked at, brought back, written again. By bob, whose hour of asking is his own.
import { nothingSpent } from "~/ports/ai/spent";
import { expect, it } from "vitest";
import { countOne } from "~/features/rate-limits/rate-limits.server";
import { demoLimits } from "~/ports/ai/refine";
import { cast, send } from "./contract-walk";

const as = (method: string, path: string, json?: unknown) => send(method, path, { json }, cast.bob.key);

export function refining(): void {
  it("is asked for once at a time, and what it replaced is brought back", async () => {
    const { id } = (await as("POST", "/api/questions/tweet", { tweet_content: "Tea first. Then the world." })).body
      .data;
    const at = `/api/tweets/${String(id)}`;
    const first = await as("POST", `${at}/refine`, { instruction: "shorter" });
    expect(first.status).toBe(202);
    expect(first.body["task_id"]).toBe(first.body.data["task_id"]);
    expect((await as("POST", `${at}/refine`, { instruction: "another" })).status).toBe(409);
    await cast.settle();
    const task = await as("GET", `/api/questions/task-status/${String(first.body["task_id"])}`);
    expect(task.body.data).toMatchObject({ status: "success", batch_id: null, tweet_id: id, note: null });
    const versions = (await as("GET", `${at}/versions`)).body.data;
    expect(versions).toMatchObject([
      { version_no: 2, tweet_content: "Tea first.", written_by: "writer", instruction: "shorter", is_current: true },
      { version_no: 1, tweet_content: "Tea first. Then the world.", written_by: "person", is_current: false },
    ]);
    const back = await as("POST", `${at}/versions/1/restore`);
    expect([back.status, back.body.data["tweet_content"]]).toEqual([200, "Tea first. Then the world."]);
    expect((await as("POST", `${at}/versions/9/restore`)).status).toBe(404);
    const again = await as("POST", `${at}/refine`, { instruction: "shorter" });
    await as("PUT", `/api/questions/tweet/${String(id)}`, { tweet_content: "Tea, and then we see." });
    await cast.settle();
    const beside = await as("GET", `/api/questions/task-status/${String(again.body["task_id"])}`);
    expect(beside.body.data["note"]).toMatch(/was edited while the AI was writing/);
    const siblingAt = `/api/tweets/${String(beside.body.data["tweet_id"])}`;
    const wish = { instruction: "own", words: "as a question" };
    for (const refused of [wish, { instruction: "bolder" }]) {
      const { status, body } = await as("POST", `${siblingAt}/refine`, refused);
      expect([status, body]).toMatchObject([503, { error: demoLimits.refusesRefine, code: "not_configured" }]);
    }
    const { ai } = cast.app;
    const { limits: _, ...live } = ai;
    const plain = { model: "m", searched: false, cut: false, sources: [], searchSuggestions: null };
    const answer = { texts: ["What comes after the kettle?"], ...plain, ...nothingSpent() };
    cast.app.ai = { ...live, refine: () => Promise.resolve(answer) };
    await as("POST", `${siblingAt}/refine`, wish);
    await cast.settle();
    cast.app.ai = ai;
    await as("GET", `/api/tweets/${String(beside.body.data["tweet_id"])}/versions`);
    await as("POST", `/api/questions/publish-now/${String(id)}`);
    expect((await as("POST", `${at}/versions/2/restore`)).status).toBe(409);
    expect((await as("POST", `${at}/refine`, { instruction: "shorter" })).status).toBe(409);
  });

  it.each([
    [{}, "instruction"],
    [{ instruction: "louder" }, "instruction"],
    [{ instruction: "own" }, "words"],
    [{ instruction: "own", words: "  " }, "words"],
    [{ instruction: "own", words: "x".repeat(201) }, "words"],
    [{ instruction: "shorter", words: "and funny" }, "words"],
    [{ instruction: "shorter", voice: "loud" }, "voice"],
  ])("with %j is refused beside its field", async (json, field) => {
    const { status, body } = await as("POST", `/api/tweets/${cast.bob.tweetId}/refine`, json);
    expect([status, body["detail"]]).toMatchObject([422, [{ loc: ["body", field] }]]);
  });

  it("of a whole batch is asked for by its id, until the hour is used up", async () => {
    const question = await as("POST", "/api/questions/submit-gemini", { question: "tea" });
    await cast.settle();
    const task = await as("GET", `/api/questions/task-status/${String(question.body["task_id"])}`);
    const at = `/api/batches/${String(task.body.data["batch_id"])}/again`;
    expect((await as("POST", at)).status).toBe(202);
    expect((await as("POST", at)).status).toBe(409);
    await cast.settle();
    for (let n = 0; n < 60; n++) await countOne(cast.app, "generation", cast.bob.user.id).catch(() => {});
    expect((await as("POST", at)).status).toBe(429);
    expect((await as("POST", `/api/tweets/${cast.bob.tweetId}/refine`, { instruction: "shorter" })).status).toBe(429);
  });
}
