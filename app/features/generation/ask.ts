// Who may ask for tweets, and what is said to those who may not: pure, the same before the press and after it.
import { askSays } from "~/catalogue";

export const refusals = {
  signIn: "Please login first to generate tweets",
  noAccount: askSays.noAccount,
  noDefault: askSays.noDefault,
  noTopic: "Please say what the tweets should be about",
} as const;

export interface Asker {
  signedIn: boolean;
  /** How many accounts are linked. */
  accounts: number;
  hasDefault: boolean;
}

/** The reason why this topic can't be sent by this person, or null (spec section 5). */
export function refusalOf(asker: Asker, topic: string): string | null {
  if (!asker.signedIn) return refusals.signIn;
  if (asker.accounts === 0) return refusals.noAccount;
  if (!asker.hasDefault) return refusals.noDefault;
  return topic.trim() === "" ? refusals.noTopic : null;
}
