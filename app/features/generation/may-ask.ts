// Who may ask for tweets, and what is said to those who may not: pure, the same before the press and after it.
import { topicMessages } from "~/ground/messages";

export const refusals = {
  signIn: "Please login first to generate tweets",
  noAccount: topicMessages.noAccount,
  noDefault: topicMessages.noDefault,
  noTopic: "Please say what the tweets should be about",
} as const;

export interface BatchViewer {
  signedIn: boolean;
  /** How many accounts are linked. */
  accounts: number;
  hasDefault: boolean;
}

/** The reason why this topic can't be sent by this person, or null (spec section 5). */
export function refusalOf(viewer: BatchViewer, topic: string): string | null {
  if (!viewer.signedIn) return refusals.signIn;
  if (viewer.accounts === 0) return refusals.noAccount;
  if (!viewer.hasDefault) return refusals.noDefault;
  return topic.trim() === "" ? refusals.noTopic : null;
}
