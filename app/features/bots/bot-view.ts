// A bot as the screens show it: pure.
import type { TweetView } from "~/features/tweets/tweet";
import type { BotStatus } from "./bot";

export interface WhenView {
  /** "Today, 20:42", in the person's zone. */
  text: string;
  iso: string;
}

export interface BotFacts {
  status: BotStatus;
  enabled: boolean;
  /** Why it is paused, or stopped by something else than the person. */
  reason: string | null;
  /** It gave up by itself, and only a press lets it try again. */
  gaveUp: boolean;
  /** Who it posts as; before the first start, who it would. Without the @. */
  username: string | null;
  posts: number;
  next: WhenView | null;
  last: WhenView | null;
}

/** A tweet that waits for the person's approval. */
export interface ProposalView extends Pick<
  TweetView,
  "id" | "weightedLength" | "costUsd" | "hasLink" | "pictures" | "picturesUsd"
> {
  text: string;
}

export interface ControlView extends BotFacts {
  /** "" where there is nothing to control: test mode. */
  analysisId: string;
  /** 0 for none. */
  perDay: number;
  review: boolean;
  /** Its writer is shown what was received well, and what less. */
  learn: boolean;
  proposal: ProposalView | null;
  /** The accounts to choose from, where there is more than one. */
  usernames: string[];
}

export interface BotCardView extends BotFacts {
  analysisId: string;
  /** At most 100 characters. */
  summary: string;
  href: string;
  score: string | null;
  day: string;
  /** There is something a bot could write about. */
  startable: boolean;
}

/** On the person's own page of bots. */
export interface BotRunView extends BotCardView {
  /** It proposes, and the person approves. */
  review: boolean;
  proposal: ProposalView | null;
}

/** The two words of the spec, and one more where they would not be true. */
export const stateWord = ({ status }: Pick<BotFacts, "status">): "Running" | "Paused" | "Stopped" =>
  status === "running" ? "Running" : status === "paused" ? "Paused" : "Stopped";
