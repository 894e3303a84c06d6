// Signing up and in, where it goes wrong: each refusal in its own words, and what was typed is kept.
import { newEmail, password } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("a weak password is told at once with a script, by the server without", async ({ page, complaints, script }) => {
  complaints.expect(422);
  await page.goto("/generate?panel=register");
  const modal = at.dialog(page, "Create Account");
  const field = modal.getByLabel("Password");
  await expect(modal.getByText(at.sentences.weakHint)).toBeVisible();
  await modal.getByLabel("Email").fill("alice@linnet.example");
  await field.fill("lettersonly");
  const button = modal.getByRole("button", { name: "Create Account" });
  if (script) {
    await expect(button).toBeDisabled();
    await expect(modal.locator("[class*=wrong]").getByText(at.sentences.weakHint)).toBeVisible();
  } else {
    await button.click();
    await expect(modal.locator("[class*=wrong]").getByText(at.sentences.weak)).toBeVisible();
    await expect(modal.getByLabel("Email")).toHaveValue("alice@linnet.example");
  }
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await field.fill(password);
  await expect(button).toBeEnabled();
});

test("missing fields and what is no address are refused in words", async ({ page, script, complaints }) => {
  // Without a script what is wrong stands beside the fields alone: an alert would hide them.
  const dismiss = async (sentence: string) => {
    if (script) await at.dismissError(page, sentence);
  };
  complaints.expect(422);
  await page.goto("/generate?panel=register");
  const modal = at.dialog(page, "Create Account");
  await modal.getByRole("button", { name: "Create Account" }).click();
  await dismiss(at.sentences.missing);
  await expect(modal.getByText(at.sentences.missing).first()).toBeVisible();
  await modal.getByLabel("Email").fill("alice at home");
  await modal.getByLabel("Password").fill(password);
  await modal.getByRole("button", { name: "Create Account" }).click();
  await dismiss("Please enter a valid email address");
  await expect(modal.getByText("Please enter a valid email address")).toBeVisible();
  await expect(modal.getByLabel("Email")).toHaveValue("alice at home");

  await modal.getByRole("link", { name: "Sign In" }).click();
  await at.dialog(page, "Sign In").getByRole("button", { name: "Sign In" }).click();
  await dismiss(at.sentences.missing);
  await expect(at.dialog(page, "Sign In").getByText(at.sentences.missing).first()).toBeVisible();
  await at.dialog(page, "Sign In").getByRole("link", { name: "Create Account" }).click();
  await expect(modal.getByLabel("Email")).toHaveValue("");
  await modal.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("an unknown address and a wrong password are refused alike, and the address is kept", async ({
  page,
  arrive,
  complaints,
}) => {
  complaints.expect(401);
  const { visitor } = await arrive("alice", { linked: false });
  await page.goto("/generate");
  await at.signOut(page);
  for (const email of [visitor.email, newEmail("nobody")]) {
    await page.goto("/generate?panel=login");
    const modal = at.dialog(page, "Sign In");
    await modal.getByLabel("Email").fill(email);
    await modal.getByLabel("Password").fill("wrong password 1");
    await modal.getByRole("button", { name: "Sign In" }).click();
    await at.dismissError(page, at.sentences.wrong);
    await expect(modal.getByRole("alert")).toHaveText(at.sentences.wrong);
    await expect(modal.getByLabel("Email")).toHaveValue(email);
  }
});

test("signing in on a screen leads back to that screen", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  await page.goto("/timeline?week=-1");
  await at.signOut(page);
  await at.openFromPanel(page, "Sign In");
  const modal = at.dialog(page, "Sign In");
  await modal.getByLabel("Email").fill(visitor.email);
  await modal.getByLabel("Password").fill(password);
  await modal.getByRole("button", { name: "Sign In" }).click();
  const success = at.dialog(page, "Login Successful!");
  await expect(success).toContainText(`Welcome, ${visitor.email}`);
  await success.getByRole("link", { name: "Continue" }).click();
  await expect(page).toHaveURL("/timeline?week=-1");
});

test("the panel says who is here, and signing out forgets it all", async ({ page, arrive, script }) => {
  const { visitor, handle } = await arrive("alice");
  await page.goto("/bot");
  const stored = () => page.evaluate(() => localStorage.getItem("linnet_user"));
  if (script) await expect.poll(stored).toContain(visitor.userId);
  await page.getByRole("link", { name: "Your account" }).click();
  const panel = page.getByRole("dialog", { name: visitor.email });
  await expect(panel).toContainText(`ID ${visitor.userId}`);
  await expect(panel).toContainText(`@${handle}`);
  await panel.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("link", { name: "Log in" }).click();
  await expect(page.getByRole("dialog", { name: "Not logged in Please sign in" })).toBeVisible();
  if (script) await expect.poll(stored).toBeNull();
});
