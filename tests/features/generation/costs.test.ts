// What AI cost in 30 days: of everybody on /admin, of one's own in Settings, and "at least" where a cost is unknown.
import { afterEach, beforeEach, expect, it } from "vitest";
import { costText } from "~/features/generation/generation.server";
import { insertTask } from "~/features/generation/store/tasks.server";
import { days } from "~/ground/time/duration";
import { createTestApp, type TestApp } from "~tests/support/app";
import { makePerson, type Person } from "~tests/support/people/make";
import { browse } from "../../screens/support/browse";

let app: TestApp;
let olive: Person;
let bob: Person;
beforeEach(async () => {
  app = await createTestApp();
  app.ai = { ...app.ai, kind: "gemini" };
  olive = await makePerson(app, "olive");
  bob = await makePerson(app, "bob");
});
afterEach(() => app.close());

let no = 0;
async function ended({ user }: Person, costMicros: number | null, ago = 0, state: "success" | "failed" = "success") {
  const at = app.clock.now() - ago;
  const times = { due_at: null, deadline_at: at, created_at: at, ended_at: at };
  const task = { id: `task-${(no += 1)}`, user_id: user.id, topic: "bees", web_search: 0 as const, state, ...times };
  await insertTask(app.db, { ...task, cost_micros: costMicros });
}

const begins = "AI in the last 30 days, without bots and analyses: ";
const texts = async () => [
  await costText(app, null),
  await costText(app, olive.user.id),
  await costText(app, bob.user.id),
];

it("sums what ended in 30 days, failed tasks too, for all and for each", async () => {
  expect(await texts()).toEqual([null, null, null]);
  await ended(olive, 500);
  await ended(olive, 700, days(30), "failed");
  await ended(bob, 1_000_000);
  await ended(bob, 9_000_000, days(30) + 1);
  expect(await texts()).toEqual([`${begins}about $1.002`, `${begins}about $0.0012`, `${begins}about $1.000`]);
});

it("is a lower bound where any is unknown, and says so where all are", async () => {
  await ended(olive, 1_500);
  await ended(bob, null);
  expect(await texts()).toEqual([`${begins}at least $0.0015`, `${begins}about $0.0015`, `${begins}cost unknown`]);
  await ended(bob, 0);
  expect(await costText(app, bob.user.id)).toBe(`${begins}at least $0`);
});

it("a model at home has no API cost, and of the demo writer nothing is said", async () => {
  await ended(olive, 0);
  expect(await costText(app, olive.user.id)).toBe(`${begins}no API cost`);
  app.ai = { ...app.ai, kind: "demo" };
  expect(await texts()).toEqual([null, null, null]);
});

it("is on /admin for all, and in Settings for oneself", async () => {
  await ended(olive, 2_000);
  await ended(bob, 3_000);
  const [asOlive, asBob] = [await browse(app, olive.sessionId), await browse(app, bob.sessionId)];
  expect((await asOlive.get("/admin")).main).toContain(`${begins}about $0.0050`);
  expect((await asOlive.get("/settings/voice")).main).toContain(`${begins}about $0.0020`);
  expect((await asBob.get("/settings/voice")).main).toContain(`${begins}about $0.0030`);
});
