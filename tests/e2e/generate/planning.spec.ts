// Schedule all: the plan is shown, one tick taken away, carried out as shown and undone; with a script and without one.
import { linkInSandbox, newHandle, register, writeTweets } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("a batch is spread over the days, as it was shown, and taken back by one press", async ({
  page,
  context,
  server,
  script,
}) => {
  const me = await register(server.origin, "alice");
  await linkInSandbox(me, newHandle("alice"));
  const { batchId } = await writeTweets(me, "keeping bees");
  await context.addCookies(me.cookies());
  const scheduled = async () =>
    (await me.call<{ data: { scheduled_time: string }[] }>("GET", "/api/tweets?status=scheduled")).body.data
      .map(({ scheduled_time }) => scheduled_time)
      .toSorted();

  await page.goto(`/generate?batch=${batchId}`);
  // A plan that was drawn before her zone is known may lie in its night, and would be drawn anew.
  if (script) await at.done(page);
  await page.getByRole("link", { name: "Schedule all…" }).click();
  const dialog = page.getByRole("dialog", { name: "Schedule 5 tweets" });
  await expect(dialog.getByText("All 5: about $0.075 on X, free in the sandbox.")).toBeVisible();
  await dialog.getByLabel("Days").fill("12");
  await dialog.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/schedule=12/);
  await expect(dialog.getByLabel("Days")).toHaveValue("12");
  await dialog.getByRole("checkbox").nth(1).uncheck();
  const ticked = dialog.locator("label:has(:checked) time");
  const shown = await ticked.evaluateAll((all) => all.map((one) => one.getAttribute("datetime")));
  expect(shown).toHaveLength(4);
  expect(await scheduled()).toEqual([]);
  await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(page.getByText(/^4 tweets scheduled from /)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await scheduled()).toEqual(shown);

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("4 tweets unscheduled")).toBeVisible();
  expect(await scheduled()).toEqual([]);
  await expect(page.getByRole("link", { name: "Schedule all…" })).toBeVisible();
});

test("ticked ideas are planned from their list", async ({ page, context, server }) => {
  const me = await register(server.origin, "alice");
  await linkInSandbox(me, newHandle("alice"));
  await writeTweets(me, "keeping bees");
  await context.addCookies(me.cookies());
  await page.goto("/ideas");
  await page.getByRole("checkbox", { name: "Select" }).first().check();
  await page.getByRole("checkbox", { name: "Select" }).nth(2).check();
  await page.getByRole("button", { name: "Schedule…" }).click();
  const dialog = page.getByRole("dialog", { name: "Schedule 2 tweets" });
  await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(page.getByText(/^2 tweets scheduled from /)).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Select" })).toHaveCount(3);
  await expect(page).toHaveURL(/\/ideas$/);
});
