// Reads and writes what a browser stores: user, last batch, tasks (spec sections 3 and 4).
import type { HistoryRecord, PublishTask, PublishTasks } from "./publish-task";

export const keys = {
  user: "linnet_user",
  tweets: "linnet_tweets",
  tasks: "linnet_publish_tasks",
  lastUser: "last_user_id",
  accountChanged: "twitter_account_changed",
} as const;

export interface StoredUser {
  user_id: string;
  api_key: string;
  email: string;
  timezone: string;
}

export type StoredTweet = HistoryRecord & { tweet_content: string; created_at: string };

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

function read<T>(store: Store, key: string, passes: (value: unknown) => value is T): T | null {
  const text = store.getItem(key);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (passes(value)) return value;
  } catch {
    // Not JSON: removed below.
  }
  store.removeItem(key);
  return null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isUser = (value: unknown): value is StoredUser =>
  isObject(value) && typeof value["user_id"] === "string" && typeof value["api_key"] === "string";

const isTweets = (value: unknown): value is StoredTweet[] =>
  Array.isArray(value) && value.every((tweet) => isObject(tweet) && typeof tweet["id"] === "number");

const isTasks = (value: unknown): value is PublishTasks =>
  isObject(value) && Object.values(value).every((task) => isObject(task) && typeof task["status"] === "string");

export const readUser = (store: Store): StoredUser | null => read(store, keys.user, isUser);
export const readTweets = (store: Store): StoredTweet[] => read(store, keys.tweets, isTweets) ?? [];
export const readTasks = (store: Store): PublishTasks => read(store, keys.tasks, isTasks) ?? {};

export const writeUser = (store: Store, user: StoredUser): void => store.setItem(keys.user, JSON.stringify(user));
export const writeTweets = (store: Store, tweets: StoredTweet[]): void =>
  store.setItem(keys.tweets, JSON.stringify(tweets));

const changes = new EventTarget();

/** For changes in this tab. Other tabs get the browser's `storage` event. */
export function onTasks(changed: () => void): () => void {
  changes.addEventListener("tasks", changed);
  return () => changes.removeEventListener("tasks", changed);
}

export function writeTasks(store: Store, tasks: PublishTasks): void {
  store.setItem(keys.tasks, JSON.stringify(tasks));
  changes.dispatchEvent(new Event("tasks"));
}

export const writeTask = (store: Store, task: PublishTask): void =>
  writeTasks(store, { ...readTasks(store), [task.id]: task });

/** Each write notifies the other tabs, so this writes only a change. */
export function forgetTasks(store: Store, ids: readonly number[]): void {
  const tasks = readTasks(store);
  const left = Object.entries(tasks).filter(([id]) => !ids.includes(Number(id)));
  if (left.length < Object.keys(tasks).length) writeTasks(store, Object.fromEntries(left));
}

export function fitTo(store: Store, userId: string | null): void {
  const stored = readUser(store);
  if (stored && stored.user_id !== userId) store.removeItem(keys.user);
  if (userId === null || store.getItem(keys.lastUser) !== userId) {
    store.removeItem(keys.tweets);
    store.removeItem(keys.tasks);
  } else {
    readTweets(store);
    readTasks(store);
  }
  if (userId === null) store.removeItem(keys.lastUser);
  else store.setItem(keys.lastUser, userId);
}
