// The composer with a script: what it keeps through refusals, uploads, reloads, and another user in the next tab.
import type { Page } from "@playwright/test";
import { linkInSandbox, newHandle } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";
import { file } from "./adding";
import { draftButton, keptIds, loseAnswers, open, tweet } from "./composing";

const keptCount = async (page: Page): Promise<number> => (await keptIds(page)).length;
const part = (page: Page, no: number) => page.getByLabel(`Part ${no}`, { exact: true });
const saved = (page: Page) => expect(page.getByText("Saved on this device")).toBeVisible();
const long = "Bees keep us. ".repeat(30).trim();

/** Drafts that are on the ideas' page, by how they begin. */
async function drafts(page: Page, words: RegExp): Promise<number> {
  await page.goto("/ideas");
  return page.getByRole("main").getByRole("link", { name: words }).count();
}

test("text that was split or refused is still kept in this browser", async ({ page, arrive, complaints }) => {
  complaints.expect(422);
  await arrive("alice");
  await open(page);
  await tweet(page).fill(long);
  await page.getByRole("button", { name: "Split at 280" }).click();
  await expect(part(page, 1)).toBeFocused();
  await part(page, 2).press("ControlOrMeta+End");
  await part(page, 2).pressSequentially(" More");
  await saved(page);
  await page.reload();
  await expect(part(page, 2)).toHaveValue(/More$/);
  await page.getByLabel("Exact time").check();
  await page.getByLabel("Date and time").evaluate((field: HTMLInputElement) => field.setAttribute("value", ""));
  await page.getByLabel("Date and time").fill("");
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("Choose a date and a time.");
  await page.reload();
  await expect(part(page, 2)).toHaveValue(/More$/);
  expect(await keptCount(page)).toBe(1);
});

test("a restored draft has its account, its time and its id", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  const second = newHandle("second");
  await linkInSandbox(visitor, second);
  await open(page);
  await page.getByLabel("Account", { exact: true }).selectOption({ label: `@${second}` });
  await page.getByLabel("Exact time").check();
  const moment = await page.getByLabel("Date and time").inputValue();
  const later = moment.replace(/T.*/, "T23:59");
  await page.getByLabel("Date and time").fill(later);
  await tweet(page).fill("Bees keep us");
  await saved(page);
  const once = await page.locator("[name=once]").inputValue();
  await page.reload();
  await expect(page.getByText("Restored from this device")).toBeVisible();
  await expect(tweet(page)).toHaveValue("Bees keep us");
  await expect(page.getByLabel("Account", { exact: true }).locator("option:checked")).toHaveText(`@${second}`);
  await expect(page.getByLabel("Exact time")).toBeChecked();
  await expect(page.getByLabel("Date and time")).toHaveValue(later);
  await expect(page.locator("[name=once]")).toHaveValue(once);
});

test("a draft of a tweet that changed meanwhile asks before it replaces it", async ({
  page,
  arrive,
  complaints,
  context,
}) => {
  complaints.expect(409);
  await arrive("alice");
  await open(page);
  await tweet(page).fill("First words");
  await draftButton(page).click();
  await page.waitForURL(/\/timeline/);
  await page.goto("/ideas");
  const href = await page
    .getByRole("main")
    .getByRole("link", { name: /^First words/ })
    .first()
    .getAttribute("href");
  const id = /(?:tweet|edit)=(\d+)/.exec(href ?? "")?.[1] ?? "";
  await open(page, `/write?tweet=${id}`);
  await tweet(page).fill("My words");
  await saved(page);
  const other = await context.newPage();
  await open(other, `/write?tweet=${id}`);
  await other
    .getByRole("button", { name: "Discard" })
    .click({ timeout: 1_000 })
    .catch(() => {});
  await tweet(other).fill("Their words");
  await draftButton(other).click();
  await other.waitForURL(/\/timeline/);
  await other.close();
  await page.reload();
  await expect(tweet(page)).toHaveValue("My words");
  await draftButton(page).click();
  await expect(page.getByRole("alert")).toContainText("Their words");
  await page.getByRole("button", { name: "Keep mine" }).click();
  await expect(tweet(page)).toBeFocused();
  await draftButton(page).click();
  await page.waitForURL(/\/timeline/);
  expect(await drafts(page, /^My words/)).toBe(1);
});

