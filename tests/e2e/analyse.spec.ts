// Product analysis and its bot on the screen, each line of the specification once.
import type { Locator, Page } from "@playwright/test";
import { replies } from "../support/fake-gemini";
import { expect, test } from "./fixtures";
import * as at from "./places";

const description =
  "A booking page for small sailing schools that turns a good forecast into last-minute offers. " +
  "Unlike a newsletter it fills 9 of 10 empty seats. Try it free for a month.";

const question = (page: Page): Locator => page.getByLabel("What does your product do, and for whom?");
const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name });
const control = (page: Page): Locator => page.getByRole("region", { name: "Bot Control" });
const list = (page: Page, name: string): Locator => page.getByRole("region", { name: new RegExp(`^${name}`) });

async function analyse(page: Page, words = description): Promise<void> {
  await page.goto("/product-analyse");
  await question(page).fill(words);
  await button(page, "Analyse Product").click();
  await expect(page.getByRole("heading", { name: "Analysis Results" })).toBeVisible({ timeout: 30_000 });
}

/** By way of the checklist, which an account's first bot asks for. */
async function startBot(page: Page, { review = false } = {}): Promise<void> {
  await control(page).getByRole("button", { name: "Start Bot" }).click();
  const modal = at.dialog(page, "Before your bot starts");
  for (const name of [/“Automated” label/, /says that it is a bot/, /linked as its owner/])
    await modal.getByRole("checkbox", { name }).check();
  if (review) await modal.getByRole("checkbox", { name: /Ask me before each post/ }).check();
  await modal.getByRole("button", { name: "Start Bot" }).click();
  await expect(page.getByText("Bot started successfully!")).toBeVisible();
}

test("a guest is asked to sign in, and may look at the sample", async ({ page, complaints }) => {
  complaints.expect(401);
  await page.goto("/product-analyse");
  await expect(page.getByRole("note")).toContainText("Please sign in to analyse a product");
  await question(page).fill(description);
  await button(page, "Analyse Product").click();
  await expect(page.getByRole("alert")).toContainText("用户未登录");
  await expect(question(page)).toHaveValue(description);
});

test("test mode skips to sample results: 8.5, and a bot that was never started", async ({
  page,
  complaints,
  arrive,
}) => {
  complaints.expect(422);
  await arrive("alice");
  await page.goto("/product-analyse");
  await page.getByRole("link", { name: "Test mode" }).click();
  await expect(page.getByRole("heading", { name: "Why 8.5" })).toBeVisible();
  await expect(page.getByRole("img", { name: "Quality score 8.5 out of 10" })).toBeVisible();
  await expect(control(page)).toContainText("Stopped");
  await control(page).getByRole("button", { name: "Start Bot" }).click();
  await expect(page.getByRole("alert")).toContainText("Failed to start bot");
  await expect(page.getByRole("alert")).toContainText("This is sample data.");
});

test("a description becomes a summary, tags and a score explained by one's own words", async ({
  page,
  script,
  arrive,
}) => {
  await arrive("alice");
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.postData() ?? ""));
  await page.goto("/product-analyse");
  for (const mode of ["Product Description", "My Tweets data", "Other Accounts"])
    await page.getByText(mode, { exact: true }).click();
  await expect(page.getByRole("radio", { name: "Other Accounts" })).toBeChecked();
  await page.getByLabel("Additional Keywords").fill("never sent");
  await question(page).fill(`  ${description}  `);
  await at.sendQuestion(question(page), button(page, "Analyse Product"), script);
  await expect(page.getByRole("heading", { name: "Analysis Results" })).toBeVisible({ timeout: 30_000 });
  const asked = sent.filter((body) => body.includes("intent=analyse"));
  expect(asked).toHaveLength(1);
  expect([...new URLSearchParams(asked[0]).keys()].sort()).toEqual(["content", "intent"]);
  await expect(page.getByRole("region", { name: "Product description" })).toContainText("small sailing schools");
  await expect(page.getByRole("list", { name: "Category tags" }).getByRole("listitem")).toHaveCount(5);
  const facts = page.getByRole("region", { name: "Quality score" });
  await expect(facts).toContainText("Content typeProduct description");
  await expect(facts).toContainText(/Quality score\d\.\d \/ 10/);
  await expect(facts).toContainText(/Analysis time[A-Z][a-z]{2} \d+ [A-Z][a-z]{2} \d{4}, \d\d:\d\d/);
  await expect(facts).toContainText("StatusCompleted");
  const why = page.getByRole("region", { name: /^Why \d\.\d/ });
  for (const name of ["Clarity", "Audience", "Differentiation", "Proof", "Call to action"])
    await expect(why.getByRole("heading", { name })).toBeVisible();
  await expect(why.getByText("“for small sailing schools", { exact: false })).toBeVisible();
  await expect(page.getByRole("region", { name: "What would lift it most" }).getByRole("listitem")).toHaveCount(3);
  await page.getByRole("link", { name: "Analyse another" }).click();
  await expect(page.getByRole("link", { name: /booking page/ })).toBeVisible();
});

