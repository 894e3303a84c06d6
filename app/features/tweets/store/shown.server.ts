// Maps a tweet's row to the state that users and API clients see.
import { sql } from "kysely";
import type { Row, TweetState } from "~db/schema";
import type { ThreadState } from "~db/tables/threads.server";

type RowWithThread = Pick<Row<"tweets">, "state" | "undo_until" | "part_no"> & { thread_state: ThreadState | null };

export const undoUntilOf = (row: Pick<Row<"tweets">, "state" | "undo_until">): number | null =>
  row.state === "scheduled" ? row.undo_until : null;

/** Publishing during the five seconds of undo and while a thread is going; failed once the thread stopped. */
export const shownState = sql<TweetState>`
  case
    when tweets.state = 'scheduled' and tweets.undo_until is not null then 'publishing'
    when tweets.state = 'published' and tweets.thread_id is not null then (
      select case threads.state when 'going' then 'publishing' when 'stopped' then 'failed' else 'published' end
      from threads where threads.id = tweets.thread_id)
    else tweets.state end`;

const statesOfThread = { draft: "published", going: "publishing", stopped: "failed", done: "published" } as const;

export function stateOf(row: RowWithThread): TweetState {
  if (undoUntilOf(row) !== null) return "publishing";
  const isOfThread = row.state === "published" && row.part_no === 1 && row.thread_state !== null;
  return isOfThread ? statesOfThread[row.thread_state ?? "done"] : row.state;
}
