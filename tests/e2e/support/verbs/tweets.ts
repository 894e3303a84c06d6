// The verbs of a tweet: have it written, send it, choose when, change its words.
import type { Page } from "@playwright/test";
import { showcase } from "~/ports/ai/demo/showcase";
import { linkInSandbox, newHandle, sendThread, writeThread, writeTweets } from "../../../support/people/browser";
import * as at from "../places";
import { button, type Stage, type Verb, within, write } from "./stage";

const time = String.raw`\d\d:\d\d`;

/** The first card of a fresh batch. */
const openCard = async ({ page, arrive }: Stage, topic = "keeping bees"): Promise<void> => {
  const { visitor } = await arrive("alice");
  const { batchId } = await writeTweets(visitor, topic);
  await page.goto(`/generate?batch=${batchId}`);
};
const card = (page: Page) => at.cards(page).first();

const openTweet = async ({ page, arrive }: Stage, more = ""): Promise<void> => {
  const { visitor } = await arrive("alice");
  const { tweets } = await writeTweets(visitor, "keeping bees");
  await page.goto(`/timeline?tweet=${tweets[0]?.id}${more}`);
};

/** A tweet that was sent at once, and how that went. */
const openSent = async (stage: Stage, is: string): Promise<void> => {
  const { visitor } = await stage.arrive("alice");
  const { tweets } = await writeTweets(visitor, "keeping bees");
  const id = tweets[0]?.id;
  const account = "account_id = (select id from accounts where user_id = tweets.user_id), publish_type = 'immediate'";
  write(stage, `update tweets set ${account}, ${is} where id = ?`, id);
  await stage.page.goto(`/timeline?tweet=${id}`);
};

