// Describes a thread for its window.
import type { TweetView } from "~/features/tweets/tweet";
import type { ThreadState } from "~db/tables/threads.server";

export interface ThreadView {
  state: ThreadState;
  isSent: boolean;
  line: string | null;
  /** Result of `seenOf`, to notice other edits. */
  seen: string;
  isOpen: boolean;
  isDeleted: boolean;
  parts: (TweetView & { isFixed: boolean; word: string })[];
  /** Cost of the unpublished parts; of all parts if all are published. */
  costUsd: number;
  /** The last published part has no known id, so nothing can reply to it. */
  needsAddress: boolean;
}
