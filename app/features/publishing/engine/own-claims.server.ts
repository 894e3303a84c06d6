// Remembers recent claims of this process, to compare them with the database after lost answers.
import type { App } from "~/app.server";
import { minutes } from "~/ground/time/duration";
import type { Claimed } from "./claimed.server";

/** Ample: a switch to a standby database is noticed within seconds, and a claim's lease lasts one minute. */
const rememberedFor = minutes(10);

const claims = new WeakMap<App, Map<string, Claimed>>();

function claimsOf(app: App): Map<string, Claimed> {
  const known = claims.get(app);
  if (known) return known;
  const made = new Map<string, Claimed>();
  claims.set(app, made);
  return made;
}

/** If `claim` throws, the claims it noted are forgotten: nothing is sent without a confirmed commit. */
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

function forgetBefore(claims: Map<string, Claimed>, moment: number): void {
  for (const [token, { since }] of claims) {
    if (since.monotonic >= moment) return;
    claims.delete(token);
  }
}

export const isOwnClaim = (app: App, token: string): boolean => claimsOf(app).has(token);

export const listOwnClaims = (app: App): Claimed[] => [...claimsOf(app).values()];
