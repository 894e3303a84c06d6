// What of the analysis needs a script: the word on the button while it waits, and a server that can't be reached.
import type { Route } from "@playwright/test";
import { judgementOf, replies } from "../support/fake-gemini";
import { expect, test } from "./fixtures";
import * as at from "./places";

/** Forms don't get through; what the page reads does. */
const cutOff = (route: Route) => (route.request().method() === "POST" ? route.abort() : route.continue());

const label = "What does your product do, and for whom?";

test("a server that can't be reached is told beside the form, and nothing typed is lost", async ({
  page,
  complaints,
  arrive,
}) => {
  complaints.allow(/net::ERR_FAILED/);
  await arrive("alice");
  await page.goto("/product-analyse");
  await at.takenOver(page);
  await page.getByLabel(label).fill("A booking page for sailing schools");
  await page.route("**/product-analyse.data*", cutOff);
  await page.getByRole("button", { name: "Analyse Product" }).click();
  await expect(page.getByRole("alert")).toContainText("网络错误，请检查连接后重试");
  await expect(page.getByLabel(label)).toHaveValue("A booking page for sailing schools");
  await page.unroute("**/product-analyse.data*");
  await page.getByRole("button", { name: "Analyse Product" }).click();
  await expect(page.getByRole("heading", { name: "Analysis Results" })).toBeVisible();
  await page.route("**/product-analyse.data*", cutOff);
  await page.getByRole("button", { name: "Start Bot" }).click();
  await expect(page.getByRole("alert")).toContainText("Network error, please try again");
});

test.describe("with a writer that takes its time", () => {
  test.use({ serverKind: "gemini" });

  test("the button says Analyzing... and a second press does nothing", async ({ page, arrive, gemini }) => {
    await arrive("alice");
    const text = "A booking page for sailing schools";
    gemini.always({ ...replies.text(JSON.stringify(judgementOf(text))), delayMs: 1_500 });
    await page.goto("/product-analyse");
    await at.takenOver(page);
    const before = gemini.calls.length;
    await page.getByLabel(label).fill(text);
    await page.getByRole("button", { name: "Analyse Product" }).click();
    const busy = page.getByRole("button", { name: "Analyzing..." });
    await expect(busy).toBeVisible();
    await page.getByLabel(label).press("Enter");
    await expect(page.getByRole("heading", { name: "Analysis Results" })).toBeVisible();
    expect(gemini.calls.length - before).toBe(1);
  });
});
