// Publishing tasks that the browser remembers, merged with the history. Pure (spec section 4).
import { seconds } from "~/ground/time/duration";

export interface PublishTask {
  id: number;
  type: "immediate" | "scheduled";
  status: "publishing" | "published" | "failed";
  twitter_account_id: string | null;
  publishedAt?: string;
  scheduledTime?: string;
}

export type PublishTasks = Record<string, PublishTask>;

export interface HistoryRecord {
  id: number;
  status: string;
  publish_type: string | null;
  scheduled_time: string | null;
  published_at: string | null;
  twitter_account_id: string | null;
}

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

/** A final state in the history wins; otherwise the local status stays. */
export function merge(local: PublishTask | undefined, history: PublishTask): PublishTask {
  if (!local) return history;
  const isOver = history.status === "published" || history.status === "failed";
  const account = local.twitter_account_id ?? history.twitter_account_id;
  return { ...history, ...local, twitter_account_id: account, ...(isOver && { ...history, type: local.type }) };
}

export function withHistory(tasks: PublishTasks, records: readonly HistoryRecord[]): PublishTasks {
  const next = new Map(Object.entries(tasks));
  for (const record of records) {
    const history = taskOf(record);
    if (history) next.set(String(record.id), merge(tasks[record.id], history));
    else next.delete(String(record.id));
  }
  return Object.fromEntries(next);
}

type Sends = PublishTask["type"] | undefined;

export const taskStarted = (sends: Sends, id: number, account: string | null): PublishTask | null =>
  sends ? { id, type: sends, status: "publishing", twitter_account_id: account } : null;

export const onlyPublishing = (tasks: PublishTasks): PublishTasks =>
  Object.fromEntries(Object.entries(tasks).filter(([, task]) => task.status === "publishing"));

/** Milliseconds until the history is read again after a success (spec section 9). */
export const reloadDelay = (sends: Sends): number | null => (sends ? seconds(sends === "immediate" ? 1 : 0.5) : null);
