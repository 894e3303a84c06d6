// Ctrl Enter, and Cmd Enter on a Mac, where a tweet's words are typed: it presses Save, and nothing that Save would not.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

async function openEmpty(page: Page): Promise<Locator> {
  await page.goto("/timeline?write=1");
  await at.takenOver(page);
  return at.dialog(page, "Write a tweet").getByRole("textbox");
}

for (const key of ["Control+Enter", "Meta+Enter"])
  test(`${key} keeps one's own words, and other words for them`, async ({ page, arrive }) => {
    await arrive("alice");
    const area = await openEmpty(page);
    await area.fill("A linnet sings");
    // Enter alone breaks the line.
    await area.press("Enter");
    await area.pressSequentially("twice");
    await area.press(key);
    const detail = at.dialog(page, "Not posted yet");
    await expect(detail.locator(".words")).toHaveText("A linnet sings\ntwice", { useInnerText: true });
    await detail.getByRole("link", { name: "Edit" }).click();
    const edited = at.dialog(page, "Edit tweet").getByRole("textbox");
    await edited.fill("A linnet rests");
    await edited.press(key);
    await expect(detail.locator(".words")).toHaveText("A linnet rests");
  });

test("the key sends nothing that Save would not: no words, too many, or a word still being composed", async ({
  page,
  arrive,
}) => {
  await arrive("alice");
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.postData() ?? ""));
  const area = await openEmpty(page);
  const save = at.dialog(page, "Write a tweet").getByRole("button", { name: "Save" });
  for (const words of ["   ", "A linnet sings. ".repeat(20)]) {
    await area.fill(words);
    await expect(save).toBeDisabled();
    await area.press("Control+Enter");
  }
  await area.fill("在屋顶上养");
  await expect(save).toBeEnabled();
  await area.evaluate((element) => {
    const how = { key: "Enter", ctrlKey: true, isComposing: true, bubbles: true, cancelable: true };
    element.dispatchEvent(new KeyboardEvent("keydown", how));
  });
  // What the press within the word had sent would be there without what is typed after it.
  await area.fill("在屋顶上养蜂");
  await area.press("Control+Enter");
  const detail = at.dialog(page, "Not posted yet");
  await expect(detail.locator(".words")).toHaveText("在屋顶上养蜂");
  const contents = sent.filter((body) => body.includes("write-tweet")).map(contentIn);
  expect(contents).toEqual(["在屋顶上养蜂"]);
});

/** What stands in the form's field for the words. */
const contentIn = (body: string) => new URLSearchParams(body).get("content");
