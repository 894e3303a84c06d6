// A batch that was written after posts which were received well: the page says so, and opens them.
import { replies } from "../../support/fakes/fake-gemini";
import { writeTweets } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import { faultsOf } from "../support/axe";
import * as at from "../support/places";
import { write } from "../support/verbs/stage";

test.use({ serverKind: "gemini" });

const best = "Reading what readers read again is the cheapest teacher that I ever had.";

test("what a batch was written after is told with it, and each of these posts can be opened", async ({
  page,
  server,
  arrive,
  gemini,
  script,
}) => {
  const { visitor } = await arrive("alice");
  gemini.next(replies.tweets([best, "Two on bees", "Three on bees", "Four on bees", "Five on bees"]));
  const { tweets } = await writeTweets(visitor, "what bees taught me");
  const id = tweets[0]?.id ?? 0;
  await visitor.call("POST", `/api/questions/publish-now/${id}`, {});
  // As its readings leave it after a week, with twenty posts.
  write({ server }, "update tweets set received = 'well' where id = ?", id);
  const settings = [visitor.userId, "light", 1, 0, 0, Date.now()];
  write({ server }, "insert into result_settings values (?, ?, ?, ?, ?, ?)", ...settings);

  gemini.next(replies.tweets(["One on owls", "Two on owls", "Three on owls", "Four on owls", "Five on owls"]));
  await page.goto("/generate");
  await at.topic(page).fill("owls at night");
  await at.create(page).click();
  await expect(page.getByText("Three on owls")).toBeVisible();
  const told = page.getByText("Based on 1 of your top tweets.");
  await expect(told).toBeVisible();
  const link = page.getByRole("link", { name: best });
  await expect(link).toBeHidden();
  await told.click();
  await expect(link).toBeVisible();
  if (script) expect(await faultsOf(page, "the batch")).toEqual([]);
  await link.click();
  await expect(page).toHaveURL(`/timeline?tweet=${id}`);
  await expect(page.getByRole("dialog")).toContainText(best);
  expect(gemini.calls.at(-1)?.body.contents?.[0]?.parts[0]?.text).toContain(`well = ["${best}"]`);
});
