// When the server can't be reached: each form says it in the words of its own kind, and what was typed stays.
import type { Page } from "@playwright/test";
import { linkInSandbox, newHandle } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test.beforeEach(({ complaints }) => complaints.allow(/net::ERR_FAILED|Failed to fetch/));

/** No form reaches the server any more. */
const cutPosts = (page: Page) =>
  page.route("**/*", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));

test("a topic", async ({ page, arrive }) => {
  await arrive("alice");
  await page.goto("/generate");
  await at.done(page);
  await cutPosts(page);
  await at.topic(page).fill("keeping bees");
  await at.create(page).click();
  await expect(at.topic(page)).toHaveAccessibleDescription("Network error. Please try again.");
  await expect(at.topic(page)).toHaveValue("keeping bees");
  await expect(at.create(page)).toBeEnabled();
});

test("signing in and creating an account", async ({ page }) => {
  await cutPosts(page);
  for (const [panel, name, sentence] of [
    ["login", "Sign In", "Login failed, please try again"],
    ["register", "Create Account", "Registration failed, please try again"],
  ] as const) {
    await page.goto(`/generate?panel=${panel}`);
    await at.takenOver(page);
    const modal = at.dialog(page, name);
    await modal.getByLabel("Email").fill("alice@linnet.example");
    await modal.getByLabel("Password").fill("perch on a wire 7");
    await modal.getByRole("button", { name }).click();
    await at.dismissError(page, sentence);
    await expect(modal.getByLabel("Email")).toHaveValue("alice@linnet.example");
    await expect(modal.getByLabel("Password")).toHaveValue("perch on a wire 7");
  }
});

test("the accounts", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  const second = newHandle("studio");
  await linkInSandbox(visitor, second);
  await page.goto("/bot?panel=sidebar");
  await at.done(page);
  await cutPosts(page);
  await page.getByRole("dialog").locator("[aria-pressed=false]").click();
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveText("Network error. Try again. 网络错误，请重试");
});
