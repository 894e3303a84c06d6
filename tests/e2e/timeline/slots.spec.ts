// Empty slots of the week: words for one, as the account that is shown, by pointer, by keyboard and without a script.
import { linkInSandbox, newHandle, type ApiTweet } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("an empty slot is written for as the account that is shown, and its tweet waits in that slot", async ({
  page,
  arrive,
  script,
}) => {
  const { visitor } = await arrive("alice");
  const other = newHandle("second");
  await linkInSandbox(visitor, other);
  const list = await visitor.call<{ accounts: { twitter_user_id: string; twitter_username: string }[] }>(
    "GET",
    "/api/twitter/accounts/list",
  );
  const ref = list.body.accounts.find(({ twitter_username: name }) => name === other)!.twitter_user_id;
  await page.goto(`/timeline?week=1&account=${ref}`);
  if (script) await at.done(page);
  const links = page.getByRole("link", { name: /^Write a tweet for / });
  await expect(links).toHaveCount(56);
  // One a day is a stop of the tab key.
  await expect(page.locator("a.slot__write:not([tabindex])")).toHaveCount(7);
  const first = page.getByRole("link", { name: /^Write a tweet for Mon \d+, 07:00 to 09:00$/ });
  await first.focus();
  if (script) {
    for (const key of ["ArrowDown", "ArrowRight", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
    await expect(page.locator(":focus")).toHaveAccessibleName(/^Write a tweet for Tue \d+, 09:00 to 11:00$/);
    await page.keyboard.press("Enter");
  } else await page.getByRole("link", { name: /^Write a tweet for Tue \d+, 09:00 to 11:00$/ }).click();
  await expect(page).toHaveURL(/\/write\?slot=\d{4}-\d\d-\d\dT09/);
  await expect(page.getByLabel("Account", { exact: true }).locator("option:checked")).toHaveText(`@${other}`);
  await expect(page.getByRole("radio", { name: "Time slot" })).toBeChecked();
  await expect(page.getByRole("combobox", { name: "Time slot", exact: true })).toHaveValue("09");
  await page.getByRole("textbox", { name: "Tweet", exact: true }).fill("Bees keep us.");
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(page).toHaveURL(/\/timeline\?week=1&account=/);
  const task = page.getByRole("table").getByRole("link", { name: /^Scheduled: / });
  await expect(task).toHaveCount(1);
  await expect(task).toContainText(/(09|10):\d\d/);
  await expect(links).toHaveCount(55);
  const mine = await visitor.call<{ data: ApiTweet[] }>("GET", "/api/tweets?status=scheduled");
  expect(mine.body.data).toMatchObject([{ tweet_content: "Bees keep us.", twitter_account_id: ref }]);
});

test("a slot that has passed has no way to it, and says so where the address names it", async ({
  page,
  arrive,
  complaints,
}) => {
  complaints.expect(422);
  const { visitor } = await arrive("alice");
  await page.goto("/timeline?week=-1");
  await expect(page.getByRole("link", { name: /^Write a tweet for / })).toHaveCount(0);
  await page.goto("/timeline?write=2020-01-01T15");
  const composer = at.dialog(page, "Write a tweet");
  await expect(composer.getByText("This time slot is in the past.")).toBeVisible();
  await composer.getByRole("textbox", { name: "Tweet", exact: true }).fill("Bees keep us.");
  await composer.getByLabel("Day and time slot").selectOption({ index: 3 });
  await composer.getByRole("button", { name: "Save as draft" }).click();
  await expect(at.dialog(page, "Not posted yet")).toContainText("Bees keep us.");
  const mine = await visitor.call<{ data: ApiTweet[] }>("GET", "/api/tweets?status=idea");
  expect(mine.body.data.map(({ tweet_content: words }) => words)).toContain("Bees keep us.");
});

test("an account that is not linked here is said to be none, and no other's timeline is shown for it", async ({
  page,
  arrive,
}) => {
  const bob = await arrive("bob");
  const theirs = await bob.visitor.call<{ accounts: { id: number }[] }>("GET", "/api/twitter/accounts/list");
  const { handle } = await arrive("alice");
  for (const account of ["999999", String(theirs.body.accounts[0]!.id), "nobody"]) {
    await page.goto(`/timeline?account=${account}`);
    await expect(page.getByText("This account isn’t connected here")).toBeVisible();
    await expect(page.getByText(`This is the timeline of @${handle}.`)).toBeVisible();
  }
  await page.goto("/timeline?account=all");
  await expect(page.getByText("This account isn’t connected here")).toHaveCount(0);
});
