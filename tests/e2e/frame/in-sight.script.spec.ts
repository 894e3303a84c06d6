// What was just done can be read on a long page that is scrolled, and a focused control of a dialog is never under its head or foot.
import { writeTweets } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("on a phone, a toast of a long list is in sight where the list is scrolled, with its Undo", async ({
  page,
  arrive,
}) => {
  const { visitor } = await arrive("alice");
  for (const topic of ["keeping bees", "herons", "a garden"]) await writeTweets(visitor, topic);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/ideas");
  await at.takenOver(page);
  const rows = page.getByRole("region", { name: "Drafts" }).getByRole("listitem");
  await expect(rows).toHaveCount(15);
  for (const place of [3, 12]) {
    const row = rows.nth(place);
    const words = await row.locator(".idea__words").innerText();
    await row.locator("summary").click();
    await row.getByRole("button", { name: "Move to Trash" }).click();
    await expect(rows).toHaveCount(14);
    expect(await page.evaluate(() => scrollY), "the page is scrolled").toBeGreaterThan(200);
    const toast = page.locator(".toast").filter({ hasText: "Moved to Trash" });
    await expect(toast).toBeInViewport({ ratio: 1 });
    await toast.getByRole("button", { name: "Undo" }).click();
    await expect(rows.nth(place)).toContainText(words.slice(0, 20));
    await expect(toast).toHaveCount(0);
  }
});

test("in a tweet's dialog, Tab in both directions reaches no control under the head or the foot", async ({
  page,
  arrive,
}) => {
  const { visitor } = await arrive("alice");
  const [tweet] = (await writeTweets(visitor, "keeping bees")).tweets;
  await visitor.call("POST", `/api/questions/publish-random-auto/${tweet?.id}`, { user_timezone: "Europe/Berlin" });
  for (const [width, height] of [
    [360, 740],
    [360, 500],
    [768, 560],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/timeline?tweet=${tweet?.id}`);
    await at.takenOver(page);
    const dialog = at.dialog(page, /^Scheduled for /);
    for (const fold of await dialog.locator("summary").all()) await fold.click();
    const under = new Set<string>();
    for (const key of ["Tab", "Shift+Tab"])
      for (let step = 0; step < 20; step += 1) {
        await page.keyboard.press(key);
        const found = await dialog.evaluate((element) => {
          const one = document.activeElement;
          // The dialog itself scrolls, so it takes the focus, too; after the last control it is the browser's.
          if (!one || one === element || !element.contains(one)) return null;
          if (one.closest(".dialog__head, .dialog__foot")) return null;
          const { top, bottom } = one.getBoundingClientRect();
          const isUnder = [...element.querySelectorAll(".dialog__head, .dialog__foot")].some((part) => {
            const box = part.getBoundingClientRect();
            return Math.min(bottom, box.bottom) - Math.max(top, box.top) > 1;
          });
          return isUnder ? `${one.tagName} ${one.getAttribute("name") ?? one.textContent}` : null;
        });
        if (found) under.add(`${found}, by ${key} at ${width} × ${height}`);
      }
    expect([...under]).toEqual([]);
  }
});
