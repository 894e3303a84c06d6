// Product analysis on the screen, each line of the specification once.
import { replies } from "../../support/fakes/fake-gemini";
import { analyse, button, control, description, list, question } from "./analysing";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("a guest is asked to sign in, and with a script nothing of theirs is sent", async ({
  page,
  complaints,
  script,
}) => {
  if (!script) complaints.expect(401);
  let sent = 0;
  page.on("request", (request) => (sent += request.method() === "POST" ? 1 : 0));
  await page.goto("/product-analyse");
  await expect(page.getByRole("note")).toContainText("Sign in to analyse a product");
  await question(page).fill(description);
  if (script) await at.takenOver(page);
  await button(page, "Analyse Product").click();
  await expect(page.getByRole("alert")).toContainText("用户未登录");
  await expect(question(page)).toHaveValue(description);
  expect(sent).toBe(script ? 0 : 1);
});

test("a guest may look at the sample, whose two lists open, say who is missing and close", async ({ page }) => {
  await page.goto("/product-analyse");
  await page.getByRole("link", { name: "Test mode" }).click();
  for (const [opener, title] of [
    ["View Active Bot Status", "Active Bot Status"],
    ["View All Bot History", "All Bot History"],
  ] as const) {
    await page.getByRole("link", { name: opener }).click();
    await expect(list(page, title)).toContainText("Sign in to see your bots");
    await expect(page.getByRole("alert")).toContainText("用户未登录");
    await list(page, title).getByRole("link", { name: "Close" }).click();
    await expect(list(page, title)).toHaveCount(0);
  }
  await expect(page.getByRole("alert")).toHaveCount(0);
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
  await expect(page.getByRole("heading", { name: "Analysis Results" })).toBeVisible();
  const asked = sent.filter((body) => body.includes("intent=analyse"));
  expect(asked).toHaveLength(1);
  expect([...new URLSearchParams(asked[0]).keys()].sort()).toEqual(["content", "intent"]);
  await expect(page.getByRole("region", { name: "Product description" })).toContainText("small sailing schools");
  await expect(page.getByRole("list", { name: "Category tags" }).getByRole("listitem")).toHaveCount(5);
  const facts = page.getByRole("region", { name: "Quality score" });
  await expect(facts).toContainText("Content typeProduct description");
  await expect(facts).toContainText(/Quality score\d\.\d \/ 10/);
  await expect(facts).toContainText(/Analysis time[A-Z][a-z]{2} \d+, \d{4}, \d\d:\d\d/);
  await expect(facts).toContainText("StatusCompleted");
  const why = page.getByRole("region", { name: /^Why \d\.\d/ });
  for (const name of ["Clarity", "Audience", "Differentiation", "Proof", "Call to action"])
    await expect(why.getByRole("heading", { name })).toBeVisible();
  await expect(why.getByText("“for small sailing schools", { exact: false })).toBeVisible();
  await expect(page.getByRole("region", { name: "How to improve it" }).getByRole("listitem")).toHaveCount(3);
  await page.getByRole("link", { name: "Analyse another" }).click();
  await expect(page.getByRole("link", { name: /booking page/ })).toBeVisible();
});

test("what has no effect yet says so beside it", async ({ page }) => {
  await page.goto("/product-analyse");
  await expect(page.getByRole("radiogroup", { name: "What to analyse" })).toHaveAccessibleDescription(
    /My Tweets data and Other Accounts are coming soon/,
  );
  await expect(page.getByLabel("Additional Keywords")).toHaveAccessibleDescription(/Coming soon/);
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
  await expect(page.getByText("Each point quotes the sample text")).toBeVisible();
  await quotesStand("Sample text");
  await analyse(
    page,
    "A booking page for small sailing schools.\nUnlike a newsletter it fills 9 of 10 seats.\nTry it free.",
  );
  await expect(page.getByText("Each point quotes your text")).toBeVisible();
  await quotesStand("Your text");
});

test("nothing but spaces does nothing, and says why", async ({ page, script, complaints, arrive }) => {
  complaints.expect(422);
  await arrive("alice");
  await page.goto("/product-analyse");
  const send = button(page, "Analyse Product");
  await at.isRefused(question(page), send, script, "   ", "Describe the product first.");
});

test("the examples fill the question", async ({ page, arrive }) => {
  await arrive("alice");
  await page.goto("/product-analyse");
  for (const [name, words] of [
    ["SaaS Platform", /film crews/],
    ["E-commerce Store", /single-origin tea/],
    ["Mobile App", /carpool/],
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
  await expect(description).toHaveValue(/carpool to school/);
  await description.fill("Something else");
  await example.click();
  await expect(description).toHaveValue(/carpool to school/);
  await page.getByRole("link", { name: "SaaS Platform" }).click();
  await expect(description).toHaveValue(/film crews/);
  // Neither is ever sent, so without a script a page that is loaded anew can't have them.
  if (!script) return;
  await expect(page.getByLabel("Additional Keywords")).toHaveValue("school, car");
  await expect(page.getByRole("radio", { name: "Other Accounts" })).toBeChecked();
  await expect(description).toBeFocused();
  await expect(page.getByRole("button", { name: "Analyse Product" })).toBeEnabled();
});
