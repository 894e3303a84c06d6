// What X asks of automated accounts, and that a person has seen to it: asked once an account, before its first bot.
import type { App } from "~/app.server";
import { getAccount } from "~/features/accounts/accounts.server";
import { unlessLeft } from "~/features/users/users.server";
import * as queries from "~/features/bots/store/bots.server";

/** Remembers that the person has seen to the account's label, bio and owner. Throws not_found, and what `unlessLeft` does. */
export async function giveConsent(app: App, userId: string, accountRef: string): Promise<void> {
  const account = await getAccount(app, userId, accountRef);
  await unlessLeft(app, queries.insertConsent(app.db, account.id, app.clock.now()));
}

/** Which of these accounts the person has seen to. */
export const listConsents = (app: App, accountIds: readonly number[]): Promise<Set<number>> =>
  queries.listConsents(app.db, accountIds);
