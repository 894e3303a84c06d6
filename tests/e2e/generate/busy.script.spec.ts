// What a script adds: buttons that turn while they work, a page that stays where it is, and the browser's own store.
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

for (const { search, words } of [
  { search: false, words: "Creating..." },
  { search: true, words: "Searching & Creating..." },
])
  test(`while a topic is on its way the button says "${words}"`, async ({ page, arrive }) => {
    await arrive("alice");
    await page.goto("/generate");
    await at.takenOver(page);
    const release = await at.hold(page, "POST", "**/generate*");
    await at.topic(page).fill("keeping bees");
    if (search) await page.getByRole("checkbox", { name: /Web Search/ }).check();
    await at.create(page).click();
    await expect(page.getByRole("button", { name: words })).toHaveAttribute("aria-busy", "true");
    release();
    await expect(at.cards(page)).toHaveCount(5);
  });

test("Post Now turns on its own card, holds the other button, and leaves the page where it was", async ({
  page,
  arrive,
}) => {
  const { visitor } = await arrive("alice");
  await at.openFreshBatch(page, visitor);
  await at.done(page);
  const release = await at.hold(page, "POST", "**/generate*");
  // Not at the page's end, where a card that became a line shorter would move all that is above it.
  const card = at.cards(page).nth(1);
  await page.evaluate(() => scrollTo(0, 120));
  await expect(card.getByRole("button", { name: "Post Now" })).toBeEnabled();
  const placeOf = async () => Math.round((await card.boundingBox())?.y ?? -1);
  const before = await placeOf();
  await card.getByRole("button", { name: "Post Now" }).click();
  await expect(card.getByRole("button", { name: "Post Now" })).toHaveAttribute("aria-busy", "true");
  await expect(card.getByRole("button", { name: "Add to Timeline" })).toBeDisabled();
  await expect(card).toContainText("Publishing…");
  await expect(card).not.toContainText("Not posted yet.");
  await expect(at.cards(page).nth(0).getByRole("button", { name: "Post Now" })).toBeEnabled();
  release();
  await expect(card).toContainText("Published");
  await expect(page.locator(".dot--published")).toHaveCount(1);
  expect(await placeOf()).toBe(before);
  expect(await page.evaluate(() => scrollY)).toBe(120);
});

test("a double press posts once", async ({ page, arrive, complaints }) => {
  // The second press may come before the button is off; the server refuses it then, and the card says nothing of it.
  complaints.expect(409);
  const { visitor } = await arrive("alice");
  await at.openFreshBatch(page, visitor);
  const card = at.cards(page).nth(0);
  await card.getByRole("button", { name: "Post Now" }).dblclick();
  await expect(card).toContainText("Published");
  await expect(card).not.toContainText("already posting or posted");
});

test("the browser keeps the person and their zone, and a store that can't be read is removed", async ({
  page,
  arrive,
}) => {
  const { visitor } = await arrive("alice");
  await page.goto("/generate");
  const stored = () =>
    page.evaluate(() => {
      const text = localStorage.getItem("linnet_user") ?? "null";
      // What this test itself broke is there until the page has looked at it.
      return text.startsWith("{not") ? text : JSON.parse(text);
    });
  await expect.poll(stored).toMatchObject({ user_id: visitor.userId, email: visitor.email, timezone: "Europe/Berlin" });
  const { api_key: key } = await stored();
  visitor.apiKey = key;
  expect((await visitor.call("GET", "/api/twitter/accounts/list")).status).toBe(200);

  await page.evaluate(() => localStorage.setItem("linnet_user", "{not json"));
  await page.reload();
  await expect.poll(stored).toMatchObject({ user_id: visitor.userId });
  await at.signOut(page);
  await expect.poll(stored).toBeNull();
  expect((await visitor.call("GET", "/api/twitter/accounts/list")).status).toBe(401);
});
