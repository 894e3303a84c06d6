// The browser's own store, and what one tab learns from another; the server stays the truth.
import type { Page } from "@playwright/test";
import { linkInSandbox, newHandle, writeTweets } from "../support/browser";
import { expect, test } from "./fixtures";
import * as at from "./places";

/** Everything of ours that the browser keeps, parsed where it is JSON. */
const stored = (page: Page): Promise<Record<string, unknown>> =>
  page.evaluate(() => {
    const read = (text: string): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        return text;
      }
    };
    return Object.fromEntries(Object.entries(localStorage).map(([key, text]) => [key, read(String(text))]));
  });

const taskOf = async (page: Page, id: number): Promise<unknown> =>
  ((await stored(page))["linnet_publish_tasks"] as Record<string, unknown> | undefined)?.[id];

test("a batch, what is sent of it and what is taken back are stored, and signing out wipes it all", async ({
  page,
  arrive,
}) => {
  const { visitor } = await arrive("alice");
  const { tweets } = await at.openFreshBatch(page, visitor);
  const [first, second] = tweets as [(typeof tweets)[0], (typeof tweets)[0]];
  const tweet = (status: string) =>
    expect.objectContaining({ id: first.id, tweet_content: first.tweet_content, status });
  await expect
    .poll(() => stored(page))
    .toMatchObject({ last_user_id: visitor.userId, linnet_tweets: expect.arrayContaining([tweet("pending")]) });

  await at.cards(page).nth(0).getByRole("button", { name: "Post Now" }).click();
  await expect
    .poll(() => taskOf(page, first.id))
    .toMatchObject({ id: first.id, type: "immediate", status: "published", publishedAt: expect.stringMatching(/Z$/) });
  await expect.poll(() => stored(page)).toMatchObject({ linnet_tweets: expect.arrayContaining([tweet("published")]) });

  await at.cards(page).nth(1).getByRole("button", { name: "Add to Timeline" }).click();
  await expect
    .poll(() => taskOf(page, second.id))
    .toMatchObject({ type: "scheduled", status: "publishing", scheduledTime: expect.stringMatching(/Z$/) });
  await at.cards(page).nth(1).getByRole("button", { name: "Unschedule" }).click();
  await expect.poll(() => taskOf(page, second.id)).toBeUndefined();
  await at.cards(page).nth(1).getByRole("button", { name: "Add to Timeline" }).click();
  await expect.poll(() => taskOf(page, second.id)).toMatchObject({ status: "publishing" });

  const next = await writeTweets(visitor, "keeping goats");
  await page.goto(`/generate?batch=${next.batchId}`);
  await expect.poll(() => taskOf(page, first.id)).toBeUndefined();
  expect(await taskOf(page, second.id)).toMatchObject({ status: "publishing" });

  await at.signOut(page);
  await expect.poll(() => stored(page)).toEqual({});
});

test("what another person left, and what can't be read, is gone", async ({ page, arrive, context }) => {
  const { visitor } = await arrive("alice");
  await page.goto("/strategy");
  await page.evaluate(() => {
    localStorage.setItem("last_user_id", "bob");
    localStorage.setItem("linnet_tweets", JSON.stringify([{ id: 1 }]));
    localStorage.setItem("linnet_publish_tasks", JSON.stringify({ 1: { id: 1, status: "publishing" } }));
  });
  await page.reload();
  await expect.poll(async () => Object.keys(await stored(page)).sort()).toEqual(["last_user_id", "linnet_user"]);
  expect(await stored(page)).toMatchObject({ last_user_id: visitor.userId });
  await page.evaluate(() => {
    for (const key of ["linnet_tweets", "linnet_publish_tasks", "linnet_user"]) localStorage.setItem(key, "{not json");
  });
  await page.reload();
  await expect
    .poll(() => stored(page))
    .toEqual({
      last_user_id: visitor.userId,
      linnet_user: expect.objectContaining({ user_id: visitor.userId }),
    });
  await context.clearCookies();
  await page.reload();
  await expect.poll(() => stored(page)).toEqual({});
});

