// Checks whether a thread's previous part still exists after replies to it were refused too long.
import type { App } from "~/app.server";
import { openTokens } from "~/features/accounts/accounts.server";
import { parentUnseen, hiddenFor } from "~/features/publishing/rules/next-step";
import type { Outcome } from "~/features/publishing/rules/outcome";
import { ReadError } from "~/ports/network/port";
import type { Claimed } from "./claimed.server";
import { countRead } from "~/features/spending/spendable.server";

/** Turns a "parent not visible" refusal into `parent_gone` or `refused`. A failed check becomes a retry. */
export async function tellParent(app: App, { account, after }: Claimed, outcome: Outcome): Promise<Outcome> {
  const isHidden = outcome.kind === "refused" && outcome.code === parentUnseen;
  if (!isHidden || !after || app.clock.now() - after.at < hiddenFor) return outcome;
  const startedAt = app.clock.now();
  const count = () => countRead(app, account, startedAt, [{ id: after.postId }]);
  try {
    const { gone } = await app.network.readFigures(openTokens(app, account), {
      ids: [after.postId],
      withPrivate: false,
    });
    const isGone = gone.includes(after.postId);
    if (!isGone) await count();
    return { ...outcome, code: isGone ? "parent_gone" : "refused" };
  } catch (error) {
    // Without an answer, X may or may not have charged.
    if (error instanceof ReadError && error.status === null && error.isSent) await count();
    app.log.warn({ err: error, account: account.id }, "whether the part before is still there can't be asked");
    return { kind: "not_sent", detail: outcome.detail };
  }
}
