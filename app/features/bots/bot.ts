// What a bot is to those who look at it, and when it gives up: pure.
import { dropEnd } from "~/ground/trim-end";
import { minutes } from "~/ground/time/duration";
import type { AccountStatus, BotState } from "~db/schema";

/** In the contract's words. */
export type BotStatus = "not_started" | "running" | "paused" | "stopped";

export interface BotStatusView {
  status: BotStatus;
  /** Running or paused: it goes on by itself, or as soon as its account does. */
  enabled: boolean;
  /** Why it is paused, or was stopped by something else than the person; a sentence or null. */
  reason: string | null;
}

interface Seen {
  state: BotState;
  reason: string | null;
  /** Null once the account is no longer linked. */
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

/** The account's state is looked at anew each time: paused with it, and running again with it. */
export function botStatusOf({ state, reason, account }: Seen): BotStatusView {
  if (state === "stopped") return { status: "stopped", enabled: false, reason };
  if (account === null) return { status: "stopped", enabled: false, reason: botReasons.unlinked };
  if (state === "paused") return { status: "paused", enabled: true, reason };
  if (account.status === "active") return { status: "running", enabled: true, reason: null };
  return { status: "paused", enabled: true, reason: account.statusReason ?? "Its account is paused." };
}

export const neverStarted: BotStatusView = { status: "not_started", enabled: false, reason: null };

/** So many failures in a row, and a person has to look. */
export const maxFailures = 3;

const failureWaits = [minutes(5), minutes(30)] as const;

/** How long it waits after its first and its second failure in a row. */
export const failureWait = (failures: number): number => failureWaits[Math.min(failures, failureWaits.length) - 1] ?? 0;

const inSentence = (message: string): string => dropEnd(message.trim(), /[.。！!]/);

export const pausedByWriter = (message: string): string =>
  `It could not write a tweet three times in a row: ${inSentence(message)}. Start it again once that is put right.`;

export const pausedByNetwork = (message: string): string =>
  `Three of its tweets in a row failed: ${inSentence(message)}. Start it again once that is put right.`;
