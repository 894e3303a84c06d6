// Two people in two places: each browser tells its own zone, and one moment is shown on each one's clock.
import type { Page } from "@playwright/test";
import { linkInSandbox, newHandle, register, type ApiTweet, writeTweets } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("one moment, two clocks", async ({ browser, server, complaints }) => {
  for (const [name, timezoneId] of [
    ["alice", "America/New_York"],
    ["bob", "Asia/Tokyo"],
  ] as const) {
    const visitor = await register(server.origin, name);
    await linkInSandbox(visitor, newHandle(name));
    const { tweets } = await writeTweets(visitor, "keeping bees");
    const path = `/api/questions/publish-now/${tweets[0]?.id}`;
    const { data } = (await visitor.call<{ data: ApiTweet }>("POST", path, {})).body;
    const context = await browser.newContext({ baseURL: server.origin, timezoneId });
    complaints.listen(context);
    await context.addCookies(visitor.cookies());
    const page: Page = await context.newPage();
    await page.goto(`/timeline?tweet=${data.id}`);
    const clock = at.clockTime(data.published_at ?? "", timezoneId);
    await expect(page.getByRole("dialog")).toContainText(`${clock} (${timezoneId})`);
    await page.goto("/timeline?panel=settings");
    await expect(page.getByRole("definition").filter({ hasText: timezoneId })).toBeVisible();
    await context.close();
  }
});

test("open settings show the zone that was chosen elsewhere meanwhile", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  await page.goto("/timeline?panel=settings");
  await at.done(page);
  const settings = at.dialog(page, "Settings");
  await expect(settings.getByLabel("Change time zone")).toHaveValue("Europe/Berlin");
  const path = `/api/questions/set-timezone/${visitor.userId}?timezone=Asia/Tokyo&chosen=true`;
  await visitor.call("POST", path, {});
  await page.evaluate(() => window.dispatchEvent(new Event("twitter_account_changed")));
  await expect(settings.getByRole("definition").filter({ hasText: "Asia/Tokyo" })).toBeVisible();
  await expect(settings.getByLabel("Change time zone")).toHaveValue("Asia/Tokyo");
});
