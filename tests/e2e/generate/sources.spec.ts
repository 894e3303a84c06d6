// Tweets with web search: their sources stand by them, and Google's search suggestions under them, locked in a frame.
import { grounding, replies } from "../../support/fakes/fake-gemini";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test.use({ serverKind: "gemini" });

const markup = `<style>.chip { padding: 4px }</style>
  <div class="container"><a class="chip" href="https://search.example/?q=linnets">linnets in winter</a></div>
  <script>parent.document.title = "broken into"; document.title = "ran"</script>`;

test("what a search rests on is shown with the batch, and nothing in it runs", async ({
  page,
  arrive,
  gemini,
  complaints,
}) => {
  complaints.allow(/sandboxed|Content Security Policy/);
  await arrive("alice");
  const texts = ["one", "two", "three", "four", "five"].map((n) => `Linnets ${n}`);
  const chunks: [string, string][] = [
    ["Linnets today", "https://linnet.example/news"],
    ["Not an address", "javascript:alert(1)"],
  ];
  gemini.next(replies.tweets(texts, { grounding: grounding(chunks, markup) }));
  await page.goto("/generate");
  await at.topic(page).fill("linnets in winter");
  await page.getByRole("checkbox", { name: /Web Search/ }).check();
  await at.create(page).click();

  await expect(page.getByText("Linnets three")).toBeVisible();
  await expect(page.getByText("With web search.")).toBeVisible();
  const card = page.getByRole("listitem").filter({ hasText: "Linnets three" });
  await card.getByText("1 source").click();
  await expect(card.getByRole("link", { name: "Linnets today" })).toHaveAttribute(
    "href",
    "https://linnet.example/news",
  );

  const frame = page.frameLocator('iframe[title="Google search suggestions"]');
  const chip = frame.getByRole("link", { name: "linnets in winter" });
  await expect(chip).toBeVisible();
  await expect(chip).toHaveCSS("padding", "4px");
  await expect(chip).toHaveAttribute("href", "https://search.example/?q=linnets");
  await expect(page).not.toHaveTitle(/broken into/);

  const address = (await page.locator("iframe").getAttribute("src")) ?? "";
  const answer = await page.request.get(address);
  expect(answer.headers()["content-security-policy"]).toBe(
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  );
  expect(answer.headers()["cache-control"]).toBe("no-store");
});

test("a search that was asked for and didn't happen is not claimed", async ({ page, arrive, gemini }) => {
  await arrive("alice");
  gemini.next(replies.tweets(["a linnet", "two linnets", "three linnets"]), replies.text("a draft"));
  await page.goto("/generate");
  await at.topic(page).fill("linnets");
  await page.getByRole("checkbox", { name: /Web Search/ }).check();
  await at.create(page).click();
  await expect(page.getByText("two linnets")).toBeVisible();
  await expect(page.getByText("Gemini didn’t search the web for these.")).toBeVisible();
  await expect(page.getByText("With web search.")).toHaveCount(0);
});

test("a batch without a search has no suggestions", async ({ page, arrive, gemini, complaints }) => {
  complaints.expect(404);
  await arrive("bob");
  gemini.next(replies.tweets(["a linnet", "two linnets", "three linnets"]));
  await page.goto("/generate");
  await at.topic(page).fill("linnets");
  await at.create(page).click();
  await expect(page.getByText("two linnets")).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  const batch = new URL(page.url()).searchParams.get("batch");
  for (const id of [batch, "no-such-batch"])
    expect((await page.request.get(`/generate/suggestions/${id}`)).status()).toBe(404);
});
