// One's own words later on: a time that can't be kept, words changed, an account that rests, and what the day has cost.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";
import { area, write, morning, unfold } from "./writing";

/** What was written goes out. */
async function postNow(page: Page, detail: Locator): Promise<void> {
  await detail.getByRole("button", { name: "Post Now" }).click();
  await expect(at.dialog(page, /^Published today/)).toBeVisible();
}

test("a time that can't be kept is refused beside its field, and stays as typed", async ({
  page,
  arrive,
  complaints,
}) => {
  complaints.expect(409);
  await arrive("alice");
  await postNow(page, await write(page, "A linnet is never late"));
  const detail = await write(page, "A linnet is never late.");
  await unfold(detail, "Pick a time");
  const field = detail.getByLabel(/^Date and time \(/);
  const time = await morning(field);
  await field.fill(time);
  await detail.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(detail.getByText("You already posted this on")).toBeVisible();
  await expect(field).toHaveValue(time);
  await expect(field).toHaveAttribute("aria-invalid", "true");
});

test("the browser itself holds back a time that has passed", async ({ page, arrive }) => {
  await arrive("alice");
  const detail = await write(page, "A linnet looks ahead");
  await unfold(detail, "Pick a time");
  const field = detail.getByLabel(/^Date and time \(/);
  await field.fill("2020-01-01T10:00");
  await detail.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(field).toHaveValue("2020-01-01T10:00");
  await expect(detail).toBeVisible();
});

test("words are changed while they wait, and refused words come back", async ({ page, arrive, complaints, script }) => {
  complaints.expect(422);
  await arrive("alice");
  const detail = await write(page, "A linnet perches");
  await detail.getByRole("link", { name: "Edit" }).click();
  const box = at.dialog(page, "Edit tweet");
  await expect(area(box)).toHaveValue("A linnet perches");
  const long = "A linnet sings. ".repeat(20);
  await area(box).fill(long);
  const save = box.getByRole("button", { name: "Save" });
  if (script) {
    await expect(save).toBeDisabled();
    await expect(box.getByRole("status")).toHaveText("40 over the limit.");
  } else {
    await save.click();
    await expect(box.getByText("40 characters over the limit (320 of 280).")).toBeVisible();
    await expect(area(box)).toHaveValue(long);
  }
  await area(box).fill("A linnet sings.\nTwice.");
  await save.click();
  await expect(detail.locator(".words")).toHaveText("A linnet sings.\nTwice.", { useInnerText: true });
  await unfold(detail, "Activity");
  await expect(detail.getByRole("listitem")).toHaveText(/Text edited\./);
});

test("a second tweet that says the same is refused with the reason, and goes once it says something else", async ({
  page,
  arrive,
  complaints,
}) => {
  complaints.expect(409);
  await arrive("alice");
  await postNow(page, await write(page, "A linnet says it once"));
  const second = await write(page, "a linnet says it once!");
  await second.getByRole("button", { name: "Post Now" }).click();
  await expect(second.getByRole("alert")).toContainText("You already posted this on");
  await second.getByRole("link", { name: "Edit" }).click();
  await area(page.getByRole("dialog")).fill("A linnet says something else");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(second.getByRole("alert")).toHaveCount(0);
  await postNow(page, second);
});

test("an account is paused and resumed from the panel, and nothing goes out meanwhile", async ({
  page,
  arrive,
  complaints,
}) => {
  complaints.expect(409);
  const { handle } = await arrive("alice");
  const detail = await write(page, "A linnet rests");
  const here = page.url();
  await page.goto("/timeline?panel=sidebar");
  await page.getByRole("button", { name: `Pause @${handle}` }).click();
  await expect(page.getByText("Paused by you.")).toBeVisible();
  await page.goto(here);
  await detail.getByRole("button", { name: "Post Now" }).click();
  await expect(detail.getByRole("alert")).toHaveText(
    `@${handle} is paused. Resume the account under Linked accounts first.`,
  );
  await page.goto("/timeline?panel=sidebar");
  await page.getByRole("button", { name: `Resume @${handle}` }).click();
  await expect(page.getByText("Paused by you.")).toHaveCount(0);
  await page.goto(here);
  await postNow(page, detail);
});

test("what the day has cost is told once a page: beside the timeline's account, and beside fresh tweets", async ({
  page,
  arrive,
}) => {
  const { visitor } = await arrive("alice");
  await postNow(page, await write(page, "A linnet costs little"));
  const day = page.getByText(
    /1 of 50 posts today\. You’ve spent \$\d+\.\d+ of your \$\d+\.\d\d on X today\. The sandbox is free\.$/,
  );
  await expect(day).toHaveCount(1);
  await page.goto("/timeline");
  await expect(day).toHaveCount(1);
  await at.openFreshBatch(page, visitor);
  const tweets = page.getByRole("region", { name: "Generated Tweets (5)" });
  await expect(tweets.locator(".section__head").filter({ has: day })).toBeVisible();
  await expect(day).toHaveCount(1);
  const costless = page.locator("main .hint").filter({ hasText: "The sandbox is free" });
  await expect(costless).toHaveCount(1);
});
