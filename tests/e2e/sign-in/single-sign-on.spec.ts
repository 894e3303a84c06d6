// Signing in by a real OpenID provider, through its own pages: somebody new, somebody who joins it, and somebody who broke off.
import type { Page } from "@playwright/test";
import { newHandle, password } from "../../support/people/browser";
import { faultsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { loseCookies } from "../support/places";

test.use({ serverKind: "provider" });

/** The provider's own pages: who it is, and at the first time that Linnet may know. */
async function signInThere(page: Page, sub: string, isFirst = true): Promise<void> {
  await page.locator("[name=login]").fill(sub);
  await page.locator("[name=password]").fill("any");
  await page.getByRole("button", { name: /sign-in/i }).click();
  if (isFirst) await page.getByRole("button", { name: /continue/i }).click();
}

// The provider's pages ask for a font of Google's.
test.beforeEach(({ complaints }) => complaints.allow(/fonts\.googleapis\.com/));

const security = "/settings/security";

test("somebody new comes in by the provider, and shows there once more who they are", async ({
  page,
  provider,
  script,
  complaints,
}) => {
  complaints.expect(409);
  const sub = newHandle("bea");
  provider.add({ sub, email: `${sub}@id.example`, email_verified: true });
  await page.goto("/timeline?panel=login");
  if (script) expect(await faultsOf(page, "signing in")).toEqual([]);
  await page.getByRole("dialog").getByRole("link", { name: "Sign in with Beekeepers' ID" }).click();
  await signInThere(page, sub);
  await expect(page.getByRole("dialog")).toContainText(`${sub}@id.example`);

  await page.goto(security);
  await expect(page.getByText("You have no password here")).toBeVisible();
  if (script) expect(await faultsOf(page, "without a password")).toEqual([]);
  await page.getByRole("link", { name: "Sign in with Beekeepers' ID again" }).click();
  await signInThere(page, sub, false);
  await expect(page).toHaveURL(/\/settings\/security$/);
  await expect(page.getByText("You’ve confirmed it’s you. Continue within 5 minutes.")).toBeVisible();
  await page.getByRole("button", { name: /^Remove/ }).click();
  await expect(page.getByText("This is your only way to sign in.")).toBeVisible();
});

test("somebody with an account signs in to it first, joins the provider, and comes in by it", async ({
  page,
  context,
  arrive,
  provider,
  complaints,
  script,
}) => {
  complaints.expect(409);
  const { visitor } = await arrive("alice", { linked: false });
  const sub = newHandle("alice");
  provider.add({ sub, email: visitor.email, email_verified: true });
  const cookies = await context.cookies();
  await loseCookies(page);
  await page.goto("/sign-in/provider");
  await signInThere(page, sub);
  await expect(page.getByRole("heading", { name: "Signing in", exact: true, level: 1 })).toBeVisible();
  await expect(page.getByText("An account with this email already exists.")).toBeVisible();
  if (script) expect(await faultsOf(page, "not let in")).toEqual([]);

  await loseCookies(page);
  await context.addCookies(cookies);
  await page.goto(security);
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Confirm it’s me" }).click();
  await page.getByRole("link", { name: "Continue to Beekeepers' ID" }).click();
  await signInThere(page, sub);
  await expect(page.getByText("You can sign in with Beekeepers' ID.")).toBeVisible();

  await loseCookies(page);
  await page.goto("/sign-in/provider");
  await signInThere(page, sub);
  await expect(page.getByRole("dialog")).toContainText(visitor.email);
});

test("who comes back without having begun here is told so, and can begin", async ({ page, complaints }) => {
  complaints.expect(404);
  await page.goto("/sign-in/provider?state=another&code=stolen");
  await expect(page.getByText("This sign-in has expired. Start again.")).toBeVisible();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.locator("[name=login]")).toBeVisible();
});
