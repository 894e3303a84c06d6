// Every verb that a form of the screens can mean: how a person comes to press it, what is said at its end, where the focus is.
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { Sqlite3 } from "../../db/sqlite/driver.server";
import type { BuiltServer } from "../support/server";
import type { Arrived } from "./fixtures";
import * as at from "./places";
import { linkInSandbox, newEmail, newHandle, password, writeTweets } from "../support/browser";

export interface Stage {
  page: Page;
  server: BuiltServer;
  arrive(name: string, how?: { linked?: boolean }): Promise<Arrived>;
}

export interface Verb {
  /** Up to the press. */
  come(stage: Stage): Promise<void>;
  press(page: Page): Promise<void>;
  /** Null: a dialog opens that says it. */
  message: RegExp | null;
  /** As `focused` tells it. */
  focus: RegExp;
}

const time = String.raw`\d\d:\d\d`;
const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });
const within = (page: Page) => page.getByRole("dialog");

const openSettings = async ({ page, arrive }: Stage, path = "settings"): Promise<void> => {
  await arrive("alice");
  await page.goto(`/timeline?panel=${path}`);
};

/** The first card of a fresh batch. */
const openCard = async ({ page, arrive }: Stage): Promise<void> => {
  const { visitor } = await arrive("alice");
  const { batchId } = await writeTweets(visitor, "keeping bees");
  await page.goto(`/generate?batch=${batchId}`);
};
const card = (page: Page) => at.cards(page).first();

const openTweet = async ({ page, arrive }: Stage, more = ""): Promise<void> => {
  const { visitor } = await arrive("alice");
  const { tweets } = await writeTweets(visitor, "keeping bees");
  await page.goto(`/timeline?tweet=${tweets[0]?.id}${more}`);
};

/** Into the file of the running server: a state that the network brings about only in minutes, or not at all. */
export function write({ server }: Stage, statement: string, ...values: unknown[]): void {
  const db = new Sqlite3(join(server.dataDir, "linnet.db"));
  db.pragma("busy_timeout = 5000");
  db.prepare(statement).run(...values);
  db.close();
}

/** A tweet that was sent at once, and how that went. */
const openSent = async (stage: Stage, is: string): Promise<void> => {
  const { visitor } = await stage.arrive("alice");
  const { tweets } = await writeTweets(visitor, "keeping bees");
  const id = tweets[0]?.id;
  const account = "account_id = (select id from accounts where user_id = tweets.user_id), publish_type = 'immediate'";
  write(stage, `update tweets set ${account}, ${is} where id = ?`, id);
  await stage.page.goto(`/timeline?tweet=${id}`);
};

const twoAccounts = async ({ page, arrive }: Stage): Promise<void> => {
  const { visitor } = await arrive("alice");
  await linkInSandbox(visitor, newHandle("bob"));
  await page.goto("/timeline?panel=sidebar");
};

const product =
  "A booking page for small sailing schools. Setup takes 15 minutes. Skippers see the tide. Start a free trial.";

const openAnalysis = async ({ page, arrive }: Stage, bot: "none" | "runs" | "asks" = "none"): Promise<void> => {
  const { visitor } = await arrive("alice");
  type Analysed = { data: { analysis_id: number } };
  const { body } = await visitor.call<Analysed>("POST", "/api/bots/content-analysis/analyze", { content: product });
  await page.goto(`/product-analyse?analysis=${body.data.analysis_id}`);
  if (bot === "none") return;
  await button(page, "Start Bot").click();
  await within(page).waitFor();
  for (const box of await within(page).getByRole("checkbox").all())
    if (bot === "asks" || (await box.getAttribute("name")) !== "review") await box.check();
  await within(page).getByRole("button", { name: "Start Bot" }).click();
  await button(page, "Bot Started").waitFor();
};

const analysisOf = (page: Page): string => new URL(page.url()).searchParams.get("analysis") ?? "";

const openProposal = async (stage: Stage): Promise<void> => {
  await openAnalysis(stage, "asks");
  const { page } = stage;
  const proposal = page.getByRole("form", { name: "Waiting for your approval" });
  for (let looks = 0; looks < 60 && !(await proposal.isVisible()); looks += 1) {
    await page.reload();
    await proposal.waitFor({ timeout: 1_000 }).catch(() => {});
  }
};

const fillSignIn = async (page: Page, email: string): Promise<void> => {
  await within(page).getByLabel("Email").fill(email);
  await within(page).getByLabel("Password").fill(password);
};

