// Checks whether a due tweet may be posted now, by its account's rules and daily limits.
import type { App } from "~/app.server";
import type { Account } from "~/features/accounts/account";
import { hoursOf } from "~/features/accounts/hours";
import { ownHoursOf } from "~/features/accounts/accounts.server";
import type { Config } from "~/ground/config.server";
import type { Day, Going } from "~/features/spending/day-limit";
import { type Gate, gate, type Rules } from "~/features/publishing/rules/gate";
import { weightsIn } from "~/features/moments/leaning";
import type { DueTweet } from "~/features/publishing/store/due-and-gap.server";

export const rulesOf = (
  config: Config,
  { hours, leaning = null }: Pick<Account, "hours"> & { leaning?: string | null },
): Rules => ({
  ...hoursOf(config, hours),
  dailySpendLimit: config.dailySpendLimit,
  weights: weightsIn(leaning),
});

export function askGate(
  { config, random }: Pick<App, "config" | "random">,
  { tweet, account, timeZone }: DueTweet,
  day: Day,
  going: Going,
  now: number,
): Gate {
  // A Post Now found absent after a lost answer is sent again without the gate.
  if (tweet.publish_type === "immediate") return { open: true };
  const due = {
    dueAt: tweet.due_at ?? now,
    drawn: tweet.moment_reason !== null,
    timeZone,
    username: account.username,
  };
  return gate(now, due, day, going, rulesOf(config, { hours: ownHoursOf(account), leaning: account.leaning }), random);
}
