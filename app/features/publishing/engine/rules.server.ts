// The rules of an account: the server's, and its person's own posting hours.
import type { Account } from "~/features/accounts/account";
import { hoursOf } from "~/features/accounts/hours";
import type { Rules } from "~/features/publishing/rules/gate";
import { weightsIn } from "~/features/publishing/rules/leaning";
import type { Config } from "~/ground/config.server";

/** By what this account's moments are drawn and its posts let out. `leaning` is the column; who draws nothing leaves it out. */
export const rulesOf = (
  config: Config,
  { hours, leaning = null }: Pick<Account, "hours"> & { leaning?: string | null },
): Rules => ({
  ...hoursOf(config, hours),
  dailySpendLimit: config.dailySpendLimit,
  weights: weightsIn(leaning),
});
