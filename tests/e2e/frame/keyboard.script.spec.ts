// The main job without a mouse: sign in, ask, post, schedule, open the week, come back; the focus is never lost.
import type { Locator, Page } from "@playwright/test";
import { password } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

/** Tabs until the focus is there; fails where it is never reached, or can't be seen. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  await expect(goal).toBeVisible();
  for (let steps = 0; steps < 120; steps += 1) {
    await page.keyboard.press("Tab");
    if (!(await goal.evaluate((element) => element === document.activeElement))) continue;
    await expect(goal).toBeInViewport();
    const outline = await goal.evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(outline).not.toBe("none");
    return;
  }
  throw new Error(`No Tab reaches ${goal}`);
}

test("a person signs in, asks, posts and schedules by keyboard alone", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  await page.goto("/generate");
  await at.signOut(page);
  await page.goto("/generate");
  await at.takenOver(page);

  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("main").getByRole("link", { name: "Sign In" }));
  await page.keyboard.press("Enter");
  const modal = at.dialog(page, "Sign In");
  await expect(modal.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(visitor.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Continue" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await tabTo(page, at.topic(page));
  await page.keyboard.type("keeping bees");
  await tabTo(page, page.getByRole("checkbox", { name: /Web Search/ }));
  await page.keyboard.press("Space");
  await page.keyboard.press("Space");
  await tabTo(page, at.create(page));
  await page.keyboard.press("Enter");
  await expect(at.cards(page)).toHaveCount(5);

  await tabTo(page, at.cards(page).nth(0).getByRole("button", { name: "Post Now" }));
  await page.keyboard.press("Enter");
  await expect(at.cards(page).nth(0)).toContainText("Published");
  await tabTo(page, at.cards(page).nth(1).getByRole("button", { name: "Add to Timeline" }));
  await page.keyboard.press("Enter");
  await expect(at.cards(page).nth(1)).toContainText("Scheduled");

  // The week is one line until it is unfolded.
  await tabTo(page, page.locator(".days"));
  await page.keyboard.press("Enter");
  const task = page.getByRole("table").getByRole("link", { name: /^Published: / });
  await tabTo(page, task);
  await page.keyboard.press("Enter");
  const detail = at.dialog(page, /^Published /);
  await expect(detail).toBeVisible();
  for (let steps = 0; steps < 12; steps += 1) {
    await page.keyboard.press("Tab");
    const isOut = await page.evaluate(
      () => document.activeElement !== document.body && !document.activeElement?.closest("dialog"),
    );
    expect(isOut).toBe(false);
  }
  await page.keyboard.press("Escape");
  await expect(detail).toHaveCount(0);
  await expect(task).toBeFocused();
});
