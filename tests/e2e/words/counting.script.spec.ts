// The count while one types: the browser's own where it can know, the server's where only X's library can.
import type { Locator } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

const area = (box: Locator): Locator => box.getByRole("textbox");
const count = (box: Locator): Locator => box.locator(".weight");

test("plain words, accents, Japanese and simple emoji are counted without asking anybody", async ({ page, arrive }) => {
  await arrive("alice");
  let asked = 0;
  page.on("request", (request) => (asked += request.url().endsWith("/weigh") ? 1 : 0));
  await page.goto("/timeline?write=1");
  const box = at.dialog(page, "Write a tweet");
  await expect(box.getByRole("button", { name: "Save" })).toBeDisabled();
  for (const [words, weight] of [
    ["Friday deploys are fine...", 26],
    ["cafe\u0301", 4],
    ["鳥が一羽", 8],
    ["It sings \u{1FAE0}", 11],
  ] as const) {
    await area(box).fill(words);
    await expect(count(box)).toHaveText(`${weight} /  of 280`);
  }
  await expect(box.getByRole("button", { name: "Save" })).toBeEnabled();
  expect(asked).toBe(0);
});

test("a link is asked for once, counts 23 and names its price, however the words go on", async ({ page, arrive }) => {
  await arrive("alice");
  const asked: string[] = [];
  page.on("request", (request) => request.url().endsWith("/weigh") && asked.push(request.postData() ?? ""));
  await page.goto("/timeline?write=1");
  const box = at.dialog(page, "Write a tweet");
  await area(box).fill("Read linnet.com/a/long/path/about/birds now");
  await expect(count(box)).toHaveText("32 /  of 280");
  await expect(box).toContainText("$0.20 with link");
  await area(box).press("End");
  await area(box).pressSequentially(", or never");
  await expect(count(box)).toHaveText("42 /  of 280");
  expect(asked).toEqual([JSON.stringify({ texts: [" linnet.com/a/long/path/about/birds"] })]);
});

test("while the server can't be asked the count says that it is a guess, and saving is left to the server", async ({
  page,
  arrive,
  complaints,
}) => {
  complaints.allow(/net::ERR_FAILED/);
  await arrive("alice");
  await page.route("**/api/tweets/weigh", (route) => route.abort());
  await page.goto("/timeline?write=1");
  const box = at.dialog(page, "Write a tweet");
  await area(box).fill(`${"a".repeat(270)} linnet.com`);
  await expect(count(box)).toHaveText("about 281 /  of 280");
  await expect(box.getByRole("button", { name: "Save" })).toBeEnabled();
});

test("near the limit and beyond it the count says so, to the letter", async ({ page, arrive }) => {
  await arrive("alice");
  await page.goto("/timeline?write=1");
  const box = at.dialog(page, "Write a tweet");
  const save = box.getByRole("button", { name: "Save" });
  await area(box).fill("a".repeat(280));
  await expect(count(box)).toHaveClass(/weight--near/);
  await expect(save).toBeEnabled();
  await area(box).fill("a".repeat(281));
  await expect(count(box)).toHaveClass(/weight--over/);
  await expect(box.getByRole("status")).toHaveText("1 over the limit.");
  await expect(save).toBeDisabled();
});

test("words typed before the script came are counted once it is there", async ({ page, arrive }) => {
  await arrive("alice");
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/build/**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/timeline?write=1", { waitUntil: "commit" });
  const box = at.dialog(page, "Write a tweet");
  await area(box).fill("Early bird");
  release();
  await expect(count(box)).toHaveText("10 /  of 280");
  await expect(area(box)).toHaveValue("Early bird");
});