export const tweets = {
  generate: {
    async come({ page, arrive }) {
      await arrive("alice");
      await page.goto("/generate");
      await at.topic(page).fill("keeping bees");
      await page.getByRole("checkbox", { name: /Web Search/ }).check();
    },
    press: (page) => at.create(page).click(),
    message: /^5 tweets are ready$/,
    isShown: true,
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
  "decide-backlog": {
    async come(stage) {
      const { visitor } = await stage.arrive("alice");
      const { tweets } = await writeTweets(visitor, "keeping bees");
      const account = "(select id from accounts where user_id = tweets.user_id)";
      const backlog = `account_id = ${account}, account_is_own = 1, error_code = 'backlog'`;
      write(stage, `update tweets set ${backlog} where id = ?`, tweets[0]?.id);
      await stage.page.goto("/timeline");
    },
    press: (page) => button(page, "Post at new times").click(),
    message: /^1 tweet scheduled$/,
    focus: /^h1 /,
  },
  "take-off": {
    async come(stage) {
      await openCard(stage);
      await card(stage.page).getByRole("button", { name: "Add to Timeline" }).click();
      await card(stage.page).getByRole("button", { name: "Unschedule" }).waitFor();
    },
    press: (page) => card(page).getByRole("button", { name: "Unschedule" }).click(),
    message: /^Unscheduled/,
    focus: /^button Add to Timeline$/,
  },
  "take-back": {
    async come(stage) {
      await openTweet(stage);
      const id = Number(new URL(stage.page.url()).searchParams.get("tweet"));
      // Five seconds would be a race with the machine that runs this; over a minute is no five seconds any more.
      const later = Date.now() + 55_000;
      const soon = "state = 'scheduled', publish_type = 'immediate', due_at = ?, undo_until = ?, undo_to = ?";
      const account = "account_id = (select a.id from accounts a where a.user_id = tweets.user_id)";
      const former = JSON.stringify({ state: "pending", publishType: null, dueAt: null, accountId: null });
      write(stage, `update tweets set ${soon}, ${account} where id = ?`, later, later, former, id);
      await stage.page.reload();
    },
    press: (page) => within(page).getByRole("button", { name: "Undo" }).click(),
    message: /^Undone\. Nothing was posted\.$/,
    focus: /^button Post Now$/,
  },
  "schedule-at": {
    async come(stage) {
      await openTweet(stage);
      // On the clock of her own place, which her browser tells.
      await at.done(stage.page);
      await stage.page.getByRole("heading", { name: "Pick a time" }).click();
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
      await stage.page.locator("[name=moment]").fill(`${tomorrow}T20:42`);
    },
    press: (page) => button(page, "Schedule").click(),
    message: new RegExp(`^Scheduled for (today|tomorrow), ${time}$`),
    focus: /^h2 Scheduled for/,
  },
  ideas: {
    async come({ page, arrive }) {
      const { visitor } = await arrive("alice");
      await writeTweets(visitor, "keeping bees");
      await page.goto("/ideas");
      await page.locator("summary[aria-label=More]").first().click();
    },
    press: (page) => page.getByRole("button", { name: "Move to Trash", exact: true }).first().click(),
    message: /^Moved to Trash/,
    focus: /^h2 Today$/,
  },
  "schedule-all": {
    async come(stage) {
      await openCard(stage);
      await stage.page.getByRole("link", { name: "Schedule all…" }).click();
    },
    press: (page) => within(page).getByRole("button", { name: "Schedule", exact: true }).click(),
    message: new RegExp(`^5 tweets scheduled from \\w.*, ${time} to .*, ${time}\\.`),
    focus: /^h1 keeping bees$/,
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
    message: /^Will post as @bob\w+$/,
    focus: /^(h2|button)/,
  },
  "edit-tweet": {
    async come(stage) {
      await openTweet(stage, "&edit=1");
      await stage.page.getByRole("textbox", { name: "Tweet", exact: true }).fill("Bees keep us");
    },
    press: (page) => button(page, "Save").click(),
    message: /^Tweet saved$/,
    isShown: true,
    focus: /^a Close$/,
  },
  "write-tweet": {
    async come({ page, arrive }) {
      await arrive("alice");
      await page.goto("/timeline?write=1");
      await page.getByRole("textbox", { name: "Tweet", exact: true }).fill("Bees keep us");
    },
    press: (page) => button(page, "Save").click(),
    message: /^Saved\. Now pick a time\.$/,
    isShown: true,
    focus: /^a Close$/,
  },
  "refine-tweet": {
    async come(stage) {
      // Its first tweet has more than one sentence.
      await openCard(stage, showcase.topic);
      await card(stage.page).getByText("Refine").click();
    },
    async press(page) {
      const shorter = card(page).getByRole("button", { name: "Shorter" });
      // A press closes the menu.
      if (!(await shorter.isVisible())) await card(page).getByText("Refine").click();
      await shorter.click();
    },
    message: /^Shortened, from \d+ to \d+ characters\.$/,
    // While it is being written its tools are gone: who sees that, on a busy machine, is left on the card itself.
    focus: /^(summary Refine$|li )/,
  },
  dismiss: {
    come: (stage) => openSent(stage, "state = 'failed', error = 'Refused'"),
    press: (page) => button(page, "Dismiss").click(),
    message: /^Dismissed$/,
    focus: /^h2 Not posted yet$/,
  },
  "delete-post": {
    async come({ page, arrive }) {
      const { visitor } = await arrive("alice");
      const { tweets } = await writeTweets(visitor, "keeping bees");
      await visitor.call("POST", `/api/questions/publish-now/${tweets[0]?.id}`, {});
      await page.goto(`/timeline?tweet=${tweets[0]?.id}&delete=1`);
    },
    press: (page) => within(page).getByRole("button", { name: "Delete" }).click(),
    message: /^Deleting…$/,
    focus: /^(a Close|h2 Published.*)$/,
  },
  "change-thread": {
    async come({ page, arrive }) {
      await page.goto(`/timeline?tweet=${await writeThread((await arrive("alice")).visitor)}&edit=1`);
      await page.getByLabel("Part 2", { exact: true }).fill("Bees keep us");
    },
    press: (page) => within(page).getByRole("button", { name: "Save" }).click(),
    message: /^Thread saved$/,
    focus: /^a Close$/,
  },
  "steer-thread": {
    async come({ page, arrive }) {
      await page.goto(`/timeline?tweet=${await sendThread((await arrive("alice")).visitor)}`);
    },
    press: (page) => button(page, "Stop after this part").click(),
    message: /^Thread stopped. No more parts will post.$/,
    focus: /^button Continue thread$/,
  },
  resolve: {
    come: (stage) => openSent(stage, "state = 'unknown', error_code = 'needs_confirmation', lease_token = 'a'"),
    press: (page) => button(page, "Yes, it’s posted").click(),
    message: /^Thanks/,
    focus: /^(h2 Published|button)/,
  },
} satisfies Record<string, Verb>;
