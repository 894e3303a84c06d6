// An analysis beside those that are not to be touched: all rows before and after, told in words.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as analysis from "~/features/analysis/analysis.server";
import * as queries from "~/features/analysis/queries.server";
import { descriptionSchema } from "~/features/analysis/schema.server";
import { chooseSummary, chooseTags, criteria, explainScore, verdict } from "~/features/analysis/score";
import { WriterError } from "~/ports/ai/port";
import { criterionNames } from "~/ports/ai/product";
import { addPeople, arrange, ids } from "~tests/features/bots/world";
import { createTestApp, type TestApp } from "~tests/support/app";
import { changes, rowsOf } from "~tests/support/databases/rows";

let app: TestApp;
let now: number;
beforeEach(async () => {
  app = await createTestApp();
  await addPeople(app);
  await arrange(app, { bot: null });
  now = app.clock.now();
});
afterEach(() => app.close());

const set = (id: number, change: object) => app.db.updateTable("analyses").set(change).where("id", "=", id).execute();
const held = { state: "pending", lease_token: "held", lease_until: 0 } as const;
async function after(verb: () => Promise<unknown>): Promise<unknown[]> {
  const before = await rowsOf(app.db, ["analyses"]);
  const answer = await verb().catch((error: Error & { code?: string }) => `${error.code}: ${error.message}`);
  return [answer, ...changes(before, await rowsOf(app.db, ["analyses"]), now)];
}

it("only its person takes a failed one up again, and only a failed one", async () => {
  const claim = (userId: string, id: number) => () =>
    queries.claimFailed(app.db, { userId, id, now: now + 1, until: now + 75_000 });
  expect(await after(claim(ids.bob, 4))).toEqual([null]);
  expect(await after(claim(ids.alice, 1))).toEqual([null]);
  expect(await after(claim(ids.alice, 4))).toEqual([
    { id: 4, content: "The product 4", token: expect.any(String) as string },
    'analyses 4: state "pending", lease_token a token, lease_until now + 75 s, error_code null, error null, updated_at now + 0.001 s',
  ]);
});

it("only who holds it ends it", async () => {
  for (const id of [1, 2]) await set(id, { ...held, quality_tenths: null, lease_token: `held ${id}` });
  const end = (id: number, token: string) => () =>
    queries.end(app.db, { id, token, content: "" }, now + 1, { state: "failed", code: "quota", error: "Used up." });
  expect(await after(end(1, "held 2"))).toEqual([false]);
  expect(await after(end(1, "held 1"))).toEqual([
    true,
    'analyses 1: state "failed", lease_token null, lease_until null, error_code "quota", error "Used up.", updated_at now + 0.001 s',
  ]);
  await set(3, { lease_token: "held 3" });
  expect(await after(end(3, "held 3"))).toEqual([false]);
});

it("what was left behind fails once its lease is over, and what is done stays", async () => {
  await set(1, { ...held, lease_until: now });
  await set(2, { ...held, lease_until: now + 1 });
  await set(3, { lease_until: now - 1 });
  expect(await after(() => analysis.failLeftBehind(app))).toEqual([
    undefined,
    'analyses 1: state "failed", lease_token null, lease_until null, error_code "interrupted", error "The server was restarted during this analysis. Your text is kept. Run the analysis again."',
  ]);
});

it("a person's are listed newest first, by state and page", async () => {
  const list = async (more: Partial<queries.Filter> = {}, user = ids.alice) =>
    (await analysis.listAnalyses(app, user, { limit: 9, offset: 0, ...more })).map(({ id }) => id);
  expect(await list()).toEqual([4, 2, 1]);
  expect(await list({ limit: 2 })).toEqual([4, 2]);
  expect(await list({ offset: 1 })).toEqual([2, 1]);
  expect(await list({ status: "completed" })).toEqual([2, 1]);
  expect(await list({ status: "failed", inputType: "product_description" })).toEqual([4]);
  expect(await list({}, ids.bob)).toEqual([3]);
  expect(await analysis.getAnalysis(app, ids.alice, 4)).toMatchObject({ error: "Too late.", metadata: null });
  expect(await analysis.getAnalysis(app, ids.alice, 1)).toMatchObject({
    error: null,
    qualityScore: 8,
    tags: ["tag 1"],
  });
});

