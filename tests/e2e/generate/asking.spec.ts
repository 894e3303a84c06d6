// Asking for tweets on the usual server: who may not is told why, and nothing typed is lost.
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

const isRefused = (page: Page, script: boolean, words: string, sentence: string): Promise<void> =>
  at.isRefused(at.topic(page), at.create(page), script, words, sentence);

test("a guest is asked to log in", async ({ page, script, complaints }) => {
  complaints.expect(401);
  await page.goto("/generate");
  await expect(page.getByRole("note")).toContainText(at.sentences.guest);
  await isRefused(page, script, "linnets in winter", at.sentences.guest);
});

test("somebody without an account is asked to link one", async ({ page, script, complaints, arrive }) => {
  complaints.expect(422);
  await arrive("alice", { linked: false });
  await page.goto("/generate");
  await isRefused(page, script, "linnets in winter", at.sentences.noAccount);
});

test("nothing but spaces is no topic", async ({ page, script, complaints, arrive }) => {
  complaints.expect(422);
  await arrive("alice");
  await page.goto("/generate");
  await isRefused(page, script, "   ", at.sentences.noTopic);
});

test("a topic that is too long is refused and kept, with the switch as it stood", async ({
  page,
  complaints,
  arrive,
}) => {
  complaints.expect(422);
  await arrive("alice");
  await page.goto("/generate");
  const long = "linnet ".repeat(300).trim();
  await at.topic(page).fill(long);
  await page.getByText("Web Search").click();
  await at.create(page).click();
  await expect(at.topic(page)).toHaveAccessibleDescription("Use up to 2,000 characters for the topic.");
  await expect(at.topic(page)).toHaveValue(long);
  await expect(page.getByRole("checkbox", { name: /Web Search/ })).toBeChecked();
});

test("the switch says what it does", async ({ page }) => {
  await page.goto("/generate");
  await expect(page.getByText("Generate tweets from AI knowledge base")).toBeVisible();
  await page.getByRole("checkbox", { name: /Web Search/ }).check();
  await expect(page.getByText("Generate tweets with latest web information")).toBeVisible();
  await expect(page.getByText("Generate tweets from AI knowledge base")).toBeHidden();
});

test("Enter in the topic sends it, in any language", async ({ page, arrive }) => {
  await arrive("alice");
  await page.goto("/generate");
  await at.topic(page).fill("在屋顶上养蜂");
  if ((await at.create(page).getAttribute("disabled")) !== null) await expect(at.create(page)).toBeEnabled();
  await at.topic(page).press("Enter");
  await expect(page.getByRole("heading", { name: "Generated Tweets (5)" })).toBeVisible();
  await expect(at.cards(page).nth(0)).toContainText("在屋顶上养蜂");
});

test("a batch of somebody else, or none, is an error with a way back", async ({ page, arrive }) => {
  await arrive("alice");
  for (const address of ["/generate?batch=none", "/generate?job=none"]) {
    await page.goto(address);
    await expect(page.getByRole("alert")).toContainText("Failed to load generated tweets.");
    await page.getByRole("link", { name: "Try Again" }).click();
    await expect(at.topic(page)).toBeVisible();
  }
});

test("test mode skips to the results, and the crumb leads back", async ({ page }) => {
  const crumbs = page.getByRole("navigation", { name: "Breadcrumb" });
  await page.goto("/generate");
  await expect(crumbs.getByRole("listitem")).toHaveText(["Dashboards", "Input"]);
  await page.getByRole("link", { name: "Test mode" }).click();
  await expect(page.getByText("No Generated Content")).toBeVisible();
  await expect(page.getByText("Waiting for AI to generate tweets...")).toBeVisible();
  await expect(
    page
      .getByRole("link", { name: "Refresh Timeline History" })
      .or(page.getByRole("button", { name: "Refresh Timeline History" })),
  ).toBeVisible();
  await page.getByRole("link", { name: "Show sample tweets" }).click();
  await expect(page.getByRole("heading", { name: "Generated Tweets (5)" })).toBeVisible();
  await expect(page.getByText("Sample data: nothing here is posted.")).toBeVisible();
  for (const state of ["Pending", "Scheduled", "Publishing", "Published", "Publishing failed"])
    await expect(at.cards(page).filter({ hasText: state }).first()).toBeVisible();
  for (const button of await at.cards(page).getByRole("button").all()) await expect(button).toBeDisabled();
  await page.getByLabel("Help").click();
  await expect(page.getByRole("note").filter({ hasText: "Post Now posts right away" })).toBeVisible();
  await page.getByLabel("Help").click();
  const way = ["Dashboards", "Input", "Twitter Content Idea Generator"];
  await expect(crumbs.getByRole("listitem")).toHaveText(way);
  await crumbs.getByRole("link", { name: "Input" }).click();
  await expect(page).toHaveURL("/generate");
});

test("a newcomer is shown the example, and that its tweets were written beforehand", async ({ page, arrive }) => {
  const prepared = page.getByText("Sample tweets, not AI. A live AI writes about any topic, in your voice.");
  await page.goto("/generate");
  await page.getByRole("link", { name: "five sample tweets on building a side project after work" }).click();
  await expect(at.cards(page)).toHaveCount(5);
  await expect(at.cards(page).first()).toContainText("The plan was to fix the login.");
  await expect(prepared).toBeVisible();

  await arrive("newcomer");
  await page.goto("/generate");
  await expect(at.topic(page)).toHaveAttribute("placeholder", "e.g. building a side project after work");
  const example = page.getByRole("link", { name: "building a side project after work" });
  await example.click();
  await expect(at.topic(page)).toHaveValue("building a side project after work");
  await at.create(page).click();
  await expect(page.getByRole("heading", { name: "Generated Tweets (5)" })).toBeVisible();
  await expect(at.cards(page).first()).toContainText("The plan was to fix the login.");
  await expect(prepared).toBeVisible();
  await expect(page.getByText("Demo writer.")).toBeVisible();

  await page.goto("/generate");
  await expect(page.getByRole("region", { name: "Recent topics" })).toBeVisible();
  await expect(page.getByText("New here?")).toHaveCount(0);
});
