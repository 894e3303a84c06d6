// The history is read once more after a success, and what is announced meanwhile is still heard.
import { writeTweets } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("after a success the history is read once more, a second later, half a second when scheduled", async ({
  page,
  arrive,
}) => {
  const { visitor } = await arrive("alice");
  await at.openFreshBatch(page, visitor);
  await at.done(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  let reads = 0;
  page.on(
    "request",
    (request) => (reads += /generate\.data/.test(request.url()) && request.method() === "GET" ? 1 : 0),
  );
  for (const [index, name, delay] of [
    [0, "Post Now", 1000],
    [1, "Add to Timeline", 500],
  ] as const) {
    const card = at.cards(page).nth(index);
    await card.getByRole("button", { name }).click();
    await expect(card).toContainText(name === "Post Now" ? "Published" : "Scheduled");
    await page.waitForLoadState("networkidle");
    const before = reads;
    await page.clock.runFor(delay - 1);
    expect(reads).toBe(before);
    await page.clock.runFor(50);
    await expect.poll(() => reads).toBe(before + 1);
  }
});

test("while the history is being read the page says so", async ({ page, arrive }) => {
  await arrive("alice");
  await page.goto("/timeline");
  await at.done(page);
  const release = await at.hold(page, "GET", "**/timeline.data*");
  await page.getByRole("button", { name: "Refresh Timeline History" }).click();
  await expect(page.getByText("Loading timeline data...")).toBeVisible();
  await expect(page.getByRole("button", { name: "Refresh Timeline History" })).toBeDisabled();
  release();
  await expect(page.getByText("Loading timeline data...")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Refresh Timeline History" })).toBeEnabled();
});

test("a Refresh that the server does not answer is told as that, and the next one as what it came to", async ({
  page,
  arrive,
  complaints,
}) => {
  complaints.allow(/net::ERR_FAILED|Failed to fetch/);
  const { visitor } = await arrive("alice");
  const { batchId } = await writeTweets(visitor, "keeping bees");
  const done = page.getByText("The timeline is up to date");
  const failed = page.getByText("Couldn’t refresh the timeline");
  for (const path of ["/timeline", `/generate?batch=${batchId}`]) {
    await page.goto(path);
    await at.done(page);
    await page.route("**/*.data*", (route) => route.abort());
    await page.getByRole("button", { name: "Refresh Timeline History" }).click();
    await expect(failed).toHaveCount(1);
    await expect(done).toHaveCount(0);
    await page.unrouteAll();
    await page.getByRole("button", { name: "Refresh Timeline History" }).click();
    await expect(done).toHaveCount(1);
  }
});

test("over the week in one line stands that its history is being read", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  const { batchId } = await writeTweets(visitor, "keeping bees");
  await page.goto(`/generate?batch=${batchId}`);
  await at.done(page);
  await expect(page.getByRole("table")).toHaveCount(0);
  const release = await at.hold(page, "GET", "**/generate.data*");
  await page.getByRole("button", { name: "Refresh Timeline History" }).click();
  await expect(page.getByText("Loading timeline data...")).toBeVisible();
  release();
  await expect(page.getByText("Loading timeline data...")).toHaveCount(0);
});

test.describe("what is announced", () => {
  test.beforeEach(async ({ page, arrive }) => {
    await arrive("alice");
    await page.goto("/bot");
    await at.done(page);
  });

  test("while the page is being read anew is read after it, and breaks nothing off", async ({ page }) => {
    const reads: string[] = [];
    let letGo = () => {};
    const announced = new Promise<void>((resolve) => (letGo = resolve));
    await page.route("**/*.data*", async (route) => {
      reads.push("begun");
      await announced;
      await route.continue();
      reads.push("answered");
    });
    const announce = (pauses: number[]) =>
      page.evaluate(async (waits) => {
        for (const pause of waits) {
          window.dispatchEvent(new Event("twitter_account_changed"));
          await new Promise((resolve) => setTimeout(resolve, pause));
        }
      }, pauses);
    await announce([0, 0, 5]);
    // On a slow machine it begins after all of these.
    await expect.poll(() => reads).toEqual(["begun"]);
    await announce([0, 100, 0]);
    letGo();
    await expect.poll(() => reads).toEqual(["begun", "answered", "begun", "answered"]);
  });

  test("at the very moment a reading begins is read after it, and so is what comes later", async ({ page }) => {
    let reads = 0;
    await page.route("**/*.data*", (route) => {
      reads += 1;
      return route.continue();
    });
    await page.evaluate(() => {
      const announce = () => window.dispatchEvent(new Event("twitter_account_changed"));
      const stop = window.__remixRouter.subscribe(({ revalidation }) => {
        if (revalidation !== "loading") return;
        stop();
        announce();
      });
      announce();
    });
    await expect.poll(() => reads).toBe(2);
    await at.done(page);
    await page.evaluate(() => window.dispatchEvent(new Event("twitter_account_changed")));
    await expect.poll(() => reads).toBe(3);
  });
});
