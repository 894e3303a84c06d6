// Derives a bot's status from its state and account, and when it gives up. Pure.
import { dropEnd } from "~/ground/trim-end";
import { minutes } from "~/ground/time/duration";
import type { AccountStatus, BotState } from "~db/schema";

export type BotStatus = "not_started" | "running" | "paused" | "stopped";

export interface BotStatusView {
  status: BotStatus;
  /** Running, or paused until its account is active again. */
  enabled: boolean;
  /** Why it's paused, or stopped other than by the user. */
  reason: string | null;
}

interface Seen {
  state: BotState;
  reason: string | null;
  account: { status: AccountStatus; statusReason: string | null } | null;
}

export const botReasons = {
  unlinked: "Its account is no longer linked.",
  stopped: "The bot was stopped.",
  disabled: "It was stopped when your account here was disabled.",
  moved: "The bot was moved to another account.",
  nothingNew: "everything the writer came up with had been said before",
  notPostable: "nothing that the writer came up with could be posted",
  broke: "something went wrong on our side",
  crashed: "It was stopped in the middle of its work three times in a row. Start it again to let it try once more.",
} as const;

/** An account's pause isn't stored on the bot, so the bot resumes with it. */
export function botStatusOf({ state, reason, account }: Seen): BotStatusView {
  if (state === "stopped") return { status: "stopped", enabled: false, reason };
  if (account === null) return { status: "stopped", enabled: false, reason: botReasons.unlinked };
  if (state === "paused") return { status: "paused", enabled: true, reason };
  if (account.status === "active") return { status: "running", enabled: true, reason: null };
  return { status: "paused", enabled: true, reason: account.statusReason ?? "Its account is paused." };
}

export const neverStarted: BotStatusView = { status: "not_started", enabled: false, reason: null };

export const maxFailures = 3;

const failureWaits = [minutes(5), minutes(30)] as const;

export const failureWait = (failures: number): number => failureWaits[Math.min(failures, failureWaits.length) - 1] ?? 0;

const inSentence = (message: string): string => dropEnd(message.trim(), /[.。！!]/);

export const pausedByWriter = (message: string): string =>
  `It could not write a tweet three times in a row: ${inSentence(message)}. Start it again once that is put right.`;

export const pausedByNetwork = (message: string): string =>
  `Three of its tweets in a row failed: ${inSentence(message)}. Start it again once that is put right.`;
