// Pictures that can't be taken, those of a thread's part, and a line that is too slow.
import { makeBomb } from "../../features/media/hostile";
import { mediaMessages } from "../../../app/features/media/media";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";
import { make, file } from "./adding";

test("what can't be taken is told by its number, the good one is kept, and what was typed stays", async ({
  page,
  arrive,
  complaints,
  script,
}) => {
  const { visitor } = await arrive("alice");
  complaints.expect(413, 422);
  const id = await make(visitor, "/api/questions/tweet", { tweet_content: "Two birds at once." });
  await page.goto(`/timeline?tweet=${id}&pictures=${id}`);
  if (script) await at.done(page);
  const window = page.getByRole("dialog");
  const bomb = { name: "bomb.png", mimeType: "image/png", buffer: await makeBomb(240) };
  await window.getByLabel("Add an image").setInputFiles(await file("robin.jpg", { width: 90 }));
  await window.getByText("Another image").first().click();
  await window.getByLabel("Image 2").setInputFiles(bomb);
  await window.getByLabel("Alt text").nth(1).fill("What nobody could see");
  await window.getByRole("button", { name: "Save images" }).click();
  await expect(window.getByText(`Image 2: ${mediaMessages.pixels}`)).toBeVisible();
  // The first is kept: it stands among those of the tweet, and can be taken off.
  await expect(window.getByRole("group", { name: "Image 1" })).toBeVisible();
  if (!script) await expect(window.getByText("What nobody could see")).toBeVisible();
  await window.getByText("Remove").first().click();
  await window.getByRole("button", { name: "Save images" }).click();
  await expect(window.getByRole("link", { name: "Add images" })).toBeVisible();
});

test("the pictures of a part of a thread have a window of their own", async ({ page, arrive, script }) => {
  const { visitor } = await arrive("alice");
  const id = await make(visitor, "/api/questions/thread", { parts: ["Birds come.", "Birds go."] });
  await page.goto(`/timeline?tweet=${id}`);
  if (script) await at.done(page);
  const window = page.getByRole("dialog");
  await window.getByRole("link", { name: "Add images of part 2" }).click();
  await expect(page.getByRole("dialog", { name: "Images for part 2 of 2" })).toBeVisible();
  await window.getByLabel("Add an image").setInputFiles(await file("tern.jpg", { width: 70 }));
  await window.getByRole("button", { name: "Save images" }).click();
  await expect(window.getByRole("link", { name: "Change images of part 2" })).toBeVisible();
  await expect(window).toContainText("1 image has no alt text");
  await expect(window).toContainText("$0.035");
});

test("a line that is too slow is told in the window, and no word is lost", async ({
  page,
  arrive,
  complaints,
  script,
}) => {
  test.skip(!script, "without a script it is the browser's own page: tests/built/answers/uploads.test.ts");
  const { visitor } = await arrive("alice");
  complaints.expect(408);
  const id = await make(visitor, "/api/questions/tweet", { tweet_content: "A bird on a slow line." });
  await page.goto(`/timeline?tweet=${id}&pictures=${id}`);
  await at.done(page);
  const refusal = { success: false, error: "The request didn’t arrive in time." };
  await page.route("**/images", (route) => route.fulfill({ status: 408, json: refusal }));
  const window = page.getByRole("dialog");
  await window.getByLabel("Add an image").setInputFiles(await file("heron.jpg"));
  const words = window.getByLabel("Alt text").first();
  await words.fill("A heron in no hurry");
  await window.getByRole("button", { name: "Save images" }).click();
  await expect(window.getByText("The images took longer than a minute to upload.")).toBeVisible();
  await expect(words).toHaveValue("A heron in no hurry");
  await page.unroute("**/images");
  await window.getByRole("button", { name: "Save images" }).click();
  await expect(window.getByRole("img", { name: "A heron in no hurry" })).toBeVisible();
});
