// What a browser remembers of the tweets it sent on their way, beside what the history says of them: pure (spec section 4).
import { seconds } from "~/ground/time/duration";

export interface PublishTask {
  id: number;
  type: "immediate" | "scheduled";
  status: "publishing" | "published" | "failed";
  /** The network's id of the account. */
  twitter_account_id: string | null;
  publishedAt?: string;
  scheduledTime?: string;
}

/** By tweet id. */
export type PublishTasks = Record<string, PublishTask>;

/** What a batch or history call tells of a tweet. */
export interface HistoryRecord {
  id: number;
  status: string;
  publish_type: string | null;
  scheduled_time: string | null;
  published_at: string | null;
  twitter_account_id: string | null;
}

/** What the history says, as a task; null for a tweet that nobody has sent on its way, or that was taken back. */
export function taskOf(record: HistoryRecord): PublishTask | null {
  const { id, status, publish_type, scheduled_time, published_at, twitter_account_id } = record;
  if (status === "pending") return null;
  return {
    id,
    type: typeOf(publish_type, scheduled_time),
    status: status === "published" || status === "failed" ? status : "publishing",
    twitter_account_id,
    ...(published_at !== null && { publishedAt: published_at }),
    ...(scheduled_time !== null && { scheduledTime: scheduled_time }),
  };
}

function typeOf(publishType: string | null, scheduledTime: string | null): PublishTask["type"] {
  if (publishType === "scheduled" || publishType === "immediate") return publishType;
  return scheduledTime === null ? "immediate" : "scheduled";
}

/** The history wins where it knows the end; else the local status is kept. It fills what the local task lacks. */
export function merge(local: PublishTask | undefined, history: PublishTask): PublishTask {
  if (!local) return history;
  const isOver = history.status === "published" || history.status === "failed";
  const account = local.twitter_account_id ?? history.twitter_account_id;
  return { ...history, ...local, twitter_account_id: account, ...(isOver && { ...history, type: local.type }) };
}

/** The tasks once this history is known: merged with it, and without those that were taken back. */
export function withHistory(tasks: PublishTasks, records: readonly HistoryRecord[]): PublishTasks {
  const next = new Map(Object.entries(tasks));
  for (const record of records) {
    const history = taskOf(record);
    if (history) next.set(String(record.id), merge(tasks[record.id], history));
    else next.delete(String(record.id));
  }
  return Object.fromEntries(next);
}

/** What a press sends on its way, as the table of intents has it. */
type Sends = PublishTask["type"] | undefined;

/** The task of a tweet at the moment its button is pressed; null for a press that sends nothing on its way. */
export const taskStarted = (sends: Sends, id: number, account: string | null): PublishTask | null =>
  sends ? { id, type: sends, status: "publishing", twitter_account_id: account } : null;

/** Before a new batch: what is done is forgotten, what is on its way stays. */
export const onlyPublishing = (tasks: PublishTasks): PublishTasks =>
  Object.fromEntries(Object.entries(tasks).filter(([, task]) => task.status === "publishing"));

/** How long after a success the history is read once more (spec section 9); null where it needn't be. */
export const reloadDelay = (sends: Sends): number | null => (sends ? seconds(sends === "immediate" ? 1 : 0.5) : null);