test("nothing is sent before its images are uploaded, and none lands in another part", async ({ page, arrive }) => {
  await arrive("alice");
  await open(page);
  const release = await at.hold(page, "POST", "**/api/media");
  await tweet(page).fill("First");
  await page.getByRole("button", { name: "Add part" }).click();
  await part(page, 2).fill("Second");
  await page.getByLabel("Add images to part 2").setInputFiles(await file("wren.jpg"));
  await expect(page.getByText("Uploading wren.jpg…")).toBeVisible();
  for (const name of ["Schedule", "Post Now", "Save draft"])
    await expect(page.getByRole("button", { name, exact: true })).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByText("Wait until the images are uploaded.")).toBeVisible();
  await page.getByRole("button", { name: "Remove part 2" }).click();
  await page.getByRole("button", { name: "Add part" }).click();
  await part(page, 2).fill("Another");
  const uploaded = page.waitForResponse("**/api/media");
  release();
  await uploaded;
  await page.getByLabel("Add images to part 1").setInputFiles(await file("wren.jpg"));
  await expect(page.locator("#part-1").getByLabel(/^Alt text/)).toHaveCount(1);
  await expect(page.locator("#part-2").getByLabel(/^Alt text/)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Schedule", exact: true })).not.toHaveAttribute(
    "aria-disabled",
    "true",
  );
});

test("no part with an image goes by a held Backspace", async ({ page, arrive }) => {
  await arrive("alice");
  await open(page);
  await tweet(page).fill("First");
  await page.getByRole("button", { name: "Add part" }).click();
  await page.getByLabel("Add images to part 2").setInputFiles(await file("wren.jpg"));
  await expect(page.getByLabel("Alt text for image 1 of part 2")).toBeVisible();
  await part(page, 2).focus();
  await page.keyboard.press("Backspace");
  await expect(part(page, 2)).toBeVisible();
  await page.getByRole("button", { name: "Add part" }).click();
  await page.keyboard.type("ab");
  await page.keyboard.down("Backspace");
  for (let no = 0; no < 5; no++) await page.keyboard.down("Backspace");
  await page.keyboard.up("Backspace");
  await expect(part(page, 3)).toHaveValue("");
  await page.keyboard.press("Backspace");
  await expect(part(page, 3)).toHaveCount(0);
});

test("Discard is undone", async ({ page, arrive }) => {
  await arrive("alice");
  await open(page);
  await tweet(page).fill("Bees keep us");
  await saved(page);
  await page.reload();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(tweet(page)).toHaveValue("");
  await expect(tweet(page)).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(tweet(page)).toHaveValue("Bees keep us");
  await expect(tweet(page)).toBeFocused();
  await page.reload();
  await expect(tweet(page)).toHaveValue("Bees keep us");
});

