// /product-analyse without a browser: lists that can't be read say so and take nothing else away; guests see no one's.
import { afterEach, beforeEach, expect, it } from "vitest";
import { analyse } from "~/features/analysis/analysis.server";
import { startBot } from "~/features/bots/bots.server";
import { loadAnalyse } from "~/screens/analyse/load.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { type AtScreens, atScreens } from "../support/acting";

let app: TestApp;
let alice: AtScreens;
let id: number;
beforeEach(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "off" } });
  alice = await atScreens(app, "alice");
  id = (await analyse(app, alice.person.user.id, "A booking page for small sailing schools")).id;
});
afterEach(() => app?.close());

const load = (query: string) => loadAnalyse({ request: alice.request(`/product-analyse?${query}`), context: {} });

it.each([
  ["active=1", "Failed to get active bots"],
  ["history=1", "Failed to get all bots"],
])("%s that can't be read is told, beside a page that is whole", async (list, sentence) => {
  const broken = (await analyse(app, alice.person.user.id, "Another page")).id;
  await startBot(app, { userId: alice.person.user.id, analysisId: broken, account: null });
  await app.db.updateTable("analyses").set({ tags: "not JSON" }).where("id", "=", broken).execute();
  const data = await load(`analysis=${id}&${list}`);
  expect(data).toMatchObject({ view: "results", lists: { active: null, history: null, error: sentence } });
  expect(data).toMatchObject({ result: { status: "completed" } });
});

it("pages the history by fifty", async () => {
  for (let n = 0; n < 51; n += 1) await analyse(app, alice.person.user.id, `Page ${n} for sailing schools`);
  const first = await load(`analysis=${id}&history=1`);
  const second = await load(`analysis=${id}&history=1&from=50`);
  const shown = (data: typeof first) => (data.view === "results" ? data.lists.history : null);
  expect(shown(first)).toMatchObject({ offset: 0, more: true });
  expect(shown(first)?.items).toHaveLength(50);
  expect(shown(second)).toMatchObject({ offset: 50, more: false });
  expect(shown(second)?.items).toHaveLength(2);
});

it.each(["0", "999", "x", "1e3", "-1", "9".repeat(40)])(
  "an analysis that isn't there (%s) leads to the question",
  async (raw) => {
    expect(await load(`analysis=${raw}`)).toMatchObject({ view: "input", error: "This analysis doesn’t exist." });
  },
);

it("a guest sees nobody's analysis, and the sample, whose lists open empty and say who is missing", async () => {
  const asGuest = (query: string) =>
    loadAnalyse({ request: new Request(`http://localhost:3000/product-analyse?${query}`), context: {} });
  expect(await asGuest(`analysis=${id}`)).toMatchObject({ view: "input", recent: [] });
  expect(await asGuest("test=1&active=1&history=1")).toMatchObject({
    result: { score: 8.5 },
    control: { status: "not_started", username: null },
    lists: { active: [], history: { items: [], more: false }, error: "用户未登录" },
  });
  for (const [list, lists] of [
    ["active=1", { active: [], history: null, error: "用户未登录" }],
    ["history=1", { active: null, history: { items: [], offset: 0, more: false }, error: "用户未登录" }],
    ["", { active: null, history: null, error: null }],
  ] as const)
    expect(await asGuest(`test=1&${list}`)).toMatchObject({ lists });
});

it("the checklist opens for one's own analysis and account only", async () => {
  const opened = async (asked: string) => {
    const data = await load(`analysis=${id}&checklist=${asked}`);
    return data.view === "results" ? data.checklist : undefined;
  };
  expect(await opened(`${id}@alice`)).toEqual({ analysisId: String(id), username: "alice" });
  for (const asked of [`${id}@bob`, `${id + 1}@alice`, "x", "@alice", `${id}`]) expect(await opened(asked)).toBeNull();
});
