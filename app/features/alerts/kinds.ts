// Defines the alerts a user can choose and the events behind each. Pure.
import type { EventType } from "~/features/events/event";

export const alertKinds = ["tweet_failed", "account", "bot", "weekly_summary"] as const;
export type AlertKind = (typeof alertKinds)[number];

/** Alerts that users choose, plus security and webhook mails that are always sent. */
export const mailKinds = [...alertKinds, "new_browser", "factor_off", "webhook"] as const;
export type MailKind = (typeof mailKinds)[number];

export const kindWords: Record<AlertKind, { label: string; hint: string }> = {
  tweet_failed: {
    label: "A tweet fails",
    hint: "After all retries, or when you need to check X.",
  },
  account: {
    label: "An account must be reconnected or was paused",
    hint: "It won’t post until you reconnect or resume it.",
  },
  bot: { label: "A bot needs your approval or stops", hint: "What it suggested, or why it stopped." },
  weekly_summary: { label: "A weekly summary is ready", hint: "Mondays at 09:00, your time." },
};

export const typesOf: Record<MailKind, readonly EventType[]> = {
  tweet_failed: ["tweet.failed", "tweet.unknown"],
  account: ["account.reconnect", "account.paused"],
  bot: ["bot.proposal", "bot.paused"],
  weekly_summary: ["summary.weekly"],
  new_browser: ["sign_in.new_browser"],
  factor_off: ["second_factor.off"],
  webhook: ["webhook.disabled"],
};

export const kindOf = (type: EventType): MailKind | null =>
  mailKinds.find((kind) => typesOf[kind].includes(type)) ?? null;

export const firstChoice: Record<AlertKind, boolean> = {
  tweet_failed: true,
  account: true,
  bot: true,
  weekly_summary: false,
};