test("a refused Post Now leaves one draft on the server, and none in this browser", async ({
  page,
  arrive,
  complaints,
}) => {
  complaints.expect(422);
  await arrive("alice");
  await open(page);
  await tweet(page).fill("Bees keep us");
  await page.getByRole("button", { name: "Post Now" }).click();
  await page.waitForURL(/\/timeline/);
  await open(page);
  await tweet(page).fill("Bees keep us");
  await saved(page);
  await page.getByRole("button", { name: "Post Now" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect.poll(() => keptCount(page)).toBe(0);
  await tweet(page).pressSequentially(" all");
  await expect.poll(() => keptCount(page)).toBe(1);
  // A reload opens the draft, with what was typed since.
  await page.reload();
  await expect(tweet(page)).toHaveValue("Bees keep us all");
  expect(await keptCount(page)).toBe(1);
  await draftButton(page).click();
  await page.waitForURL(/\/timeline/);
  await expect.poll(() => keptCount(page)).toBe(0);
  await open(page);
  await expect(tweet(page)).toHaveValue("");
  expect(await drafts(page, /^Bees keep us all/)).toBe(1);
});

test("the same refusal is announced again, and the focus stays on the button", async ({ page, arrive, complaints }) => {
  complaints.allow(/422/);
  await arrive("alice");
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page);
  await tweet(page).fill("Bees keep us");
  await page.getByLabel("Exact time").check();
  await page.getByLabel("Date and time").fill("");
  const schedule = page.getByRole("button", { name: "Schedule", exact: true });
  await schedule.click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Choose a date and a time.");
  // The foot, which stays in sight, doesn't cover it.
  const foot = page.locator(".write__foot");
  await expect
    .poll(async () => {
      const [over, under] = [await alert.boundingBox(), await foot.boundingBox()];
      return over !== null && under !== null && over.y > 0 && over.y + over.height <= under.y;
    })
    .toBe(true);
  await schedule.click();
  await expect(page.locator("[aria-live=assertive]").getByText("Choose a date and a time.").first()).toBeAttached();
  await expect(schedule).toBeFocused();
});

test("nothing typed is lost or revived while a request is under way", async ({ page, arrive }) => {
  await arrive("alice");
  await open(page);
  await tweet(page).fill("Bees keep us");
  const release = await at.hold(page, "POST", "**/write.data*");
  await draftButton(page).click();
  await expect(tweet(page)).toHaveAttribute("readonly", "");
  await tweet(page).press("x");
  await expect(tweet(page)).toHaveValue("Bees keep us");
  release();
  await page.waitForURL(/\/timeline/);
  await expect.poll(() => keptCount(page)).toBe(0);
});

test("another user who signs in in the next tab neither sees nor sends the text", async ({
  page,
  arrive,
  context,
  complaints,
}) => {
  complaints.allow(/403/);
  await arrive("alice");
  await open(page);
  await tweet(page).fill("Alice's words");
  await saved(page);
  const alices = await context.cookies();
  await arrive("bob");
  await draftButton(page).click();
  await expect(page.getByText("This text belongs to another user", { exact: true })).toBeVisible();
  await expect(page.getByText("Alice's words")).toBeHidden();
  await context.addCookies(alices);
  await page.getByRole("button", { name: "Show it again" }).click();
  await expect(tweet(page)).toHaveValue("Alice's words");
  await draftButton(page).click();
  await page.waitForURL(/\/timeline/);
});

test("a time that isn't chosen stops no button, whatever it is", async ({ page, arrive }) => {
  await arrive("alice");
  await open(page);
  await tweet(page).fill("Bees keep us");
  await page.locator("[name=moment]").evaluate((field: HTMLInputElement) => (field.value = "2020-01-01T10:00"));
  await draftButton(page).click();
  await page.waitForURL(/\/timeline/);
});

test("the slot and the account of the address win over those of a kept draft", async ({ page, arrive }) => {
  const { visitor, handle } = await arrive("alice");
  await linkInSandbox(visitor, newHandle("second"));
  await open(page);
  await tweet(page).fill("Bees keep us");
  await saved(page);
  const list = await visitor.call<{ accounts: { twitter_user_id: string; twitter_username: string }[] }>(
    "GET",
    "/api/twitter/accounts/list",
  );
  const chosen = list.body.accounts.find(({ twitter_username: name }) => name !== handle)!;
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  await open(page, `/write?slot=${day}T15&account=${chosen.twitter_user_id}`);
  await expect(page.getByText("Restored from this device")).toBeVisible();
  await expect(tweet(page)).toHaveValue("Bees keep us");
  await expect(page.getByRole("radio", { name: "Time slot" })).toBeChecked();
  await expect(page.getByRole("combobox", { name: "Time slot", exact: true })).toHaveValue("15");
  await expect(page.getByLabel("Account", { exact: true }).locator("option:checked")).toHaveText(
    `@${chosen.twitter_username}`,
  );
});

test("an account that is chosen while a text is being split stays chosen", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  const second = newHandle("second");
  await linkInSandbox(visitor, second);
  await open(page);
  await tweet(page).fill(long);
  const release = await at.hold(page, "POST", "**/write.data*");
  await page.getByRole("button", { name: "Split at 280" }).click();
  await page.getByLabel("Account", { exact: true }).selectOption({ label: `@${second}` });
  await page.getByLabel("Exact time").check();
  release();
  await expect(part(page, 2)).toBeVisible();
  await expect(page.getByLabel("Account", { exact: true }).locator("option:checked")).toHaveText(`@${second}`);
  await expect(page.getByLabel("Exact time")).toBeChecked();
});

test("an upload that ends after Discard lands nowhere", async ({ page, arrive }) => {
  await arrive("alice");
  await open(page);
  await tweet(page).fill("Bees keep us");
  await saved(page);
  await page.reload();
  await expect(page.getByText("Restored from this device")).toBeVisible();
  const release = await at.hold(page, "POST", "**/api/media");
  await page.getByLabel("Add images").setInputFiles(await file("wren.jpg"));
  await expect(page.getByText("Uploading wren.jpg…")).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("Uploading wren.jpg…")).toHaveCount(0);
  const uploaded = page.waitForResponse("**/api/media");
  release();
  await uploaded;
  await tweet(page).fill("Another");
  await page.getByLabel("Add images").setInputFiles(await file("other.jpg", { width: 90 }));
  await expect(page.getByLabel(/^Alt text/)).toHaveCount(1);
});

test("text that answers a lost form late is asked about, saved as new, and leaves no copy behind", async ({
  page,
  arrive,
  complaints,
}) => {
  complaints.allow(/net::ERR_FAILED/);
  complaints.expect(409);
  await arrive("alice");
  await open(page);
  await tweet(page).fill("Bees keep us");
  await loseAnswers(page);
  await draftButton(page).click();
  await expect(page.getByRole("alert")).toContainText("Couldn’t reach Linnet. Your text is kept.");
  await page.unroute("**/write.data*");
  // As a form that Back shows again: without the note that no response arrived.
  await page.locator("[name=unanswered]").evaluate((field: HTMLInputElement) => field.remove());
  await tweet(page).fill("We keep bees");
  await draftButton(page).click();
  await expect(page.getByRole("alert")).toContainText("You saved this form before");
  await page.getByRole("button", { name: "Make mine a new tweet" }).click();
  await expect(tweet(page)).toBeFocused();
  await draftButton(page).click();
  await page.waitForURL(/\/timeline/);
  await expect.poll(() => keptCount(page)).toBe(0);
  expect(await drafts(page, /^(Bees keep us|We keep bees)/)).toBe(2);
});
