// Before the script has arrived, and while it arrives: everything works, and what was typed and focused stays.
import type { Page } from "@playwright/test";
import { newEmail, password } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

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
  await expect(at.cards(page)).toHaveCount(5);
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
  const sentence = "Use up to 2,000 characters for the topic.";
  await expect(at.topic(page)).toHaveAccessibleDescription(sentence);
  const wire = page.getByRole("img", { name: /^One day as a line/ });
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
  for (const address of ["/generate", "/write", "/bot", "/strategy", "/product-analyse", "/timeline", ...panels]) {
    await page.goto(address);
    await at.takenOver(page);
  }
});

test("what is typed into a modal whose script comes last is kept when the page is read anew", async ({
  page,
  arrive,
}) => {
  await arrive("alice");
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/_shared/week-modal-*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/timeline?write=1", { waitUntil: "commit" });
  const words = page.getByRole("textbox", { name: "Tweet", exact: true });
  await words.fill("Half a");
  await page.waitForLoadState("load");
  await words.pressSequentially(" thought");
  release();
  await expect(page.locator("dialog:modal")).toBeVisible();
  // The browser has told its zone, and the page has been read anew with it.
  await expect(page.getByRole("main", { includeHidden: true })).toContainText("in Berlin time");
  await expect(words).toHaveValue("Half a thought");
  await expect(words).toBeFocused();
});

test("a modal that was scrolled before the script came stays where it was", async ({ page, arrive }) => {
  await arrive("alice");
  const release = await holdScripts(page);
  await page.goto("/generate?panel=settings", { waitUntil: "commit" });
  const link = at.dialog(page, "Settings").getByRole("link", { name: "Delete my account" });
  await link.scrollIntoViewIfNeeded();
  const modal = page.locator("dialog[open]");
  const scrolled = () => modal.evaluate((element) => element.scrollTop);
  const before = await scrolled();
  expect(before).toBeGreaterThan(0);
  release();
  await expect(page.locator("dialog:modal")).toBeVisible();
  expect(await scrolled()).toBe(before);
  await expect(link).toBeInViewport();
});

test("what a modal lies over from the first is there and works once it is closed", async ({ page, arrive }) => {
  await arrive("alice");
  await page.goto("/timeline?panel=settings");
  await at.done(page);
  await at.mark(page);
  const range = await page.locator(".week__range").innerText();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator(".week__range")).toHaveText(range);
  await page.getByRole("link", { name: "Previous week" }).click();
  await expect(page.locator(".week__range")).not.toHaveText(range);
  expect(await at.wentOn(page)).toBe(true);
});

for (const [place, script, sign] of [
  ["Timeline", "**/routes/timeline-*.js", ".week__range"],
  ["Analyse", "**/_shared/input-*.js", "h1"],
] as const)
  test(`the view of ${place} that comes with a navigation is there with it`, async ({ page, arrive }) => {
    await arrive("alice");
    await page.goto("/generate");
    await at.takenOver(page);
    await page.route(script, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
    await page.evaluate(() => {
      const seen: number[] = Object.assign(window, { linnetHeadings: [] as number[] }).linnetHeadings;
      new MutationObserver(() => seen.push(document.querySelectorAll("main h1").length)).observe(document, {
        subtree: true,
        childList: true,
      });
    });
    const asked = page.waitForRequest(script);
    await page.getByRole("link", { name: place, exact: true }).click();
    await asked;
    await expect(page).toHaveTitle(new RegExp(place));
    await expect(page.locator(sign)).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { linnetHeadings: number[] }).linnetHeadings)).not.toContain(
      0,
    );
  });

test("a panel whose script can't be had while the server is away opens once it is back", async ({
  page,
  arrive,
  complaints,
}) => {
  complaints.allow(/net::ERR_FAILED/);
  await arrive("alice");
  await page.goto("/generate");
  await at.done(page);
  await at.topic(page).fill("keeping bees");
  await page.route(/panels-\w+\.js$|favicon\.svg$/, (route) => route.abort());
  await page.getByRole("link", { name: "Your account" }).click();
  await expect(page.getByRole("status").filter({ hasText: "This page may be out of date" })).toBeVisible();
  await expect(at.topic(page)).toHaveValue("keeping bees");
  await page.unrouteAll();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.getByText("This page may be out of date")).toHaveCount(0);
  await expect(at.topic(page)).toHaveValue("keeping bees");
});

test("presses at every moment of the taking over leave the page taken over", async ({ page, arrive }) => {
  await arrive("alice");
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel();
    let left = 4_000;
    port1.onmessage = () => {
      document.querySelector("main")?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      if ((left -= 1) > 0) port2.postMessage(null);
    };
    port2.postMessage(null);
  });
  for (const address of ["/generate", "/timeline?panel=settings"]) {
    await page.goto(address);
    await at.takenOver(page);
  }
});
