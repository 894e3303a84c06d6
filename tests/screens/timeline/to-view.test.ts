// What /timeline shows of what was fetched: no database, no clock.
import { expect, it } from "vitest";
import type { Placed } from "~/features/timeline/week";
import { type Fetched, toView } from "~/screens/timeline/to-view.server";

const placed = (id: number, time: string): Placed => ({
  id,
  status: "scheduled",
  content: `number ${id}`,
  at: Date.parse(`2026-11-18T${time}Z`),
});
const tasks = [placed(1, "12:59:59"), placed(2, "11:00:00"), placed(3, "10:59:59"), placed(4, "13:00:00")];
const fetched: Fetched = {
  user: null,
  accounts: [],
  accountsFault: null,
  now: Date.parse("2026-11-18T12:00:00Z"),
  timeZone: "UTC",
  query: new URLSearchParams("slot=2026-11-18T11"),
  week: {
    account: null,
    shown: [],
    unknownAccount: false,
    list: null,
    offset: 0,
    tasks,
    day: null,
    opened: null,
    choice: { grid: "folded", view: "week" },
    sandbox: true,
  },
  backlog: [],
  unsent: 0,
};

it("a slot opens with its tweets in the order of their times, and with none of its neighbours'", () => {
  const { slot } = toView(fetched).week;
  expect(slot?.title).toBe("Wed, Nov 18, 11:00–13:00");
  expect(slot?.tasks.map(({ id, time }) => [id, time])).toEqual([
    [2, "11:00"],
    [1, "12:59"],
  ]);
  const empty = { ...fetched, query: new URLSearchParams("slot=2026-11-18T15") };
  expect(toView(empty).week.slot).toBeNull();
});

it("a guest has no ideas, and nothing is missing for one", () => {
  const query = new URLSearchParams("tweet=7&write=1");
  expect(toView({ ...fetched, query })).toMatchObject({
    signedIn: false,
    ideas: null,
    week: { missing: false, writing: false, day: null, state: "active" },
  });
});

it("one line counts the drafts, and without drafts there is no line", () => {
  const lines = [0, 1, 2, 999, 1_000].map((unsent) => toView({ ...fetched, unsent }).ideas);
  expect(lines).toEqual([
    null,
    "1 draft not scheduled.",
    "2 drafts not scheduled.",
    "999 drafts not scheduled.",
    "999+ drafts not scheduled.",
  ]);
});
