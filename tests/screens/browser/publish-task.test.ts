// What the browser remembers of a tweet on its way, and how the history corrects it: a test for each line of the rules.
import { describe, expect, it } from "vitest";
import { intents } from "~/screens/forms/intents";
import {
  taskStarted,
  type HistoryRecord,
  merge,
  onlyPublishing,
  type PublishTask,
  reloadDelay,
  taskOf,
  withHistory,
} from "~/screens/browser/publish-task";

const noon = "2026-11-19T12:00:00.000Z";
const evening = "2026-11-19T19:42:00.000Z";
const record = (more: Partial<HistoryRecord> = {}): HistoryRecord => ({
  id: 7,
  status: "scheduled",
  publish_type: null,
  scheduled_time: null,
  published_at: null,
  twitter_account_id: "42",
  ...more,
});
const task = (more: Partial<PublishTask> = {}): PublishTask => ({
  id: 7,
  type: "scheduled",
  status: "publishing",
  twitter_account_id: "42",
  ...more,
});

it("a local task that lacks the account is told it by the history", () => {
  const local = task({ twitter_account_id: null });
  expect(merge(local, task({ scheduledTime: evening }))).toMatchObject({ twitter_account_id: "42" });
  expect(merge(task({ twitter_account_id: "7" }), task())).toMatchObject({ twitter_account_id: "7" });
});

describe("the history as a task", () => {
  it.each([
    ["published", "published"],
    ["failed", "failed"],
    ["publishing", "publishing"],
    ["scheduled", "publishing"],
    ["a word of later days", "publishing"],
  ])("%s is %s", (status, shown) => expect(taskOf(record({ status }))?.status).toBe(shown));

  it("has none for a tweet that is pending, such as one taken back", () =>
    expect(taskOf(record({ status: "pending" }))).toBeNull());

  it.each([
    ["scheduled", null, "scheduled"],
    ["immediate", evening, "immediate"],
    [null, evening, "scheduled"],
    [null, null, "immediate"],
    ["of later days", evening, "scheduled"],
  ])("publish_type %s with the time %s is %s", (publish_type, scheduled_time, type) =>
    expect(taskOf(record({ publish_type, scheduled_time }))?.type).toBe(type),
  );

  it("keeps account and times", () =>
    expect(taskOf(record({ status: "published", published_at: noon, scheduled_time: evening }))).toEqual(
      task({ status: "published", publishedAt: noon, scheduledTime: evening }),
    ));
});

describe("history and local task", () => {
  it.each(["published", "failed"] as const)("the history wins for %s", (status) => {
    const merged = merge(task({ type: "immediate" }), task({ status, publishedAt: noon }));
    expect(merged).toEqual(task({ type: "immediate", status, publishedAt: noon }));
  });

  it.each(["publishing", "published", "failed"] as const)("else the local %s is kept", (status) =>
    expect(merge(task({ status }), task()).status).toBe(status),
  );

  it("the history's scheduledTime fills the gap, and only the gap", () => {
    expect(merge(task(), task({ scheduledTime: evening })).scheduledTime).toBe(evening);
    expect(merge(task({ scheduledTime: noon }), task({ scheduledTime: evening })).scheduledTime).toBe(noon);
  });

  it("without a local task the history's is taken", () =>
    expect(merge(undefined, task({ status: "failed" }))).toEqual(task({ status: "failed" })));

  it("a tweet that was taken back loses its task, one that no history tells of keeps it", () =>
    expect(
      withHistory({ 7: task(), 8: task({ id: 8 }) }, [record({ status: "pending" }), record({ id: 9 })]),
    ).toStrictEqual({ 8: task({ id: 8 }), 9: task({ id: 9, type: "immediate" }) }));
});

describe("a press", () => {
  it("on Post Now is immediate and publishing", () =>
    expect(taskStarted(intents["post-now"].sends, 7, "42")).toEqual(task({ type: "immediate" })));
  it("on Add to Timeline is scheduled and publishing", () =>
    expect(taskStarted(intents["add-to-timeline"].sends, 7, "42")).toEqual(task()));
  it("on anything else sends nothing", () => expect(taskStarted(intents["take-off"].sends, 7, "42")).toBeNull());

  it("has the history read again after a second, after half a second when scheduled", () => {
    expect(reloadDelay(intents["post-now"].sends)).toBe(1000);
    expect(reloadDelay(intents["add-to-timeline"].sends)).toBe(500);
    expect(reloadDelay(intents["take-off"].sends)).toBeNull();
  });
});

it("before a new batch all but the publishing ones are forgotten", () =>
  expect(
    onlyPublishing({ 7: task(), 8: task({ id: 8, status: "published" }), 9: task({ id: 9, status: "failed" }) }),
  ).toEqual({ 7: task() }));
