// Before the script has arrived, and while it arrives: everything works, and what was typed and focused stays.
import type { Page } from "@playwright/test";
import { newEmail, password } from "../support/browser";
import { expect, test } from "./fixtures";
import * as at from "./places";

/** Holds every script back until told. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/build/**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test("a person signs up and in, though no script ever comes", async ({ page, complaints }) => {
  complaints.allow(/net::ERR_FAILED/);
  await page.route("**/build/**/*.js", (route) => route.abort());
  const email = newEmail("alice");
  await page.goto("/generate");
  await page.getByRole("note").getByRole("link", { name: "Create Account" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.getByRole("link", { name: "Continue" }).click();
  await at.signOut(page);
  await at.openFromPanel(page, "Sign In");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText(`Welcome, ${email}`)).toBeVisible();
});

test("what was typed before the script came is kept, and so is the focus", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/generate?panel=register", { waitUntil: "commit" });
  const modal = at.dialog(page, "Create Account");
  await modal.getByLabel("Email").fill("alice@linnet.example");
  await modal.getByLabel("Password").focus();
  await page.keyboard.type("letter");
  release();
  await at.takenOver(page);
  await expect(page.locator("dialog:modal")).toBeVisible();
  await page.keyboard.type("sonly");
  await expect(modal.getByLabel("Password")).toHaveValue("lettersonly");
  await expect(modal.getByLabel("Email")).toHaveValue("alice@linnet.example");
  await expect(modal.getByRole("button", { name: "Create Account" })).toBeDisabled();
});

test("a weak password typed before the script came is told once it is there", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/generate?panel=register", { waitUntil: "commit" });
  const modal = at.dialog(page, "Create Account");
  await modal.getByLabel("Password").fill("short");
  release();
  await expect(modal.getByRole("button", { name: "Create Account" })).toBeDisabled();
  await expect(modal.getByLabel("Password")).toHaveAttribute("aria-invalid", "true");
});

test("a topic typed before the script came can be sent once it is there", async ({ page, arrive }) => {
  await arrive("alice");
  const release = await holdScripts(page);
  await page.goto("/generate", { waitUntil: "commit" });
  await at.topic(page).fill("keeping bees");
  // Not even for a moment is the button disabled: a press would be lost.
  await at.create(page).evaluate((button) => {
    new MutationObserver(() => console.error("The button changed")).observe(button, { attributeFilter: ["disabled"] });
  });
  release();
  await at.takenOver(page);
  await at.create(page).click();
  await expect(at.cards(page)).toHaveCount(5, { timeout: 30_000 });
});

test("what the server refused before the script came is still told when the page has learnt the time zone", async ({
  page,
  arrive,
  complaints,
}) => {
  complaints.expect(422);
  await arrive("alice");
  const release = await holdScripts(page);
  const long = "linnet ".repeat(300).trim();
  await page.goto("/generate", { waitUntil: "commit" });
  await at.topic(page).fill(long);
  await at.create(page).click();
  const sentence = "The topic must be at most 2,000 characters";
  await expect(at.topic(page)).toHaveAccessibleDescription(sentence);
  const wire = page.getByRole("img", { name: /^A day as a wire/ });
  const inGreenwich = (await wire.getAttribute("aria-label")) ?? "";
  release();
  await expect(wire).not.toHaveAttribute("aria-label", inGreenwich);
  await expect(at.topic(page)).toHaveAccessibleDescription(sentence);
  await expect(at.topic(page)).toHaveValue(long);
});

test("an error that was read before the script came is not told again", async ({ page, complaints }) => {
  complaints.expect(401, 422);
  const release = await holdScripts(page);
  await page.goto("/generate?panel=login", { waitUntil: "commit" });
  const modal = at.dialog(page, "Sign In");
  await modal.getByLabel("Email").fill("nobody@linnet.example");
  await modal.getByLabel("Password").fill("wrong password 1");
  await modal.getByRole("button", { name: "Sign In" }).click();
  await at.dismissError(page, at.sentences.wrong);
  release();
  await expect(page.locator("dialog:modal")).toHaveCount(1);
  await modal.getByLabel("Email").fill("");
  await modal.getByLabel("Password").fill("");
  await modal.getByRole("button", { name: "Sign In" }).click();
  await at.dismissError(page, at.sentences.missing);
});

test("a press beside a modal that begins before the script came closes it all the same", async ({ page }) => {
  for (const panel of ["sidebar", "login"]) {
    const release = await holdScripts(page);
    await page.goto(`/generate?panel=${panel}`, { waitUntil: "commit" });
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.mouse.move(20, 700);
    await page.mouse.down();
    release();
    await expect(page.locator("dialog:modal")).toBeVisible();
    await page.mouse.up();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL("/generate");
    await page.unrouteAll();
  }
});

