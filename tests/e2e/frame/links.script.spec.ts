// Links of our own: followed as the browser would, but without loading the page.
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("here again is no new step back, elsewhere begins at its top, and back is back", async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 300 });
  await page.goto("/generate");
  await at.takenOver(page);
  await at.mark(page);
  const place = (name: string) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
  const head = (name: string) => page.getByRole("heading", { level: 1, name });
  const steps = () => page.evaluate(() => history.length);
  const before = await steps();

  await place("Timeline").click();
  await expect(head("Twitter Publishing Timeline")).toBeVisible();
  expect(await steps()).toBe(before + 1);
  // Waited for: "here again" goes to the page's top when its answer is there, which took the step below back.
  const again = page.waitForResponse((answer) => answer.url().includes("/timeline.data"));
  await place("Timeline").click();
  await again;
  await expect(page).toHaveURL("/timeline");
  await expect(head("Twitter Publishing Timeline")).toBeVisible();
  expect(await steps()).toBe(before + 1);

  const scrolled = () => page.evaluate(() => (window.scrollTo(0, 200), window.scrollY));
  await expect.poll(scrolled).toBeGreaterThan(0);
  await place("Analyse").click();
  await expect(head("Analysis Tool")).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  expect(await steps()).toBe(before + 2);
  await page.goBack();
  await expect(head("Twitter Publishing Timeline")).toBeVisible();
  await page.goBack();
  await expect(head("Twitter Content Idea Generator")).toBeVisible();
  expect(await at.wentOn(page)).toBe(true);
});

test("a place in other letters is the same place", async ({ page }) => {
  await page.goto("/Timeline");
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Timeline" });
  await expect(link).toHaveAttribute("aria-current", "page");
});

test("with a key held down the browser does what it does", async ({ page, context }) => {
  await page.goto("/generate");
  await at.takenOver(page);
  const opened = context.waitForEvent("page");
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Strategy" });
  await link.click({ modifiers: ["ControlOrMeta"] });
  await expect(await opened).toHaveURL("/strategy");
  await expect(page).toHaveURL("/generate");
});
