// Whether a due tweet may go out now, by its account's rules and its day.
import type { App } from "~/app.server";
import type { Account } from "~/features/accounts/account";
import { hoursOf } from "~/features/accounts/hours";
import { ownHoursOf } from "~/features/accounts/accounts.server";
import type { Config } from "~/ground/config.server";
import type { Day, Going } from "~/features/spending/day-limit";
import { type Gate, gate, type Rules } from "~/features/publishing/rules/gate";
import { weightsIn } from "~/features/moments/leaning";
import type { DueTweet } from "~/features/publishing/store/due-and-gap.server";

/** By what this account's moments are drawn and its posts let out. `leaning` is the column; who draws nothing leaves it out. */
export const rulesOf = (
  config: Config,
  { hours, leaning = null }: Pick<Account, "hours"> & { leaning?: string | null },
): Rules => ({
  ...hoursOf(config, hours),
  dailySpendLimit: config.dailySpendLimit,
  weights: weightsIn(leaning),
});

/** Whether a due tweet may go out at `now`, by its day and by the gate's other rules. */
export function askGate(
  { config, random }: Pick<App, "config" | "random">,
  { tweet, account, timeZone }: DueTweet,
  day: Day,
  going: Going,
  now: number,
): Gate {
  // A Post Now whose answer was lost goes out at once when it turns out to be absent: it was never on the timeline.
  if (tweet.publish_type === "immediate") return { open: true };
  const due = {
    dueAt: tweet.due_at ?? now,
    drawn: tweet.moment_reason !== null,
    timeZone,
    username: account.username,
  };
  return gate(now, due, day, going, rulesOf(config, { hours: ownHoursOf(account), leaning: account.leaning }), random);
}