test("what has no effect yet says so beside it", async ({ page }) => {
  await page.goto("/product-analyse");
  await expect(page.getByRole("radiogroup", { name: "What to analyse" })).toHaveAccessibleDescription(
    /My Tweets data and Other Accounts are kept for later/,
  );
  await expect(page.getByLabel("Additional Keywords")).toHaveAccessibleDescription(/Kept for later/);
});

test("every point of an analysis quotes words that stand on the page", async ({ page, arrive }) => {
  await arrive("alice");
  const quotesStand = async (whose: string): Promise<void> => {
    await page.getByText(whose, { exact: true }).click();
    const own = await page.locator(".own").innerText();
    const quotes = await page.getByRole("region", { name: /^Why/ }).locator("blockquote").allInnerTexts();
    expect(quotes.length).toBeGreaterThan(2);
    for (const quote of quotes) expect(own).toContain(quote.slice(1, -1));
  };
  await page.goto("/product-analyse?test=1");
  await expect(page.getByText("Every point quotes the sample’s own words")).toBeVisible();
  await quotesStand("The sample’s own words");
  await analyse(
    page,
    "A booking page for small sailing schools.\nUnlike a newsletter it fills 9 of 10 seats.\nTry it free.",
  );
  await expect(page.getByText("Every point quotes your own words")).toBeVisible();
  await quotesStand("Your own words");
});

test("nothing but spaces does nothing, and says why", async ({ page, script, complaints, arrive }) => {
  complaints.expect(422);
  await arrive("alice");
  await page.goto("/product-analyse");
  const send = button(page, "Analyse Product");
  await at.isRefused(question(page), send, script, "   ", "Please describe the product first");
});

test("the examples fill the question", async ({ page, arrive }) => {
  await arrive("alice");
  await page.goto("/product-analyse");
  for (const [name, words] of [
    ["SaaS Platform", /film crews/],
    ["E-commerce Store", /single-origin tea/],
    ["Mobile App", /share a car/],
    ["Service Business", /Bicycle repair/],
  ] as const) {
    await page.getByRole("navigation", { name: "Examples" }).getByRole("link", { name }).click();
    await expect(question(page)).toHaveValue(words);
  }
});

test("markup and emoji are words like others", async ({ page, arrive }) => {
  await arrive("alice");
  await analyse(page, "<h1>Sail</h1><script>alert(1)</script> 🧭🧭 for people who <b>sail</b>");
  await expect(page.getByRole("region", { name: "Product description" })).toContainText("Sail");
  await analyse(page, "🧭".repeat(5_000));
  await expect(page.getByText("No tags available")).toBeVisible();
  await expect(page.getByRole("img", { name: "Quality score 0 out of 10" })).toBeVisible();
});

test("somebody without an account can't start a bot, and is told what to do", async ({ page, complaints, arrive }) => {
  complaints.expect(409);
  await arrive("alice", { linked: false });
  await analyse(page);
  await control(page).getByRole("button", { name: "Start Bot" }).click();
  await expect(page.getByRole("alert")).toContainText("Failed to start bot");
  await expect(page.getByRole("alert")).toContainText("Please connect an account first");
  await expect(page.getByRole("alert")).toBeInViewport();
});

