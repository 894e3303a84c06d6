// The week as people find it: a table with heads both ways, tasks that open, stacks that list, and a bar that scrolls.
import fc from "fast-check";
import { expect, test } from "vitest";
import { thumbOf, scrollTo, smallestThumb } from "~/features/timeline/grid/scrollbar";
import SlotModal from "~/features/timeline/slot-modal";
import { buildWeek, type Placed } from "~/features/timeline/week";
import { Legend } from "~/features/timeline/legend";
import { SevenDays } from "~/features/timeline/seven-days";
import { WeekView } from "~/features/timeline/week-view";
import { render } from "./render";

const now = Date.parse("2026-11-19T14:00:00Z");
const at = (day: number, time: string) => Date.parse(`2026-11-${day}T${time}:00Z`);
const task = (id: number, status: Placed["status"], day: number, time: string): Placed => ({
  id,
  status,
  content: `Tweet number ${id} and more words`,
  at: at(day, time),
});
const weekOf = (...tasks: Placed[]) => buildWeek({ tasks, offset: 0, now, timeZone: "UTC" });

const links = {
  weekHref: (offset: number) => `/timeline?week=${offset}`,
  viewHref: (view: string) => `/timeline?view=${view}`,
  taskHref: (id: number) => `/timeline?tweet=${id}`,
  slotHref: (key: string) => `/timeline?slot=${key}`,
};
const show = (week = weekOf(), view: "week" | "month" = "week", compact = false) =>
  render(<WeekView week={week} view={view} compact={compact} {...links} />, "/timeline");

test("the week is a table of seven days and eight slots, with heads both ways", async () => {
  const html = await show();
  expect(html.match(/<th scope="col"/g)).toHaveLength(7);
  expect(html.match(/<th class="grid__time" scope="row"/g)).toHaveLength(8);
  expect(html.match(/<th class="grid__part" scope="rowgroup" rowSpan="2"/gi)).toHaveLength(4);
  expect(html.match(/<td/g)).toHaveLength(56);
  expect(html).toContain('07:00<span class="visually-hidden"> to 09:00</span>');
  expect(html).toMatch(/aria-current="date"><span class="grid__day">Thu <b>19<\/b>/);
});

test("a task is a link with its state, its first words and its time", async () => {
  const html = await show(weekOf(task(1, "published", 17, "08:41")));
  expect(html).toMatch(/<a[^>]*href="\/timeline\?tweet=1"/);
  expect(html).toMatch(/Published: <\/span><span class="task__words" dir="auto">Tweet number 1…/);
  expect(html).toMatch(/<time[^>]*>08:41<\/time>/);
});

test("a task's icon is a check mark, an hourglass or a cross, and a bare circle in any other state", async () => {
  const iconOf = async (status: Placed["status"]) => {
    const html = await show(weekOf(task(1, status, 17, "08:41")));
    return /class="task [^>]*>\s*<span class="glyph glyph--(\w+)">(?:<svg[^>]*><use href="[^"#]*#([\w-]+)")?/
      .exec(html)
      ?.slice(1);
  };
  for (const [status, icon] of Object.entries({
    ...{ published: "check", publishing: "hourglass", scheduled: "hourglass", failed: "x" },
    pending: undefined,
  }))
    expect(await iconOf(status as Placed["status"])).toEqual([status, icon]);
});

test("several in one slot are one link that tells how many, the most pressing first", async () => {
  const html = await show(
    weekOf(task(1, "published", 17, "13:10"), task(2, "failed", 17, "13:20"), task(3, "published", 17, "13:30")),
  );
  expect(html).toMatch(/<a[^>]*href="\/timeline\?slot=2026-11-17T13"/);
  expect(html).toContain("3 tweets: ");
  expect(html.indexOf("Failed: ")).toBeLessThan(html.indexOf("Published: "));
  expect(html).not.toContain("?tweet=");
});

test("the night is there only when something went out in it", async () => {
  expect(await show()).not.toContain("Night");
  const html = await show(weekOf(task(1, "published", 17, "23:40")));
  expect(html).toContain("Night");
  expect(html.match(/<td/g)).toHaveLength(63);
});

test("this minute is a line in its slot, drawn without a style attribute", async () => {
  const html = await show();
  expect(html.match(/class="now"/g)).toHaveLength(1);
  expect(html).toContain('y1="50%"');
  expect(html).not.toMatch(/\sstyle=/);
  expect(await show(buildWeek({ tasks: [], offset: 1, now, timeZone: "UTC" }))).not.toContain('class="now"');
});

