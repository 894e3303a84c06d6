// Defines all rate limits and their messages. Pure (contract, "Routes" and RATE_LIMITS).
import { days, hours, minutes } from "~/ground/time/duration";

export type LimitCode = "rate_limited" | "sign_in_throttled";

export interface Limit {
  max: number;
  withinMs: number;
  message: string;
  code?: LimitCode;
}

const signInMessage = "Too many failed sign-in attempts.";

export const limits = {
  wrongPair: { max: 10, withinMs: minutes(15), message: signInMessage, code: "sign_in_throttled" },
  wrongAddress: { max: 100, withinMs: minutes(15), message: signInMessage, code: "sign_in_throttled" },
  wrongBrowser: { max: 10, withinMs: minutes(15), message: signInMessage, code: "sign_in_throttled" },
  /** Only during an attack from many addresses (features/passwords/guess-wait). */
  account: {
    max: 1,
    withinMs: hours(1),
    message: `${signInMessage.slice(0, -1)} from many places.`,
    code: "sign_in_throttled",
  },
  /** Counted across all addresses, because the guesser already has the password. */
  wrongCode: { max: 10, withinMs: hours(1), message: "Too many wrong codes.", code: "sign_in_throttled" },
  /** Per user, or per address if the user is unknown. */
  passkeyChallenges: {
    max: 120,
    withinMs: hours(1),
    message: "You’ve reached the limit of 120 passkey requests per hour.",
  },
  providerSignIns: { max: 60, withinMs: minutes(15), message: "Too many sign-ins started from your network." },
  /** Counts failures too, because the response reveals which emails are taken. */
  registration: {
    max: 10,
    withinMs: hours(1),
    message: "Your network has reached the limit of 10 sign-up attempts per hour.",
  },
  linksTo: { max: 3, withinMs: hours(1), message: "You’ve reached the limit of 3 links per hour for this email." },
  linksFrom: { max: 20, withinMs: hours(1), message: "Too many links were requested from your network." },
  testMails: { max: 5, withinMs: hours(1), message: "You’ve reached the limit of 5 tests per hour." },
  generation: { max: 60, withinMs: hours(1), message: "You’ve reached the limit of 60 generations per hour." },
  analysis: { max: 30, withinMs: hours(1), message: "You’ve reached the limit of 30 analyses per hour." },
  linking: { max: 20, withinMs: hours(1), message: "You’ve reached the limit of 20 unfinished connections per hour." },
  /** New addresses, tests and replays, because each calls a server. */
  webhookCalls: { max: 120, withinMs: hours(1), message: "You’ve reached the limit of 120 webhook calls per hour." },
  /** Each change takes the lock that all deliveries need, and adds an audit entry. */
  webhookChanges: { max: 60, withinMs: hours(1), message: "You’ve reached the limit of 60 webhook changes per hour." },
  uploads: { max: 60, withinMs: hours(1), message: "You’ve reached the limit of 60 image uploads per hour." },
  downloads: { max: 10, withinMs: hours(1), message: "You’ve reached the limit of 10 downloads per hour." },
  /** Typing sends up to four a second. Counted by `countHere`. */
  weighing: { max: 600, withinMs: minutes(1), message: "You’ve reached the limit of 600 character counts per minute." },
  key: { max: 600, withinMs: minutes(1), message: "This API key has reached the limit of 600 requests per minute." },
  /** Cookie and key together. Counted by `countHere`. */
  browserKey: {
    max: 600,
    withinMs: minutes(1),
    message: "This browser has reached the limit of 600 requests per minute.",
  },
  /** Each may take 0.2 s. Counted by `countHere`. */
  splitting: { max: 30, withinMs: minutes(1), message: "You’ve reached the limit of 30 splits per minute." },
} as const satisfies Record<string, Limit>;

/** How long a past sign-in from an address is remembered. Its mistakes are counted separately. */
export const rememberedForMs = days(90);

export type LimitName = keyof typeof limits;

export const codeOf = ({ code = "rate_limited" }: Limit): LimitCode => code;

export function sentenceFor(limit: Limit, waitMs: number): string {
  const left = Math.max(1, Math.ceil(waitMs / minutes(1)));
  return `${limit.message} Try again in ${left === 1 ? "a minute" : `${left} minutes`}.`;
}