test("the checklist comes before an account's first bot, and only then", async ({ page, arrive }) => {
  const { handle } = await arrive("alice");
  await analyse(page);
  await control(page).getByRole("button", { name: "Start Bot" }).click();
  const modal = at.dialog(page, "Before your bot starts");
  await expect(modal).toContainText(`@${handle}`);
  await modal.getByRole("checkbox", { name: /“Automated” label/ }).check();
  await modal.getByRole("button", { name: "Start Bot" }).click();
  // The browser itself asks for the rest.
  await expect(modal).toBeVisible();
  await modal.getByRole("link", { name: "Cancel" }).click();
  await expect(control(page)).toContainText("Stopped");
  await startBot(page);
  await expect(control(page)).toContainText("Running");
  await expect(control(page).getByRole("button", { name: "Bot Started" })).toBeDisabled();
  await control(page).getByRole("button", { name: "Stop Bot" }).click();
  await expect(page.getByText("Bot stopped successfully!")).toBeVisible();
  await control(page).getByRole("button", { name: "Start Bot" }).click();
  await expect(page.getByText("Bot started successfully!")).toBeVisible();
  await expect(modal).toBeHidden();
});

test("a bot's two lists open, start, stop and close", async ({ page, arrive, script }) => {
  const { handle, visitor } = await arrive("alice");
  const long = `One single-origin tea a month with a brewing card, for people who like the ritual but never want to choose.`;
  await visitor.call("POST", "/api/bots/content-analysis/analyze", { content: long });
  await analyse(page);
  await startBot(page);
  await page.getByRole("link", { name: "View Active Bot Status" }).click();
  const active = list(page, "Active Bot Status");
  await expect(active.getByRole("listitem")).toHaveCount(1);
  await expect(active).toContainText("Running");
  await expect(active).toContainText(`@${handle}`);
  await page.getByRole("link", { name: "View All Bot History" }).click();
  const history = list(page, "All Bot History");
  await expect(history.getByRole("listitem")).toHaveCount(2);
  const tea = history.getByRole("listitem").filter({ hasText: "single-origin tea" });
  await expect(tea).toContainText("Stopped");
  const shown = await tea.getByRole("link").innerText();
  expect(shown).toMatch(/…$/);
  expect([...shown].length).toBeLessThanOrEqual(101);
  await tea.getByRole("button", { name: "Start" }).click();
  await expect(active.getByRole("listitem")).toHaveCount(2);
  await expect(tea).toContainText("Running");
  await active.getByRole("listitem").filter({ hasText: "sailing" }).getByRole("button", { name: "Stop" }).click();
  await expect(page.getByText("Bot stopped successfully!")).toBeVisible();
  await expect(active.getByRole("listitem")).toHaveCount(1);
  await expect(control(page).getByRole("button", { name: "Start Bot" })).toBeVisible();
  await active.getByRole("link", { name: "Close" }).click();
  await expect(active).toBeHidden();
  if (script) await expect(page.getByRole("link", { name: "View Active Bot Status" })).toBeFocused();
  await history.getByRole("link", { name: "Close" }).click();
  await expect(history).toBeHidden();
});

test("a running bot says when its next post comes, and that it is paused with its account", async ({
  page,
  arrive,
}) => {
  const { visitor } = await arrive("alice");
  await analyse(page);
  await startBot(page);
  await expect(async () => {
    await page.reload();
    await expect(control(page)).toContainText(/Next post(Today|Tomorrow), \d\d:\d\d/, { timeout: 1_000 });
  }).toPass();
  await expect(control(page)).toContainText("Posts so far0");
  const accounts = await visitor.call<{ accounts: { id: number }[] }>("GET", "/api/twitter/accounts/list");
  await visitor.call("POST", `/api/twitter/accounts/${accounts.body.accounts[0]?.id}/pause`, {});
  await page.reload();
  await expect(control(page)).toContainText("Paused");
  await expect(control(page)).toContainText("Paused by you.");
});

