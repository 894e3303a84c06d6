// The bots' own page: what waits for approval is told on every page, changed and approved there; and the wizard below.
import type { Visitor } from "../../support/people/browser";
import { rules } from "../../../app/features/bots/checklist";
import { expect, test } from "../support/fixtures";
import { expectAlerted, hush, listen } from "../support/listening";
import * as at from "../support/places";

const description =
  "A booking page for small sailing schools that turns a good forecast into last-minute offers. " +
  "Unlike a newsletter it fills 9 of 10 empty seats. Try it free for a month.";

async function analysisOf(visitor: Visitor): Promise<string> {
  const path = "/api/bots/content-analysis/analyze";
  const { body } = await visitor.call<{ data: { analysis_id: number } }>("POST", path, { content: description });
  return String(body.data.analysis_id);
}

/** A bot that asks before each post. */
async function startAsking(visitor: Visitor, handle: string): Promise<void> {
  const ticked = Object.fromEntries(rules.map(({ name }) => [name, "on"]));
  const fields = { analysisId: await analysisOf(visitor), as: `@${handle}`, checklist: "1", review: "on" };
  const answer = await visitor.post("/product-analyse", { intent: "start-bot", ...fields, ...ticked });
  expect(answer.status).toBe(303);
}

test("a guest is asked to sign in, and may look at the steps", async ({ page }) => {
  await page.goto("/bot");
  await expect(page.getByRole("note")).toContainText("Sign in to see your bots");
  await expect(page.getByRole("heading", { name: "Set up your bot" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Next" })).toBeVisible();
});

test("who has no bot is shown where one begins", async ({ page, arrive }) => {
  await arrive("alice");
  await page.goto("/bot");
  await expect(page.getByText("No bots yet")).toBeVisible();
  await page.locator(".empty").getByRole("link", { name: "Analyse a product" }).click();
  await expect(page).toHaveURL("/product-analyse");
});

for (const width of [360, 1440])
  test(`at ${width} px what a bot proposes is told on every page, changed, and then approved`, async ({
    page,
    script,
    arrive,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const { visitor, handle } = await arrive("alice");
    await startAsking(visitor, handle);
    const notice = page.getByRole("note").filter({ hasText: "1 tweet needs your approval." });
    await expect(async () => {
      await page.goto("/strategy");
      await expect(notice).toBeVisible({ timeout: 1_000 });
    }).toPass();
    if (script) await at.takenOver(page);
    await notice.getByRole("link", { name: "Review" }).click();
    await expect(page).toHaveURL("/bot");

    const bots = page.getByRole("region", { name: /^Your bots/ });
    await expect(bots).toContainText("1 running, 1 needs your approval");
    await expect(bots).toContainText(`@${handle}`);
    await expect(bots.getByText("Running", { exact: true })).toBeVisible();
    const proposal = bots.getByRole("form", { name: "Waiting for your approval" });
    await proposal.getByRole("link", { name: "Edit" }).click();
    const modal = at.dialog(page, "Edit suggestion");
    const words = "My own words about a full boat by noon.";
    await modal.getByRole("textbox", { name: "Tweet", exact: true }).fill(words);
    if (script) await modal.getByRole("textbox", { name: "Tweet", exact: true }).press("Control+Enter");
    else await modal.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(proposal.getByRole("blockquote")).toHaveText(words);
    const scrolls = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await scrolls()).toBeLessThanOrEqual(0);
    await proposal.getByRole("button", { name: "Approve" }).click();
    await expect(proposal).toBeHidden();
    await expect(notice).toHaveCount(0);
    await expect(bots).toContainText(/Next post (today|tomorrow), \d\d:\d\d/);
    const { body: listed } = await visitor.call<{ accounts: { id: number }[] }>("GET", "/api/twitter/accounts/list");
    const history = `/api/questions/list/${visitor.userId}/account/${listed.accounts[0]?.id}`;
    const { body: sent } = await visitor.call<{ tweet_content: string; status: string }[]>("GET", history);
    expect(sent).toMatchObject([{ tweet_content: words, status: "scheduled" }]);
  });

test("words that are refused say why in their modal, on both pages that show a proposal", async ({
  page,
  script,
  arrive,
  complaints,
}) => {
  complaints.expect(422);
  const { visitor, handle } = await arrive("alice");
  await startAsking(visitor, handle);
  if (script) await listen(page);
  const edit = page.getByRole("form", { name: "Waiting for your approval" }).getByRole("link", { name: "Edit" });
  await expect(async () => {
    await page.goto("/bot");
    await expect(edit).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const toAnalysis = page.getByRole("region", { name: /^Your bots/ }).getByRole("link", { name: /sailing/i });
  for (const address of ["/bot", (await toAnalysis.getAttribute("href")) ?? ""]) {
    await page.goto(address);
    if (script) await at.takenOver(page);
    await edit.click();
    const modal = at.dialog(page, "Edit suggestion");
    const words = modal.getByRole("textbox", { name: "Tweet", exact: true });
    await words.fill("a".repeat(291));
    if (script) await hush(page);
    // With a script the button is off for what is surely too long: as a page sends it that counts by older rules.
    if (script) await words.evaluate((area: HTMLTextAreaElement) => area.form?.requestSubmit());
    else await modal.getByRole("button", { name: "Save" }).click();
    await expect(modal.getByRole("alert")).toHaveText(/11 characters over the limit/);
    await expect(words).toHaveValue("a".repeat(291));
    await expect(page.locator(".notice").filter({ hasText: "too long" })).toHaveCount(0);
    if (script) await expectAlerted(page, /11 characters over the limit/);
  }
});

test("a bot is stopped and started from there, and its name leads to its analysis", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  // Started over the API, where nobody was asked to see to X's rules.
  const path = `/api/bots/content-analysis/bot-control/${await analysisOf(visitor)}`;
  await visitor.call("PUT", path, { user_id: visitor.userId, enabled: true });
  await page.goto("/bot");
  const bots = page.getByRole("region", { name: /^Your bots/ });
  await bots.getByRole("button", { name: "Stop" }).click();
  await expect(bots.getByText("Stopped", { exact: true })).toBeVisible();
  await bots.getByRole("button", { name: "Start" }).click();
  const modal = at.dialog(page, "Before your bot starts");
  for (const name of [/“Automated” label/, /says that it’s a bot/, /linked as its owner/])
    await modal.getByRole("checkbox", { name }).check();
  await modal.getByRole("button", { name: "Start Bot" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(bots.getByText("Running", { exact: true })).toBeVisible();
  await bots.getByRole("link", { name: /sailing/i }).click();
  await expect(page.getByRole("heading", { name: "Analysis Results" })).toBeVisible();
});
