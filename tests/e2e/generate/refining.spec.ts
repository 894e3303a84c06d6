// Refining while another tab does something with the same tweet: nothing is overwritten, and each is told; by a Gemini that waits.
import type { Locator, Page } from "@playwright/test";
import { type ApiTweet, type Visitor, writeTweets } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test.use({ serverKind: "gemini" });
// The fake Gemini takes its replies in the order of the calls.
test.describe.configure({ mode: "default" });

const cardOf = (page: Page, tweet: ApiTweet | undefined): Locator => page.locator(`#tweet-${tweet?.id}`);

async function press(card: Locator, name: string): Promise<void> {
  await card.locator("summary").filter({ hasText: "Refine" }).click();
  await card.getByRole("button", { name }).click();
}

test("of two tabs that refine one tweet the second is refused in words", async ({
  page,
  context,
  arrive,
  gemini,
  script,
  complaints,
}) => {
  complaints.expect(409);
  const { visitor } = await arrive("alice");
  const { batchId, tweets } = await writeTweets(visitor, "keeping bees in a city");
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/generate?batch=${batchId}`);
    if (script) await at.done(tab);
  }
  const release = gemini.hold();
  await press(cardOf(page, tweets[0]), "Bolder");
  await expect(cardOf(page, tweets[0]).getByText("Making it bolder…")).toBeVisible();
  await press(cardOf(other, tweets[0]), "Simpler");
  await expect(cardOf(other, tweets[0])).toContainText(
    "This tweet is already being rewritten. Wait until the rewrite is done.",
  );
  release();
  await expect(cardOf(page, tweets[0]).getByText(/^Made bolder, from \d+ to \d+ characters\.$/)).toBeVisible();
  await cardOf(page, tweets[0]).getByRole("button", { name: "Undo" }).click();
  const toast = page.locator(".toast", { hasText: "Earlier version restored" });
  await expect(toast).toBeVisible();
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(cardOf(page, tweets[0]).getByText(/^Made bolder, from \d+ to \d+ characters\.$/)).toBeVisible();
});

const trash = (me: Visitor, id: number, operation: string) =>
  me.post("/ideas", { intent: "ideas", do: operation, tweetId: String(id) });

const meanwhile: Record<string, { does: (me: Visitor, id: number) => Promise<unknown>; says: string }> = {
  edited: {
    does: (me, id) => me.call("PUT", `/api/questions/tweet/${id}`, { tweet_content: "The other tab was here." }),
    says: "The tweet was edited while the AI was writing, so the rewrite is a new tweet.",
  },
  scheduled: {
    does: (me, id) => me.call("POST", `/api/questions/publish-random-auto/${id}`, {}),
    says: "The tweet was scheduled while the AI was writing, so the rewrite is a new tweet.",
  },
  sent: {
    does: (me, id) => me.call("POST", `/api/questions/publish-now/${id}`, {}),
    says: "The tweet started posting while the AI was writing, so the rewrite is a new tweet.",
  },
  discarded: {
    does: (me, id) => trash(me, id, "discard"),
    says: "The tweet was moved to Trash while the AI was writing, so the rewrite is a new tweet.",
  },
  deleted: {
    does: async (me, id) => [await trash(me, id, "discard"), await trash(me, id, "delete")],
    says: "The original was deleted, so the rewrite is a new tweet.",
  },
};

for (const [what, { does, says }] of Object.entries(meanwhile))
  test(`a tweet that is ${what} while it is refined keeps its words, and the page says so`, async ({
    page,
    arrive,
    gemini,
    script,
  }) => {
    const { visitor } = await arrive("alice");
    const { batchId, tweets } = await writeTweets(visitor, "keeping bees in a city");
    await page.goto(`/generate?batch=${batchId}`);
    if (script) await at.done(page);
    const release = gemini.hold();
    await press(cardOf(page, tweets[0]), "Bolder");
    await expect(cardOf(page, tweets[0]).getByText("Making it bolder…")).toBeVisible();
    await does(visitor, tweets[0]?.id ?? 0);
    release();
    await expect(async () => {
      if (!script || what !== "edited") await page.reload();
      await expect(at.cards(page).filter({ hasText: says }).first()).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    await expect(page.getByText(/, said anew/)).toHaveCount(1);
  });