test("in review the bot proposes, and goes on once the person has approved", async ({ page, arrive }) => {
  await arrive("alice");
  await analyse(page);
  await startBot(page, { review: true });
  const proposal = page.getByRole("form", { name: "Waiting for your approval" });
  await expect(async () => {
    await page.reload();
    await expect(proposal).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const words = await proposal.getByRole("blockquote").innerText();
  await proposal.getByRole("button", { name: "Write another" }).click();
  // A reload before the press is answered would take it back.
  await expect(proposal.getByText(words)).toBeHidden();
  await expect(async () => {
    await page.reload();
    await expect(proposal).toBeVisible({ timeout: 1_000 });
  }).toPass();
  expect(await proposal.getByRole("blockquote").innerText()).not.toBe(words);
  await proposal.getByRole("button", { name: "Approve" }).click();
  await expect(proposal).toBeHidden();
  await expect(control(page)).toContainText(/Next post(Today|Tomorrow), \d\d:\d\d/);
  await control(page).getByRole("button", { name: "Post without asking me" }).click();
  await expect(control(page).getByRole("button", { name: "Ask me before each post" })).toBeVisible();
});

test.describe("with a writer that fails", () => {
  test.use({ serverKind: "gemini" });

  test("the server's own words are shown, the text is kept, and it can be run again", async ({
    page,
    complaints,
    arrive,
    gemini,
  }) => {
    complaints.expect(502);
    await arrive("alice");
    gemini.always(replies.blockedPrompt("SAFETY"));
    await page.goto("/product-analyse");
    await question(page).fill(description);
    await button(page, "Analyse Product").click();
    await expect(page.getByRole("alert")).toContainText("Gemini wrote nothing");
    await expect(question(page)).toHaveValue(description);
    gemini.always(null);
    await page.goto("/product-analyse");
    await page.getByRole("link", { name: /^A booking page/ }).click();
    await expect(page.getByRole("alert")).toContainText("Gemini wrote nothing");
    await button(page, "Run it again").click();
    await expect(page.getByRole("region", { name: "Quality score" })).toContainText("StatusCompleted");
  });
});

test("an example fills the description alone, also the same one twice", async ({ page, arrive, script }) => {
  await arrive("alice");
  await page.goto("/product-analyse");
  if (script) await at.takenOver(page);
  const description = page.getByRole("textbox", { name: /What does your product do/ });
  const example = page.getByRole("navigation", { name: "Examples" }).getByRole("link", { name: "Mobile App" });
  await page.getByText("Other Accounts", { exact: true }).click();
  await page.getByLabel("Additional Keywords").fill("school, car");
  await example.click();
  await expect(description).toHaveValue(/share a car to school/);
  await description.fill("Something else");
  await example.click();
  await expect(description).toHaveValue(/share a car to school/);
  await page.getByRole("link", { name: "SaaS Platform" }).click();
  await expect(description).toHaveValue(/film crews/);
  // Neither is ever sent, so without a script a page that is loaded anew can't have them.
  if (!script) return;
  await expect(page.getByLabel("Additional Keywords")).toHaveValue("school, car");
  await expect(page.getByRole("radio", { name: "Other Accounts" })).toBeChecked();
  await expect(description).toBeFocused();
  await expect(page.getByRole("button", { name: "Analyse Product" })).toBeEnabled();
});

for (const width of [360, 1440])
  test(`a bot's list comes into view when it is opened, and its heading has the focus, at ${width} px`, async ({
    page,
    arrive,
    script,
  }) => {
    await page.setViewportSize({ width, height: 720 });
    await arrive("alice");
    await analyse(page);
    for (const [opener, name] of [
      ["View Active Bot Status", /^Active Bot Status/],
      ["View All Bot History", /^All Bot History/],
      // A list that is open already is gone to all the same.
      ["View Active Bot Status", /^Active Bot Status/],
    ] as const) {
      await page.getByRole("link", { name: opener }).click();
      const heading = page.getByRole("heading", { name });
      await expect(heading).toBeInViewport({ ratio: 1 });
      if (script) await expect(heading).toBeFocused();
    }
    await list(page, "Active Bot Status").getByRole("link", { name: "Close" }).click();
    await expect(list(page, "Active Bot Status")).toBeHidden();
    if (script) await expect(page.getByRole("link", { name: "View Active Bot Status" })).toBeFocused();
  });
