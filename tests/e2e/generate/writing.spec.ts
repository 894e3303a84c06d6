// While the tweets are being written, and what came of it: on a server whose Gemini is the tests' own.
import { replies } from "../../support/fakes/fake-gemini";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test.use({ serverKind: "gemini" });
// The fake Gemini takes its replies in the order of the calls.
test.describe.configure({ mode: "default" });

const five = (words: string) => Array.from({ length: 5 }, (_, index) => `${words} (${index + 1})`);

test("the page waits, looks again by itself, and then shows the tweets", async ({ page, arrive, gemini, script }) => {
  await arrive("alice");
  gemini.next({ ...replies.tweets(five("A linnet sings")), delayMs: 5_000 });
  await page.goto("/generate");
  await at.topic(page).fill("linnets in winter");
  await at.create(page).click();
  await expect(page.getByText("AI is generating your tweets...")).toBeVisible();
  await expect(page.getByText("This usually takes 10-30 seconds")).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText(/^\d+ s so far$/);
  await expect(page).toHaveURL(/\/generate\?job=/);
  if (!script) expect(await page.content()).toMatch(/<noscript><meta http-equiv="refresh" content="\d;url=\?job=/i);
  await expect(page.getByRole("heading", { name: "Generated Tweets (5)" })).toBeVisible();
  await expect(page).toHaveURL(/\/generate\?batch=/);
  await expect(at.cards(page).nth(4)).toContainText("A linnet sings (5)");
  await expect(page.getByText("Written by the demo writer.")).toHaveCount(0);
  await expect(page.getByText("Gemini isn’t used.")).toHaveCount(0);
});

test("a failure is told in words, and the topic is kept for another try", async ({ page, arrive, gemini }) => {
  await arrive("alice");
  gemini.always(replies.wrongKey());
  await page.goto("/generate");
  await at.topic(page).fill("linnets in spring");
  await at.create(page).click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Your topic is saved. Nothing was posted.");
  await alert.getByRole("link", { name: "Try Again" }).click();
  await expect(at.topic(page)).toHaveValue("linnets in spring");
  gemini.always(null);
  await at.create(page).click();
  await expect(at.cards(page)).toHaveCount(5);
});

test("with web search the tweets show their sources", async ({ page, arrive }) => {
  await arrive("alice");
  await page.goto("/generate");
  await at.topic(page).fill("linnets this week");
  await page.getByRole("checkbox", { name: /Web Search/ }).check();
  await at.create(page).click();
  const card = at.cards(page).nth(0);
  await expect(card).toBeVisible();
  await card.getByText("1 source").click();
  await expect(card.getByRole("link", { name: "linnet.example" })).toHaveAttribute(
    "href",
    "https://linnet.example/news",
  );
});

test("what an AI writes is shown as words, whatever markup it holds", async ({ page, arrive, gemini }) => {
  const payloads = [
    '<img src=x onerror="alert(1)"> sings',
    "</script><script>alert(2)</script> perches",
    "javascript:alert(3) \"'><svg/onload=alert(4)> flies",
    "\u2028<style>*{display:none}</style><b> nests",
    "${alert(5)} {7*7} <!-- --> <iframe src=javascript:alert(6)> rests",
  ];
  await arrive("alice");
  gemini.next(replies.tweets(payloads));
  await at.askFor(page, '"><script>alert(7)</script>');
  await expect(page.getByRole("heading", { level: 1 })).toHaveText('"><script>alert(7)</script>');
  for (const [index, payload] of payloads.entries())
    await expect(at.cards(page).nth(index).locator(".tweet__words")).toHaveText(payload.trim());
  await at.cards(page).nth(1).getByRole("button", { name: "Post Now" }).click();
  await expect(at.cards(page).nth(1)).toContainText("Published");
  await page.goto("/timeline");
  await page
    .getByRole("table")
    .getByRole("link", { name: /^Published/ })
    .click();
  await expect(page.getByRole("dialog")).toContainText(payloads[1]!);
  await page.getByRole("dialog").getByRole("link", { name: "View in the sandbox" }).click();
  await expect(page.getByRole("article")).toContainText(payloads[1]!);
});
