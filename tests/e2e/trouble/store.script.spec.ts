// The browser's own store: what is kept there, and when it is wiped; the server stays the truth.
import { newHandle, writeTweets } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";
import { stored, taskOf } from "../support/stored";

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
  await expect(at.cards(page)).toHaveCount(5);
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
