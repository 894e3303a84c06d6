// Threads that are changed: what needs no thread, parts in another order, a part too long, and the window at three widths.
import { sendThread, writeThread } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

const long = Array.from({ length: 30 }, (_, n) => `This is sentence number ${n + 1}.`).join(" ");

test("a text that fits one tweet is not split, and stays", async ({ page, arrive, complaints, script }) => {
  complaints.expect(422);
  await arrive("alice");
  await page.goto("/timeline?write=1");
  if (script) await at.done(page);
  await page.getByRole("textbox", { name: "Tweet", exact: true }).fill("Short enough.");
  await page.getByRole("button", { name: "Split into a thread" }).click();
  await expect(page.getByText("This fits in one tweet. Save it as it is.").first()).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Tweet", exact: true })).toHaveValue("Short enough.");
});

test("parts change places, by a script or by a press of the form, and are kept by Save", async ({
  page,
  arrive,
  script,
}) => {
  const { visitor } = await arrive("alice");
  await page.goto(`/timeline?tweet=${await writeThread(visitor)}&edit=1`);
  if (script) await at.done(page);
  const window = page.getByRole("dialog");
  const part = (no: number) => window.getByLabel(`Part ${no}`, { exact: true });
  await expect(window.getByRole("button", { name: "Move part 1 up" })).toHaveCount(0);
  await part(3).fill("My own third");
  await window.getByRole("button", { name: "Move part 3 up" }).click();
  await expect(part(2)).toHaveValue("My own third");
  await expect(part(3)).toHaveValue("Bird 2 of the hedge");
  await window.getByRole("button", { name: "Move part 1 down" }).click();
  await expect(part(1)).toHaveValue("My own third");
  await expect(part(2)).toHaveValue("Bird 1 of the hedge");
  if (script) await expect(window.getByRole("button", { name: "Move part 1 down" })).toBeFocused();
  await window.getByRole("button", { name: "Save" }).click();
  const items = window.getByRole("listitem");
  await expect(items.first()).toContainText("My own third");
  await expect(items.nth(1)).toContainText("Bird 1 of the hedge");
});

test("a part that is too long becomes several where it stands, and what is refused stays as it was typed", async ({
  page,
  arrive,
  complaints,
  script,
}) => {
  complaints.expect(422);
  const { visitor } = await arrive("alice");
  await page.goto(`/timeline?tweet=${await writeThread(visitor)}&edit=1`);
  if (script) await at.done(page);
  const window = page.getByRole("dialog");
  const part = (no: number) => window.getByLabel(`Part ${no}`, { exact: true });
  const splitting = window.getByRole("button", { name: "Split at 280" });
  for (let no = 4; no <= 25; no += 1) await part(no).fill("");
  await part(2).fill("y".repeat(300));
  await splitting.click();
  await expect(page.getByText("can’t be split. Shorten it").first()).toBeVisible();
  await expect(part(2)).toHaveValue("y".repeat(300));
  if (script) await at.done(page);
  await part(2).fill(long);
  await splitting.click();
  await expect(page.getByText("Split into 5 parts. Save to keep them.").first()).toBeVisible();
  await expect(part(1)).toHaveValue("Bird 1 of the hedge");
  await expect(part(2)).toHaveValue(/^This is sentence number 1\./);
  await expect(part(4)).toHaveValue(/sentence number 30\.$/);
  await expect(part(5)).toHaveValue("Bird 3 of the hedge");
  await expect(window.getByLabel(/^Part 6/)).toHaveValue("");
  if (script) await expect(splitting).toBeFocused();
  await splitting.click();
  await expect(page.getByText("Each part already fits in a tweet.").first()).toBeVisible();
  await expect(part(5)).toHaveValue("Bird 3 of the hedge");
  if (script) await at.done(page);
  await window.getByRole("button", { name: "Save" }).click();
  await expect(window.getByRole("heading", { name: "5 parts" })).toBeVisible();
});

for (const width of [360, 768, 1440])
  test(`the window of a thread holds at ${width} px, in both themes`, async ({ page, arrive }) => {
    await page.setViewportSize({ width, height: 900 });
    const { visitor } = await arrive("alice");
    await page.goto(`/timeline?tweet=${await sendThread(visitor)}`);
    await expect(page.getByRole("heading", { name: "25 parts" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const shots = process.env["LINNET_SHOTS"];
      if (shots) await page.screenshot({ path: `${shots}/thread-${width}-${colorScheme}.png` });
    }
    await page.goto(`/timeline?tweet=${await writeThread(visitor)}&edit=1`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const shots = process.env["LINNET_SHOTS"];
    if (shots) await page.screenshot({ path: `${shots}/thread-edit-${width}.png` });
  });
