// What of the analysis needs a script: the word on the button while it waits, and a server that can't be reached.
import type { Route } from "@playwright/test";
import { judgementOf, replies } from "../../support/fakes/fake-gemini";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

/** Forms don't get through; what the page reads does. */
const cutOff = (route: Route) => (route.request().method() === "POST" ? route.abort() : route.continue());

const label = "What does your product do, and who is it for?";

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

for (const width of [360, 1440])
  test(`at ${width} px a long description is seen whole: the field grows, Shift Enter breaks its line, Enter sends`, async ({
    page,
    arrive,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await arrive("alice");
    await page.goto("/product-analyse");
    await at.takenOver(page);
    const area = page.getByLabel(label);
    const height = async () => (await area.boundingBox())?.height ?? 0;
    const hidden = () => area.evaluate((element) => element.scrollHeight - element.clientHeight);
    const before = await height();
    const lines = [
      "A booking page for sailing schools.",
      "It turns a good forecast into offers.",
      "Unlike a newsletter",
    ];
    for (const line of lines) {
      await area.pressSequentially(line);
      await area.press("Shift+Enter");
    }
    await area.pressSequentially(`it knows the wind, ${"and the tide ".repeat(8)}`);
    expect((await area.inputValue()).split("\n")).toHaveLength(4);
    expect(await height()).toBeGreaterThan(before + 40);
    expect(await hidden()).toBeLessThanOrEqual(0);
    await area.press("Enter");
    await expect(page.getByRole("heading", { name: "Analysis Results" })).toBeVisible();
  });

test("an Enter that ends a composed word sends nothing", async ({ page, arrive }) => {
  await arrive("alice");
  await page.goto("/product-analyse");
  await at.takenOver(page);
  const area = page.getByLabel(label);
  await area.fill("在屋顶上养蜂");
  const taken = await area.evaluate(
    (element) =>
      !element.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true }),
      ),
  );
  expect(taken).toBe(false);
  await expect(page.getByRole("button", { name: "Analyse Product" })).toBeEnabled();
  await area.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "Analysis Results" })).toBeVisible();
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
