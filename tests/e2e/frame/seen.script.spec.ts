// What is chosen can be seen in forced colours, large letters stay in their trays, and what lies over a page can be read and left.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { expectHeard, focused, hush, listen } from "../support/listening";
import * as at from "../support/places";

const look = (one: Locator): Promise<string> =>
  one.evaluate((element) => {
    const style = getComputedStyle(element);
    return [
      style.backgroundColor,
      style.borderTopColor,
      style.borderTopWidth,
      style.borderBottomWidth,
      style.textDecorationLine,
    ].join();
  });

test.describe("in forced colours", () => {
  test.use({ contextOptions: { forcedColors: "active", reducedMotion: "reduce" } });

  test("a switch shows its knob, and whether it is on", async ({ page }) => {
    await page.goto("/generate");
    await at.takenOver(page);
    const box = page.getByRole("checkbox", { name: /Web Search/ });
    const knob = () => box.evaluate((element) => getComputedStyle(element, "::after").backgroundColor);
    const ground = () => box.evaluate((element) => getComputedStyle(element).backgroundColor);
    const off = await ground();
    expect(await knob()).not.toBe(off);
    await box.check();
    await expect.poll(ground).not.toBe(off);
    await expect.poll(async () => (await knob()) !== (await ground())).toBe(true);
  });

  test("whatever is chosen looks other than what is not, on every screen", async ({ page, arrive }) => {
    await arrive("alice");
    for (const [place, chosen, other] of [
      ["/timeline", ".tabs [aria-current]", ".tabs .tab:not([aria-current])"],
      ["/timeline?panel=settings", ".tab[aria-pressed=true]", ".tab[aria-pressed=false]"],
      ["/timeline", ".nav__link[aria-current]", ".nav__link:not([aria-current])"],
      ["/product-analyse", ".tab:has(:checked)", ".tab:not(:has(:checked))"],
      ["/timeline", "th.is-today .grid__day", "thead th[scope=col]:not(.is-today) .grid__day"],
      ["/bot", ".stepper [aria-current]", ".stepper li:not([aria-current])"],
    ] as const) {
      await page.goto(place);
      const [on, off] = [await look(page.locator(chosen).first()), await look(page.locator(other).first())];
      expect(on, `${chosen} on ${place}`).not.toBe(off);
    }
  });
});

test("over an open dialog a toast is read, and its cross closes the toast alone", async ({ page, arrive }) => {
  await arrive("alice");
  await listen(page);
  await page.goto("/timeline?panel=settings");
  await at.takenOver(page);
  await hush(page);
  await page.getByRole("button", { name: "Save time zone" }).click();
  await expectHeard(page, /^Time zone saved$/);
  // The tree has only what is not inert.
  const settings = at.dialog(page, "Settings");
  await expect(settings.getByText("Time zone saved")).toBeVisible();
  await settings.locator(".toast").getByRole("button", { name: "Close" }).click();
  await expect(page.locator(".toast")).toHaveCount(0);
  await expect(settings).toBeVisible();
});

test("from one page to the next the focus goes to the heading, and from a modal back to what opened it", async ({
  page,
  arrive,
}) => {
  await arrive("alice");
  await page.goto("/generate");
  await at.takenOver(page);
  for (const [link, heading] of [
    ["Timeline", "h1 Twitter Publishing Timeline"],
    ["Bot", "h1 Bot"],
    ["Strategy", "h1 Strategy"],
    ["Analyse", "h1 Analysis Tool"],
    ["Generate", "h1 Twitter Content Idea Generator"],
  ] as const) {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: link, exact: true }).click();
    await expect.poll(() => focused(page)).toBe(heading);
  }
  await page.getByRole("link", { name: "Your account" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Settings" }).click();
  // Open it is at once, and a modal, which Escape closes, a moment later.
  await expect(page.locator("dialog:modal").filter({ hasText: "Settings" })).toBeVisible();
  await expect(at.dialog(page, "Settings")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Your account" })).toBeFocused();
});

test("a button that may not be pressed keeps the focus, and a press on it sends nothing", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  await at.openFreshBatch(page, visitor);
  await at.takenOver(page);
  const post = at.cards(page).first().getByRole("button", { name: "Post Now" });
  await post.focus();
  await page.keyboard.press("Enter");
  await expect(at.cards(page).first()).toContainText("Published");
  await expect(post).toBeFocused();
  await expect(post).toBeDisabled();
  let sent = 0;
  page.on("request", (request) => (sent += request.method() === "POST" ? 1 : 0));
  await page.keyboard.press("Enter");
  await page.keyboard.press("Space");
  await post.click({ force: true });
  await page.getByRole("button", { name: "Refresh Timeline History" }).first().click();
  await page.waitForLoadState("networkidle");
  expect(sent).toBe(0);
});

test("in the phone's menu the focus goes round, and Escape gives it back", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/generate");
  await at.takenOver(page);
  const menu = page.getByRole("button", { name: "Menu" });
  await menu.click();
  const nav = page.getByRole("navigation", { name: "Main" });
  await expect(nav).toBeVisible();
  const isInside = () => page.evaluate(() => document.querySelector("#nav")?.contains(document.activeElement) ?? false);
  await page.keyboard.press("Tab");
  expect(await isInside()).toBe(true);
  for (const key of ["Tab", "Shift+Tab"])
    for (let presses = 0; presses < 7; presses += 1) {
      await page.keyboard.press(key);
      expect(await isInside(), `${key} ${presses + 1}`).toBe(true);
    }
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
});

const runsOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement;
    const isWide = root.scrollWidth > root.clientWidth;
    const beyond = [...document.querySelectorAll("main *, .top *, .mode-banner *")]
      .filter((one) => one.getBoundingClientRect().right > root.clientWidth && !one.closest(".scroller"))
      .map((one) => `${one.tagName} ${one.className}`);
    const wide = isWide ? [`the page: ${root.scrollWidth} of ${root.clientWidth}`, ...beyond] : [];
    const out = [...document.querySelectorAll(".tabs")].flatMap((tray) => {
      const box = tray.getBoundingClientRect();
      return [...tray.querySelectorAll(".tab")]
        .filter((tab) => tab.getBoundingClientRect().right > box.right + 1)
        .map((tab) => `${tab.textContent} out of its tray`);
    });
    return [...wide, ...out];
  });

test("at 320 pixels, and wider with letters of twice the size, nothing runs out of its tray nor sideways off the page", async ({
  page,
  arrive,
}) => {
  const { visitor } = await arrive("alice");
  const { batchId, tweets } = await at.openFreshBatch(page, visitor);
  const places = [
    "/generate",
    "/write",
    `/generate?batch=${batchId}`,
    "/timeline",
    "/product-analyse",
    "/bot",
    "/strategy",
  ];
  for (const [width, letters] of [
    [320, "100%"],
    [768, "200%"],
    [1280, "200%"],
  ] as const)
    for (const place of [...places, "/timeline?panel=settings", `/timeline?tweet=${tweets[0]?.id}`]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(place);
      await page.evaluate((size) => document.documentElement.style.setProperty("font-size", size), letters);
      expect(await runsOut(page), `${place} at ${width}, ${letters}`).toEqual([]);
    }
});
