// Words changed where they stand, on the cards of a batch and among the ideas; with a script and without one.
import type { Locator, Page } from "@playwright/test";
import { type ApiTweet, type Visitor, writeTweets } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

const field = (place: Locator): Locator => place.getByRole("textbox", { name: "Tweet", exact: true });
const save = (place: Locator, name = "Save"): Locator => place.getByRole("button", { name, exact: true });
const editOf = (place: Locator): Locator => place.getByRole("link", { name: "Edit" });
const cardOf = (page: Page, tweet: ApiTweet | undefined): Locator => page.locator(`#tweet-${tweet?.id}`);

for (const place of ["the cards", "the ideas"] as const)
  test(`words are changed on ${place} where they stand`, async ({ page, arrive, script }) => {
    const { visitor } = await arrive("alice");
    const { batchId, tweets } = await writeTweets(visitor, "keeping bees");
    const address = place === "the cards" ? `/generate?batch=${batchId}` : "/ideas";
    await page.goto(address);
    if (script) await at.takenOver(page);
    const card = cardOf(page, tweets[1]);

    await editOf(card).click();
    await expect(field(card)).toHaveValue(tweets[1]?.tweet_content ?? "");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    // With a script nobody is led elsewhere.
    if (script) await expect(page).toHaveURL(address);
    await card.getByRole("link", { name: "Cancel" }).click();
    await expect(field(card)).toHaveCount(0);
    if (script) await expect(editOf(card)).toBeFocused();

    await editOf(card).click();
    await expect(field(card)).toBeFocused();
    await field(card).fill("Bees keep us.\nWe keep bees.");
    if (script) await field(card).press("Control+Enter");
    else await save(card).click();
    await expect(field(card)).toHaveCount(0);
    await expect(card).toContainText("We keep bees.");
    expect(new URL(page.url()).searchParams.has("edit")).toBe(false);
    if (script) await expect(editOf(card)).toBeFocused();
    await expect(page.locator(".toast")).toHaveCount(0);
  });

test("words that are refused stay at their field, as typed", async ({ page, arrive, script, complaints }) => {
  complaints.expect(422);
  const { visitor } = await arrive("alice");
  const { batchId, tweets } = await writeTweets(visitor, "keeping bees");
  await page.goto(`/generate?batch=${batchId}`);
  if (script) await at.takenOver(page);
  const card = cardOf(page, tweets[0]);
  await editOf(card).click();
  await field(card).fill("A linnet sings. ".repeat(20));
  if (script) {
    await expect(save(card)).toBeDisabled();
    await expect(card.getByRole("status")).toHaveText("40 over the limit.");
    return;
  }
  await save(card).click();
  await expect(field(card)).toHaveAccessibleDescription("40 characters over the limit (320 of 280).");
  await expect(field(card)).toHaveValue("A linnet sings. ".repeat(20));
});

const trash = (me: Visitor, id: number, operation: string) =>
  me.post("/ideas", { intent: "ideas", do: operation, tweetId: String(id) });

interface Meanwhile {
  does: (me: Visitor, id: number) => Promise<unknown>;
  says: string | RegExp;
  /** What saving once more does: over the other words, or as a tweet of its own. */
  then: "Save" | "Save as a new tweet";
}

const meanwhile: Record<string, Meanwhile> = {
  edited: {
    does: (me, id) => me.call("PUT", `/api/questions/tweet/${id}`, { tweet_content: "The other tab was here." }),
    says: "This tweet changed while you were editing. Save again to overwrite it.",
    then: "Save",
  },
  scheduled: {
    does: (me, id) => me.call("POST", `/api/questions/publish-random-auto/${id}`, {}),
    says: "This tweet was scheduled while you were editing. Save again to change its text.",
    then: "Save",
  },
  sent: {
    does: (me, id) => me.call("POST", `/api/questions/publish-now/${id}`, {}),
    says: "This tweet is already posting or posted, so it can’t be changed.",
    then: "Save as a new tweet",
  },
  discarded: {
    does: (me, id) => trash(me, id, "discard"),
    says: "This tweet is in Trash. Restore it first.",
    then: "Save as a new tweet",
  },
  deleted: {
    does: async (me, id) => [await trash(me, id, "discard"), await trash(me, id, "delete")],
    says: "Tweet not found.",
    then: "Save as a new tweet",
  },
};

for (const [what, { does, says, then }] of Object.entries(meanwhile))
  for (const place of ["the cards", "the ideas"] as const)
    test(`what is ${what} in another tab meanwhile is said on ${place}, and nothing typed is lost`, async ({
      page,
      arrive,
      script,
      complaints,
    }) => {
      complaints.expect(409, 404);
      const { visitor } = await arrive("alice");
      const { batchId, tweets } = await writeTweets(visitor, "keeping bees");
      const [tweet] = tweets;
      await page.goto(place === "the cards" ? `/generate?batch=${batchId}` : "/ideas");
      if (script) await at.done(page);
      await editOf(cardOf(page, tweet)).click();
      const main = page.getByRole("main");
      await field(main).fill("Mine, typed for long.");
      await does(visitor, tweet?.id ?? 0);
      await save(main).click();
      await expect(main.getByText(says)).toBeVisible();
      await expect(field(main)).toHaveValue("Mine, typed for long.");
      await expect(main.locator(".edit :focus")).toHaveCount(1);
      if (what === "edited") await expect(main.getByText("Current text: “The other tab was here.”")).toBeVisible();
      await save(main, then).click();
      await expect(field(main)).toHaveCount(0);
      if (then === "Save") {
        await page.goto(`/timeline?tweet=${tweet?.id}`);
        await expect(page.getByRole("dialog").getByText("Mine, typed for long.")).toBeVisible();
      } else await expect(at.dialog(page, "Not posted yet").getByText("Mine, typed for long.")).toBeVisible();
    });
