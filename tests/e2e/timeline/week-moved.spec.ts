// The week in another time zone, as a list, and a tweet that is moved within it.
import { linkInSandbox, newHandle, tweetsOf, writeTweets } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";
import { publish } from "./publishing";

test("another time zone moves the grid's times", async ({ page, arrive, script }) => {
  const { visitor } = await arrive("alice");
  const { tweets } = await writeTweets(visitor, "keeping bees");
  const [tweet] = await publish(visitor, tweets.slice(0, 1));
  const moment = tweet!.published_at!;
  await page.goto("/timeline");
  const before = at.clockTime(moment, script ? "Europe/Berlin" : "UTC");
  const time = page.getByRole("table").getByRole("time");
  const night = (clock: string) => clock < "07:00" || clock >= "23:00";
  // The night's strip has no room for times.
  if (!night(before)) await expect(time).toHaveText(before);

  await at.openFromPanel(page, "Settings");
  const settings = at.dialog(page, "Settings");
  await expect(settings).toContainText(visitor.email);
  await expect(settings).toContainText(visitor.userId);
  await expect(settings).toContainText("Not set");
  await settings.getByLabel("Change time zone").selectOption("Asia/Kabul");
  await settings.getByRole("button", { name: "Save time zone" }).click();
  await expect(settings.getByRole("definition").filter({ hasText: "Asia/Kabul" })).toBeVisible();
  await settings.getByRole("link", { name: "Close" }).click();

  await at.openWeekOf(page, moment, "Asia/Kabul");
  const after = at.clockTime(moment, "Asia/Kabul");
  if (!night(after)) await expect(time).toHaveText(after);
  await page
    .getByRole("table")
    .getByRole("link", { name: /^Published: / })
    .click();
  await expect(page.getByRole("dialog")).toContainText(`${after} (Asia/Kabul)`);
});

test("the list says what is next day by day, of one account or of all, and is there again on the next visit", async ({
  page,
  arrive,
}) => {
  const { visitor, handle } = await arrive("alice");
  const other = newHandle("second");
  await linkInSandbox(visitor, other);
  const { tweets } = await writeTweets(visitor, "keeping bees");
  await publish(visitor, tweets.slice(0, 1));
  const at = new Date(Date.now() + 30 * 3_600_000).toISOString();
  await visitor.call("POST", `/api/questions/schedule/${tweets[1]?.id}`, { execute_at: at });
  await page.goto("/timeline");
  await page.getByRole("link", { name: "List", exact: true }).click();
  await expect(page).toHaveURL(/view=list/);
  await expect(page.getByRole("heading", { name: "Next up" })).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
  const scheduled = page.getByRole("link", { name: /^Scheduled: / });
  await expect(scheduled).toHaveCount(1);
  await expect(scheduled).toContainText("Time picked by you");
  await expect(page.getByRole("link", { name: /^Published: / })).toHaveCount(1);

  await page.goto("/timeline");
  await expect(page.getByRole("heading", { name: "Next up" })).toBeVisible();
  const serving = page.getByText("Showing timeline for:");
  await expect(serving).toContainText(`@${handle}`);
  await page.getByRole("link", { name: `@${other}`, exact: true }).click();
  await expect(serving).toContainText(`@${other}`);
  await expect(scheduled).toHaveCount(0);
  await page.getByRole("link", { name: "All", exact: true }).click();
  await expect(serving).toContainText("all accounts");
  await expect(scheduled).toContainText(`@${handle}`);
  await scheduled.click();
  await expect(page.getByRole("dialog", { name: /^Scheduled for / })).toBeVisible();
  await page.goto("/timeline");
  await expect(serving).toContainText(`@${handle}`);
});

test("a scheduled tweet is moved to a part of another day, asked about at night, and brought back", async ({
  page,
  arrive,
  complaints,
}) => {
  complaints.expect(409);
  const { visitor } = await arrive("alice");
  const { batchId, tweets } = await writeTweets(visitor, "keeping bees");
  const [tweet] = tweets;
  const at = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 30 * 3_600_000).toISOString();
  await visitor.call("POST", `/api/questions/schedule/${tweet!.id}`, { execute_at: at });
  const state = async () => (await tweetsOf(visitor, batchId)).find(({ id }) => id === tweet!.id)!.scheduled_time;
  await page.goto(`/timeline?tweet=${tweet!.id}`);
  const detail = page.getByRole("dialog");
  await detail.getByRole("heading", { name: "Pick a time" }).click();
  await detail.getByLabel("Or move to a random time in a slot").selectOption({ index: 4 });
  await detail.getByLabel("Time slot", { exact: true }).selectOption("Night");
  await detail.getByRole("button", { name: "Move", exact: true }).click();
  await expect(detail.getByText(/^Your quiet hours include (\w+, \w+ \d+, )?\d\d:\d\d\. Move anyway\?$/)).toBeVisible();
  expect(await state()).toBe(at);
  await expect(detail.getByLabel("Time slot", { exact: true })).toHaveValue("23");
  await detail.getByLabel("Time slot", { exact: true }).selectOption("15");
  await detail.getByRole("button", { name: "Move", exact: true }).click();
  await expect.poll(state).not.toBe(at);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect.poll(state).toBe(at);
});
