// Every state that a bot can be in when a verb meets it, with its tweets and its account.
import type { Situation } from "./world";

const proposing = { state: "proposing", review: 1, proposal_id: 11, due: null } as const;
const gaveUp = { state: "paused", due: null, failures: 3, attempts: 2, reason: "It gave up." } as const;
const refused = (id: number, made: number) => ({ id, state: "failed" as const, made, error: `X refuses ${id}.` });

export const situations = {
  "never started": { bot: null },
  "waiting, and due": { bot: { due: 0, failures: 1 } },
  "waiting, due twice failed": { bot: { due: -5, failures: 2, reason: "kept" } },
  "waiting, not due for a moment": { bot: { due: 1 } },
  "waiting, to ask first": { bot: { due: 0, review: 1, failures: 1 } },
  "waiting, with a draft that was refused": { bot: { due: 0 }, tweets: [{ id: 11, state: "pending" }] },
  "waiting for its tweet": { bot: { due: 0 }, tweets: [{ id: 11, state: "scheduled", at: 900 }] },
  "waiting for the first of two": {
    bot: { due: 0 },
    tweets: [
      { id: 11, state: "scheduled", at: 900 },
      { id: 12, state: "publishing", at: -30 },
    ],
  },
  "waiting for what nobody knows of": { bot: { due: 0 }, tweets: [{ id: 11, state: "unknown", at: -90 }] },
  "its day has had its share": { bot: { due: 0 }, tweets: [{ id: 11, state: "published", at: -1 }], perDay: 1 },
  "its day has had all but one": { bot: { due: 0 }, tweets: [{ id: 11, state: "published", at: -1 }], perDay: 2 },
  "yesterday had its share": { bot: { due: 0 }, tweets: [{ id: 11, state: "published", at: -40_000 }], perDay: 1 },
  "refused thrice": { bot: { due: 0 }, tweets: [refused(11, -90), refused(12, -60), refused(13, -30)] },
  "refused thrice, once before it began": {
    bot: { due: 0, started: -60 },
    tweets: [refused(11, -61), refused(12, -60), refused(13, -30)],
  },
  "refused thrice, and out before": {
    bot: { due: 0 },
    tweets: [
      { id: 11, state: "published", at: -90_000, made: -1_800 },
      refused(12, -90),
      refused(13, -60),
      refused(14, -30),
    ],
  },
  "refused twice, and out": {
    bot: { due: 0 },
    tweets: [refused(11, -90), refused(12, -60), { id: 13, state: "published", at: -40_000, made: -50 }],
  },
  "begun in the same moment as its neighbour": { bot: { due: 60, started: -3_600 } },
  "begun before its neighbour": { bot: { due: 60, started: -7_200 } },
  "proposing, begun before its neighbour": {
    bot: { ...proposing, started: -7_200 },
    tweets: [{ id: 11, state: "pending" }],
  },
  writing: { bot: { state: "writing", lease: 60, attempts: 1 } },
  "writing, its lease over": { bot: { state: "writing", lease: 0, attempts: 2, reason: "kept" } },
  "writing, its lease over for the third time": { bot: { state: "writing", lease: 0, attempts: 3 } },
  proposing: { bot: proposing, tweets: [{ id: 11, state: "pending" }] },
  "proposing anew": {
    bot: { ...proposing, proposal_id: 12 },
    tweets: [
      { id: 11, state: "pending" },
      { id: 12, state: "pending" },
    ],
  },
  "proposing what is out": { bot: proposing, tweets: [{ id: 11, state: "published", at: -5 }] },
  "proposing what stands on the timeline": { bot: proposing, tweets: [{ id: 11, state: "scheduled", at: 900 }] },
  "proposing what was refused": { bot: proposing, tweets: [refused(11, -30)] },
  "gave up": { bot: gaveUp, tweets: [{ id: 11, state: "scheduled", at: 900 }] },
  stopped: { bot: { state: "stopped", due: null, failures: 0 }, tweets: [{ id: 11, state: "pending" }] },
  "stopped with its account": {
    bot: { state: "stopped", due: null, reason: "The bot’s account is no longer connected." },
  },
  "its account is paused": { bot: {}, account: { status: "paused", status_reason: "Paused by you." } },
  "its account is paused without a word": { bot: {}, account: { status: "paused" } },
  "its account must be reconnected": { bot: {}, account: { status: "reconnect", status_reason: "X says no." } },
  "stopped, and its account paused": {
    bot: { state: "stopped", due: null },
    account: { status: "paused", status_reason: "Paused by you." },
  },
  "its account is unlinked": {
    bot: { due: 0 },
    tweets: [{ id: 11, state: "scheduled", at: 900 }],
    account: { unlinked_at: 1 },
  },
  "proposing as an account that is unlinked": {
    bot: proposing,
    tweets: [{ id: 11, state: "pending" }],
    account: { unlinked_at: 1 },
  },
} satisfies Record<string, Situation>;

export type Name = keyof typeof situations;
export const names = Object.keys(situations) as Name[];

/** The situations of which something is so. */
export const where = (is: (situation: Situation) => boolean): Name[] => names.filter((name) => is(situations[name]));
