// The bot of an analysis on the screen: its checklist, its lists, its next post, what it proposes.
import { analyse, control, list, startBot } from "./analysing";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("somebody without an account can't start a bot, and is told what to do", async ({ page, complaints, arrive }) => {
  complaints.expect(409);
  await arrive("alice", { linked: false });
  await analyse(page);
  await control(page).getByRole("button", { name: "Start Bot" }).click();
  await expect(page.getByRole("alert")).toContainText("Failed to start bot");
  await expect(page.getByRole("alert")).toContainText("Connect an account first, so the bot has one to post as.");
  await expect(page.getByRole("alert")).toBeInViewport();
});

test("the checklist comes before an account's first bot, and only then", async ({ page, arrive }) => {
  const { handle } = await arrive("alice");
  await analyse(page);
  await control(page).getByRole("button", { name: "Start Bot" }).click();
  const modal = at.dialog(page, "Before your bot starts");
  await expect(modal).toContainText(`@${handle}`);
  await modal.getByRole("checkbox", { name: /“Automated” label/ }).check();
  await modal.getByRole("button", { name: "Start Bot" }).click();
  // The browser itself asks for the rest.
  await expect(modal).toBeVisible();
  await modal.getByRole("link", { name: "Cancel" }).click();
  await expect(control(page)).toContainText("Stopped");
  await startBot(page);
  await expect(control(page)).toContainText("Running");
  await expect(control(page).getByRole("button", { name: "Bot Started" })).toBeDisabled();
  await control(page).getByRole("button", { name: "Stop Bot" }).click();
  await expect(page.getByText("Bot stopped successfully!")).toBeVisible();
  await control(page).getByRole("button", { name: "Start Bot" }).click();
  await expect(page.getByText("Bot started successfully!")).toBeVisible();
  await expect(modal).toBeHidden();
});

test("a bot's two lists open, start, stop and close", async ({ page, arrive, script }) => {
  const { handle, visitor } = await arrive("alice");
  const long = `One single-origin tea a month with a brewing card, for people who like the ritual but never want to choose.`;
  await visitor.call("POST", "/api/bots/content-analysis/analyze", { content: long });
  await analyse(page);
  await startBot(page);
  await page.getByRole("link", { name: "View Active Bot Status" }).click();
  const active = list(page, "Active Bot Status");
  await expect(active.getByRole("listitem")).toHaveCount(1);
  await expect(active).toContainText("Running");
  await expect(active).toContainText(`@${handle}`);
  await page.getByRole("link", { name: "View All Bot History" }).click();
  const history = list(page, "All Bot History");
  await expect(history.getByRole("listitem")).toHaveCount(2);
  const tea = history.getByRole("listitem").filter({ hasText: "single-origin tea" });
  await expect(tea).toContainText("Stopped");
  const shown = await tea.getByRole("link").innerText();
  expect(shown).toMatch(/…$/);
  expect([...shown].length).toBeLessThanOrEqual(101);
  await tea.getByRole("button", { name: "Start" }).click();
  await expect(active.getByRole("listitem")).toHaveCount(2);
  await expect(tea).toContainText("Running");
  await active.getByRole("listitem").filter({ hasText: "sailing" }).getByRole("button", { name: "Stop" }).click();
  await expect(page.getByText("Bot stopped successfully!")).toBeVisible();
  await expect(active.getByRole("listitem")).toHaveCount(1);
  await expect(control(page).getByRole("button", { name: "Start Bot" })).toBeVisible();
  await active.getByRole("link", { name: "Close" }).click();
  await expect(active).toBeHidden();
  if (script) await expect(page.getByRole("link", { name: "View Active Bot Status" })).toBeFocused();
  await history.getByRole("link", { name: "Close" }).click();
  await expect(history).toBeHidden();
});

test("a running bot says when its next post comes, and that it is paused with its account", async ({
  page,
  arrive,
}) => {
  const { visitor } = await arrive("alice");
  await analyse(page);
  await startBot(page);
  await expect(async () => {
    await page.reload();
    await expect(control(page)).toContainText(/Next post(Today|Tomorrow), \d\d:\d\d/, { timeout: 1_000 });
  }).toPass();
  await expect(control(page)).toContainText("Posts so far0");
  const accounts = await visitor.call<{ accounts: { id: number }[] }>("GET", "/api/twitter/accounts/list");
  await visitor.call("POST", `/api/twitter/accounts/${accounts.body.accounts[0]?.id}/pause`, {});
  await page.reload();
  await expect(control(page)).toContainText("Paused");
  await expect(control(page)).toContainText("Paused by you.");
});

test("in review the bot proposes, and goes on once the person has approved", async ({ page, arrive }) => {
  await arrive("alice");
  await analyse(page);
  await startBot(page, { review: true });
  const proposal = page.getByRole("form", { name: "Waiting for your approval" });
  await expect(async () => {
    await page.reload();
    await expect(proposal).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const words = await proposal.getByRole("blockquote").innerText();
  await proposal.getByRole("button", { name: "Suggest another" }).click();
  // A reload before the press is answered would take it back.
  await expect(proposal.getByText(words)).toBeHidden();
  await expect(async () => {
    await page.reload();
    await expect(proposal).toBeVisible({ timeout: 1_000 });
  }).toPass();
  expect(await proposal.getByRole("blockquote").innerText()).not.toBe(words);
  await proposal.getByRole("button", { name: "Approve" }).click();
  await expect(proposal).toBeHidden();
  await expect(control(page)).toContainText(/Next post(Today|Tomorrow), \d\d:\d\d/);
  await control(page).getByRole("button", { name: "Post without asking me" }).click();
  await expect(control(page).getByRole("button", { name: "Ask me before each post" })).toBeVisible();
});

test("its writer is shown what worked once its own box is ticked and saved", async ({ page, arrive, script }) => {
  await arrive("alice");
  await analyse(page);
  await startBot(page);
  const box = control(page).getByRole("checkbox", { name: "Let the bot learn from results" });
  await expect(box).not.toBeChecked();
  await expect(control(page)).toContainText("The demo writer ignores this.");
  for (const [act, message] of [
    ["check", "The bot learns from results"],
    ["uncheck", "The bot no longer learns from results"],
  ] as const) {
    await box[act]();
    await control(page).getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(message).first()).toBeVisible();
    if (script) await expect(page.getByRole("button", { name: "Save" })).toBeFocused();
    await page.reload();
    await expect(box).toBeChecked({ checked: act === "check" });
  }
});

for (const width of [360, 1440])
  test(`a bot's list comes into view when it is opened, and its heading has the focus, at ${width} px`, async ({
    page,
    arrive,
    script,
  }) => {
    await page.setViewportSize({ width, height: 720 });
    await arrive("alice");
    await analyse(page);
    for (const [opener, name] of [
      ["View Active Bot Status", /^Active Bot Status/],
      ["View All Bot History", /^All Bot History/],
      // A list that is open already is gone to all the same.
      ["View Active Bot Status", /^Active Bot Status/],
    ] as const) {
      await page.getByRole("link", { name: opener }).click();
      const heading = page.getByRole("heading", { name });
      await expect(heading).toBeInViewport({ ratio: 1 });
      if (script) await expect(heading).toBeFocused();
    }
    await list(page, "Active Bot Status").getByRole("link", { name: "Close" }).click();
    await expect(list(page, "Active Bot Status")).toBeHidden();
    if (script) await expect(page.getByRole("link", { name: "View Active Bot Status" })).toBeFocused();
  });
