// A plan on its way to a program and back: sealed, so that what is confirmed is what was shown, and to whom.
import type { App } from "~/app.server";
import { AppError } from "~/ground/errors";
import { seal, unseal } from "~/ground/secrets/vault.server";
import { minutes } from "~/ground/time/duration";
import type { Plan, Wanted } from "./schedule-all.server";

/** Whose plan it is, and of what: one for another batch is none. */
interface About {
  userId: string;
  batchId: string;
}

/** So long it can be confirmed; moments begin a quarter of an hour ahead. */
const keeps = minutes(10);

export const notThisPlan = "This plan is not known here, or it is older than 10 minutes. Please ask for it again.";

const ownerOf = ({ userId, batchId }: About): string => `plan ${userId} ${batchId}`;

interface Sealed {
  days: number;
  until: number;
  wanted: [id: number, textHash: string, account: string, at: number][];
}

/** What `openPlan` takes; null where nothing of the plan has a moment. */
export function sealPlan(app: App, about: About, { plan, days }: { plan: Plan; days: number }): string | null {
  const wanted = plan.tweets.flatMap(({ tweetId, textHash, account, at }): Sealed["wanted"] =>
    at === null ? [] : [[tweetId, textHash, account.networkUserId, at]],
  );
  if (wanted.length === 0) return null;
  const sealed: Sealed = { days, until: app.clock.now() + keeps, wanted };
  return seal(app.config.encryptionKeys, ownerOf(about), JSON.stringify(sealed));
}

/** The plan that was shown. Throws changed: altered, another's, of another batch, for other days, or too old. */
export function openPlan(app: App, about: About, { confirm, days }: { confirm: string; days: number }): Wanted[] {
  const plan = unsealed(app, about, confirm);
  if (!plan || plan.until < app.clock.now() || plan.days !== days) throw new AppError("changed", notThisPlan);
  return plan.wanted.map(([tweetId, textHash, account, at]) => ({ tweetId, textHash, account, at }));
}

function unsealed(app: App, about: About, confirm: string): Sealed | null {
  try {
    return JSON.parse(unseal(app.config.encryptionKeys, ownerOf(about), confirm)) as Sealed;
  } catch {
    return null;
  }
}
