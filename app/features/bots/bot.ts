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
  unlinked: "The bot’s account is no longer connected.",
  stopped: "The bot was stopped.",
  disabled: "The bot stopped when your account was disabled.",
  moved: "The bot was moved to another account.",
  nothingNew: "everything the AI wrote repeats earlier tweets",
  notPostable: "nothing the AI wrote could be posted",
  broke: "something went wrong on the server",
  crashed: "The bot was interrupted three times in a row. Start it again to retry.",
} as const;

/** An account's pause isn't stored on the bot, so the bot resumes with it. */
export function botStatusOf({ state, reason, account }: Seen): BotStatusView {
  if (state === "stopped") return { status: "stopped", enabled: false, reason };
  if (account === null) return { status: "stopped", enabled: false, reason: botReasons.unlinked };
  if (state === "paused") return { status: "paused", enabled: true, reason };
  if (account.status === "active") return { status: "running", enabled: true, reason: null };
  return { status: "paused", enabled: true, reason: account.statusReason ?? "The bot’s account is paused." };
}

export const neverStarted: BotStatusView = { status: "not_started", enabled: false, reason: null };

/** A bot starts its next run this long after its tweet was due. */
export const afterTweet = minutes(1);

export const maxFailures = 3;

const failureWaits = [minutes(5), minutes(30)] as const;

export const failureWait = (failures: number): number => failureWaits[Math.min(failures, failureWaits.length) - 1] ?? 0;

const inSentence = (message: string): string => dropEnd(message.trim(), /[.。！!]/);

export const pausedByWriter = (message: string): string =>
  `The bot stopped after three failed attempts: ${inSentence(message)}. Fix that, then start it again.`;

export const pausedByNetwork = (message: string): string =>
  `The bot stopped after three failed posts: ${inSentence(message)}. Fix that, then start it again.`;
