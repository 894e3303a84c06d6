// Mail at the screens, with and without a script: a forgotten password, and alerts to a confirmed address.
import { newEmail } from "../../support/people/browser";
import { eventually } from "../../support/server";
import { faultsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test.describe("with a mail server", () => {
  test.use({ serverKind: "mail" });

  test("a forgotten password: asked for, a link by mail, another password, and the link is over", async ({
    page,
    arrive,
    mail,
    server,
    complaints,
  }) => {
    complaints.expect(422);
    const { visitor } = await arrive("alice", { linked: false });
    await at.loseCookies(page);
    await page.goto("/generate?panel=login");
    await at.dialog(page, "Sign In").getByRole("link", { name: "Forgot password?" }).click();
    const modal = at.dialog(page, "Forgot password?");
    await modal.getByLabel("Email").fill(visitor.email);
    await modal.getByLabel("Email").press("Enter");
    const told = at.dialog(page, "Check your email");
    await expect(told).toContainText("If there’s an account for this address");
    expect(page.url()).not.toContain(visitor.email);
    const [received] = await eventually("the mail", () => {
      const mails = mail.mailsFor(visitor.email);
      return mails.length > 0 && mails;
    });
    expect(received?.parsed.headers.get("auto-submitted")).toBe("auto-generated");
    const link = mail.linkFor(visitor.email);
    expect(link.startsWith(`${server.origin}/reset-password?token=`)).toBe(true);

    await page.goto(link);
    await page.getByLabel("New password").fill("short");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByLabel("New password")).toHaveAccessibleDescription(at.sentences.weak);
    await page.getByLabel("New password").fill("another wire 8");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(at.dialog(page, "Sign In")).toBeVisible();
    expect(await (await visitor.open("/generate?panel=settings")).text()).not.toContain("User ID");
    await at.dialog(page, "Sign In").getByLabel("Email").fill(visitor.email);
    await at.dialog(page, "Sign In").getByLabel("Password").fill("another wire 8");
    await at.dialog(page, "Sign In").getByRole("button", { name: "Sign In" }).click();
    await at.dialog(page, "Login Successful!").getByRole("link", { name: "Continue" }).click();

    await page.goto(link);
    await expect(page.getByText("This link no longer works", { exact: true })).toBeVisible();
    expect(server.log()).not.toContain(new URL(link).searchParams.get("token"));
  });

  test("an address that nobody here has is answered in the same words, and nothing is sent", async ({ page, mail }) => {
    const email = newEmail("nobody");
    await page.goto("/generate?panel=forgot");
    await at.dialog(page, "Forgot password?").getByLabel("Email").fill(email);
    await at.dialog(page, "Forgot password?").getByRole("button", { name: "Send reset link" }).click();
    await expect(at.dialog(page, "Check your email")).toContainText("If there’s an account for this address");
    expect(mail.mailsFor(email)).toEqual([]);
  });

  test("alerts: the address is confirmed by its link, a test arrives, and the choice is kept", async ({
    page,
    arrive,
    mail,
    script,
  }) => {
    const { visitor } = await arrive("alice", { linked: false });
    await page.goto("/generate?panel=settings");
    await at.dialog(page, "Settings").getByRole("link", { name: "All settings" }).click();
    await expect(page).toHaveURL("/settings/alerts");
    await expect(page.getByText("not confirmed")).toBeVisible();
    if (script) expect(await faultsOf(page, "alerts, not confirmed")).toEqual([]);
    await page.getByRole("button", { name: "Send confirmation email" }).click();
    await expect(page.getByText(`Sending a confirmation email to ${visitor.email}`).first()).toBeVisible();
    await eventually("the mail", () => mail.mailsFor(visitor.email).length > 0);
    await page.goto(mail.linkFor(visitor.email));
    if (script) expect(await faultsOf(page, "confirming")).toEqual([]);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page).toHaveURL("/settings/alerts");
    await expect(page.getByText("confirmed", { exact: true })).toBeVisible();
    await expect(page.getByLabel("A tweet fails")).toBeChecked();

    await page.getByRole("button", { name: "Send test email" }).click();
    await expect(page.getByText(`Test email sent to ${visitor.email}`).first()).toBeVisible();
    expect(mail.mailsFor(visitor.email).at(-1)?.parsed.subject).toBe("Linnet test notification");

    const summary = page.getByLabel("A weekly summary");
    await summary.focus();
    await page.keyboard.press("Space");
    await page.getByLabel("A bot needs").uncheck();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Notifications saved").first()).toBeVisible();
    await page.reload();
    await expect(summary).toBeChecked();
    await expect(page.getByLabel("A bot needs")).not.toBeChecked();
    if (script) expect(await faultsOf(page, "alerts, confirmed")).toEqual([]);
  });

  test("no page of mail scrolls sideways", async ({ page, arrive }) => {
    await arrive("alice", { linked: false });
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const address of ["/settings/alerts", "/reset-password?token=x", "/confirm-address?token=x"]) {
        await page.goto(address);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(width);
      }
    }
  });
});

test("without a mail server nothing that needs one is offered, and the page says so once", async ({ page, arrive }) => {
  await page.goto("/generate?panel=login");
  await expect(at.dialog(page, "Sign In").getByLabel("Password")).toBeVisible();
  await expect(page.getByText("Forgot password?")).toHaveCount(0);
  await page.goto("/generate?panel=forgot");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goto("/settings/alerts");
  await expect(at.dialog(page, "Sign In")).toBeVisible();
  await arrive("alice", { linked: false });
  await page.goto("/settings/alerts");
  await expect(page.getByText("Email isn’t set up on this server", { exact: true })).toHaveCount(1);
  await expect(page.getByRole("button", { name: /Send|Save/ })).toHaveCount(0);
});
