// Where the page stands while it reads its data anew: whoever scrolls meanwhile stays where they are.
import { writeTweets } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("who scrolls while the page is read anew is not thrown back, and their press counts", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  for (let n = 1; n <= 30; n += 1)
    await visitor.call("POST", "/api/questions/tweet", { tweet_content: `Idea number ${n}` });
  await writeTweets(visitor, "keeping bees");
  // On somebody's first page the browser tells its zone, and the page is read anew.
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/ideas\.data/, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/ideas\.data/);
  await page.goto("/ideas");
  await at.takenOver(page);
  await asked;
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const down = await page.evaluate(() => scrollY);
  expect(down).toBeGreaterThan(500);
  const older = page.getByRole("link", { name: "Older" }).last();
  const box = await older.boundingBox();
  if (!box) throw new Error("The link is nowhere");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  const reading = () => page.evaluate(() => window.__remixRouter.state.revalidation);
  expect(await reading()).toBe("loading");
  letGo();
  await expect.poll(reading).toBe("idle");
  expect(await page.evaluate(() => scrollY)).toBe(down);
  await page.mouse.up();
  await expect(page).toHaveURL(/before=/);
});
