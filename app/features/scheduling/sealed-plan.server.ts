// Encrypts a plan for a program, so the confirmed plan is the one shown to this user.
import type { App } from "~/app.server";
import { AppError } from "~/ground/errors";
import { seal, unseal } from "~/ground/secrets/vault.server";
import { minutes } from "~/ground/time/duration";
import type { Plan, Wanted } from "./schedule-all.server";

interface About {
  userId: string;
  batchId: string;
}

const keeps = minutes(10);

export const notThisPlan =
  "This isn’t the plan that was shown, or the plan is older than 10 minutes. Create a new plan.";

const ownerOf = ({ userId, batchId }: About): string => `plan ${userId} ${batchId}`;

interface Sealed {
  days: number;
  until: number;
  wanted: [id: number, textHash: string, account: string, at: number][];
}

/** Null if no tweet of the plan has a time. */
export function sealPlan(app: App, batch: About, { plan, days }: { plan: Plan; days: number }): string | null {
  const wanted = plan.tweets.flatMap(({ tweetId, textHash, account, at }): Sealed["wanted"] =>
    at === null ? [] : [[tweetId, textHash, account.networkUserId, at]],
  );
  if (wanted.length === 0) return null;
  const sealed: Sealed = { days, until: app.clock.now() + keeps, wanted };
  return seal(app.config.encryptionKeys, ownerOf(batch), JSON.stringify(sealed));
}

/** Throws changed if the plan was altered, expired, or belongs to another user, batch or number of days. */
export function openPlan(app: App, batch: About, { confirm, days }: { confirm: string; days: number }): Wanted[] {
  const plan = unsealed(app, batch, confirm);
  if (!plan || plan.until < app.clock.now() || plan.days !== days) throw new AppError("changed", notThisPlan);
  return plan.wanted.map(([tweetId, textHash, account, at]) => ({ tweetId, textHash, account, at }));
}

function unsealed(app: App, batch: About, confirm: string): Sealed | null {
  try {
    return JSON.parse(unseal(app.config.encryptionKeys, ownerOf(batch), confirm)) as Sealed;
  } catch {
    return null;
  }
}
