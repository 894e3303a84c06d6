// Types of what a composer sends and gets back. Pure.
import type { PictureChoice } from "~/features/media/media";
import type { Seen } from "~/features/publishing/publishing.server";
import type { Moment } from "~/features/scheduling/schedule.server";
import type { SlotAsk } from "~/features/scheduling/move.server";

export interface ComposedPart {
  content: string;
  /** Left out: those that the part has. */
  pictures?: readonly PictureChoice[] | undefined;
}

export type When =
  | { choice: "draft" }
  /** Changes the text of a scheduled tweet or a started thread, and not its time. */
  | { choice: "keep" }
  /** `timeZone`: where the user is; null: the stored one. */
  | { choice: "random"; timeZone: string | null }
  | ({ choice: "slot" } & SlotAsk)
  | { choice: "exact"; executeAt: number };

export interface ComposeRequest {
  userId: string;
  /** Null: a new tweet. */
  tweetId: number | null;
  parts: readonly ComposedPart[];
  /** Network or internal id. Null: the tweet's own account; for a new tweet the default. */
  account: string | null;
  when: When;
  /** The tweet as the user saw it: `parts` is `seenOf`. Null: don't compare. */
  seen: (Pick<Seen, "isScheduled"> & { parts: string }) | null;
  /** The form's id. The same form sent again within a day gets the first answer. Null: every call counts. */
  once: string | null;
  /** Whether no answer to the form arrived, so that other text changes the tweet it may have made. */
  isAnswerLost?: boolean;
}

export interface Composed {
  /** The first part's id. */
  tweetId: number;
  /** Null: not scheduled. */
  place: (Moment & { account: string }) | null;
  isNew: boolean;
}
