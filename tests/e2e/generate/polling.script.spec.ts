// Looking after a generation: each way it can go wrong in its own words, on a clock turned by hand.
import type { Page, Route } from "@playwright/test";
import { ask } from "../../support/people/browser";
import { faultsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

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

interface Waiting {
  address: string;
  /** The writer's answer comes. */
  release(): void;
}

/** A generation of this test's own, which ends when the test does, and a clock that stands. */
const waits = test.extend<{ waiting: Waiting }>({
  waiting: async ({ page, arrive, gemini }, hand) => {
    const { visitor } = await arrive("alice");
    const release = gemini.hold();
    const address = `/generate?job=${await ask(visitor, "linnets in winter")}`;
    await page.goto("/strategy");
    await at.done(page);
    const now = Date.now();
    await page.clock.install({ time: now });
    // Installed alone, it would go on by itself, and on a busy machine by more than is turned.
    await page.clock.pauseAt(now + 1_000);
    await hand({ address, release });
    await page.unrouteAll({ behavior: "ignoreErrors" });
    release();
  },
});

waits("the first look comes after a second, then one each three seconds", async ({ page, waiting }) => {
  expect(await wait(page, waiting.address, pending, 500)).toBe(0);
  expect(await wait(page, waiting.address, pending, 2_500)).toBe(1);
  expect(await wait(page, waiting.address, pending, 8_500)).toBe(3);
  await expect(page.getByText("AI is generating your tweets...")).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText(/^\d+ s so far$/);
});

waits(
  "answers that are lost now and then while it looks don't end the waiting",
  async ({ page, waiting, complaints }) => {
    complaints.allow(/net::ERR_FAILED/);
    let asked = 0;
    const nowAndThen: Answer = (route) => ((asked += 1) % 3 === 0 ? pending(route) : route.abort());
    expect(await wait(page, waiting.address, nowAndThen, 20_500)).toBeGreaterThan(5);
    await expect(page.getByText("AI is generating your tweets...")).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
  },
);

// On the real clock: its colours glide by the browser's own frames.
test("who waits sees a page without a fault of access", async ({ page, arrive, gemini }) => {
  const { visitor } = await arrive("alice");
  const release = gemini.hold();
  await page.goto(`/generate?job=${await ask(visitor, "linnets in winter")}`);
  await expect(page.getByText("AI is generating your tweets...")).toBeVisible();
  expect(await faultsOf(page, "the generating state")).toEqual([]);
  release();
});

/** `isOver`: the server says that the task failed. */
const cases: [name: string, answer: Answer, ms: number, sentence: string, isOver?: "isOver"][] = [
  ["a 500", says({}, 500), 9_000, "Failed to get task status"],
  ["a 500 with its reason", says({ detail: "Come back later" }, 500), 9_000, "Come back later"],
  ["a 422 with two faults", says({ detail: [{ msg: "too" }, { msg: "much" }] }, 422), 9_000, "too, much"],
  ["a 422 with an object", says({ detail: { code: 7 } }, 422), 9_000, '{"code":7}'],
  ["no line", (route) => route.abort(), 9_000, "Failed to get generation results"],
  ["half an answer", (route) => route.fulfill({ body: '{"data":' }), 9_000, "Failed to get generation results"],
  [
    "a failure without a reason",
    says({ data: { status: "failed", batch_id: null, error: null } }),
    2_000,
    "Generation failed. Please try again.",
    "isOver",
  ],
  [
    "a success without a batch",
    says({ data: { status: "success", batch_id: null } }),
    2_000,
    "Unexpected task result format.",
  ],
  ["a list", says([]), 2_000, "Unexpected task result format."],
  ["nothing for ninety seconds", pending, 92_000, "Generation timeout. Please try again."],
];
for (const [name, answer, ms, sentence, isOver] of cases)
  waits(
    `${name} is told in the product's words, and Try Again writes nothing twice`,
    async ({ page, waiting, complaints }) => {
      complaints.expect(500, 422);
      complaints.allow(/net::ERR_FAILED/);
      await wait(page, waiting.address, answer, ms);
      await expect(page.getByRole("alert")).toContainText(sentence);
      const href = isOver ? "/generate?topic=linnets+in+winter" : waiting.address;
      await expect(page.getByRole("link", { name: "Try Again" })).toHaveAttribute("href", href);
    },
  );

waits(
  "a task that still runs after the last check has a line for it below the timeout, said once",
  async ({ page, waiting }) => {
    await wait(page, waiting.address, pending, 92_000);
    const line = "Still writing: this model may take up to 2 minutes. You can close this page.";
    await expect(page.getByRole("alert")).not.toContainText(line);
    await expect(page.locator("main p.hint").filter({ hasText: line })).toHaveCount(1);
    await expect(page.locator("[aria-live=polite] p").filter({ hasText: line })).toHaveCount(1);
  },
);

waits(
  "a page that lost its task while the server was away shows the tweets once it is back",
  async ({ page, waiting, complaints }) => {
    complaints.allow(/net::ERR_FAILED|Failed to fetch/);
    await page.goto(waiting.address);
    await at.takenOver(page);
    await page.route("**/*", (route) => route.abort());
    const lost = page.getByRole("alert").filter({ hasText: "Failed to get generation results" });
    await expect(async () => {
      await page.clock.runFor(3_000);
      await expect(lost).toBeVisible({ timeout: 500 });
    }).toPass();
    waiting.release();
    await page.unrouteAll();
    await expect(async () => {
      await page.clock.runFor(3_000);
      await expect(page.getByRole("heading", { name: "Generated Tweets (5)" })).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(lost).toHaveCount(0);
  },
);

waits(
  "a page that lost its task while the server was away goes on looking after it",
  async ({ page, waiting, complaints }) => {
    complaints.allow(/net::ERR_FAILED|Failed to fetch/);
    await page.goto(waiting.address);
    await at.takenOver(page);
    await page.route("**/*", (route) => route.abort());
    const lost = page.getByRole("alert").filter({ hasText: "Failed to get generation results" });
    await expect(async () => {
      await page.clock.runFor(3_000);
      await expect(lost).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.unrouteAll();
    await expect(async () => {
      await page.clock.runFor(3_000);
      await expect(page.getByText("AI is generating your tweets...")).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(lost).toHaveCount(0);
  },
);

waits("somebody who was signed out meanwhile is told so, and nothing is asked", async ({ page, waiting, context }) => {
  await context.clearCookies();
  expect(await wait(page, waiting.address, pending, 2_000)).toBe(0);
  await expect(page.getByRole("alert")).toContainText("用户未登录");
});
