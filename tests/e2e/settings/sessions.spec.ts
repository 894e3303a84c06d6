// Settings, Security: the browsers that are signed in are listed and ended, with and without a script.
import { signInElsewhere } from "../../support/people/browser";
import { faultsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const windows =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

test("one browser is signed out, then all others, and what happened is told", async ({ page, arrive, script }) => {
  const { visitor } = await arrive("alice", { linked: false });
  const onPhone = await signInElsewhere(visitor, phone);
  const onWindows = await signInElsewhere(visitor, windows);
  const another = await signInElsewhere(visitor, phone);
  const isIn = async (browser: typeof visitor) =>
    (await browser.send("/settings/security")).headers.get("location") === null;

  await page.goto("/settings/security");
  const card = page.getByRole("region", { name: "Sessions" });
  await expect(card.getByRole("listitem")).toHaveCount(4);
  const own = card.getByRole("listitem").first();
  await expect(own).toContainText("This browser");
  await expect(own.getByRole("button")).toHaveCount(0);
  if (script) expect(await faultsOf(page, "the browsers that are signed in")).toEqual([]);

  await card.getByRole("button", { name: "Sign out Chrome on Windows" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Signed out: Chrome on Windows").first()).toBeVisible();
  await expect(card.getByRole("listitem")).toHaveCount(3);
  if (script) await expect(card.getByRole("heading")).toBeFocused();
  expect([await isIn(onWindows), await isIn(onPhone), await isIn(another)]).toEqual([false, true, true]);

  await card.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(page.getByText("Signed out 2 other browsers").first()).toBeVisible();
  await expect(card.getByRole("listitem")).toHaveCount(1);
  await expect(card.getByRole("button")).toHaveCount(0);
  expect([await isIn(onPhone), await isIn(another), await isIn(visitor)]).toEqual([false, false, true]);

  const happened = page.getByRole("region", { name: "Security log" }).getByRole("table");
  await expect(happened).toContainText("Signed out everywhere else");
  await expect(happened).toContainText("Signed in with Safari on iPhone");
  if (script) expect(await faultsOf(page, "what happened")).toEqual([]);
});

test("a browser that was signed out by another is told so, and ends nothing itself", async ({
  page,
  arrive,
  complaints,
  script,
}) => {
  complaints.expect(401);
  const { visitor } = await arrive("alice", { linked: false });
  const other = await signInElsewhere(visitor, windows);
  await page.goto("/settings/security");
  await expect(page.getByText("Chrome on Windows", { exact: true }).first()).toBeVisible();
  if (script) await at.done(page);
  await other.post("/settings/security", { intent: "end-other-sessions" });
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  // With a script the page stays, with the reason; a document is led to the form.
  if (script) await expect(page.getByText("You’re not signed in").first()).toBeVisible();
  else await expect(page.getByRole("dialog", { name: "Sign In" })).toBeVisible();
  expect((await other.send("/settings/security")).status).toBe(200);
});

test("the page of security never scrolls sideways", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice", { linked: false });
  await signInElsewhere(visitor, phone);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/settings/security");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});
