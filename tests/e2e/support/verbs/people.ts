// The verbs of a person and their accounts, which every screen has.
import type { Page } from "@playwright/test";
import {
  linkInSandbox,
  newEmail,
  newHandle,
  password,
  signInElsewhere,
  writeTweets,
} from "../../../support/people/browser";
import * as at from "../places";
import { button, type Stage, type Verb, within, write } from "./stage";

const openSettings = async ({ page, arrive }: Stage, path = "settings"): Promise<void> => {
  await arrive("alice");
  await page.goto(`/timeline?panel=${path}`);
};

const twoAccounts = async ({ page, arrive }: Stage): Promise<void> => {
  const { visitor } = await arrive("alice");
  await linkInSandbox(visitor, newHandle("bob"));
  await page.goto("/timeline?panel=sidebar");
};

const elsewhere = async ({ page, arrive }: Stage): Promise<void> => {
  const { visitor } = await arrive("alice", { linked: false });
  await signInElsewhere(visitor);
  await page.goto("/settings/security");
};

const fillSignIn = async (page: Page, email: string): Promise<void> => {
  await within(page).getByLabel("Email").fill(email);
  await within(page).getByLabel("Password").fill(password);
};

export const people = {
  "keep-hours": {
    async come({ page, arrive }) {
      await arrive("alice");
      await page.goto("/settings/hours");
      await page.getByLabel("Daily limit").fill("5");
    },
    press: (page) => button(page, "Save").click(),
    message: /^Hours saved\.$/,
    focus: /^button Save$/,
  },
  "create-key": {
    async come({ page, arrive }) {
      await arrive("alice");
      await page.goto("/settings/programs");
      await page.getByLabel("Name").fill("n8n");
      await page.getByRole("checkbox", { name: /^read/ }).check();
      await page.getByLabel("Your password").fill(password);
    },
    press: (page) => button(page, "Create key").click(),
    message: /^Key created\. Copy it now\. You won’t see it again\.$/,
    focus: /^section Your new key/,
  },
  "change-key": {
    async come({ page, arrive }) {
      const { visitor } = await arrive("alice");
      const ask = { name: "n8n", scopes: ["read"], password };
      const { body } = await visitor.call<{ data: { id: number } }>("POST", "/api/keys", ask);
      await page.goto(`/settings/programs?step=revoke&key=${body.data.id}`);
    },
    press: (page) => within(page).getByRole("button", { name: "Revoke", exact: true }).click(),
    message: /^Revoked: n8n$/,
    focus: /^h1 Settings$/,
  },
  "keep-webhooks": {
    async come({ page, arrive }) {
      await arrive("alice");
      await page.goto("/settings/programs?step=add-webhook");
      // A number, so that no name is asked for.
      await within(page).locator("[name=url]").fill("https://93.184.215.14/hook");
      await within(page)
        .getByRole("checkbox", { name: /^All tweet events/ })
        .check();
    },
    press: (page) => within(page).locator("form:has([name=url]) [type=submit]").click(),
    message: /^Webhook added\. Copy its secret now\. You won’t see it again\.$/,
    focus: /./,
  },
  worked: {
    async come({ page, arrive }) {
      await arrive("alice");
      await page.goto("/worked?sample=0");
      await page.getByRole("radio", { name: /^Light/ }).check();
    },
    press: (page) => button(page, "Save").click(),
    message: /^Saved\. Linnet fetches metrics after 24 hours and 7 days\.$/,
    focus: /^button Save$/,
  },
  "keep-voice": {
    async come({ page, arrive }) {
      await arrive("alice");
      await page.goto("/settings/voice");
      await page.getByLabel("About you").fill("I build small tools");
    },
    press: (page) => button(page, "Save voice").click(),
    message: /^Voice saved\. New drafts and rewrites will use it\.$/,
    focus: /^button Save voice$/,
  },
  "sign-in": {
    async come({ page, arrive }) {
      const { visitor } = await arrive("alice");
      await at.loseCookies(page);
      await page.goto("/timeline?panel=login");
      await fillSignIn(page, visitor.email);
    },
    guest: "told over it",
    press: (page) => within(page).getByRole("button", { name: "Sign In" }).click(),
    message: null,
    focus: /^a Continue$/,
  },
  "create-account": {
    async come({ page }) {
      await page.goto("/timeline?panel=register");
      await fillSignIn(page, newEmail("alice"));
      await within(page).locator("[name=phone]").fill("+49 30 1234");
    },
    guest: "told over it",
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
      await button(page, "Sign out").waitFor();
    },
    press: (page) => button(page, "Sign out").click(),
    message: /^Signed out$/,
    focus: /^a Log in$/,
  },
  "sign-out-everywhere": {
    come: (stage) => openSettings(stage, "everywhere"),
    press: (page) => button(page, "Sign out everywhere").click(),
    message: /^Signed out of every browser$/,
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
  "end-session": {
    come: elsewhere,
    press: (page) => button(page, /^Sign out Unknown browser/).click(),
    message: /^Signed out: Unknown browser or app$/,
    focus: /^h2 Sessions$/,
  },
  "end-other-sessions": {
    come: elsewhere,
    press: (page) => button(page, "Sign out everywhere else").click(),
    message: /^Signed out 1 other browser$/,
    focus: /^h2 Sessions$/,
  },
  "delete-my-account": {
    async come(stage) {
      await openSettings(stage, "leave");
      await stage.page.getByLabel("Password").fill(password);
      await stage.page.getByLabel("I understand this can’t be undone").check();
    },
    press: (page) => button(page, "Delete my account").click(),
    message: null,
    focus: /^a OK$/,
  },
  "manage-people": {
    async come(stage) {
      const { visitor } = await stage.arrive("olive", { linked: false });
      write(stage, "update users set operator_at = 1 where id = ?", visitor.userId);
      await stage.page.goto("/admin?step=invite");
      await within(stage.page).getByLabel("Email").fill(`mika.${visitor.email}`);
      await within(stage.page).getByLabel("Your password").fill(password);
    },
    press: (page) => button(page, "Create invitation").click(),
    message: null,
    focus: /^(input|a Done)/,
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
    message: /^Account disconnected$/,
    focus: /^a Close$/,
  },
  "set-timezone": {
    async come(stage) {
      await openSettings(stage);
      // The browser's guess of the zone, which comes with a script, draws the field anew.
      if (stage.script) await at.done(stage.page);
      await stage.page.getByLabel("Change time zone").selectOption("Asia/Tokyo");
    },
    press: (page) => button(page, "Save time zone").click(),
    message: /^Time zone saved$/,
    focus: /^button Save time zone$/,
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
    press: (page) => button(page, "Pick new times").click(),
    message: /^1 tweet rescheduled$/,
    focus: /^h2 Time zone saved$/,
  },
  "set-preferences": {
    async come(stage) {
      await openSettings(stage);
      await stage.page.getByLabel("5-second undo for Post Now").check();
    },
    press: (page) => within(page).getByRole("button", { name: "Save preferences" }).click(),
    message: /^Saved$/,
    focus: /^button Save preferences$/,
  },
  "set-theme": {
    come: openSettings,
    press: (page) => button(page, "Dark").click(),
    message: /^Theme saved$/,
    focus: /^button Dark$/,
  },
} satisfies Record<string, Verb>;
