// The second step, as somebody does it: an app set up, asked for at sign-in, trusted, lost; with and without a script.
import type { Page } from "@playwright/test";
import { password } from "../../support/people/browser";
import { switchOnFor } from "../../support/people/browser-factor";
import { digitsOf, wrongDigits } from "../../support/digits";
import { faultsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

const security = "/settings/security";
const wrong = "That code is wrong or has expired. Try the next one.";

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/timeline?panel=login");
  const modal = at.dialog(page, "Sign In");
  await modal.getByLabel("Email").fill(email);
  await modal.getByLabel("Password").fill(password);
  await modal.getByRole("button", { name: "Sign In" }).click();
}
const code = (page: Page) => page.getByLabel("6-digit code");
const send = (page: Page) => page.getByRole("button", { name: "Continue" }).click();
const welcome = (page: Page) => at.dialog(page, "Login Successful!");

test("an app is set up from the key, switched on by its first code, and the recovery codes are kept", async ({
  page,
  arrive,
  complaints,
  script,
}) => {
  complaints.expect(401, 422);
  await arrive("alice", { linked: false });
  await page.goto(security);
  await page.getByRole("button", { name: "Set up" }).click();
  const modal = at.dialog(page, "Add an authenticator app");
  await expect(modal.getByRole("img", { name: /^QR code/ })).toBeVisible();
  const shownKey = modal.locator(".secret code");
  const key = await shownKey.innerText();
  expect(key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  if (script) expect(await faultsOf(page, "setting an app up")).toEqual([]);
  const digits = modal.getByLabel("6-digit code");
  await expect(digits).toHaveAttribute("autocomplete", "one-time-code");
  const press = async (secret: string, typed: string) => {
    await modal.getByLabel("Your password").fill(secret);
    await digits.fill(typed);
    await modal.getByRole("button", { name: "Turn on" }).click();
  };
  await press("not her password 7", digitsOf(key, Date.now()));
  await expect(modal.getByText("Wrong password.")).toBeVisible();
  await press(password, wrongDigits(key, Date.now()));
  await expect(modal.getByText(wrong)).toBeVisible();
  await expect(shownKey).toHaveText(key);
  await press(password, digitsOf(key, Date.now()));

  const codes = at.dialog(page, "Recovery codes");
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  if (script) expect(await faultsOf(page, "recovery codes")).toEqual([]);
  const done = codes.getByRole("button", { name: "Done" });
  if (script) await expect(done).toHaveAttribute("aria-disabled", "true");
  else {
    await done.click();
    await expect(codes.getByText("Check the box once you’ve saved your recovery codes.")).toBeVisible();
  }
  await codes.getByLabel("I’ve saved my recovery codes").check();
  await done.click();
  await expect(codes).toBeHidden();
  const card = page.getByRole("region", { name: "Two-factor authentication" });
  await expect(card.getByText("10 of 10 left")).toBeVisible();
  if (script) expect(await faultsOf(page, "an app is on")).toEqual([]);
  await page.goto(`${security}?step=codes`);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the code is asked for after the password; a wrong one stays on the page, the right one goes on", async ({
  page,
  arrive,
  complaints,
  script,
}) => {
  complaints.expect(401, 422);
  const { visitor } = await arrive("alice", { linked: false });
  const { key, next } = await switchOnFor(visitor);
  await at.loseCookies(page);
  await signIn(page, visitor.email);
  await expect(page.getByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
  await expect(page).toHaveURL("/sign-in/second-step");
  await expect(code(page)).toHaveAttribute("autocomplete", "one-time-code");
  await expect(code(page)).toHaveAttribute("inputmode", "numeric");
  if (script) expect(await faultsOf(page, "the second step")).toEqual([]);
  await send(page);
  await expect(code(page)).toHaveAccessibleDescription("Enter the 6-digit code from your app, or a recovery code.");
  await page.getByLabel("Trust this browser for 30 days").check();
  await code(page).fill(wrongDigits(key, Date.now()));
  await send(page);
  await expect(code(page)).toHaveAccessibleDescription(wrong);
  await expect(page.getByLabel("Trust this browser for 30 days")).toBeChecked();
  if (script) expect(await faultsOf(page, "a wrong code")).toEqual([]);
  const right = next();
  await code(page).fill(`${right.slice(0, 3)} ${right.slice(3)}`);
  await send(page);
  await expect(welcome(page)).toBeVisible();
  await expect(page).toHaveURL("/timeline?panel=success");
  await welcome(page).getByRole("link", { name: "Continue" }).click();

  // Trusted from now on.
  await at.signOut(page);
  await signIn(page, visitor.email);
  await expect(welcome(page)).toBeVisible();
});

test("a recovery code goes into the same field, and what waits is over in another browser", async ({
  page,
  arrive,
  complaints,
  browser,
  server,
  script,
}) => {
  complaints.expect(401, 404);
  const { visitor } = await arrive("alice", { linked: false });
  const { codes } = await switchOnFor(visitor);
  await at.loseCookies(page);
  await signIn(page, visitor.email);
  await expect(code(page)).toBeVisible();
  const other = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: script });
  // It has been here before, so its cookies are kept.
  await other.addCookies([{ name: "linnet_known", value: "1", url: server.origin }]);
  const stranger = await other.newPage();
  await stranger.goto("/sign-in/second-step");
  await expect(stranger.getByText("This sign-in has expired", { exact: true })).toBeVisible();
  if (script) expect(await faultsOf(stranger, "a sign-in that is over")).toEqual([]);
  await stranger.getByRole("link", { name: "Sign In" }).click();
  await expect(at.dialog(stranger, "Sign In")).toBeVisible();
  await other.close();

  // Signed out everywhere meanwhile: what waits in this browser is over too.
  await visitor.post("/generate", { intent: "sign-out-everywhere" });
  await code(page).fill(codes[0] ?? "");
  await send(page);
  await expect(page.getByText("This sign-in has expired", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Sign In" }).click();
  await signIn(page, visitor.email);
  await code(page).fill(codes[0] ?? "");
  await send(page);
  await expect(welcome(page)).toBeVisible();
});

test("the app is removed with password and code, and nothing is asked for any more", async ({
  page,
  arrive,
  complaints,
  script,
}) => {
  complaints.expect(401);
  const { visitor } = await arrive("alice", { linked: false });
  const { next } = await switchOnFor(visitor);
  await page.goto(security);
  await page.getByRole("link", { name: "New codes…" }).click();
  await expect(at.dialog(page, "New recovery codes")).toBeVisible();
  await at.dialog(page, "New recovery codes").getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Remove…" }).click();
  const modal = at.dialog(page, "Remove the authenticator app");
  if (script) expect(await faultsOf(page, "removing the app")).toEqual([]);
  await modal.getByLabel("Your password").fill(password);
  await modal.getByLabel("6-digit code").fill(next());
  await modal.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();
  await at.loseCookies(page);
  await signIn(page, visitor.email);
  await expect(welcome(page)).toBeVisible();
});

test("no page of the second step scrolls sideways", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice", { linked: false });
  const widths = async (...addresses: string[]) => {
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const address of addresses) {
        await page.goto(address);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(width);
      }
    }
  };
  await visitor.post(security, { intent: "set-up-factor" });
  await widths(`${security}?step=set-up`);
  await switchOnFor(visitor, { kept: false });
  await widths(security, `${security}?step=codes`, `${security}?step=remove`, "/sign-in/second-step");
  await at.loseCookies(page);
  await signIn(page, visitor.email);
  await expect(code(page)).toBeVisible();
  await widths("/sign-in/second-step");
});
