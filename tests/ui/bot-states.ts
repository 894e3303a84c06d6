// Every state of a bot as its parts are handed it, and what each part offers there.
import type { BotFacts, ProposalView } from "~/features/bots/bot-view";

export const nextIso = "2026-11-19T20:42:00Z";
const next = { text: "Today, 20:42", iso: nextIso };
const last = { text: "Yesterday, 09:10", iso: "2026-11-18T09:10:00Z" };
export const proposal: ProposalView = {
  id: 31,
  text: "Seats for Sunday",
  weightedLength: 16,
  costUsd: 0.01,
  hasLink: false,
};

export const plain: BotFacts = {
  status: "running",
  enabled: true,
  reason: null,
  gaveUp: false,
  username: "alice",
  posts: 0,
  next: null,
  last: null,
};
const paused = { ...plain, status: "paused" } as const;
const off = { ...plain, enabled: false } as const;

export interface State extends BotFacts {
  proposal: ProposalView | null;
  review: boolean;
  /** There is something to write about. */
  startable: boolean;
  word: "Running" | "Paused" | "Stopped";
  /** The intents of Bot Control; "!" before one whose button only says that it is so. */
  control: string;
  /** Those of one among several. */
  list: string;
  /** Its reason leads to the accounts. */
  connects: boolean;
}

const rest = { proposal: null, review: false, startable: true, connects: false };
const running = {
  ...rest,
  word: "Running",
  control: "!start-bot stop-bot review-bot teach-bot",
  list: "stop-bot",
} as const;
const held = { ...running, word: "Paused" } as const;
const gaveUp = { ...rest, word: "Paused", control: "start-bot stop-bot review-bot teach-bot" } as const;
const stopped = { ...rest, word: "Stopped", control: "start-bot teach-bot", list: "start-bot" } as const;
const never = { ...stopped, control: "start-bot" } as const;
const silent = { ...paused, gaveUp: true, reason: "It could not write." };
const reviewing = { ...running, review: true };

export const states = {
  "never started": { ...off, status: "not_started", ...never },
  "never started, without an account": { ...off, status: "not_started", username: null, ...never },
  "running, nothing done and nothing planned": { ...plain, ...running },
  "running, with a post planned": { ...plain, next, ...running },
  "running, one post out": { ...plain, posts: 1, last, ...running },
  "running, many out and one planned": { ...plain, posts: 57, next, last, ...running },
  "running, with nothing to write about": { ...plain, ...running, startable: false },
  "asks first": { ...plain, ...reviewing },
  "waits for an approval": {
    ...{ ...plain, ...reviewing, proposal },
    control: "approve-tweet reject-tweet !start-bot stop-bot review-bot teach-bot",
    list: "stop-bot",
  },
  "paused with its account": { ...paused, reason: "Paused by you.", ...held },
  "paused until its account is connected": {
    ...{ ...paused, reason: "Please connect the account again.", ...held },
    connects: true,
  },
  "gave up": { ...silent, posts: 68, last, ...gaveUp, list: "stop-bot start-bot" },
  "gave up, with nothing to write about": { ...silent, ...gaveUp, startable: false, list: "stop-bot" },
  "stopped by its person": { ...off, status: "stopped", posts: 1, last, ...stopped },
  "stopped with its account": {
    ...{ ...off, status: "stopped", username: null, reason: "The bot’s account is no longer connected.", ...stopped },
  },
  "stopped, with nothing to write about": { ...off, status: "stopped", ...stopped, startable: false, list: "" },
} satisfies Record<string, State>;

export const all = Object.entries<State>(states);
