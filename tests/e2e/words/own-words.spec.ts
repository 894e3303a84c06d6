// One's own words: written, changed, put at an exact time or a random one, unscheduled again; and an account that rests.
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";
import { write, morning, unfold } from "./writing";

test("one's own words are kept exactly, and wait among the ideas until they are on the timeline", async ({
  page,
  arrive,
}) => {
  await arrive("alice");
  const words = "A linnet sings\n\n  when it feels like it";
  const detail = await write(page, words);
  await expect(detail.locator(".words")).toHaveText(words, { useInnerText: true });
  await expect(page).toHaveURL(/\/timeline\?tweet=\d+$/);
  await page.goto("/ideas");
  const idea = page.getByRole("main").getByRole("link", { name: /^A linnet sings/ });
  await idea.click();
  await detail.getByRole("button", { name: "Add to Timeline" }).click();
  await expect(at.dialog(page, /^Scheduled for /)).toBeVisible();
  await page.goto("/ideas");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ideas");
  await expect(idea).toHaveCount(0);
});

test("an exact time is chosen, another is drawn, and the journal tells of both", async ({ page, arrive, script }) => {
  await arrive("alice");
  const detail = await write(page, "A linnet keeps its own time");
  await unfold(detail, "Pick a time");
  const field = detail.getByLabel(script ? "Date and time (Berlin time)" : "Date and time (UTC)");
  await field.fill(await morning(field));
  await detail.getByRole("button", { name: "Schedule", exact: true }).click();
  const scheduled = at.dialog(page, /^Scheduled for .*, 10:00$/);
  await expect(scheduled).toContainText("You picked it.");
  await scheduled.getByRole("button", { name: "Pick another random time" }).click();
  const drawn = at.dialog(page, /^Scheduled for /);
  await expect(drawn).toContainText(at.drawnMoment);
  await unfold(drawn, "Activity");
  const journal = drawn.getByRole("listitem");
  await expect(journal).toHaveCount(2);
  await expect(journal.nth(0)).toContainText(/Scheduled\. You picked .*, 10:00(?:, Berlin time| UTC)\./);
  await expect(journal.nth(1)).toContainText(/Moved to another time\. .*Picked at random/);
});

test("a guest who wants to write is asked to sign in", async ({ page }) => {
  await page.goto("/timeline");
  await page.getByRole("link", { name: "Write a tweet", exact: true }).click();
  await expect(at.dialog(page, "Sign In")).toBeVisible();
});
