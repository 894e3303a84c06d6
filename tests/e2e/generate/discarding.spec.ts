// Discarding from the cards of a batch: by their menu, undone, and what another tab did meanwhile; with a script and without.
import type { Page } from "@playwright/test";
import { newHandle, linkInSandbox, register, type Visitor, writeTweets } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

/** The batch of somebody new, open. */
async function openBatch(page: Page, origin: string): Promise<{ me: Visitor; ids: number[] }> {
  const me = await register(origin, "alice");
  await linkInSandbox(me, newHandle("alice"));
  const { batchId, tweets } = await writeTweets(me, "keeping bees");
  await page.context().addCookies(me.cookies());
  await page.goto(`/generate?batch=${batchId}`);
  // Whatever it reads by itself has been read.
  await page.waitForLoadState("networkidle");
  return { me, ids: tweets.map(({ id }) => id) };
}

const card = (page: Page, id: number | undefined) => page.locator(`#tweet-${id}`);

/** `meanwhile` happens elsewhere while the menu is open, and the page doesn't look again before the press. */
async function discard(page: Page, id: number | undefined, meanwhile?: () => Promise<unknown>): Promise<void> {
  const release = await at.hold(page, "GET", "**/*.data*");
  await card(page, id).locator("summary").filter({ hasText: "Refine" }).click();
  await meanwhile?.();
  await card(page, id).getByRole("button", { name: "Move to Trash" }).click();
  release();
}

const stateOf = async (me: Visitor, id: number | undefined) => {
  const { body } = await me.call("GET", "/api/tweets?status=pending,scheduled,discarded");
  const { data } = body as { data: { id: number; status: string; discarded_at: string | null }[] };
  const found = data.find((tweet) => tweet.id === id);
  return found && (found.discarded_at === null ? found.status : "discarded");
};

test("a card is discarded from its menu, and is where it was after Undo", async ({ page, server }) => {
  const { me, ids } = await openBatch(page, server.origin);
  const [, one] = ids;
  await discard(page, one);
  await expect(card(page, one)).toHaveCount(0);
  await expect(at.cards(page)).toHaveCount(4);
  await expect(page.getByText(/^Moved to Trash/).first()).toBeVisible();
  expect(await stateOf(me, one)).toBe("discarded");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(at.cards(page)).toHaveCount(5);
  await expect(at.cards(page).nth(1)).toHaveAttribute("id", `tweet-${one}`);
  expect(await stateOf(me, one)).toBe("pending");
});

test("what was scheduled in another tab stays on the timeline, and the card says why", async ({
  page,
  server,
  complaints,
}) => {
  complaints.expect(409);
  const { me, ids } = await openBatch(page, server.origin);
  const [one] = ids;
  await discard(page, one, () => me.call("POST", `/api/questions/publish-random-auto/${one}`, {}));
  await expect(page.getByText("Unschedule this tweet first.").first()).toBeVisible();
  await expect(at.cards(page)).toHaveCount(5);
  expect(await stateOf(me, one)).toBe("scheduled");
});

test("what was discarded in another tab is discarded once, and Undo brings it back", async ({ page, server }) => {
  const { me, ids } = await openBatch(page, server.origin);
  const [one] = ids;
  await discard(page, one, () => me.call("DELETE", `/api/tweets/${one}`));
  await expect(card(page, one)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(card(page, one)).toHaveCount(1);
  expect(await stateOf(me, one)).toBe("pending");
});
