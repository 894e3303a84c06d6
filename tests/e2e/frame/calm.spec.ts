// Cards of a row share their lines; a dialog keeps its head, its foot and the band over it; no button lies over a head.
import type { Page } from "@playwright/test";
import { writeTweets } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 900 },
  { width: 1440, height: 900 },
];

/** Tops of a part of each card, by the rows that the cards lie in. */
const tops = (page: Page, part: string) =>
  page.locator(".tweets > .tweet").evaluateAll((cards, selector) => {
    const rows = new Map<number, Set<number>>();
    for (const card of cards) {
      const row = Math.round(card.getBoundingClientRect().top);
      const top = Math.round(card.querySelector(selector)?.getBoundingClientRect().top ?? -1);
      rows.set(row, (rows.get(row) ?? new Set()).add(top));
    }
    return [...rows.values()].map((row) => row.size);
  }, part);

test("the words, figures and feet of a row's cards begin at one height, and no button lies over a head", async ({
  page,
  arrive,
}) => {
  const { visitor } = await arrive("alice");
  const { batchId } = await writeTweets(visitor, "keeping bees");
  await page.goto(`/generate?batch=${batchId}`);
  await at.cards(page).nth(1).getByRole("button", { name: "Add to Timeline" }).click();
  await expect(at.cards(page).nth(1)).toContainText("Scheduled");
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const part of [".tweet__words", ".tweet__meta", ".tweet__foot", ".tweet__acts"])
      for (const heights of await tops(page, part)) expect(heights, `${part} at ${size.width}`).toBe(1);
    const head = await page.getByRole("heading", { name: /^Generated Tweets/ }).boundingBox();
    const buttons = await page.locator(".section__head").locator("a, button").all();
    expect(buttons).toHaveLength(2);
    for (const button of buttons) {
      const box = await button.boundingBox();
      if (!head || !box) throw new Error("The head of the results isn't shown");
      const isBeside = box.x >= head.x + head.width || box.y >= head.y + head.height;
      expect(isBeside, `${await button.innerText()} at ${size.width}`).toBe(true);
    }
  }
});

test("a dialog that is longer than the window keeps head and foot in it, and leaves room for a toast", async ({
  page,
  arrive,
}) => {
  const { visitor } = await arrive("alice");
  const { batchId } = await writeTweets(visitor, "keeping bees");
  for (const { width } of sizes)
    for (const height of [520, 900]) {
      await page.setViewportSize({ width, height });
      await page.goto(`/generate?batch=${batchId}&schedule=7`);
      const dialog = at.dialog(page, /^Schedule \d tweets$/);
      await expect(dialog).toBeVisible();
      const box = await dialog.boundingBox();
      expect(box?.y, `over it at ${width} × ${height}`).toBeGreaterThanOrEqual(56);
      for (const end of [0, 10_000]) {
        await dialog.evaluate((element, top) => element.scrollTo(0, top), end);
        await expect(dialog.getByRole("link", { name: "Close" })).toBeInViewport({ ratio: 1 });
        await expect(dialog.getByRole("button", { name: "Schedule", exact: true })).toBeInViewport({ ratio: 1 });
      }
      // On phones it is a sheet: as wide as the screen, down to its end.
      if (width < 576)
        expect([box?.x, box?.width, Math.round((box?.y ?? 0) + (box?.height ?? 0))]).toEqual([0, width, height]);
    }
});

test("on a phone the settings' places are scrolled to the current one", async ({ page, arrive, script }) => {
  await arrive("alice");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/settings/hours");
  const places = page.getByRole("navigation", { name: "Settings" });
  if (!script) return expect(places).toBeVisible();
  await expect(places.getByRole("link", { name: "Posting hours" })).toBeInViewport({ ratio: 1 });
});
