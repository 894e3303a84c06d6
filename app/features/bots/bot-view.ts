// Defines a bot's data for the screens. Pure.
import type { TweetView } from "~/features/tweets/tweet";
import type { BotStatus } from "./bot";

export interface WhenView {
  text: string;
  iso: string;
}

export interface BotFacts {
  status: BotStatus;
  enabled: boolean;
  reason: string | null;
  /** The bot paused after failures. Only the user can restart it. */
  gaveUp: boolean;
  /** Without the @. Before the first start, the account it would use. */
  username: string | null;
  posts: number;
  next: WhenView | null;
  last: WhenView | null;
}

export interface ProposalView extends Pick<
  TweetView,
  "id" | "weightedLength" | "costUsd" | "hasLink" | "pictures" | "picturesUsd"
> {
  text: string;
}

export interface ControlView extends BotFacts {
  analysisId: string;
  /** 0 means no limit. */
  perDay: number;
  review: boolean;
  learn: boolean;
  proposal: ProposalView | null;
  usernames: string[];
}

export interface BotCardView extends BotFacts {
  analysisId: string;
  summary: string;
  href: string;
  score: string | null;
  day: string;
  startable: boolean;
}

export interface BotRunView extends BotCardView {
  review: boolean;
  proposal: ProposalView | null;
}

export const stateWord = ({ status }: Pick<BotFacts, "status">): "Running" | "Paused" | "Stopped" =>
  status === "running" ? "Running" : status === "paused" ? "Paused" : "Stopped";