export const verbs: Record<string, Verb> = {
  "sign-in": {
    async come({ page, arrive }) {
      const { visitor } = await arrive("alice");
      await page.context().clearCookies();
      await page.goto("/timeline?panel=login");
      await fillSignIn(page, visitor.email);
    },
    press: (page) => within(page).getByRole("button", { name: "Sign In" }).click(),
    message: null,
    focus: /^a Continue$/,
  },
  "create-account": {
    async come({ page }) {
      await page.goto("/timeline?panel=register");
      await fillSignIn(page, newEmail("alice"));
    },
    press: (page) => within(page).getByRole("button", { name: "Create Account" }).click(),
    message: null,
    focus: /^a Continue$/,
  },
  "sign-out": {
    async come({ page, arrive }) {
      await arrive("alice");
      await page.goto("/timeline");
      await page.waitForLoadState("networkidle");
      await page.getByRole("link", { name: "Your account" }).click();
    },
    press: (page) => button(page, "Sign out").click(),
    message: /^You are signed out$/,
    focus: /^a Log in$/,
  },
  "sign-out-everywhere": {
    come: (stage) => openSettings(stage, "everywhere"),
    press: (page) => button(page, "Sign out everywhere").click(),
    message: /^You are signed out in every browser$/,
    focus: /^input/,
  },
  "change-password": {
    async come(stage) {
      await openSettings(stage, "password");
      await stage.page.getByLabel("Current password").fill(password);
      await stage.page.getByLabel("New password").fill(`${password}8`);
    },
    press: (page) => button(page, "Change password").click(),
    message: null,
    focus: /^a OK$/,
  },
  "delete-my-account": {
    async come(stage) {
      await openSettings(stage, "leave");
      await stage.page.getByLabel("Password").fill(password);
      await stage.page.getByLabel("I am sure").check();
    },
    press: (page) => button(page, "Delete my account").click(),
    message: null,
    focus: /^a OK$/,
  },
  "set-default": {
    come: twoAccounts,
    press: (page) => button(page, /^Make default/).click(),
    message: /^Default account changed$/,
    focus: /^button .*Default/,
  },
  "pause-account": {
    come: twoAccounts,
    press: (page) => button(page, /^Pause @alice/).click(),
    message: /^Account paused$/,
    focus: /^button Resume @alice/,
  },
  "resume-account": {
    async come(stage) {
      await twoAccounts(stage);
      await button(stage.page, /^Pause @alice/).click();
      await button(stage.page, /^Resume @alice/).waitFor();
    },
    press: (page) => button(page, /^Resume @alice/).click(),
    message: /^Account resumed$/,
    focus: /^button Pause @alice/,
  },
  "delete-account-link": {
    async come(stage) {
      await twoAccounts(stage);
      await stage.page.getByRole("link", { name: /^Delete @alice/ }).click();
    },
    press: (page) => button(page, "Delete").click(),
    message: /^The account is no longer linked$/,
    focus: /^a Close$/,
  },
  "set-timezone": {
    async come(stage) {
      await openSettings(stage);
      await stage.page.getByLabel("Change timezone").selectOption("Asia/Tokyo");
    },
    press: (page) => button(page, "Save").click(),
    message: /^Time zone saved$/,
    focus: /^button Save$/,
  },
  "draw-anew": {
    async come(stage) {
      const { visitor } = await stage.arrive("alice");
      const { tweets } = await writeTweets(visitor, "keeping bees");
      await visitor.call("POST", `/api/questions/publish-random-auto/${tweets[0]?.id}`, {});
      // Two o'clock by UTC is night in Berlin as well.
      const atNight = Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 7_200_000;
      write(stage, "update tweets set due_at = ? where id = ?", atNight, tweets[0]?.id);
      await stage.page.goto("/timeline");
      await at.done(stage.page);
      await stage.page.goto("/timeline?panel=night");
    },
    press: (page) => button(page, "Draw new moments").click(),
    message: /^1 new moment is drawn$/,
    focus: /^h2 Time zone saved$/,
  },
  "set-theme": {
    come: openSettings,
    press: (page) => button(page, "Dark").click(),
    message: /^Theme saved$/,
    focus: /^button Dark$/,
  },
  generate: {
    async come({ page, arrive }) {
      await arrive("alice");
      await page.goto("/generate");
      await at.topic(page).fill("keeping bees");
    },
    press: (page) => at.create(page).click(),
    message: /^5 tweets are ready$/,
    focus: /^h1 keeping bees$/,
  },
  "post-now": {
    come: openCard,
    press: (page) => card(page).getByRole("button", { name: "Post Now" }).click(),
    message: new RegExp(`^Published today, ${time}$`),
    focus: /^button Post Now$/,
  },
  "add-to-timeline": {
    come: openCard,
    press: (page) => card(page).getByRole("button", { name: "Add to Timeline" }).click(),
    message: new RegExp(`^Scheduled for (today|tomorrow), ${time}\\. `),
    focus: /^button Unschedule$/,
  },
  "take-off": {
    async come(stage) {
      await openCard(stage);
      await card(stage.page).getByRole("button", { name: "Add to Timeline" }).click();
      await card(stage.page).getByRole("button", { name: "Unschedule" }).waitFor();
    },
    press: (page) => card(page).getByRole("button", { name: "Unschedule" }).click(),
    message: /^Unscheduled$/,
    focus: /^button Add to Timeline$/,
  },
  "schedule-at": {
    async come(stage) {
      await openTweet(stage);
      // On the clock of her own place, which her browser tells.
      await at.done(stage.page);
      await stage.page.getByText("Choose a time").click();
    },
    press: (page) => button(page, "Schedule").click(),
    message: new RegExp(`^Scheduled for (today|tomorrow), ${time}$`),
    focus: /^h2 Scheduled for/,
  },
  "post-as": {
    async come(stage) {
      const { visitor } = await stage.arrive("alice");
      await linkInSandbox(visitor, newHandle("bob"));
      const { tweets } = await writeTweets(visitor, "keeping bees");
      await stage.page.goto(`/timeline?tweet=${tweets[0]?.id}`);
      await stage.page
        .getByText(/^Post as @bob|another account/i)
        .first()
        .click();
    },
    press: (page) =>
      within(page)
        .getByRole("button", { name: /^Post as @bob/ })
        .click(),
    message: /^It goes out as @bob\w+ from now on$/,
    focus: /^(h2|button)/,
  },
  "edit-tweet": {
    async come(stage) {
      await openTweet(stage, "&edit=1");
      await stage.page.getByLabel("Its words").fill("Bees keep us");
    },
    press: (page) => button(page, "Save").click(),
    message: /^The new words are saved$/,
    focus: /^a Close$/,
  },
  "write-tweet": {
    async come({ page, arrive }) {
      await arrive("alice");
      await page.goto("/timeline?write=1");
      await page.getByLabel("Your words").fill("Bees keep us");
    },
    press: (page) => button(page, "Save").click(),
    message: /^Saved\. Now choose when it goes out\.$/,
    focus: /^a Close$/,
  },
  dismiss: {
    come: (stage) => openSent(stage, "state = 'failed', error = 'Refused'"),
    press: (page) => button(page, "Dismiss").click(),
    message: /^Dismissed$/,
    focus: /^h2 Not published yet$/,
  },
  resolve: {
    come: (stage) => openSent(stage, "state = 'unknown', error_code = 'needs_confirmation', lease_token = 'a'"),
    press: (page) => button(page, "It is there").click(),
    message: /^Thank you/,
    focus: /^(h2 Published|button)/,
  },
  analyse: {
    async come({ page, arrive }) {
      await arrive("alice");
      await page.goto("/product-analyse");
      await page.locator("[name=content]").fill(product);
    },
    press: (page) => button(page, "Analyse Product").click(),
    message: /^The analysis is ready: \d\.\d of 10$/,
    focus: /^h1 Analysis Results$/,
  },
  "analyse-again": {
    async come(stage) {
      await openAnalysis(stage);
      write(stage, "update analyses set state = 'failed', error = 'It broke' where id = ?", analysisOf(stage.page));
      await stage.page.reload();
    },
    press: (page) => button(page, "Run it again").click(),
    message: /^The analysis is ready: \d\.\d of 10$/,
    focus: /^h1 Analysis Results$/,
  },
  "start-bot": {
    async come(stage) {
      await openAnalysis(stage, "runs");
      await button(stage.page, "Stop Bot").click();
      await button(stage.page, "Start Bot").waitFor();
    },
    press: (page) => button(page, "Start Bot").click(),
    message: /^Bot started successfully!$/,
    focus: /^button Bot Started$/,
  },
  "stop-bot": {
    come: (stage) => openAnalysis(stage, "runs"),
    press: (page) => button(page, "Stop Bot").click(),
    message: /^Bot stopped successfully!$/,
    focus: /^h2 Bot Control$/,
  },
  "review-bot": {
    come: (stage) => openAnalysis(stage, "runs"),
    press: (page) => button(page, "Ask me before each post").click(),
    message: /^The bot asks you before each post$/,
    focus: /^button Post without asking me$/,
  },
  "approve-tweet": {
    come: openProposal,
    press: (page) => button(page, "Approve").click(),
    message: /^Approved\. /,
    focus: /^h2 Bot Control$/,
  },
  "reject-tweet": {
    come: openProposal,
    press: (page) => button(page, "Write another").click(),
    message: /^Another one will be written$/,
    focus: /^(h2 Bot Control|button Write another)$/,
  },
};
