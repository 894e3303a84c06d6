// One's own account in Settings: another password, signing out everywhere, deleting it; with and without a script.
import { password, type Visitor } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

const next = "another wire 8";

/** Whether another browser of the person's is still signed in. */
async function isIn(browser: Visitor): Promise<boolean> {
  const page = await browser.open("/generate?panel=settings");
  return (await page.text()).includes("User ID");
}

test("another password: told what is wrong, then it holds, and every other browser is signed out", async ({
  page,
  arrive,
  complaints,
  script,
}) => {
  complaints.expect(401, 422);
  const { visitor } = await arrive("alice");
  expect(await isIn(visitor)).toBe(true);
  // The browser at hand has a session of its own.
  await at.loseCookies(page);
  await page.goto("/generate?panel=login");
  await at.dialog(page, "Sign In").getByLabel("Email").fill(visitor.email);
  await at.dialog(page, "Sign In").getByLabel("Password").fill(password);
  await at.dialog(page, "Sign In").getByRole("button", { name: "Sign In" }).click();
  await at.dialog(page, "Login Successful!").getByRole("link", { name: "Continue" }).click();

  await at.openFromPanel(page, "Settings");
  await at.dialog(page, "Settings").getByRole("link", { name: "Change password" }).click();
  const modal = at.dialog(page, "Change password");
  const send = async (current: string, wanted: string) => {
    await modal.getByLabel("Current password").fill(current);
    await modal.getByLabel("New password").fill(wanted);
    await modal.getByRole("button", { name: "Change password" }).click();
  };
  await send("wrong password 1", next);
  await expect(modal.getByText("Wrong password.")).toBeVisible();
  await send(password, "short");
  await expect(modal.getByText(at.sentences.weak)).toBeVisible();
  const keyOf = () => page.evaluate(() => localStorage.getItem("linnet_user"));
  const before = script ? await keyOf() : null;
  await send(password, next);
  await at.dialog(page, "Password changed").getByRole("link", { name: "OK" }).click();
  await expect(page.getByRole("link", { name: "Your account" })).toBeVisible();
  expect(await isIn(visitor)).toBe(false);

  if (!script) return;
  // Its key ended with the old password; the first call that it makes itself brings another.
  await at.askFor(page, "keeping bees");
  await expect.poll(keyOf).not.toBe(before);
});

test("signing out everywhere ends this browser and the others", async ({ page, arrive, script }) => {
  const { visitor } = await arrive("alice", { linked: false });
  await page.goto("/timeline?panel=settings");
  await at.dialog(page, "Settings").getByRole("link", { name: "Sign out everywhere" }).click();
  await at.dialog(page, "Sign out everywhere").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(at.dialog(page, "Sign In")).toBeVisible();
  expect(await isIn(visitor)).toBe(false);
  if (script) await expect.poll(() => page.evaluate(() => localStorage.getItem("linnet_user"))).toBeNull();
});

test("deleting the account asks for the password and a tick, and then nothing of it is left", async ({
  page,
  arrive,
  complaints,
  script,
}) => {
  complaints.expect(401, 422);
  const { visitor } = await arrive("alice");
  await page.goto("/generate?panel=settings");
  await at.dialog(page, "Settings").getByRole("link", { name: "Delete my account" }).click();
  const modal = at.dialog(page, "Delete my account");
  const button = modal.getByRole("button", { name: "Delete my account" });
  await modal.getByLabel("Password").fill(password);
  await button.click();
  await expect(modal.getByRole("alert")).toHaveText("Select the box if you’re sure.");
  await modal.getByLabel("Password").fill("wrong password 1");
  await modal.getByRole("checkbox", { name: /I understand/ }).check();
  await button.click();
  await expect(modal.getByText("Wrong password.")).toBeVisible();
  await expect(modal.getByRole("checkbox", { name: /I understand/ })).toBeChecked();
  await modal.getByLabel("Password").fill(password);
  await button.click();
  await expect(at.dialog(page, "Your account is deleted")).toBeVisible();
  expect(await isIn(visitor)).toBe(false);
  if (script)
    await expect
      .poll(() => page.evaluate(() => [localStorage.getItem("linnet_user"), localStorage.getItem("last_user_id")]))
      .toEqual([null, null]);

  await page.goto("/generate?panel=login");
  await at.dialog(page, "Sign In").getByLabel("Email").fill(visitor.email);
  await at.dialog(page, "Sign In").getByLabel("Password").fill(password);
  await at.dialog(page, "Sign In").getByRole("button", { name: "Sign In" }).click();
  await at.dismissError(page, at.sentences.wrong);
});
