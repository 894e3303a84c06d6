// The verbs of mail: a forgotten password, an address, alerts.
import { loseCookies } from "../places";
import { button, mailLink, type Verb, within, write } from "./stage";

export const mail = {
  "forgot-password": {
    serverKind: "mail",
    async come({ page, arrive }) {
      const { visitor } = await arrive("alice", { linked: false });
      await loseCookies(page);
      await page.goto("/timeline?panel=forgot");
      await within(page).getByLabel("Email").fill(visitor.email);
    },
    guest: "told over it",
    press: (page) => button(page, "Send reset link").click(),
    message: null,
    focus: /^a OK$/,
  },
  "choose-password": {
    serverKind: "mail",
    async come(stage) {
      const token = await mailLink(stage, "password");
      await loseCookies(stage.page);
      await stage.page.goto(`/reset-password?token=${token}`);
      await stage.page.getByLabel("New password").fill("another wire 8");
    },
    guest: "told in it",
    press: (page) => button(page, "Change password").click(),
    message: /^Password changed\. Sign in with your new password\.$/,
    focus: /^input/,
  },
  "confirm-address": {
    serverKind: "mail",
    async come(stage) {
      const token = await mailLink(stage, "confirm");
      await stage.page.goto(`/confirm-address?token=${token}`);
    },
    press: (page) => button(page, "Confirm").click(),
    message: /^Email confirmed$/,
    focus: /^h1/,
  },
  "ask-to-confirm": {
    serverKind: "mail",
    async come({ page, arrive }) {
      await arrive("alice", { linked: false });
      await page.goto("/settings/alerts");
    },
    press: (page) => button(page, "Send confirmation email").click(),
    message: /^Sending a confirmation email to /,
    focus: /^button Send confirmation email$/,
  },
  "send-test-mail": {
    serverKind: "mail",
    async come(stage) {
      const { visitor } = await stage.arrive("alice", { linked: false });
      write(stage, "update users set email_confirmed_at = 1 where id = ?", visitor.userId);
      await stage.page.goto("/settings/alerts");
    },
    press: (page) => button(page, "Send test email").click(),
    message: /^Test email sent to /,
    focus: /^button Send test email$/,
  },
  "choose-alerts": {
    serverKind: "mail",
    async come({ page, arrive }) {
      await arrive("alice", { linked: false });
      await page.goto("/settings/alerts");
      await page.getByLabel("A weekly summary").check();
    },
    press: (page) => button(page, "Save").click(),
    message: /^Notifications saved$/,
    focus: /^button Save$/,
  },
} satisfies Record<string, Verb>;
