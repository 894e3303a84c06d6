// Passwords that everybody tries first, and guesses from many places: what a person sees of them, with and without a script.
import type { Page } from "@playwright/test";
import { newEmail, password } from "../../support/people/browser";
import { eventually } from "../../support/server";
import { faultsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

const security = "/settings/security";
const warning = "Thousands of people use this password. Choose another.";
const welcome = (page: Page) => at.dialog(page, "Login Successful!");

test("a common password is taken with a warning, which stays in Security until there is another", async ({
  page,
  script,
}) => {
  await page.goto("/generate?panel=register");
  const modal = at.dialog(page, "Create Account");
  await modal.getByLabel("Email").fill(newEmail("carol"));
  await modal.getByLabel("Password").fill("Password1");
  await modal.getByRole("button", { name: "Create Account" }).click();
  await expect(welcome(page)).toContainText(warning);
  if (script) expect(await faultsOf(page, "a common password at sign-up")).toEqual([]);
  await welcome(page).getByRole("link", { name: "Choose another" }).click();
  const card = page.getByRole("region", { name: "Password" });
  await expect(page.getByText(warning)).toBeVisible();
  if (script) expect(await faultsOf(page, "a common password in Security")).toEqual([]);
  await card.getByLabel("Current password").fill("Password1");
  await card.getByLabel("New password").fill(password);
  await card.getByRole("button", { name: "Change password" }).click();
  await expect(at.dialog(page, "Password changed")).toBeVisible();
  await expect(page.getByText(warning)).toHaveCount(0);
  await page.goto(security);
  await expect(page.getByText(warning)).toHaveCount(0);
});

test.describe("while wrong passwords come from many places", () => {
  test.use({ serverKind: "guarded" });

  test("whoever is kept out signs in by the link of Forgot password, and then has a browser of their own", async ({
    page,
    arrive,
    server,
    mail,
    complaints,
    script,
  }) => {
    complaints.expect(429);
    const { visitor } = await arrive("alice", { linked: false });
    await at.loseCookies(page);
    for (let n = 1; n <= 6; n += 1) {
      const headers = { "content-type": "application/json", "x-forwarded-for": `198.51.100.${n}` };
      const body = JSON.stringify({ email: visitor.email, password: "not hers 1" });
      const answer = await fetch(`${server.origin}/api/users/login`, { method: "POST", headers, body });
      expect(answer.status).toBe(401);
    }
    const signIn = async () => {
      await page.goto("/generate?panel=login");
      const modal = at.dialog(page, "Sign In");
      await modal.getByLabel("Email").fill(visitor.email);
      await modal.getByLabel("Password").fill(password);
      await modal.getByRole("button", { name: "Sign In" }).click();
    };
    await signIn();
    const refusal = page.getByText(/sign-in attempts from many places\..*“Forgot password\?” emails you/).first();
    await expect(refusal).toBeVisible();

    await page.goto("/generate?panel=forgot");
    await at.dialog(page, "Forgot password?").getByLabel("Email").fill(visitor.email);
    await at.dialog(page, "Forgot password?").getByRole("button", { name: "Send reset link" }).click();
    await expect(at.dialog(page, "Check your email")).toBeVisible();
    await eventually("the mail", () => mail.mailsFor(visitor.email).length > 0);
    const link = mail.linkFor(visitor.email);
    await page.goto(link);
    if (script) expect(await faultsOf(page, "a link that signs in")).toEqual([]);
    const size = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 900 });
    // The address that was made up here is a long one.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    if (size) await page.setViewportSize(size);
    await page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
    await welcome(page).getByRole("link", { name: "Continue" }).click();
    expect(server.log()).not.toContain(new URL(link).searchParams.get("token"));

    const session = (await page.context().cookies()).find(({ name }) => name === "linnet");
    await page.context().clearCookies({ name: session?.name ?? "" });
    await signIn();
    await expect(welcome(page)).toBeVisible();
  });
});
