// Tracks whether the server refuses most addresses for lack of capacity.
import type { Clock } from "~/ground/time/clock.server";
import { seconds } from "~/ground/time/duration";

const windowMs = seconds(10);
const minAddresses = 4;
const maxAddresses = 10_000;

interface Window {
  from: number;
  byAddress: Map<string, boolean>;
}

const windows = new WeakMap<Clock, { now: Window; before: Window }>();

const empty = (from: number): Window => ({ from, byAddress: new Map() });

export function noteArrival(clock: Clock, address: string, isRefused: boolean): void {
  const { byAddress } = windowsOf(clock).now;
  if (byAddress.size < maxAddresses || byAddress.has(address))
    byAddress.set(address, isRefused || byAddress.get(address) === true);
}

/** Counts addresses, so one heavy client doesn't decide. Covers the last 10 to 20 s. */
export function isRefusingMajority(clock: Clock): boolean {
  const { now, before } = windowsOf(clock);
  const addresses = new Map(before.byAddress);
  for (const [address, isRefused] of now.byAddress)
    addresses.set(address, isRefused || addresses.get(address) === true);
  const refused = [...addresses.values()].filter(Boolean).length;
  return addresses.size >= minAddresses && refused * 2 > addresses.size;
}

function windowsOf(clock: Clock): { now: Window; before: Window } {
  const at = clock.monotonic();
  const last = windows.get(clock);
  const age = last === undefined ? Infinity : at - last.now.from;
  if (last !== undefined && age < windowMs) return last;
  const next = { now: empty(at), before: last !== undefined && age < 2 * windowMs ? last.now : empty(at) };
  windows.set(clock, next);
  return next;
}
