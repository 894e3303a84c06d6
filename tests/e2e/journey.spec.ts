// The whole job as one person does it, from the first page to the week grid; walked with JavaScript and without.
import type { Page } from "@playwright/test";
import { newEmail, newHandle, password, register } from "../support/people/browser";
import { expect, test } from "./support/fixtures";
import * as at from "./support/places";

test("a person signs up, links an account, has tweets written, posts one, schedules one, and sees both in the week", async ({
  page,
  server,
  complaints,
  script,
}) => {
  test.setTimeout(180_000);
  const email = newEmail("alice");
  const handle = newHandle("alice");
  const zone = script ? "Europe/Berlin" : "UTC";

  await test.step("comes as a guest", async () => {
    await page.goto("/");
    await expect(page).toHaveURL("/generate");
    await expect(page.getByRole("note")).toContainText(at.sentences.guest);
    await expect(page.getByRole("region", { name: "Sandbox" })).toContainText(
      "Posts stay on this server. Nothing goes to X.",
    );
  });

  await test.step("creates an account, after a weak password and a taken address", async () => {
    complaints.expect(409, 422);
    const taken = (await register(server.origin, "bob")).email;
    await page.getByRole("note").getByRole("link", { name: "Create Account" }).click();
    const modal = at.dialog(page, "Create Account");
    await modal.getByLabel("Email").fill(taken);
    await modal.getByLabel("Password").fill("short");
    if (script) await expect(modal.getByRole("button", { name: "Create Account" })).toBeDisabled();
    else {
      await modal.getByRole("button", { name: "Create Account" }).click();
      await expect(modal.getByText(at.sentences.weak)).toBeVisible();
      await expect(modal.getByLabel("Email")).toHaveValue(taken);
    }
    await modal.getByLabel("Password").fill(password);
    await modal.getByLabel("Phone").fill("030 123");
    await modal.getByRole("button", { name: "Create Account" }).click();
    await at.dismissError(page, at.sentences.taken);
    await expect(modal.getByText(at.sentences.taken)).toBeVisible();
    await expect(modal.getByLabel("Email")).toHaveValue(taken);
    await expect(modal.getByLabel("Phone")).toHaveValue("030 123");

    await modal.getByLabel("Email").fill(` ${email.toUpperCase()} `);
    await modal.getByLabel("Password").fill(password);
    await modal.getByRole("button", { name: "Create Account" }).click();
    const success = at.dialog(page, "Login Successful!");
    await expect(success).toContainText(`Welcome, ${email}`);
    await success.getByRole("link", { name: "Continue" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL("/generate");
  });

  await test.step("links an account, after a wrong handle and a change of mind", async () => {
    await expect(page.getByRole("note")).toContainText(at.sentences.noAccount);
    await page.getByRole("link", { name: "Connect a new account" }).click();
    await page.getByLabel("Handle").fill("not a handle!");
    await page.getByRole("button", { name: "Authorize app" }).click();
    await expect(page.getByText("A handle has 1 to 15 letters, digits or underscores.")).toBeVisible();
    await expect(page.getByLabel("Handle")).toHaveValue("not a handle!");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("alert")).toContainText("授权失败: you chose not to authorize the app.");
    if (script) await expect(page).toHaveURL("/generate");

    await page.getByRole("link", { name: "Connect a new account" }).click();
    await page.getByLabel("Handle").fill(`@${handle}`);
    await page.getByRole("button", { name: "Authorize app" }).click();
    await expect(page.getByText(`@${handle} is connected`)).toBeVisible();
    await expect(page.getByText(`Posting as @${handle}`)).toBeVisible();
    if (script) await expect(page).toHaveURL("/generate");
  });

  await test.step("asks for tweets, first without a topic", async () => {
    if (script) {
      await expect(at.create(page)).toBeDisabled();
      await at.topic(page).press("Enter");
    } else await at.create(page).click();
    await expect(page.getByText(at.sentences.noTopic)).toBeVisible();
    await at.topic(page).fill("slow fashion");
    await at.create(page).click();
    await expect(page.getByRole("heading", { level: 1, name: "slow fashion" })).toBeVisible();
    const section = page.getByRole("region", { name: "Generated Tweets (5)" });
    await expect(section).toContainText("Written by the demo writer.");
    await expect(at.cards(page)).toHaveCount(5);
    for (const card of await at.cards(page).all()) await expect(card).toContainText("slow fashion");
    await expect(page).toHaveURL(/\/generate\?batch=/);
  });

  const [posted, scheduled] = [at.cards(page).nth(0), at.cards(page).nth(1)];
  const [first, second] = [await at.wordsOf(posted), await at.wordsOf(scheduled)];

  await test.step("posts one now, and reads it where it went", async () => {
    await posted.getByRole("button", { name: "Post Now" }).click();
    await expect(posted).toContainText(/Published today, \d\d:\d\d\./);
    // Without a script the page comes back where it was left.
    if (!script) await expect(page).toHaveURL(/#tweet-\d+$/);
    await expect(posted).toBeInViewport();
    await expect(posted.getByRole("button", { name: "Post Now" })).toBeDisabled();
    await expect(posted.getByRole("button", { name: "Add to Timeline" })).toBeDisabled();
    await posted.getByRole("link", { name: "View in the sandbox" }).click();
    await expect(page.getByRole("article")).toContainText(first);
    await expect(page.getByRole("article")).toContainText(`@${handle}`);
    await page.goBack();
  });

  let dueAt = "";
  await test.step("adds another to the timeline, unschedules it, and adds it again", async () => {
    await scheduled.getByRole("button", { name: "Add to Timeline" }).click();
    await expect(scheduled).toContainText(at.drawnMoment);
    await scheduled.getByRole("button", { name: "Unschedule" }).click();
    await expect(scheduled).toContainText("Not posted yet.");
    await scheduled.getByRole("button", { name: "Add to Timeline" }).click();
    await expect(scheduled).toContainText("Scheduled");
    dueAt = (await scheduled.getByRole("time").getAttribute("datetime")) ?? "";
    const hours = (Date.parse(dueAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(3.9);
    await expect(scheduled).toContainText(at.clockTime(dueAt, zone));
  });

  await test.step("sees both in the week grid, each with its modal", async () => {
    await page.getByRole("link", { name: "Timeline", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Twitter Publishing Timeline" })).toBeVisible();
    await expect(page.getByText(`Showing timeline for: @${handle}`)).toBeVisible();
    await expect(at.taskOf(page, "Published", first)).toBeVisible();
    await at.openWeekOf(page, dueAt, zone);
    await expect(at.taskOf(page, "Scheduled", second)).toContainText(at.clockTime(dueAt, zone));
    await at.taskOf(page, "Scheduled", second).click();
    await expect(at.dialog(page, /^Scheduled for /)).toContainText(second);
    await expect(at.dialog(page, /^Scheduled for /)).toContainText(`(${zone})`);
    await page.getByRole("dialog").getByRole("link", { name: "Close" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("finds the topic again", async () => {
    await page.getByRole("link", { name: "Generate", exact: true }).click();
    const recent = page.getByRole("region", { name: "Recent topics" });
    await recent.getByRole("link", { name: /slow fashion.*5 tweets/ }).click();
    await expect(at.cards(page).nth(0)).toContainText("Published");
    await expect(at.cards(page).nth(1)).toContainText("Scheduled");
  });

  await test.step("signs out, mistypes the password, and signs in again", async () => {
    complaints.expect(401);
    await at.signOut(page);
    await at.openFromPanel(page, "Sign In");
    await signIn(page, email, "wrong password 1");
    const modal = at.dialog(page, "Sign In");
    await at.dismissError(page, at.sentences.wrong);
    await expect(modal.getByRole("alert")).toHaveText(at.sentences.wrong);
    await expect(modal.getByLabel("Email")).toHaveValue(email);
    // A page of the server's never carries a password back.
    if (!script) await expect(modal.getByLabel("Password")).toHaveValue("");
    await modal.getByLabel("Password").fill(password);
    await modal.getByLabel("Password").press("Enter");
    await at.dialog(page, "Login Successful!").getByRole("link", { name: "Continue" }).click();
    await expect(page.getByRole("link", { name: "Your account" })).toBeVisible();
  });

  await test.step("takes the account off, and its scheduled tweet is pending again", async () => {
    await page.goto("/generate?panel=sidebar");
    await page.getByRole("link", { name: `Delete @${handle}` }).click();
    const question = at.dialog(page, `确定要删除 @${handle} 的绑定吗？`);
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("dialog")).toContainText("None yet");
    await page.getByRole("dialog").getByRole("link", { name: "Close" }).click();
    await expect(page.getByRole("note")).toContainText(at.sentences.noAccount);
    await page.getByRole("region", { name: "Recent topics" }).getByRole("link").click();
    await expect(at.cards(page).nth(0)).toContainText("Published");
    await expect(at.cards(page).nth(1)).toContainText("Not posted yet.");
  });
});

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  const modal = at.dialog(page, "Sign In");
  await modal.getByLabel("Email").fill(email);
  await modal.getByLabel("Password").fill(secret);
  await modal.getByRole("button", { name: "Sign In" }).click();
}
