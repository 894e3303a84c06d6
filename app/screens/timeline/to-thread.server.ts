// A thread as its window shows it, made of what was read. Pure.
import type { TweetPicture } from "~/features/media/media";
import { seenOf } from "~/features/threads/seen.server";
import { countOut, isFixed, isOut, lineOf, stateOf, type Thread } from "~/features/threads/thread";
import type { ThreadView } from "~/features/threads/thread-view";
import { toTweetView } from "~/features/timeline/view.server";
import { statusWords } from "~/ui/page/badge";
import type { Viewer } from "~/screens/frame/viewer.server";

/** A thread as it was read, with where its parts are. */
export interface FoundThread {
  thread: Thread;
  postUrls: (string | null)[];
  gapMs: number;
  /** What is not out yet costs; where all of it is out, what it cost. */
  costUsd: number;
  /** Of its parts, by their ids. */
  pictures: ReadonlyMap<number, readonly TweetPicture[]>;
}

/** What the thread's first part shows of all of it, where all of it is in sight. */
export const ofWhole = ({ costUsd, parts }: ThreadView) => ({
  costUsd,
  hasLink: false,
  parts: parts.length,
  pictures: parts.reduce((sum, part) => sum + (part.pictures ?? 0), 0),
});

/** `isOrdered`: some of it was ordered to be deleted. */
export function toThread(
  { thread, postUrls, gapMs, costUsd, pictures }: FoundThread,
  by: Viewer,
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
    // The first part's own line says it where it has failed.
    line: parts[0]?.state === "failed" && out > 0 ? null : lineOf(thread, { ...by, gapMs }),
    parts: parts.map((tweet, n) => {
      const going = [{ content: tweet.content, pictures: pictures.get(tweet.id) ?? [] }];
      const view = toTweetView({ tweet, postUrl: postUrls[n] ?? null, going }, by);
      // The first one's state is the thread's once it is out.
      const own = isOut(tweet) ? { ...view, status: "published" as const, needsConfirmation: false } : view;
      return {
        ...own,
        isFixed: isFixed(tweet),
        word: own.needsConfirmation ? "Is it out?" : tweet.deletedAt === null ? statusWords[own.status] : "Deleted",
      };
    }),
    costUsd,
    needsAddress: state === "stopped" && last !== undefined && last.postId === null,
  };
}