test("a second tab follows: another default account, a tweet sent, a person gone", async ({
  page,
  arrive,
  context,
}) => {
  const { visitor, handle } = await arrive("alice");
  const second = newHandle("studio");
  await linkInSandbox(visitor, second);
  const { batchId } = await writeTweets(visitor, "keeping bees");
  await page.goto("/generate");
  await at.done(page);
  const other = await context.newPage();
  await other.goto("/generate");
  await at.done(other);
  await expect(other.getByText(`Posting as @${handle}`)).toBeVisible();

  await page.getByRole("link", { name: "Change account" }).click();
  await page
    .getByRole("dialog")
    .locator("[aria-pressed]")
    .filter({ hasText: `@${second}` })
    .click();
  await expect(other.getByText(`Posting as @${second}`)).toBeVisible();
  expect(await stored(page)).toMatchObject({ twitter_account_changed: expect.any(Number) });

  await other.goto(`/generate?batch=${batchId}`);
  await page.goto(`/generate?batch=${batchId}`);
  await at.done(other);
  await at.cards(page).nth(2).getByRole("button", { name: "Post Now" }).click();
  await expect(at.cards(other).nth(2)).toContainText("Published");

  await at.signOut(page);
  await expect(other.getByRole("link", { name: "Log in" })).toBeVisible();
});

test("another tab follows when this one goes back, and back again", async ({ page, arrive, context }) => {
  const { visitor, handle } = await arrive("alice");
  const second = newHandle("studio");
  await linkInSandbox(visitor, second);
  await page.goto("/generate");
  await at.done(page);
  const other = await context.newPage();
  await other.goto("/generate");
  await at.done(other);
  const choose = async (tab: Page, name: string): Promise<void> => {
    await tab.getByRole("link", { name: "Change account" }).click();
    const panel = tab.getByRole("dialog");
    await panel
      .locator("[aria-pressed]")
      .filter({ hasText: `@${name}` })
      .click();
    await expect(panel.locator("[aria-pressed=true]").filter({ hasText: `@${name}` })).toBeVisible();
    await panel.getByRole("link", { name: "Close" }).click();
  };
  await choose(page, second);
  await expect(other.getByText(`Posting as @${second}`)).toBeVisible();
  // A tab that has heard of one change tells of its own next one.
  await choose(other, handle);
  await expect(page.getByText(`Posting as @${handle}`)).toBeVisible();
  await choose(page, second);
  await expect(other.getByText(`Posting as @${second}`)).toBeVisible();
});

test("another tab follows when this one goes back to a batch of which something was sent", async ({
  page,
  arrive,
  context,
}) => {
  const { visitor } = await arrive("alice");
  const { tweets } = await at.openFreshBatch(page, visitor);
  const [first] = tweets as [(typeof tweets)[0]];
  await at.done(page);
  await at.cards(page).nth(0).getByRole("button", { name: "Post Now" }).click();
  await expect.poll(() => taskOf(page, first.id)).toMatchObject({ status: "published" });
  const next = await writeTweets(visitor, "keeping goats");
  await page.goto(`/generate?batch=${next.batchId}`);
  await expect.poll(() => taskOf(page, first.id)).toBeUndefined();

  const other = await context.newPage();
  await other.goto("/bot");
  await at.done(other);
  const reading = other.waitForRequest(/bot\.data/);
  await page.goBack();
  await expect.poll(() => taskOf(page, first.id)).toMatchObject({ status: "published" });
  await reading;
});

test("the window's own word that an account changed reads the accounts anew", async ({ page, arrive }) => {
  const { visitor, handle } = await arrive("alice", { linked: true });
  await page.goto("/generate");
  await at.done(page);
  const second = newHandle("studio");
  await linkInSandbox(visitor, second);
  const { body } = await visitor.call<{ accounts: { id: number; twitter_username: string }[] }>(
    "GET",
    "/api/twitter/accounts/list",
  );
  const added = body.accounts.find((account) => account.twitter_username === second);
  await visitor.call("POST", `/api/twitter/accounts/${added?.id}/set-default`, {});
  await expect(page.getByText(`Posting as @${handle}`)).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("twitter_account_changed")));
  await expect(page.getByText(`Posting as @${second}`)).toBeVisible();
});

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

