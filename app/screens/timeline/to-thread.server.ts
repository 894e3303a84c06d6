// Builds a thread's view for its window. Pure.
import type { TweetPicture } from "~/features/media/media";
import { seenOf } from "~/features/threads/seen.server";
import { countOut, isFixed, isOut, lineOf, stateOf, type Thread } from "~/features/threads/thread";
import type { ThreadView } from "~/features/threads/thread-view";
import { toTweetView } from "~/features/timeline/view.server";
import { statusWords } from "~/ui/page/badge";
import type { Viewer } from "~/screens/frame/viewer.server";

export interface FoundThread {
  thread: Thread;
  postUrls: (string | null)[];
  gapMs: number;
  /** The cost of the parts not yet posted; once all are posted, of all. */
  costUsd: number;
  pictures: ReadonlyMap<number, readonly TweetPicture[]>;
}

export const ofWhole = ({ costUsd, parts }: ThreadView) => ({
  costUsd,
  hasLink: false,
  parts: parts.length,
  pictures: parts.reduce((sum, part) => sum + (part.pictures ?? 0), 0),
});

export function toThread(
  { thread, postUrls, gapMs, costUsd, pictures }: FoundThread,
  viewer: Viewer,
  { isOrdered }: { isOrdered: boolean },
): ThreadView {
  const { parts } = thread;
  const out = countOut(parts);
  const last = parts[out - 1];
  const state = stateOf(thread);
  const isDeleted = isOrdered || parts.some(({ deletedAt }) => deletedAt !== null);
  return {
    state,
    seen: seenOf(parts),
    isOpen: state !== "done" && !parts.every(isFixed) && !isDeleted,
    isDeleted,
    isSent: state !== "draft" && parts[0]?.state !== "scheduled",
    // A failed first part shows this line itself.
    line: parts[0]?.state === "failed" && out > 0 ? null : lineOf(thread, { ...viewer, gapMs }),
    parts: parts.map((tweet, n) => {
      const going = [{ content: tweet.content, pictures: pictures.get(tweet.id) ?? [] }];
      const view = toTweetView({ tweet, postUrl: postUrls[n] ?? null, going }, viewer);
      // The first tweet also stores the state of the whole thread, so a posted part counts as published.
      const own = isOut(tweet) ? { ...view, status: "published" as const, needsConfirmation: false } : view;
      return {
        ...own,
        isFixed: isFixed(tweet),
        word: own.needsConfirmation ? "Is it on X?" : tweet.deletedAt === null ? statusWords[own.status] : "Deleted",
      };
    }),
    costUsd,
    needsAddress: state === "stopped" && last !== undefined && last.postId === null,
  };
}