test("the places opened on a phone before the script came stay open, and close on the way back", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/bot");
  const release = await holdScripts(page);
  await page.goto("/strategy", { waitUntil: "commit" });
  const nav = page.getByRole("navigation", { name: "Main" });
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(nav).toBeVisible();
  release();
  await at.takenOver(page);
  await expect(page.locator("#nav:popover-open")).toHaveCount(1);
  await nav.getByRole("link", { name: "Timeline" }).click();
  await expect(page).toHaveURL("/timeline");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.goBack();
  await expect(page).toHaveURL("/strategy");
  await expect(page.locator("#nav:popover-open")).toHaveCount(0);
});

test("the page is the same after hydration as before, on every screen and in every panel", async ({ page, arrive }) => {
  await arrive("alice");
  const panels = ["sidebar", "settings", "success", "help"].map((name) => `/timeline?panel=${name}`);
  for (const address of ["/generate", "/bot", "/strategy", "/product-analyse", "/timeline", ...panels]) {
    await page.goto(address);
    await at.takenOver(page);
  }
});

/** Which scripts of views the page asks for. */
function watchViews(page: Page): string[] {
  const views: string[] = [];
  page.on("request", (request) => {
    const name = /_shared\/(timeline-view|generate-input|generate-results)-/.exec(request.url())?.[1];
    if (name) views.push(name);
  });
  return views;
}

const openUnderModal = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await at.takenOver(page);
  await at.settled(page);
  await at.mark(page);
};

test("what a modal covers keeps the server's picture, and is taken over when the modal closes", async ({
  page,
  arrive,
}) => {
  await arrive("alice");
  const views = watchViews(page);
  await openUnderModal(page, "/timeline?panel=settings");
  const range = await page.locator(".week__range").innerText();
  expect(views).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect.poll(() => views).toEqual(["timeline-view"]);
  await expect(page.locator(".week__range")).toHaveText(range);
  await page.getByRole("link", { name: "Previous week" }).click();
  await expect(page.locator(".week__range")).not.toHaveText(range);
  expect(await at.wentOn(page)).toBe(true);
});

test("or as soon as somebody moves, and the modal keeps what is typed in it", async ({ page, arrive }) => {
  await arrive("alice");
  const views = watchViews(page);
  await openUnderModal(page, "/timeline?write=1");
  expect(views).toEqual([]);
  await page.getByLabel("Your words").fill("Half a thought");
  expect(views).toEqual([]);
  await page.mouse.move(20, 20);
  await page.mouse.move(30, 30);
  await expect.poll(() => views).toEqual(["timeline-view"]);
  await expect(page.getByLabel("Your words")).toHaveValue("Half a thought");
  await at.dialog(page, "Write a tweet").getByRole("link", { name: "Close" }).click();
  await page.getByRole("link", { name: "Previous week" }).click();
  await expect(page).toHaveURL("/timeline?week=-1");
  expect(await at.wentOn(page)).toBe(true);
});

test("a view that comes with a navigation is there with it", async ({ page, arrive }) => {
  await arrive("alice");
  await page.goto("/generate");
  await at.takenOver(page);
  await page.route("**/_shared/timeline-view-*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.evaluate(() => {
    const seen: number[] = Object.assign(window, { linnetHeights: [] as number[] }).linnetHeights;
    new MutationObserver(() => seen.push(document.querySelector("main")?.childElementCount ?? 0)).observe(document, {
      subtree: true,
      childList: true,
    });
  });
  await page.getByRole("link", { name: "Timeline", exact: true }).click();
  await expect(page.locator(".week__range")).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { linnetHeights: number[] }).linnetHeights)).not.toContain(0);
});

test("the lists of a covered view stay in sight when it is taken over", async ({ page, arrive }) => {
  await arrive("alice");
  await openUnderModal(page, "/product-analyse?test=1&active=1&panel=settings");
  await page.evaluate(() => {
    const gone: string[] = Object.assign(window, { linnetGone: [] as string[] }).linnetGone;
    new MutationObserver(() => {
      if (!document.body.textContent?.includes("Active Bot Status")) gone.push("the list");
    }).observe(document, { subtree: true, childList: true });
  });
  await page.mouse.move(20, 20);
  await page.mouse.move(30, 30);
  await page.waitForLoadState("networkidle");
  await expect(page.locator(".view:not([inert])")).toHaveCount(1);
  expect(await page.evaluate(() => (window as unknown as { linnetGone: string[] }).linnetGone)).toEqual([]);
});

test("what doesn't come while a modal covers it harms nobody, and comes later", async ({
  page,
  arrive,
  complaints,
}) => {
  complaints.allow(/net::ERR_FAILED/);
  await arrive("alice");
  await openUnderModal(page, "/generate?panel=settings");
  await page.route("**/_shared/generate-input-*.js", (route) => route.abort());
  const asked = page.waitForRequest(/generate-input/);
  await page.mouse.move(20, 20);
  await page.mouse.move(30, 30);
  await asked;
  await expect(at.dialog(page, "Settings")).toBeVisible();
  await expect(at.topic(page)).toBeVisible();
  await page.unroute("**/_shared/generate-input-*.js");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await at.topic(page).fill("keeping bees");
  await at.create(page).click();
  await expect(at.cards(page)).toHaveCount(5, { timeout: 30_000 });
});