describe("what the writer does", () => {
  it.each([
    ["is busy", () => new WriterError("busy", "Busy."), "writer_failed: Busy."],
    ["can't read so much", () => new WriterError("context", "Too long."), "writer_context: Too long."],
    ["is late", () => new WriterError("timeout", "Late."), "timeout: Late."],
    ["breaks", () => new TypeError("no such property"), "writer_failed: "],
  ])("is told and kept: it %s", async (_what, error, told) => {
    app.ai = { ...app.ai, analyse: () => Promise.reject(error()) };
    const [answer] = await after(() => analysis.analyse(app, ids.alice, "A tea shop"));
    expect(answer).toContain(told);
    const row = await app.db.selectFrom("analyses").selectAll().where("id", "=", 5).executeTakeFirstOrThrow();
    expect(`${row.error_code}: ${row.error}`).toBe(answer);
    expect(row).toMatchObject({ state: "failed", user_id: ids.alice, content: "A tea shop", created_at: now });
  });

  it("is not asked for an analysis that runs or is done", async () => {
    app.ai = { ...app.ai, analyse: () => Promise.reject(new Error("asked")) };
    expect((await after(() => analysis.analyseAgain(app, ids.alice, 1))).length).toBe(1);
    await set(2, { ...held, lease_until: now + 1 });
    expect(await after(() => analysis.analyseAgain(app, ids.alice, 2))).toEqual([
      "analysis_running: This analysis is still running.",
    ]);
    expect(await after(() => analysis.analyseAgain(app, ids.bob, 4))).toEqual([
      "not_found: This analysis doesn’t exist.",
    ]);
  });
});

it("weights, titles, what is missing and what would help stand as they were decided", () => {
  expect(criteria).toMatchInlineSnapshot(`
    [
      {
        "advice": "Open with one short sentence that says what the product is and what it does.",
        "missing": "Nothing in the description says plainly what the product is.",
        "name": "clarity",
        "title": "Clarity",
        "weight": 25,
      },
      {
        "advice": "Say who it’s for, specifically enough that they recognize themselves.",
        "missing": "Nothing in the description says who it’s for.",
        "name": "audience",
        "title": "Audience",
        "weight": 20,
      },
      {
        "advice": "Say what people use today instead, and how yours is different.",
        "missing": "Nothing in the description sets it apart.",
        "name": "differentiation",
        "title": "Differentiation",
        "weight": 25,
      },
      {
        "advice": "Add one number, name or result that a reader could check.",
        "missing": "Nothing in the description can be checked.",
        "name": "proof",
        "title": "Proof",
        "weight": 15,
      },
      {
        "advice": "End with one thing the reader can do now: try it, book it, join the list.",
        "missing": "Nothing in the description says what to do next.",
        "name": "call_to_action",
        "title": "Call to action",
        "weight": 15,
      },
    ]
  `);
});

it("every grade begins at its tenth, and a weak criterion is named below seven", () => {
  const one = { name: "proof", title: "Proof", weight: 15, why: "", words: [] } as const;
  const of = (points: number, tenths: number) => verdict({ criteria: [{ ...one, words: [], points }] }, tenths);
  expect([80, 79, 60, 59, 35, 34].map((tenths) => of(7, tenths))).toEqual([
    ...["Strong", "Good", "Good", "Fair", "Fair", "Weak"],
  ]);
  expect(of(6.9, 80)).toBe("Strong. Weakest: proof");
});

it("texts are cut at their length, and no more than three quotations and eight tags are kept", () => {
  const description = "one two three four five";
  const judged = { points: 8, why: "y".repeat(301), words: ["one", "two", "three", "four"] };
  const all = Object.fromEntries(criterionNames.map((name) => [name, judged]));
  const [clarity] = explainScore(description, all as Parameters<typeof explainScore>[1]).criteria;
  expect(clarity).toMatchObject({ points: 8, words: ["one", "two", "three"], why: `${"y".repeat(299)}…` });
  expect(chooseSummary("s".repeat(1_000))).toBe("s".repeat(1_000));
  expect(chooseSummary("s".repeat(1_001))).toBe(`${"s".repeat(999)}…`);
  expect(chooseTags(Array.from({ length: 9 }, (_, at) => `tag ${at}`))).toHaveLength(8);
});

it("a description is trimmed, and has one to five thousand code points", () => {
  const told = (text: unknown) => {
    const { success, data, error } = descriptionSchema.safeParse(text);
    return success ? data.length : error.issues.map(({ message }) => message);
  };
  expect([told(" a "), told("x".repeat(5_000)), told("🐦".repeat(5_000))]).toEqual([1, 5_000, 10_000]);
  expect(told("x".repeat(5_001))).toEqual(["The description must be at most 5,000 characters"]);
  for (const none of ["", " \n", undefined]) expect(told(none)).toEqual(["Describe the product first."]);
});
