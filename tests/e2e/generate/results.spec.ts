// The results of a question: the tweets come first; the week is one line above them until somebody unfolds it.
import { expect, type Page } from "@playwright/test";
import { writeTweets } from "../../support/people/browser";
import { test } from "../support/fixtures";
import * as at from "../support/places";
import { shiftsOf } from "../support/shifts";

const long =
  "We are a two person company making a privacy first analytics tool for small shops. We launched last week: 43 signups, " +
  "2 paid, and one of them wrote us a letter. So, what did we learn here?";

const strip = (page: Page) => page.getByRole("link", { name: /^This week: / });

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`the first fresh tweet and its buttons are inside a screen of ${width} × ${height}, under a notice and a long topic`, async ({
    page,
    arrive,
    script,
  }) => {
    expect(long).toHaveLength(188);
    const { visitor } = await arrive("alice");
    await page.setViewportSize({ width, height });
    const { batchId, tweets } = await writeTweets(visitor, long);
    // As long as the topic, because the demo writer's samples differ in length.
    await visitor.call("PUT", `/api/questions/tweet/${tweets[0]?.id}`, { tweet_content: long });
    await page.goto(`/generate?batch=${batchId}&tweet=999999`);
    await expect(page.getByText("Tweet not found")).toBeVisible();
    if (script) await at.done(page);
    for (const name of ["Post Now", "Add to Timeline"]) {
      const button = at.cards(page).first().getByRole("button", { name });
      const box = await button.boundingBox();
      expect((box?.y ?? height) + (box?.height ?? 0), name).toBeLessThanOrEqual(height);
    }
    if (script) expect(await shiftsOf(page)).toEqual({ sum: 0, moved: [] });
    const heading = page.getByRole("heading", { name: long });
    const folded = await heading.boundingBox();
    if (width < 400) {
      await heading.click();
      await expect.poll(async () => (await heading.boundingBox())?.height).toBeGreaterThan(folded?.height ?? 0);
    }
  });

test("the week stays one line until it is unfolded, and then open on every batch until it is folded", async ({
  page,
  arrive,
}) => {
  const { visitor } = await arrive("alice");
  const { batchId, tweets } = await writeTweets(visitor, "keeping bees");
  await visitor.call("POST", `/api/questions/publish-now/${tweets[0]?.id}`, {});
  await page.goto(`/generate?batch=${batchId}`);
  const table = page.getByRole("table");
  await expect(table).toHaveCount(0);
  await expect(strip(page)).toHaveAccessibleName("This week: 1 published. Show the week.");
  await strip(page).press("Enter");
  await expect(page).toHaveURL(/grid=open/);
  await expect(strip(page)).toHaveAttribute("aria-expanded", "true");
  await expect(table.getByRole("link", { name: /^Published: / })).toHaveCount(1);

  const other = await writeTweets(visitor, "keeping goats");
  await page.goto(`/generate?batch=${other.batchId}`);
  await expect(table).toBeVisible();
  await page.getByRole("link", { name: "Next week" }).click();
  await page.getByRole("link", { name: /^Next week: nothing yet/ }).click();
  await expect(table).toHaveCount(0);
  await page.goto(`/generate?batch=${batchId}`);
  await expect(strip(page)).toHaveAttribute("aria-expanded", "false");
  await expect(table).toHaveCount(0);
});
