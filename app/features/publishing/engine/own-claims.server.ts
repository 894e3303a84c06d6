// What this process has claimed of late. A claim that it doesn't know was never told to it as kept, so nothing was sent of
// it; one that the database doesn't know was forgotten by a failover, and may be out.
import type { App } from "~/app.server";
import { minutes } from "~/ground/time/duration";
import type { Claimed } from "./claimed.server";

/** A failover is found out within seconds; a lease is over after one minute. */
const rememberedFor = minutes(10);

const claims = new WeakMap<App, Map<string, Claimed>>();

function claimsOf(app: App): Map<string, Claimed> {
  const known = claims.get(app);
  if (known) return known;
  const made = new Map<string, Claimed>();
  claims.set(app, made);
  return made;
}

/**
 * Runs a transaction that claims. It calls `note` before it commits, and what it noted is forgotten where it fails:
 * without an answer nobody knows whether it is kept, and nothing is sent.
 */
export async function remembering<T>(
  app: App,
  claim: (note: (claimed: readonly Claimed[]) => void) => Promise<T>,
): Promise<T> {
  const own = claimsOf(app);
  let noted: readonly Claimed[] = [];
  try {
    return await claim((claimed) => {
      noted = [...noted, ...claimed];
      for (const one of claimed) own.set(one.token, one);
    });
  } catch (error) {
    for (const { token } of noted) own.delete(token);
    throw error;
  } finally {
    forgetBefore(own, app.clock.monotonic() - rememberedFor);
  }
}

/** A map keeps what it is given in its order: the oldest stand first. */
function forgetBefore(own: Map<string, Claimed>, moment: number): void {
  for (const [token, { since }] of own) {
    if (since.monotonic >= moment) return;
    own.delete(token);
  }
}

export const isOwnClaim = (app: App, token: string): boolean => claimsOf(app).has(token);

/** The oldest first. */
export const listOwnClaims = (app: App): Claimed[] => [...claimsOf(app).values()];
