// The limits there are, and the sentence for who reached one: pure (contract, "Routes" and RATE_LIMITS).
import { days, hours, minutes } from "~/ground/time/duration";

export type LimitCode = "rate_limited" | "sign_in_throttled";

export interface Limit {
  max: number;
  withinMs: number;
  /** What is said, before the wait. */
  message: string;
  /** What a program is told; left out: rate_limited. */
  code?: LimitCode;
}

const signInMessage = "There were too many attempts to sign in with a wrong password.";

export const limits = {
  /** Wrong passwords for one e-mail from one address. */
  wrongPair: { max: 10, withinMs: minutes(15), message: signInMessage, code: "sign_in_throttled" },
  /** Wrong passwords from one address, whatever the e-mail. */
  wrongAddress: { max: 100, withinMs: minutes(15), message: signInMessage, code: "sign_in_throttled" },
  /** Wrong passwords from a browser that signed in to this account before. */
  wrongBrowser: { max: 10, withinMs: minutes(15), message: signInMessage, code: "sign_in_throttled" },
  /** Judged passwords of one account, wherever they come from, once that is many places (features/passwords/guess-wait). */
  account: {
    max: 1,
    withinMs: hours(1),
    message: `${signInMessage.slice(0, -1)}, from many places.`,
    code: "sign_in_throttled",
  },
  /** Wrong codes of one person, from wherever: whoever sends them has the password already. */
  wrongCode: { max: 10, withinMs: hours(1), message: "There were too many wrong codes.", code: "sign_in_throttled" },
  /** Passkeys asked for by one person, or by one address where nobody is known. */
  passkeyChallenges: { max: 120, withinMs: hours(1), message: "Passkeys were asked for 120 times within an hour." },
  /** Sign-ins at the identity provider begun from one address. */
  providerSignIns: { max: 60, withinMs: minutes(15), message: "Too many sign-ins were begun from your network." },
  /** Accounts asked for from one address, whether made or not: the answer tells which e-mails are taken. */
  registration: { max: 10, withinMs: hours(1), message: "Ten new accounts were asked for from your network." },
  /** Links by mail to one address, whether anybody here has it or not. */
  linksTo: { max: 3, withinMs: hours(1), message: "Three links were asked for by this address within an hour." },
  /** Links by mail asked for from one address of the network, whomever they name. */
  linksFrom: { max: 20, withinMs: hours(1), message: "Too many links were asked for from your network." },
  /** Test mails to one person. */
  testMails: { max: 5, withinMs: hours(1), message: "You have sent five tests within an hour." },
  /** Batches asked for by one person. */
  generation: { max: 60, withinMs: hours(1), message: "You have asked the writer 60 times within an hour." },
  /** Analyses asked for by one person. */
  analysis: { max: 30, withinMs: hours(1), message: "You have asked for 30 analyses within an hour." },
  /** Links to a network's account that one person began and that came to nothing, or are not finished yet. */
  linking: { max: 20, withinMs: hours(1), message: "You have begun 20 links within an hour without finishing them." },
  /** Addresses named for webhooks, tests and repeats of what was sent, by one person: each is a call to somebody. */
  webhookCalls: { max: 120, withinMs: hours(1), message: "You have had webhooks called 120 times within an hour." },
  /** Changes of one person's webhooks: each takes the lock that all deliveries wait for, and leaves a line in the audit log. */
  webhookChanges: { max: 60, withinMs: hours(1), message: "You have changed webhooks 60 times within an hour." },
  /** Requests of one person that bring pictures. */
  uploads: { max: 60, withinMs: hours(1), message: "You have sent pictures 60 times within an hour." },
  /** Downloads of one person's data: each is read from the whole of the database. */
  downloads: { max: 10, withinMs: hours(1), message: "You have downloaded your data ten times within an hour." },
  /** Texts sent to be weighed by one person: typing asks four times a second at most. Counted by `countHere`. */
  weighing: { max: 600, withinMs: minutes(1), message: "You have sent texts to be weighed 600 times within a minute." },
  /** Requests of one named key. Counted by `countHere`. */
  key: { max: 600, withinMs: minutes(1), message: "This API key has asked 600 times within a minute." },
  /** Calls of one browser's session or key, cookie and key together. Counted by `countHere`. */
  browserKey: { max: 600, withinMs: minutes(1), message: "This browser has asked 600 times within a minute." },
  /** Texts sent to be split by one person: each may take a fifth of a second. Counted by `countHere`. */
  splitting: { max: 30, withinMs: minutes(1), message: "You have sent texts to be split 30 times within a minute." },
} as const satisfies Record<string, Limit>;

/** How long it is remembered who has signed in to an account from an address: what they mistype is counted apart. */
export const rememberedForMs = days(90);

export type LimitName = keyof typeof limits;

export const codeOf = ({ code = "rate_limited" }: Limit): LimitCode => code;

export function sentenceFor(limit: Limit, waitMs: number): string {
  const left = Math.max(1, Math.ceil(waitMs / minutes(1)));
  return `${limit.message} Please try again in ${left === 1 ? "a minute" : `${left} minutes`}.`;
}
