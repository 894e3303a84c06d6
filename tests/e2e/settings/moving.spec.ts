// A person's time zone: chosen at sign-up or later, kept through every sign-in, and asked about where it moves a night.
import type { Page } from "@playwright/test";
import { newEmail, password, type ApiTweet, type Visitor, writeTweets } from "../../support/people/browser";
import { type Arrived, expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("who signs up chooses a zone, and is told of UTC until one is known", async ({ page, script }) => {
  await page.goto("/generate?panel=register");
  if (script) await at.takenOver(page);
  const form = at.dialog(page, "Create Account");
  await expect(form.getByLabel("Time zone")).toHaveValue(script ? "Europe/Berlin" : "UTC");
  await form.getByLabel("Email").fill(newEmail("alice"));
  await form.getByLabel("Password").fill(password);
  // What is left as it stood is sent as a guess, which another browser's may replace.
  await expect(form.locator("[name=timezoneGuess]")).toHaveValue(script ? "Europe/Berlin" : "UTC");
  await form.getByRole("button", { name: "Create Account" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Continue" }).click();
  const choose = page.getByRole("link", { name: "choose your time zone" });
  if (script) return expect(choose).toHaveCount(0);
  await choose.click();
  const settings = at.dialog(page, "Settings");
  await settings.getByLabel("Change time zone").selectOption({ label: "Kolkata, UTC+5:30 (Asia/Kolkata)" });
  await settings.getByRole("button", { name: "Save time zone" }).click();
  await page.goto("/generate");
  await expect(choose).toHaveCount(0);
});

test("a zone chosen at sign-up is kept, whatever the browser takes for its own", async ({ page, script }) => {
  await page.goto("/generate?panel=register");
  if (script) await at.takenOver(page);
  const form = at.dialog(page, "Create Account");
  const email = newEmail("alice");
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Password").fill(password);
  await form.getByLabel("Time zone").selectOption("Asia/Tokyo");
  await form.getByRole("button", { name: "Create Account" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Continue" }).click();
  await at.signOut(page);
  await page.goto("/timeline?panel=login");
  if (script) await at.takenOver(page);
  await page.getByRole("dialog").getByLabel("Email").fill(email);
  await page.getByRole("dialog").getByLabel("Password").fill(password);
  await page.getByRole("dialog").getByRole("button", { name: "Sign In" }).click();
  await expect(at.dialog(page, "Login Successful!")).toBeVisible();
  if (script) await at.done(page);
  await page.goto("/timeline");
  await expect(page.getByText("in Tokyo time")).toBeVisible();
});

test.describe("from Tokyo", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  /** Guessed in Berlin before. */
  async function arriveFromBerlin(arrive: (name: string) => Promise<Arrived>): Promise<Visitor> {
    const { visitor } = await arrive("alice");
    await visitor.call("POST", `/api/questions/set-timezone/${visitor.userId}?timezone=Europe/Berlin`, {});
    return visitor;
  }

  async function plan(visitor: Visitor): Promise<void> {
    const { tweets } = await writeTweets(visitor, "keeping bees");
    await visitor.call("POST", `/api/questions/publish-random-auto/${tweets[0]?.id}`, {});
  }

  /** As a script says it after a sign-in; without one a page has it from a time when there was one. */
  async function sayWhere(page: Page, script: boolean): Promise<void> {
    if (script) return;
    const headers = { origin: new URL(page.url()).origin };
    expect((await page.request.post("/session/key?timezone=Asia/Tokyo", { headers })).ok()).toBe(true);
    await page.reload();
  }

  const zoneOf = async (visitor: Visitor): Promise<string> => {
    const path = `/api/questions/set-timezone/${visitor.userId}?timezone=UTC`;
    return (await visitor.call<{ data: { timezone: string } }>("POST", path, {})).body.data.timezone;
  };

  test("a zone that a guess replaces is said, where nothing is scheduled", async ({ page, arrive, script }) => {
    test.skip(!script, "without a script no browser says where it is");
    const visitor = await arriveFromBerlin(arrive);
    await page.goto("/timeline");
    await expect(page.getByText("Times are now in Tokyo time.")).toBeVisible();
    await expect(page.getByText("in Tokyo time", { exact: true })).toBeVisible();
    expect(await zoneOf(visitor)).toBe("Asia/Tokyo");
  });

  for (const [holds, other] of [
    ["Asia/Tokyo", "Europe/Berlin"],
    ["Europe/Berlin", "Asia/Tokyo"],
  ] as const)
    test(`while something is scheduled the page asks, and ${holds} is kept`, async ({ page, arrive, script }) => {
      const visitor = await arriveFromBerlin(arrive);
      await plan(visitor);
      await page.goto("/timeline");
      await sayWhere(page, script);
      const question = page.getByRole("note").filter({ hasText: "Your browser is on Tokyo time." });
      await expect(question).toContainText("Linnet uses Berlin time.");
      const answer = (zone: string) =>
        question.locator(`form:has([name=timezone][value="${zone}"])`).getByRole("button");
      await expect(answer(other)).toBeEnabled();
      expect(await zoneOf(visitor)).toBe("Europe/Berlin");
      await answer(holds).click();
      await expect(question).toHaveCount(0);
      expect(await zoneOf(visitor)).toBe(holds);
      await page.goto("/generate");
      await expect(question).toHaveCount(0);
    });

  test("a zone picked in the settings stays picked when the browser's guess arrives", async ({
    page,
    arrive,
    script,
  }) => {
    test.skip(!script, "without a script no guess arrives");
    await arriveFromBerlin(arrive);
    const release = await at.hold(page, "POST", "**/session/key?*");
    await page.goto("/timeline?panel=settings");
    const settings = at.dialog(page, "Settings");
    await settings.getByLabel("Change time zone").selectOption("Asia/Kolkata");
    release();
    await expect(settings.getByRole("definition").filter({ hasText: "Asia/Tokyo" })).toBeVisible();
    await expect(settings.getByLabel("Change time zone")).toHaveValue("Asia/Kolkata");
    await settings.getByRole("button", { name: "Save time zone" }).click();
    await expect(settings.getByRole("definition").filter({ hasText: "Asia/Kolkata" })).toBeVisible();
    await expect(settings.getByLabel("Change time zone")).toHaveValue("Asia/Kolkata");
  });
});

test("a move that puts a drawn moment into the night is asked about, and draws a new one", async ({
  page,
  arrive,
  script,
}) => {
  const { visitor } = await arrive("alice");
  const { tweets, batchId } = await writeTweets(visitor, "keeping bees");
  const id = tweets[0]?.id ?? 0;
  const path = `/api/questions/publish-random-auto/${id}`;
  const { data } = (await visitor.call<{ data: { execute_at: string } }>("POST", path, {})).body;
  // To where it is three o'clock at night then. Twelve hours away is twelve ahead: behind lives nobody.
  const away = (new Date(data.execute_at).getUTCHours() + 21) % 24;
  const offset = away >= 12 ? 24 - away : -away;
  await visitor.call("POST", `/api/questions/set-timezone/${visitor.userId}?timezone=UTC&chosen=true`, {});
  await page.goto("/timeline?panel=settings");
  const select = at.dialog(page, "Settings").getByLabel("Change time zone");
  // The zone is hers: the browser's own changes nothing.
  if (script) await at.keyed(page);
  const label = new RegExp(`, UTC\\${offset < 0 ? "−" : "+"}${Math.abs(offset)} \\(`);
  const value = await select.locator("option").filter({ hasText: label }).first().getAttribute("value");
  await select.selectOption(value ?? "");
  await at.dialog(page, "Settings").getByRole("button", { name: "Save time zone" }).click();
  const night = at.dialog(page, "1 tweet would now post at night");
  await expect(night).toContainText(/0[34]:\d\d/);
  await night.getByRole("button", { name: "Pick new times" }).click();
  await expect(at.dialog(page, "Time zone saved")).toContainText("Nothing is scheduled for the night");
  const after = await visitor.call<{ data: ApiTweet[] }>("GET", `/api/questions/batch/${batchId}`);
  const moved = after.body.data.find((tweet) => tweet.id === id);
  expect(moved).toMatchObject({ status: "scheduled" });
  expect(moved?.scheduled_time).not.toBe(data.execute_at);
});
