// What wrong changes to generation showed that nobody noticed: whose batch, which source, what counts as one.
import { afterEach, beforeEach, expect, it, test } from "vitest";
import { minutes } from "~/ground/time/duration";
import { review } from "~/features/generation/batch";
import { Example } from "~/features/generation/example";
import { getBatch, getTask, listBatches } from "~/features/generation/generation.server";
import { RecentBatches } from "~/features/generation/recent-batches";
import { topicSchema } from "~/features/generation/schema.server";
import { SearchSuggestions } from "~/features/generation/suggestions";
import { Wire } from "~/features/generation/wire";
import { axisOf } from "~/features/generation/wire-shape";
import { fingerprint } from "~/features/tweets/text";
import { cashtagsIn, hostsIn, mentionsIn } from "~/features/tweets/text.server";
import { addPerson, createStage, fresh, type Stage, writes } from "./stage";
import { render } from "~tests/ui/render";

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.app.close());
const written = async (userId = stage.alice) => {
  const id = await stage.ask({ userId });
  await (
    await stage.runOnce()
  ).done;
  stage.app.clock.advance(minutes(1));
  return (await getTask(stage.app, id, userId)).batchId ?? "";
};
const page = (from: string | null) => listBatches(stage.app, stage.alice, { from, size: 2 });

it("topics asked for at one moment are all found by turning the pages back", async () => {
  for (let n = 0; n < 6; n += 1) await written();
  const first = await page(null);
  const second = await page(first.older);
  const third = await page(second.older);
  expect(first.newer).toBeNull();
  expect(second.newer).toBe("first");
  expect((await page(third.newer)).batches).toEqual(second.batches);
});
it("another's batch is no place in one's own list", async () => {
  await written();
  const others = await written(await addPerson(stage.app, "bob"));
  await written();
  expect(await page(others)).toEqual(await page(null));
});
it("a generated tweet has no account of its own", async () => {
  const { tweets } = await getBatch(stage.app, await written(), stage.alice);
  const rows = await stage.app.db.selectFrom("tweets").select("account_is_own").execute();
  expect(rows.map((row) => row.account_is_own)).toEqual(tweets.map(() => 0));
});
it("a source that two answers name is told once", async () => {
  const source = { title: "A", url: "https://a.example" };
  const two = [
    { title: "A", url: "https://a.example" },
    { title: "B", url: "https://b.example" },
  ];
  stage.next(
    async () => ({ ...writes(fresh(2)), sources: [source] }),
    async (ask) => ({ ...writes(fresh(ask.count)), sources: two }),
  );
  const { sources } = await getBatch(stage.app, await written(), stage.alice);
  expect(sources.map(({ url }) => url)).toEqual(["https://a.example", "https://b.example"]);
});
it("a topic is counted in code points", () => {
  expect(topicSchema.safeParse("🐦".repeat(2_000)).success).toBe(true);
  expect(topicSchema.safeParse("🐦".repeat(2_001)).success).toBe(false);
});
it("one cashtag twice is one", () => {
  const rules = {
    topic: "",
    faultOf: () => null,
    fingerprint,
    mentionsIn,
    hostsIn,
    cashtagsIn,
    duplicates: new Set<string>(),
  };
  expect(review(["$TSLA rose, and $tsla fell"], rules).good).toHaveLength(1);
  expect(review(["$TSLA rose, and $F fell"], rules).faulty).toHaveLength(1);
});
it("a batch whose task is forgotten is read by its owner alone", async () => {
  const id = await written();
  await expect(getBatch(stage.app, id, null)).resolves.toMatchObject({ id });
  await stage.app.db.deleteFrom("generation_tasks").execute();
  await expect(getBatch(stage.app, id, null)).rejects.toMatchObject({ code: "not_found" });
  await expect(getBatch(stage.app, id, stage.alice)).resolves.toMatchObject({ id });
});
test("late words on the wire keep clear of one another", async () => {
  const moments = { now: 18 * 60, windowFrom: 19 * 60, windowTo: 24 * 60, lands: 23 * 60 };
  const html = await render(<Wire moments={moments} zone={null} quiet={null} window="1 to 6 hours" />);
  const at = (text: RegExp) => Number(text.exec(html)?.[1]);
  const asked = at(/y="([\d.]+)">now, /);
  const lands = at(/y="([\d.]+)">posts /);
  expect(asked - lands).toBeGreaterThan(20);
});
test("the wire begins at five as long as one in the morning holds it", () => {
  const day = { now: 300, windowFrom: 400, windowTo: 25 * 60, lands: 500 };
  expect(axisOf(day)).toEqual({ fromHour: 5, toHour: 26 });
  const later = { now: 20 * 60, windowFrom: 22 * 60, windowTo: 25 * 60, lands: 23 * 60 };
  expect(axisOf(later).fromHour).toBe(5);
});
test("the example is asked for, or only shown to who can't ask", async () => {
  const html = await render(<Example topic="birds" askHref="/generate?topic=birds" sampleHref="/generate?sample=1" />);
  expect(html).toContain('href="/generate?topic=birds"');
  expect(html).not.toContain("sample=1");
});
test("a few topics are the recent ones, pages of them all", async () => {
  const one = {
    href: "/generate?batch=b",
    topic: "evenings",
    when: "Today",
    whenIso: "2026-11-19T10:18:00Z",
    count: 1,
  };
  const titled = (more: object) => render(<RecentBatches batches={[one]} {...more} />);
  expect(await titled({})).toContain("Recent topics");
  expect(await titled({ pages: { newer: null, older: null } })).toContain("All topics");
});
test("suggestions open outside their frame, free of it", async () => {
  expect(await render(<SearchSuggestions src="/s" />)).toContain(
    'sandbox="allow-popups allow-popups-to-escape-sandbox"',
  );
});
