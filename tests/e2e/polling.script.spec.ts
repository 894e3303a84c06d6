// Looking after a generation: each way it can go wrong in its own words, on a clock turned by hand.
import type { Page, Route } from "@playwright/test";
import { ask } from "../support/browser";
import { replies } from "../support/fake-gemini";
import { faultsOf } from "./axe";
import { expect, test } from "./fixtures";
import * as at from "./places";

test.use({ serverKind: "gemini" });
test.describe.configure({ mode: "default" });

type Answer = (route: Route) => Promise<void>;
const says =
  (body: unknown, status = 200): Answer =>
  (route) =>
    route.fulfill({ status, json: body });
const pending = says({ success: true, data: { status: "pending", batch_id: null } });

/** Loads the waiting page, turns its clock by `ms`; answers how often it looked. */
async function wait(page: Page, address: string, answer: Answer, ms: number): Promise<number> {
  let looks = 0;
  await page.unrouteAll();
  await page.route("**/task-status/**", (route) => {
    looks += 1;
    return answer(route);
  });
  await page.goto(address);
  await at.takenOver(page);
  // Each look waits for its answer, which comes on the real clock.
  for (let turned = 0; turned < ms; turned += 500) {
    await page.clock.runFor(500);
    if (turned % 1000 === 0) await page.evaluate(() => fetch("/favicon.svg"));
  }
  return looks;
}

test("the first look after a second, then each three; and every failure in the product's words", async ({
  page,
  arrive,
  gemini,
  complaints,
  context,
}) => {
  complaints.expect(500, 422);
  complaints.allow(/net::ERR_FAILED/);
  const { visitor } = await arrive("alice");
  const begin = async () => {
    gemini.next({ ...replies.tweets(["Too late"]), delayMs: 70_000 });
    return `/generate?job=${await ask(visitor, "linnets in winter")}`;
  };
  let address = await begin();
  await page.goto(address);
  await expect(page.getByText("AI is generating your tweets...")).toBeVisible();
  expect(await faultsOf(page, "the generating state")).toEqual([]);
  await page.goto("/strategy");
  await at.settled(page);
  const now = Date.now();
  await page.clock.install({ time: now });
  // Installed alone, it would go on by itself, and on a busy machine by more than is turned.
  await page.clock.pauseAt(now + 1_000);

  expect(await wait(page, address, pending, 500)).toBe(0);
  expect(await wait(page, address, pending, 2_500)).toBe(1);
  expect(await wait(page, address, pending, 8_500)).toBe(3);
  await expect(page.getByRole("timer")).toHaveText(/^\d+ s so far$/);

  const cases: [Answer, number, string][] = [
    [says({}, 500), 9_000, "Failed to get task status"],
    [says({ detail: "Come back later" }, 500), 9_000, "Come back later"],
    [says({ detail: [{ msg: "too" }, { msg: "much" }] }, 422), 9_000, "too, much"],
    [says({ detail: { code: 7 } }, 422), 9_000, '{"code":7}'],
    [(route) => route.abort(), 9_000, "Failed to get generation results"],
    [(route) => route.fulfill({ body: '{"data":' }), 9_000, "Failed to get generation results"],
    [says({ data: { status: "failed", batch_id: null, error: null } }), 2_000, "Generation failed. Please try again."],
    [says({ data: { status: "success", batch_id: null } }), 2_000, "Unexpected task result format."],
    [says([]), 2_000, "Unexpected task result format."],
  ];
  const fails = async ([answer, ms, sentence]: (typeof cases)[0]) => {
    await wait(page, address, answer, ms);
    await expect(page.getByRole("alert")).toContainText(sentence);
    await expect(page.getByRole("link", { name: "Try Again" })).toHaveAttribute(
      "href",
      "/generate?topic=linnets+in+winter",
    );
  };
  for (const one of cases) await fails(one);
  // The server gives a task up after a while, and on a slow machine the first one's is over by now.
  address = await begin();
  await fails([pending, 92_000, "Generation timeout. Please try again."]);

  await context.clearCookies();
  expect(await wait(page, address, pending, 2_000)).toBe(0);
  await expect(page.getByRole("alert")).toContainText("用户未登录");
});
