// Checks whether a due tweet may be posted now, and picks another time if not.
import type { App } from "~/app.server";
import type { Db } from "~db/database.server";
import type { Account } from "~/features/accounts/account";
import { hoursOf } from "~/features/accounts/hours";
import { ownHoursOf } from "~/features/accounts/accounts.server";
import type { Config } from "~/ground/config.server";
import type { Day, Going } from "~/features/spending/day-limit";
import { gate, type Rules } from "~/features/publishing/rules/gate";
import { weightsIn } from "~/features/moments/leaning";
import { drawMoment } from "~/features/moments/moment";
import { listNeighbors, timesBut } from "~/features/moments/neighbors.server";
import type { DueTweet } from "~/features/publishing/store/due-and-gap.server";

export const rulesOf = (
  config: Config,
  { hours, leaning = null }: Pick<Account, "hours"> & { leaning?: string | null },
): Rules => ({
  ...hoursOf(config, hours),
  dailySpendLimit: config.dailySpendLimit,
  weights: weightsIn(leaning),
});

export type Decided = { open: true } | { open: false; at: number; reason: string };

/** Call it with the account locked, in the transaction that claims or reschedules the tweet. */
export async function askGate(
  trx: Db,
  { config, random }: Pick<App, "config" | "random">,
  { tweet, account, timeZone }: DueTweet,
  day: Day,
  going: Going,
  now: number,
): Promise<Decided> {
  // A Post Now found absent after a lost answer is sent again without the gate.
  if (tweet.publish_type === "immediate") return { open: true };
  const due = {
    dueAt: tweet.due_at ?? now,
    drawn: tweet.moment_reason !== null,
    timeZone,
    username: account.username,
  };
  const rules = rulesOf(config, { hours: ownHoursOf(account), leaning: account.leaning });
  const decided = gate(now, due, day, going, rules);
  if (decided.open) return decided;
  const ask = { ...rules, now: decided.from };
  const posts = timesBut(await listNeighbors(trx, account.id, ask), [tweet.id]);
  const { at, reason } = drawMoment({ ...ask, today: now, timeZone, posts, random });
  return { open: false, at, reason: `${decided.why} ${reason}` };
}
