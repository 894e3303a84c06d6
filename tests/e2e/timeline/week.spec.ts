// The week grid: weeks by arrows, the list of a full slot, the detail of one tweet, and the clock it all hangs on.
import { writeTweets, type ApiTweet } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";
import { publish } from "./publishing";

const flat = (text: string) => text.replace(/\s+/g, " ").trim();

test("the arrows go from week to week, and Today comes back", async ({ page, arrive, script }) => {
  await arrive("alice");
  await page.goto("/timeline");
  // Late on a Sunday it is Monday in the browser's zone: once the page has told it, this week is another one.
  if (script) await at.done(page);
  const range = page.locator(".week__range");
  const now = await range.innerText();
  expect(now).toMatch(/^[A-Z][a-z]{2} \d{1,2} ~ \d{1,2}, \d{4}$/);
  await page.getByRole("link", { name: "Previous week" }).click();
  await expect(page).toHaveURL("/timeline?week=-1");
  await expect(range).not.toHaveText(now);
  await page.getByRole("link", { name: "Next week" }).click();
  await expect(range).toHaveText(now);
  await page.getByRole("link", { name: "Next week" }).click();
  await expect(page).toHaveURL("/timeline?week=1");
  await page.getByRole("link", { name: "Today" }).click();
  await expect(page).toHaveURL("/timeline");
  await expect(range).toHaveText(now);
  await page.goBack();
  await expect(page).toHaveURL("/timeline?week=1");
});

for (const width of [390, 1280])
  test(`at ${width} px a task shows its first three words whole, alone in its slot and in a stack`, async ({
    page,
    arrive,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const { visitor } = await arrive("alice");
    const { batchId } = await writeTweets(visitor, "Everything remarkable eventually happens");
    const grids = ["/timeline", `/generate?batch=${batchId}&grid=open`];
    const words = page.getByRole("table").locator(".task__words");
    const publishOne = async (content: string) => {
      const made = await visitor.call<{ data: ApiTweet }>("POST", "/api/questions/tweet", { tweet_content: content });
      await publish(visitor, [made.body.data]);
    };
    for (const content of [
      "Everything remarkable eventually happens",
      "Internationalisation sometimes disappoints everybody",
    ]) {
      await publishOne(content);
      for (const grid of grids) {
        await page.goto(grid);
        await expect(words.first()).toBeVisible();
        for (const one of await words.all()) {
          expect(await one.innerText()).toMatch(/^\S+ \S+ \S+…$/);
          const cut = await one.evaluate((element) => {
            const slot = element.closest(".slot") ?? element;
            return [
              element.scrollHeight - element.clientHeight,
              element.scrollWidth - element.clientWidth,
              slot.scrollHeight - slot.clientHeight,
            ];
          });
          expect(Math.max(...cut), `${grid} ${String(cut)}`).toBeLessThanOrEqual(0);
        }
      }
    }
  });

test("the grid is seven days from Monday by eight slots, under four parts of the day", async ({ page }) => {
  await page.goto("/timeline");
  const table = page.getByRole("table");
  const days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
  for (const [index, day] of days.entries())
    await expect(table.getByRole("columnheader").nth(index + 1)).toContainText(day);
  for (const hour of ["07", "09", "11", "13", "15", "17", "19", "21"])
    await expect(table.getByRole("rowheader", { name: new RegExp(`^${hour}:00`) })).toBeVisible();
  for (const part of ["Morning", "Noon", "Afternoon", "Evening"])
    await expect(table.getByRole("rowheader", { name: part, exact: true })).toHaveCount(1);
  await expect(page.getByText("Showing timeline for: Unknown")).toBeVisible();
  await page.getByRole("link", { name: "Month" }).click();
  await expect(page.getByText("Month view is coming soon")).toBeVisible();
  await page.getByRole("link", { name: "Back to the week" }).click();
  await expect(table).toBeVisible();
});

test("several tweets of one slot are a stack that opens their list, and each its detail", async ({
  page,
  arrive,
  script,
}) => {
  const { visitor, handle } = await arrive("alice");
  const { tweets } = await writeTweets(visitor, "keeping bees");
  // Three, because a slot may end between two posts; two of three then still share one.
  const published = await publish(visitor, tweets.slice(0, 3));
  await page.goto("/timeline");
  await expect(page.getByRole("list", { name: "The week by status" })).toContainText("3 Published");
  // The slots are hours of the browser's zone once the page has told it, and another hour holds no tweets.
  if (script) await at.done(page);
  await page
    .getByRole("table")
    .getByRole("link", { name: /^[23] tweets: / })
    .click();
  const list = at.dialog(page, /^[23] tweets/);
  await expect(page).toHaveURL(/slot=\d{4}-\d\d-\d\dT\d\d/);
  const row = list.getByRole("link", { name: /^Published: / }).last();
  const words = await row.innerText();
  await row.click();
  const detail = at.dialog(page, /^Published today, \d\d:\d\d/);
  const opened = published.find((tweet) => flat(words).includes(flat(tweet.tweet_content)))!;
  await expect(detail).toContainText(opened.tweet_content);
  await expect(detail).toContainText(/\d+ \/\s+of 280/);
  await expect(detail).toContainText(`@${handle}`);
  await expect(detail.getByRole("button", { name: "Post Now" })).toBeDisabled();
  await expect(detail.getByRole("link", { name: "View in the sandbox" })).toHaveAttribute("href", opened.post_url!);
  await detail.getByRole("link", { name: "Close" }).click();
  await expect(page).toHaveURL("/timeline");
});

test("a tweet can be scheduled and unscheduled from its detail", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  const { batchId, tweets } = await writeTweets(visitor, "keeping bees");
  await page.goto(`/generate?batch=${batchId}&tweet=${tweets[2]!.id}`);
  await page.getByRole("dialog").getByRole("button", { name: "Add to Timeline" }).click();
  await expect(at.dialog(page, /^Scheduled for /)).toContainText("Why this time");
  await page.getByRole("dialog").getByRole("button", { name: "Unschedule" }).click();
  await expect(at.dialog(page, "Not posted yet")).toBeVisible();
  await page.getByRole("dialog").getByRole("link", { name: "Close" }).click();
  await expect(at.cards(page).nth(2)).toContainText("Pending");
});
