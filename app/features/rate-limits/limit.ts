// Defines all rate limits and their messages. Pure (contract, "Routes" and RATE_LIMITS).
import { days, hours, minutes } from "~/ground/time/duration";

export type LimitCode = "rate_limited" | "sign_in_throttled";

export interface Limit {
  max: number;
  withinMs: number;
  message: string;
  code?: LimitCode;
}

const signInMessage = "There were too many attempts to sign in with a wrong password.";

export const limits = {
  wrongPair: { max: 10, withinMs: minutes(15), message: signInMessage, code: "sign_in_throttled" },
  wrongAddress: { max: 100, withinMs: minutes(15), message: signInMessage, code: "sign_in_throttled" },
  wrongBrowser: { max: 10, withinMs: minutes(15), message: signInMessage, code: "sign_in_throttled" },
  /** Only during an attack from many addresses (features/passwords/guess-wait). */
  account: {
    max: 1,
    withinMs: hours(1),
    message: `${signInMessage.slice(0, -1)}, from many places.`,
    code: "sign_in_throttled",
  },
  /** Counted across all addresses, because the guesser already has the password. */
  wrongCode: { max: 10, withinMs: hours(1), message: "There were too many wrong codes.", code: "sign_in_throttled" },
  /** Per user, or per address if the user is unknown. */
  passkeyChallenges: { max: 120, withinMs: hours(1), message: "Passkeys were asked for 120 times within an hour." },
  providerSignIns: { max: 60, withinMs: minutes(15), message: "Too many sign-ins were begun from your network." },
  /** Counts failures too, because the response reveals which emails are taken. */
  registration: { max: 10, withinMs: hours(1), message: "Ten new accounts were asked for from your network." },
  linksTo: { max: 3, withinMs: hours(1), message: "Three links were asked for by this address within an hour." },
  linksFrom: { max: 20, withinMs: hours(1), message: "Too many links were asked for from your network." },
  testMails: { max: 5, withinMs: hours(1), message: "You have sent five tests within an hour." },
  generation: { max: 60, withinMs: hours(1), message: "You have asked the writer 60 times within an hour." },
  analysis: { max: 30, withinMs: hours(1), message: "You have asked for 30 analyses within an hour." },
  linking: { max: 20, withinMs: hours(1), message: "You have begun 20 links within an hour without finishing them." },
  /** New addresses, tests and replays, because each calls a server. */
  webhookCalls: { max: 120, withinMs: hours(1), message: "You have had webhooks called 120 times within an hour." },
  /** Each change takes the lock that all deliveries need, and adds an audit entry. */
  webhookChanges: { max: 60, withinMs: hours(1), message: "You have changed webhooks 60 times within an hour." },
  uploads: { max: 60, withinMs: hours(1), message: "You have sent pictures 60 times within an hour." },
  downloads: { max: 10, withinMs: hours(1), message: "You have downloaded your data ten times within an hour." },
  /** Typing sends up to four a second. Counted by `countHere`. */
  weighing: { max: 600, withinMs: minutes(1), message: "You have sent texts to be weighed 600 times within a minute." },
  key: { max: 600, withinMs: minutes(1), message: "This API key has asked 600 times within a minute." },
  /** Cookie and key together. Counted by `countHere`. */
  browserKey: { max: 600, withinMs: minutes(1), message: "This browser has asked 600 times within a minute." },
  /** Each may take 0.2 s. Counted by `countHere`. */
  splitting: { max: 30, withinMs: minutes(1), message: "You have sent texts to be split 30 times within a minute." },
} as const satisfies Record<string, Limit>;

/** How long a past sign-in from an address is remembered. Its mistakes are counted separately. */
export const rememberedForMs = days(90);

export type LimitName = keyof typeof limits;

export const codeOf = ({ code = "rate_limited" }: Limit): LimitCode => code;

export function sentenceFor(limit: Limit, waitMs: number): string {
  const left = Math.max(1, Math.ceil(waitMs / minutes(1)));
  return `${limit.message} Please try again in ${left === 1 ? "a minute" : `${left} minutes`}.`;
}
