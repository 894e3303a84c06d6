// Preconditions for generating tweets and their messages, shared by the form and the server. Pure.
import { topicMessages } from "~/ground/messages";

export const refusals = {
  signIn: "Please login first to generate tweets",
  noAccount: topicMessages.noAccount,
  noDefault: topicMessages.noDefault,
  noTopic: "Say what the tweets should be about.",
} as const;

export interface BatchViewer {
  signedIn: boolean;
  accounts: number;
  hasDefault: boolean;
}

/** Null if the topic may be sent (spec section 5). */
export function refusalOf(viewer: BatchViewer, topic: string): string | null {
  if (!viewer.signedIn) return refusals.signIn;
  if (viewer.accounts === 0) return refusals.noAccount;
  if (!viewer.hasDefault) return refusals.noDefault;
  return topic.trim() === "" ? refusals.noTopic : null;
}
