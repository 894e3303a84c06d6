// The five places and what stands round them: navigation, wizard, placeholders, help, theme, and the way to go live.
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("the five places are one press away, and each says where one is", async ({ page }) => {
  await page.goto("/generate");
  const heads = {
    Bot: "Bot",
    Timeline: "Twitter Publishing Timeline",
    Strategy: "Strategy",
    Analyse: "Analysis Tool",
    Generate: "Twitter Content Idea Generator",
  };
  for (const [place, head] of Object.entries(heads)) {
    const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: place });
    await link.click();
    await expect(page.getByRole("heading", { level: 1, name: head })).toBeVisible();
    await expect(link).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText("Dashboards");
  }
});

test("the wizard has four steps, and its end says that it is coming soon", async ({ page }) => {
  await page.goto("/bot");
  const crumbs = page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("listitem");
  await expect(crumbs).toHaveText(["Dashboards", "Bot"]);
  for (const step of ["Topic generation", "Content creation", "Automatic posting"]) {
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page.getByRole("heading", { level: 2, name: step })).toBeVisible();
    await expect(crumbs).toHaveText(["Dashboards", "Bot", step]);
    await expect(page.getByRole("link", { name: "Back to Start" })).toBeVisible();
  }
  await page.getByRole("link", { name: "Complete Setup" }).click();
  await at
    .dialog(page, /coming soon/)
    .getByRole("link", { name: "OK" })
    .click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("link", { name: "Back to Start" }).click();
  await expect(page).toHaveURL("/bot");
});

test("the strategy is a placeholder with a plan", async ({ page }) => {
  await page.goto("/strategy");
  await expect(page.getByText("Strategy is coming soon")).toBeVisible();
  await expect(page.getByRole("region", { name: "Planned features" }).getByRole("listitem")).not.toHaveCount(0);
});

test("the strip tells how to go live", async ({ page }) => {
  await page.goto("/generate");
  await page.getByRole("link", { name: "Go live" }).click();
  const help = at.dialog(page, "Help & Support");
  await expect(help).toContainText("X_API_KEY");
  await expect(help).toContainText("GEMINI_API_KEY");
  await expect(help).toContainText("/api/twitter-auth/callback");
  await expect(help).toContainText("Contact");
  await expect(help.getByRole("link", { name: "API documentation" })).toHaveAttribute("href", "/api/docs");
  await page.goto("/timeline");
  await at.openFromPanel(page, "Help & Support");
  await expect(help).toBeVisible();
});

test("the question mark opens its tip", async ({ page, script }) => {
  await page.goto("/generate");
  if (script) await at.takenOver(page);
  const tip = page.getByRole("note").filter({ hasText: "Enter a topic." });
  await expect(tip).toBeHidden();
  await page.getByLabel("Help").click();
  await expect(tip).toBeVisible();
  if (script) await page.keyboard.press("Escape");
  else await page.getByLabel("Help").click();
  await expect(tip).toBeHidden();
});

test("light and dark are chosen in Settings and kept, for guests too", async ({ page, script }) => {
  await page.goto("/strategy");
  await at.openFromPanel(page, "Settings");
  const settings = at.dialog(page, "Settings");
  await expect(settings).toContainText("Guest");
  await expect(settings).toContainText("API endpoint");
  const html = page.locator("html");
  const ground = () => html.evaluate((element) => getComputedStyle(element).backgroundColor);
  const light = await ground();
  for (const [words, theme] of [
    ["Dark", "dark"],
    ["Light", "light"],
  ] as const) {
    await settings.getByRole("button", { name: words }).click();
    await expect(html).toHaveAttribute("data-theme", theme);
    await expect(settings.getByRole("button", { name: words })).toHaveAttribute("aria-pressed", "true");
    if (theme === "dark") expect(await ground()).not.toBe(light);
    await page.reload();
    await expect(html).toHaveAttribute("data-theme", theme);
  }
  await settings.getByRole("button", { name: "System" }).click();
  await expect(html).not.toHaveAttribute("data-theme", /./);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await ground()).not.toBe(light);
  if (script) await expect(page).toHaveURL("/strategy?panel=settings");
});

test("an address that is none of ours leads to the start", async ({ page, complaints }) => {
  complaints.expect(404);
  await page.goto("/no/such/page");
  await expect(page.getByText("Page not found")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Timeline" })).toBeVisible();
  await page.getByRole("link", { name: "Go to Generate", exact: true }).click();
  await expect(page).toHaveURL("/generate");
  // Nothing is sent from there, so what has forms opens at the start.
  await page.goto("/no/such/page");
  await page.getByRole("banner").getByRole("link").last().click();
  await expect(page).toHaveURL(/^[^?]*\/generate\?panel=/);
});
