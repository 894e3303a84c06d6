// Stores that the user has confirmed X's automation rules for an account.
import type { App } from "~/app.server";
import { getAccount } from "~/features/accounts/accounts.server";
import { unlessLeft } from "~/features/users/users.server";
import * as queries from "~/features/bots/store/bots.server";

/** Throws not_found, and what `unlessLeft` does. */
export async function giveConsent(app: App, userId: string, accountRef: string): Promise<void> {
  const account = await getAccount(app, userId, accountRef);
  await unlessLeft(app, queries.insertConsent(app.db, account.id, app.clock.now()));
}

export const listConsents = (app: App, accountIds: readonly number[]): Promise<Set<number>> =>
  queries.listConsents(app.db, accountIds);
