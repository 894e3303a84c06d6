// The composer's page: one tweet, a thread with images, and what was typed where it can't be saved; with and without a script.
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";
import { linkInSandbox, newHandle } from "../../support/people/browser";
import { faultsOf } from "../support/axe";
import { file } from "./adding";

test("one tweet is written and scheduled with two presses, as the account that was chosen", async ({
  page,
  arrive,
  script,
}) => {
  const { visitor } = await arrive("alice");
  const second = newHandle("second");
  await linkInSandbox(visitor, second);
  await page.goto("/write");
  if (script) await at.takenOver(page);
  await page.getByLabel("Tweet", { exact: true }).fill("A linnet keeps its own time");
  await page.getByLabel("Account", { exact: true }).selectOption({ label: `@${second}` });
  if (script) expect(await faultsOf(page, "the composer")).toEqual([]);
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(page).toHaveURL(/\/timeline/);
  await page.goto("/timeline?account=all");
  await page
    .getByRole("link", { name: /A linnet keeps/ })
    .first()
    .click();
  await expect(at.dialog(page, /^Scheduled for /)).toContainText(`@${second}`);
});

test("a thread with an image is written on one page", async ({ page, arrive, script }) => {
  await arrive("alice");
  await page.goto("/write");
  if (script) await at.takenOver(page);
  await page.getByLabel("Tweet", { exact: true }).fill("First");
  await page.getByRole("button", { name: "Add part" }).click();
  const second = page.getByLabel("Part 2", { exact: true });
  if (script) await expect(second).toBeFocused();
  await second.fill("Second");
  await page.getByLabel("Add images to part 2").setInputFiles(await file("wren.jpg"));
  // Without a script the next button brings the image along.
  if (!script) await page.getByRole("button", { name: "Move part 2 up" }).click();
  await page.getByLabel("Alt text for image 1").fill("A wren on a wire");
  await page.getByRole("button", { name: "Save draft", exact: true }).click();
  await page.waitForURL(/\/timeline/);
  await page.goto("/ideas");
  await page
    .getByRole("main")
    .getByRole("link", { name: script ? /^First/ : /^Second/ })
    .first()
    .click();
  await expect(page.getByRole("dialog").getByRole("img", { name: "A wren on a wire" })).toBeVisible();
});

test("text over the limit can't be scheduled, is split, and is kept as a draft", async ({
  page,
  arrive,
  script,
  complaints,
}) => {
  if (!script) complaints.expect(422);
  await arrive("alice");
  await page.goto("/write");
  if (script) await at.takenOver(page);
  const long = "Bees keep us. ".repeat(30).trim();
  await page.getByLabel("Tweet", { exact: true }).fill(long);
  const schedule = page.getByRole("button", { name: "Schedule", exact: true });
  if (script) await expect(schedule).toHaveAttribute("aria-disabled", "true");
  else {
    await schedule.click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page.getByLabel("Tweet", { exact: true })).toHaveValue(long);
  }
  await page.getByRole("button", { name: "Split at 280" }).click();
  await expect(page.getByLabel("Part 2", { exact: true })).not.toHaveValue("");
  await page.getByRole("button", { name: "Save draft", exact: true }).click();
  await expect(page).toHaveURL(/\/timeline/);
});