test("the bar leads to today, to the weeks beside this one, and to the month that is to come", async () => {
  const html = await show(buildWeek({ tasks: [], offset: 2, now, timeZone: "UTC" }));
  expect(html).toMatch(/href="\/timeline\?week=0"[^>]*><span>Today/);
  expect(html).toMatch(/aria-label="Previous week"[^>]*href="\/timeline\?week=1"/);
  expect(html).toMatch(/aria-label="Next week"[^>]*href="\/timeline\?week=3"/);
  expect(html).toMatch(/aria-live="polite">Nov 30 ~ 6, 2026/);
  expect(html).toMatch(/aria-current="true"[^>]*><span>Week/);
  const month = await show(weekOf(), "month");
  expect(month).toContain("coming soon");
  expect(month).not.toContain("<table");
});

test("the compact week leaves the times out", async () => {
  const html = await show(weekOf(task(1, "scheduled", 20, "10:11")), "week", true);
  expect(html).toContain("week--compact");
  expect(html).not.toContain("10:11");
});

test("the legend counts the week", async () => {
  const html = await render(<Legend counts={weekOf(task(1, "failed", 18, "15:52")).counts} />);
  expect(html).toContain("<b>1</b> Failed");
  expect(html).toContain("<b>0</b> Published");
});

test("the list of a slot leads to each of its tweets", async () => {
  const html = await render(
    <SlotModal
      slot="Tue 17, 13:00–15:00"
      closeTo="/timeline"
      count={1}
      allHref="?view=list"
      tasks={[{ id: 1, status: "failed", content: "One", time: "13:12", href: "?tweet=1" }]}
    />,
  );
  expect(html).toContain(">1 tweet</span></h2>");
  expect(html).not.toContain("?view=list");
  expect(html).toMatch(/<span dir="auto"><span class="visually-hidden" dir="ltr">Failed:.*<\/span>One/);
});

test("our scrollbar waits for a script; until then the native one shows", async () => {
  const html = await show();
  expect(html).toMatch(/<div class="scrollbar scrollbar--off"[^>]*role="scrollbar"/);
  expect(html).toContain('class="scroller"');
});

const states = fc
  .record({
    clientWidth: fc.integer({ min: 1, max: 4000 }),
    more: fc.integer({ min: 0, max: 90_000 }),
    part: fc.float({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ clientWidth, more, part }) => ({ clientWidth, scrollWidth: clientWidth + more, scrollLeft: more * part }));

test("the thumb never leaves its track and never gets under eight percent", () => {
  fc.assert(
    fc.property(states, (state) => {
      const { thumb, at: start, percent } = thumbOf(state);
      expect(thumb).toBeGreaterThanOrEqual(smallestThumb);
      expect(start).toBeGreaterThanOrEqual(0);
      expect(start + thumb).toBeLessThanOrEqual(100.0001);
      expect(percent).toBeGreaterThanOrEqual(0);
      expect(percent).toBeLessThanOrEqual(100);
    }),
  );
});

test("pressing where the thumb's middle is scrolls to where it already was", () => {
  fc.assert(
    fc.property(states, (state) => {
      const { thumb, at: start } = thumbOf(state);
      expect(scrollTo((start + thumb / 2) * 10, 1000, state)).toBeCloseTo(state.scrollLeft, 1);
    }),
  );
});

test("the strip has a dot for each tweet in the order of their times, five a day at most, and says the sums", async () => {
  const many = Array.from({ length: 8 }, (_, n) => task(n + 10, "scheduled", 20, `0${n}:00`));
  const week = weekOf(task(1, "failed", 18, "14:00"), task(2, "published", 18, "06:00"), ...many);
  const html = (await render(<SevenDays week={week} aside="@nora" open to="/generate?grid=folded" />)).replace(
    /<!-- -->/g,
    "",
  );
  const dotsOf = (day: string) =>
    new RegExp(`<b>${day}</b></span><span class="dots">(.*?)</span>`).exec(html)?.[1] ?? "";
  expect(dotsOf("17")).toBe("");
  expect(dotsOf("18")).toBe('<i class="dot dot--published"></i><i class="dot dot--failed"></i>');
  expect(dotsOf("20")).toBe(`${'<i class="dot dot--scheduled"></i>'.repeat(5)}<span>+3`);
  expect(html).toContain("This week: 1 published, 8 scheduled, 1 failed. Hide the week.");
  expect(html).toContain('aria-expanded="true" href="/generate?grid=folded"');
});
