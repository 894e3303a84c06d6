// On a server whose window is less than a minute: a scheduled tweet goes out by itself, and the timeline shows it.
import { seconds } from "~/ground/time/duration";
import { writeTweets } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test.use({ serverKind: "soon" });

test("a scheduled tweet goes out by itself, and the timeline shows it published", async ({ page, arrive, server }) => {
  const { visitor } = await arrive("alice");
  await at.openFreshBatch(page, visitor);
  const card = at.cards(page).nth(0);
  const words = await at.wordsOf(card);
  await card.getByRole("button", { name: "Add to Timeline" }).click();
  await expect(card).toContainText("Scheduled");
  await server.advance(seconds(48));

  await page.getByRole("link", { name: "Timeline", exact: true }).click();
  await expect(async () => {
    await page.getByText("Refresh Timeline History").click();
    await expect(at.taskOf(page, "Published", words)).toBeVisible({ timeout: 500 });
  }).toPass();
  await at.taskOf(page, "Published", words).click();
  await page.getByRole("dialog").getByRole("link", { name: "View in the sandbox" }).click();
  await expect(page.getByRole("article")).toContainText(words);
});

test("unscheduled in time, it stays where it is", async ({ page, arrive, server }) => {
  const { visitor } = await arrive("alice");
  const { batchId, tweets } = await writeTweets(visitor, "keeping bees");
  const act = (verb: string, index: number, body: object = { user_timezone: "UTC" }) =>
    visitor.call("POST", `/api/questions/${verb}/${tweets[index]!.id}`, body);
  expect((await act("publish-random-auto", 0)).status).toBe(200);
  expect((await act("cancel", 0, {})).status).toBe(200);
  expect((await act("publish-random-auto", 1)).status).toBe(200);
  await server.advance(seconds(48));
  await page.goto(`/generate?batch=${batchId}`);
  await expect(async () => {
    await page.reload();
    await expect(at.cards(page).nth(1)).toContainText("Published", { timeout: 500 });
  }).toPass();
  await expect(at.cards(page).nth(0)).toContainText("Not posted yet.");
});
