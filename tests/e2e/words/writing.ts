// Writing one's own words on the timeline, as several tests do.
import type { Locator, Page } from "@playwright/test";
import { expect } from "../support/fixtures";
import * as at from "../support/places";

export const area = (dialog: Locator): Locator => dialog.getByRole("textbox");

export async function write(page: Page, words: string): Promise<Locator> {
  await page.goto("/timeline?write=1");
  const box = at.dialog(page, "Write a tweet");
  await area(box).fill(words);
  await box.getByRole("button", { name: "Save" }).click();
  const detail = at.dialog(page, "Not posted yet");
  await expect(detail).toBeVisible();
  return detail;
}

/** Ten in the morning, the day after tomorrow, as the field takes it. */
export async function morning(field: Locator): Promise<string> {
  const today = (await field.getAttribute("min"))?.slice(0, 10) ?? "";
  return `${new Date(Date.parse(today) + 2 * 86_400_000).toISOString().slice(0, 10)}T10:00`;
}

export async function unfold(dialog: Locator, name: string): Promise<void> {
  await dialog.locator("summary").filter({ hasText: name }).click();
}