test("a topic that was typed before an account was linked is there when the person comes back", async ({
  page,
  arrive,
}) => {
  await arrive("alice", { linked: false });
  await page.goto("/generate");
  await at.takenOver(page);
  await at.topic(page).fill("keeping bees");
  await expect(at.create(page)).toBeDisabled();
  await page.getByRole("link", { name: "Connect a new account" }).click();
  await page.getByLabel("Handle").fill(newHandle("bees"));
  await page.getByRole("button", { name: "Authorize app" }).click();
  await expect(at.topic(page)).toHaveValue("keeping bees");
  await expect(at.create(page)).toBeEnabled();
  await expect(page.getByText(/is connected/)).toBeVisible();
  await at.create(page).click();
  await expect(at.cards(page)).toHaveCount(5, { timeout: 30_000 });
  await expect(page.getByText(/is connected/)).toHaveCount(0);
  await page.goto("/generate");
  await at.takenOver(page);
  await expect(at.topic(page)).toHaveValue("");
});

test("a tweet that this browser has begun to send waits until the server's word clears it", async ({
  page,
  arrive,
}) => {
  const { visitor } = await arrive("alice");
  const { tweets } = await at.openFreshBatch(page, visitor);
  const [first] = tweets as [(typeof tweets)[0]];
  await at.done(page);
  const post = at.cards(page).nth(0).getByRole("button", { name: "Post Now" });
  await expect(post).toBeEnabled();

  // As a tab that was closed in the middle of it leaves it behind.
  await page.evaluate((id) => {
    const task = { id, type: "immediate", status: "publishing", twitter_account_id: null };
    localStorage.setItem("linnet_publish_tasks", JSON.stringify({ [id]: task }));
  }, first.id);
  const release = await at.hold(page, "GET", "**/api/questions/batch/*");
  await page.reload();
  await at.takenOver(page);
  await expect(post).toBeDisabled();
  await expect(at.cards(page).nth(1).getByRole("button", { name: "Post Now" })).toBeEnabled();
  release();
  await expect(post).toBeEnabled();
  expect(await taskOf(page, first.id)).toBeUndefined();
});

test("a task that nobody can be asked about holds no tweet for ever", async ({ page, arrive, complaints }) => {
  complaints.allow(/Failed to load resource/);
  const { visitor } = await arrive("alice");
  const { tweets } = await at.openFreshBatch(page, visitor);
  const [first] = tweets as [(typeof tweets)[0]];
  await at.done(page);
  await page.evaluate((id) => {
    const task = { id, type: "immediate", status: "publishing", twitter_account_id: null };
    localStorage.setItem("linnet_publish_tasks", JSON.stringify({ [id]: task }));
  }, first.id);
  await page.route("**/api/questions/batch/*", (route) => route.abort());
  await page.reload();
  await at.takenOver(page);
  await expect.poll(() => taskOf(page, first.id)).toBeUndefined();
  await expect(at.cards(page).nth(0).getByRole("button", { name: "Post Now" })).toBeEnabled();
});

test("while a tweet is being sent its task names the account", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  const { tweets } = await at.openFreshBatch(page, visitor);
  const [first] = tweets as [(typeof tweets)[0]];
  await at.done(page);
  const { body } = await visitor.call<{ accounts: { twitter_user_id: string }[] }>("GET", "/api/twitter/accounts/list");
  const release = await at.hold(page, "POST", "**/generate.data*");
  await at.cards(page).nth(0).getByRole("button", { name: "Post Now" }).click();
  await expect
    .poll(() => taskOf(page, first.id))
    .toMatchObject({ status: "publishing", twitter_account_id: body.accounts[0]?.twitter_user_id });
  release();
  await expect.poll(() => taskOf(page, first.id)).toMatchObject({ status: "published" });
});
