// Who runs the server: somebody is invited and comes, somebody is disabled and told so, with and without a script.
import { password, register, newEmail } from "../../support/people/browser";
import { faultsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { dialog } from "../support/places";
import { write } from "../support/verbs/stage";

test("an invitation leads a person in, once", async ({ page, arrive, server, script, browser }) => {
  const { visitor } = await arrive("olive", { linked: false });
  write({ server }, "update users set operator_at = 1 where id = ?", visitor.userId);
  const email = newEmail("mika");
  await page.goto("/settings/security");
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Admin" }).click();
  await expect(page.getByRole("heading", { name: "Admin" })).toBeVisible();
  if (script) expect(await faultsOf(page, "the operator's page")).toEqual([]);
  await page.getByRole("link", { name: "Invite…" }).click();
  const question = dialog(page, "Invite someone");
  await question.getByLabel("Email").fill(email);
  await question.getByLabel("Your password").fill(password);
  if (script) expect(await faultsOf(page, "the question before an invitation")).toEqual([]);
  await question.getByRole("button", { name: "Create invitation" }).click();
  const handed = dialog(page, "Invitation");
  const link = await handed.getByLabel("Link").inputValue();
  expect(new URL(link).pathname).toBe("/join");
  if (script) expect(await faultsOf(page, "the link that is shown once")).toEqual([]);
  await handed.getByRole("link", { name: "Done" }).click();
  await expect(page.getByRole("row", { name: new RegExp(email) })).toContainText("Invited, expires");

  const context = await browser.newContext({ javaScriptEnabled: script, baseURL: server.origin });
  const theirs = await context.newPage();
  await theirs.goto(`/join${new URL(link).search}`);
  await expect(theirs.getByText(`Choose a password for ${email}.`)).toBeVisible();
  if (script) expect(await faultsOf(theirs, "the page of an invitation")).toEqual([]);
  await theirs.getByLabel("Password").fill(password);
  await theirs.getByRole("button", { name: "Create Account" }).click();
  await expect(theirs.getByRole("dialog")).toBeVisible();
  await theirs.goto(`/join${new URL(link).search}`);
  await expect(theirs.getByText("This invitation was used or canceled, or has expired").first()).toBeVisible();
  await context.close();
  await page.reload();
  await expect(page.getByRole("row", { name: new RegExp(email) }).getByText("Invited, expires")).toHaveCount(0);
});

test("somebody is disabled, is signed out and told so, and comes back once they are enabled", async ({
  page,
  arrive,
  server,
  script,
  browser,
  complaints,
}) => {
  complaints.expect(401, 403);
  const { visitor } = await arrive("olive", { linked: false });
  write({ server }, "update users set operator_at = 1 where id = ?", visitor.userId);
  const bob = await register(server.origin, "bob");
  // Where many have come they stand on a later page: all that comes is asked for by its address.
  await page.goto(`/admin?step=disable&who=${bob.userId}`);
  const question = dialog(page, "Disable this account?");
  await expect(question).toContainText(`Signs ${bob.email} out of every browser`);
  await question.getByLabel("Your password").fill("not mine 123");
  await question.getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("Wrong password.")).toBeVisible();
  await dialog(page, "Disable this account?").getByLabel("Your password").fill(password);
  await dialog(page, "Disable this account?").getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText(`${bob.email} is disabled`).first()).toBeVisible();
  expect((await bob.send("/settings/security")).headers.get("location")).toBe("/generate?panel=login");

  const context = await browser.newContext({ javaScriptEnabled: script, baseURL: server.origin });
  const theirs = await context.newPage();
  const enter = async () => {
    await theirs.goto("/generate?panel=login");
    await theirs.getByLabel("Email").fill(bob.email);
    await theirs.getByLabel("Password").fill(password);
    await theirs.getByRole("dialog").getByRole("button", { name: "Sign In" }).click();
  };
  await enter();
  const sentence = "This account is disabled. Contact your Linnet admin.";
  await expect(theirs.getByText(sentence).first()).toBeVisible();

  await page.goto(`/admin?step=enable&who=${bob.userId}`);
  const again = dialog(page, "Enable this account?");
  await again.getByLabel("Your password").fill(password);
  await again.getByRole("button", { name: "Enable" }).click();
  await expect(page.getByText(`${bob.email} is enabled`).first()).toBeVisible();
  await enter();
  await expect(theirs.getByRole("dialog")).not.toContainText(sentence);
  await expect(theirs).toHaveURL(/panel=success/);
  await context.close();
});

test("the page is there for nobody else", async ({ page, arrive, complaints }) => {
  complaints.expect(404);
  await arrive("alice", { linked: false });
  await page.goto("/admin");
  await expect(page.getByText("Page not found")).toBeVisible();
});
