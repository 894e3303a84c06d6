// A thread as its window shows it.
import type { TweetView } from "~/features/tweets/tweet";
import type { ThreadState } from "~db/tables/threads.server";

export interface ThreadView {
  state: ThreadState;
  /** Something of it is out, or on its way: it is stopped or goes on, and is not sent anew. */
  isSent: boolean;
  /** How far it has come, where its first part doesn't say so. */
  line: string | null;
  /** What its parts say, as one word: whoever changes them says what stood before them. */
  seen: string;
  /** Some of it is neither out nor on its way, so it can be changed. */
  isOpen: boolean;
  /** Some of it is deleted at the network, or is to be: it goes on no more. */
  isDeleted: boolean;
  /** In their order, each with what became of itself, in a word too. */
  parts: (TweetView & { isFixed: boolean; word: string })[];
  /** What X charges for what is not out yet; where all of it is out, for all. */
  costUsd: number;
  /** Nobody knows where the last part out is, so the next one has nothing to follow. */
  needsAddress: boolean;
}
