// When a guess at an account's password is judged, wherever it comes from: pure.
import { hours, minutes } from "~/ground/time/duration";

/** Wrong passwords from more addresses than this within an hour are no person's mistyping. */
const maxAddresses = 5;
const countedWithin = hours(1);
const firstWait = minutes(1);
export const maxWait = hours(1);
/** The wait over all addresses ends when none was judged for so long. */
const lastsFor = hours(24);

/** What is kept of an account at which somebody guesses. */
export interface GuessState {
  /** Where wrong ones came from, as hashes. */
  addresses: { from: string; at: number }[];
  /** Judged since the wait over all addresses began; 0: it has not. */
  tries: number;
  /** None is judged before this moment, where it has. */
  nextAt: number;
  expiresAt: number;
}

export const noGuesses: GuessState = { addresses: [], tries: 0, nextAt: 0, expiresAt: 0 };

/** Whether all addresses wait for each other. */
export const isSiege = ({ tries, expiresAt }: GuessState, now: number): boolean => tries > 0 && expiresAt > now;

/** How long until one is judged; null where it may be now. More than the longest wait is the clock's doing. */
export function waitOf(state: GuessState, now: number): number | null {
  const wait = state.nextAt - now;
  return isSiege(state, now) && wait > 0 && wait <= maxWait ? wait : null;
}

/** After one that is judged while all wait: 1, 2, 4, … minutes, an hour at most. */
export function afterJudged({ tries }: GuessState, now: number): GuessState {
  const wait = Math.min(firstWait * 2 ** Math.min(tries, 20), maxWait);
  return { addresses: [], tries: tries + 1, nextAt: now + wait, expiresAt: now + lastsFor };
}

/** After a wrong one from this address while nobody waits. */
export function afterWrong(state: GuessState, from: string, now: number): GuessState {
  const others = state.addresses.filter((one) => one.from !== from && one.at > now - countedWithin && one.at <= now);
  const addresses = [...others, { from, at: now }];
  if (addresses.length > maxAddresses) return afterJudged(noGuesses, now);
  return { ...noGuesses, addresses, expiresAt: now + countedWithin };
}
