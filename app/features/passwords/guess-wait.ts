// Decides when the next guess at an account's password may be judged. Pure.
import { hours, minutes } from "~/ground/time/duration";

/** Wrong passwords from more addresses than this within an hour indicate an attack. */
const maxAddresses = 5;
const countedWithin = hours(1);
const firstWait = minutes(1);
export const maxWait = hours(1);
const lastsFor = hours(24);

export interface GuessState {
  addresses: { from: string; at: number }[];
  tries: number;
  nextAt: number;
  expiresAt: number;
}

export const noGuesses: GuessState = { addresses: [], tries: 0, nextAt: 0, expiresAt: 0 };

export const isBruteForce = ({ tries, expiresAt }: GuessState, now: number): boolean => tries > 0 && expiresAt > now;

/** Returns ms, or null if a guess may be judged now. A wait over the maximum means that the clock was set back. */
export function waitOf(state: GuessState, now: number): number | null {
  const wait = state.nextAt - now;
  return isBruteForce(state, now) && wait > 0 && wait <= maxWait ? wait : null;
}

/** Waits 1, 2, 4, … minutes, up to an hour. */
export function afterJudged({ tries }: GuessState, now: number): GuessState {
  const wait = Math.min(firstWait * 2 ** Math.min(tries, 20), maxWait);
  return { addresses: [], tries: tries + 1, nextAt: now + wait, expiresAt: now + lastsFor };
}

export function afterWrong(state: GuessState, from: string, now: number): GuessState {
  const others = state.addresses.filter(
    (address) => address.from !== from && address.at > now - countedWithin && address.at <= now,
  );
  const addresses = [...others, { from, at: now }];
  if (addresses.length > maxAddresses) return afterJudged(noGuesses, now);
  return { ...noGuesses, addresses, expiresAt: now + countedWithin };
}
