// The rows of the timeline's list: moved, posted and unscheduled from there, and brought back.
import type { Page } from "@playwright/test";
import { tweetsOf, writeTweets, type Visitor } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";
import { write } from "../support/verbs/stage";

const inDays = (count: number) => new Date(Math.ceil(Date.now() / 60_000) * 60_000 + count * 86_400_000).toISOString();

/** Two tweets scheduled for the day after tomorrow, an hour apart. */
async function scheduleTwo(visitor: Visitor) {
  const { batchId, tweets } = await writeTweets(visitor, "keeping bees");
  const ids = tweets.slice(0, 2).map(({ id }) => id);
  const moments = [inDays(2), inDays(2.05)];
  for (const [index, id] of ids.entries())
    await visitor.call("POST", `/api/questions/schedule/${id}`, { execute_at: moments[index] });
  const now = async (index: number) => (await tweetsOf(visitor, batchId)).find(({ id }) => id === ids[index])!;
  return { ids, moments, now };
}

const rows = (page: Page) => page.locator(".queued--scheduled");
const undo = (page: Page) => page.getByRole("button", { name: "Undo" }).first();

test("a row is moved by its window, asked about at night, and brought back with how it came there", async ({
  page,
  arrive,
  complaints,
  script,
}) => {
  complaints.expect(409);
  const { visitor } = await arrive("alice");
  const { moments, now } = await scheduleTwo(visitor);
  await page.goto("/timeline?view=list");
  if (script) await at.done(page);
  await rows(page).first().getByRole("link", { name: "Move…" }).press("Enter");
  const window = at.dialog(page, /^Move “/);
  await expect(window).toContainText("You picked it.");
  await window.getByLabel(/^Day and time slot/).selectOption({ index: 4 });
  await window.getByLabel("Time slot", { exact: true }).selectOption("Night");
  await window.getByRole("button", { name: "Move", exact: true }).click();
  await expect(window.getByText(/^Your quiet hours include (\w+, \w+ \d+, )?\d\d:\d\d\. Move anyway\?$/)).toBeVisible();
  expect((await now(0)).scheduled_time).toBe(moments[0]);
  await window.getByRole("button", { name: "Move anyway" }).click();
  await expect(page.getByText(/^Moved to /).first()).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL("/timeline?view=list");
  expect((await now(0)).scheduled_time).not.toBe(moments[0]);
  await undo(page).click();
  await expect.poll(async () => (await now(0)).scheduled_time).toBe(moments[0]);
});

test("a row is unscheduled from its menu and brought back, and posted from it at its price", async ({
  page,
  arrive,
  script,
}) => {
  const { visitor } = await arrive("alice");
  const { moments, now } = await scheduleTwo(visitor);
  await page.goto("/timeline?view=list");
  if (script) await at.done(page);
  const more = (index: number) => rows(page).nth(index).locator("summary");
  await more(0).press("Enter");
  await rows(page).first().getByRole("button", { name: "Unschedule" }).press("Enter");
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText(/^Unscheduled/).first()).toBeVisible();
  expect((await now(0)).status).toBe("pending");
  if (script) await expect(page.locator("main *:focus")).toHaveCount(1);
  await undo(page).click();
  await expect(rows(page)).toHaveCount(2);
  // Else what Undo stood in goes between the press on the menu and its release, and the row is elsewhere by then.
  if (script) await at.done(page);
  expect(await now(0)).toMatchObject({ status: "scheduled", scheduled_time: moments[0] });
  await more(1).click();
  await rows(page).nth(1).getByRole("button", { name: "Post Now, $0.015" }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole("link", { name: /^Published: / })).toHaveCount(1);
  expect((await now(1)).status).toBe("published");
});

test("what is coming has pages, which keep the address and the place", async ({ page, arrive, script, server }) => {
  const { visitor } = await arrive("alice");
  write(
    { server },
    `with recursive n(n) as (select 1 union all select n + 1 from n where n < 51)
      insert into tweets (user_id, account_id, position, origin, content, fingerprint, created_at, updated_at, state,
        publish_type, due_at)
      select user_id, id, 0, 'own', 'Tern ' || n, 'tern ' || n, 1, 1, 'scheduled', 'scheduled', ? + n * 3600000
      from n, accounts where user_id = ?`,
    Date.now() + 2 * 86_400_000,
    visitor.userId,
  );
  await page.goto("/timeline?view=list&x=1");
  if (script) await at.done(page);
  await expect(rows(page)).toHaveCount(50);
  const pages = page.getByRole("navigation").filter({ has: page.locator("a[href*='after='], a[href$='#coming']") });
  await pages.getByRole("link").press("Enter");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Tern 51");
  await expect(page).toHaveURL(/\/timeline\?view=list&x=1&after=\d+-\d+#coming$/);
  await expect(page.locator("#coming")).toBeInViewport();
  await pages.getByRole("link").press("Enter");
  await expect(rows(page)).toHaveCount(50);
  await expect(page).toHaveURL("/timeline?view=list&x=1#coming");
});

test("a window that another tab has overtaken says so, and nothing is moved or posted twice", async ({
  page,
  arrive,
  complaints,
  script,
}) => {
  complaints.expect(409);
  const { visitor } = await arrive("alice");
  const { ids, now } = await scheduleTwo(visitor);
  await page.goto(`/timeline?view=list&tweet=${ids[0]}&move=1`);
  const window = at.dialog(page, /^Move “/);
  if (script) await at.done(page);
  await visitor.call("POST", `/api/questions/cancel/${ids[0]}`, {});
  await window.getByRole("button", { name: "Move", exact: true }).click();
  await expect(page.getByRole("dialog").getByText("This tweet isn’t scheduled.")).toBeVisible();
  expect((await now(0)).status).toBe("pending");
  await page.goto("/timeline?view=list");
  if (script) await at.done(page);
  await rows(page).first().locator("summary").click();
  await visitor.call("POST", `/api/questions/cancel/${ids[1]}`, {});
  await visitor.call("POST", `/api/questions/publish-now/${ids[1]}`, {});
  await rows(page)
    .first()
    .getByRole("button", { name: /^Post Now/ })
    .click();
  await expect(page.getByRole("alert").getByText("This tweet is already posting or posted.")).toBeVisible();
});
