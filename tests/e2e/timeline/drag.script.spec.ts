// Dragging a scheduled tweet in the week: to a slot of another day, asked about at night, and never by scrolling.
import type { Locator, Page } from "@playwright/test";
import { tweetsOf, writeTweets, type Visitor } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

/** All of the week is in sight. */
test.use({ viewport: { width: 1440, height: 1300 } });

const zone = "Europe/Berlin";
const dayOf = (offset: number) =>
  new Intl.DateTimeFormat("sv", { timeZone: zone }).format(Date.now() + offset * 86_400_000);

/** A tweet scheduled a week from now, in the next week's grid, and where it stands. */
async function comeWithOne(page: Page, visitor: Visitor) {
  const { batchId, tweets } = await writeTweets(visitor, "keeping bees");
  const id = tweets[0]!.id;
  // At noon UTC it is one or two o'clock in Berlin.
  const was = `${dayOf(7)}T12:00:00.000Z`;
  await visitor.call("POST", `/api/questions/schedule/${id}`, { execute_at: was });
  const moment = async () => (await tweetsOf(visitor, batchId)).find((one) => one.id === id)!.scheduled_time!;
  await page.goto("/timeline?view=week&week=1");
  await at.done(page);
  const task = page.locator(`a[data-tweet="${id}"]`);
  await expect(task).toHaveCount(1);
  return { id, was, moment, task };
}

const slot = (page: Page, key: string) => page.locator(`[data-slot="${key}"]`);
/** As a hand does it: a browser begins a drag only once the pointer has moved a little. */
async function drop(page: Page, task: Locator, target: Locator): Promise<void> {
  const [from, to] = [(await task.boundingBox())!, (await target.boundingBox())!];
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y + 25, { steps: 5 });
  await page.mouse.move(to.x + 45, to.y + 25, { steps: 5 });
  await page.mouse.move(to.x + 50, to.y + 25, { steps: 3 });
  await page.mouse.up();
}

const lift = async (task: Locator) => {
  await task.hover();
  await expect(task).toHaveAttribute("draggable", "true");
};

test("a dragged tweet lands at a minute of the slot that it is dropped on, and Undo brings it back", async ({
  page,
  arrive,
}) => {
  const { visitor } = await arrive("alice");
  const { was, moment, task } = await comeWithOne(page, visitor);
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await lift(task);
  expect(scripts.length, "it comes with the first pointer over a task").toBeGreaterThan(0);
  const there = await task.evaluate((one) => one.closest<HTMLElement>("[data-slot]")!.dataset["slot"]!);
  const to = there.replace(/\d\d$/, "19");
  await drop(page, task, slot(page, to));
  await expect(page.getByText(/^Moved to /).first()).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(slot(page, to).locator("a.task--scheduled")).toHaveCount(1);
  const clock = at.clockTime(await moment(), zone);
  expect(clock >= "19:00" && clock < "21:00", clock).toBe(true);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect.poll(moment).toBe(was);
  await expect(slot(page, there).locator("a.task--scheduled")).toHaveCount(1);
});

test("dropped where it was or beside the week, it stays; what is refused stays too, and says why", async ({
  page,
  arrive,
  complaints,
}) => {
  complaints.expect(409);
  const { visitor } = await arrive("alice");
  const { id, was, moment, task } = await comeWithOne(page, visitor);
  await lift(task);
  await drop(page, task, task);
  await drop(page, task, page.getByRole("heading", { level: 1 }));
  await expect(page).toHaveURL("/timeline?view=week&week=1");
  expect(await moment()).toBe(was);
  const there = await task.evaluate((one) => one.closest<HTMLElement>("[data-slot]")!.dataset["slot"]!);
  await visitor.call("POST", `/api/questions/cancel/${id}`, {});
  await drop(page, task, slot(page, there.replace(/\d\d$/, "19")));
  await expect(page.getByRole("dialog").getByText("This tweet isn’t scheduled.")).toBeVisible();
  expect(await page.locator(".is-over, .task--lifted").count()).toBe(0);
});

test("at night it is asked about first, in the window that moves it", async ({ page, arrive, complaints }) => {
  complaints.expect(409);
  const { visitor } = await arrive("alice");
  const { tweets } = await writeTweets(visitor, "keeping goats");
  // Another in the night, so that its strip is there.
  const night = `${dayOf(7)}T02:00:00.000Z`;
  await visitor.call("POST", `/api/questions/schedule/${tweets[1]!.id}`, { execute_at: night });
  const { was, moment, task } = await comeWithOne(page, visitor);
  await lift(task);
  const there = await task.evaluate((one) => one.closest<HTMLElement>("[data-slot]")!.dataset["slot"]!);
  await drop(page, task, slot(page, there.replace(/\d\d$/, "23")));
  const window = at.dialog(page, /^Move “/);
  await expect(window.getByText(/^Your quiet hours include .*\. Move anyway\?$/)).toBeVisible();
  await expect(window.getByLabel("Time slot", { exact: true })).toHaveValue("23");
  expect(await moment()).toBe(was);
  await window.getByRole("button", { name: "Move anyway" }).click();
  await expect.poll(moment).not.toBe(was);
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });
  test("a finger that scrolls the week over a task scrolls, and moves nothing", async ({ page, arrive }) => {
    const { visitor } = await arrive("alice");
    const { was, moment, task } = await comeWithOne(page, visitor);
    await task.scrollIntoViewIfNeeded();
    const box = (await task.boundingBox())!;
    const scroller = page.locator(".scroller");
    const before = await scroller.evaluate((one) => one.scrollLeft);
    // Late in a week the grid may already be scrolled to its end.
    const way = await scroller.evaluate((one) => (one.scrollLeft + one.clientWidth + 1 < one.scrollWidth ? 1 : -1));
    const devtools = await page.context().newCDPSession(page);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", by: number) =>
      devtools.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: x - way * by, y }],
      });
    await touch("touchStart", 0);
    for (let by = 0; by <= 120; by += 10) await touch("touchMove", by);
    await touch("touchEnd", 0);
    await expect.poll(() => scroller.evaluate((one) => one.scrollLeft)).not.toBe(before);
    expect(await page.locator(".is-over, .task--lifted").count()).toBe(0);
    expect(await moment()).toBe(was);
  });
});
