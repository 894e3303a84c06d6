// Where scripts run, but the page's own has not come: it looks after the generation by itself, as without any.
import { ask } from "../../support/people/browser";
import { replies } from "../../support/fakes/fake-gemini";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test.use({ serverKind: "gemini" });
test.describe.configure({ mode: "default" });

const words = ["Bees dance", "Hives hum", "Honey keeps"];

test("the tweets come though the script never does", async ({ page, arrive, gemini, complaints }) => {
  complaints.allow(/net::ERR_FAILED/);
  const { visitor } = await arrive("alice");
  await page.route("**/build/**/*.js", (route) => route.abort());
  gemini.next({ ...replies.tweets(words), delayMs: 5_000 });
  await page.goto(`/generate?job=${await ask(visitor, "keeping bees")}`);
  await expect(page.getByText("AI is generating your tweets...")).toBeVisible();
  const again = page.getByRole("link", { name: "Refresh", exact: true });
  const { pathname, search } = new URL(page.url());
  await expect(again).toHaveAttribute("href", `${pathname}${search}`);
  await expect(at.cards(page)).toHaveCount(3, { timeout: 60_000 });
});

test("a person who looks again sees the tweets at once", async ({ page, arrive, gemini, complaints }) => {
  complaints.allow(/net::ERR_FAILED/);
  const { visitor } = await arrive("alice");
  await page.route("**/build/**/*.js", (route) => route.abort());
  gemini.next({ ...replies.tweets(words), delayMs: 1_000 });
  const task = await ask(visitor, "keeping bees");
  await page.goto(`/generate?job=${task}`);
  // Its own looks would hide whether the link works.
  await page.evaluate(() => clearTimeout(window.linnetRefresh));
  await expect
    .poll(
      async () =>
        (await visitor.call<{ data: { status: string } }>("GET", `/api/questions/task-status/${task}`)).body.data
          .status,
    )
    .toBe("success");
  await page.getByRole("link", { name: "Refresh", exact: true }).click();
  await expect(at.cards(page)).toHaveCount(3);
});

test("once the script has taken over, the page is not loaded again", async ({ page, arrive, gemini }) => {
  const { visitor } = await arrive("alice");
  gemini.next({ ...replies.tweets(words), delayMs: 9_000 });
  await page.goto(`/generate?job=${await ask(visitor, "keeping bees")}`);
  await at.takenOver(page);
  await at.mark(page);
  await expect(at.cards(page)).toHaveCount(3, { timeout: 60_000 });
  expect(await at.wentOn(page)).toBe(true);
});
