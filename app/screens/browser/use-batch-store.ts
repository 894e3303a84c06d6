// Keeps the browser's store of tweets and tasks in step with the batch on the page; the server stays the truth.
import { useEffect, useRef, useState } from "react";
import { generationMessages } from "~/ground/messages";
import { onlyPublishing, withHistory } from "./publish-task";
import { forgetTasks, keys, readTasks, readTweets, type StoredTweet, writeTasks, writeTweets } from "./store";
import { call } from "./call";

/** What the page shows of a tweet, as the server said when it was read. */
interface Shown {
  id: number;
  status: string;
  whenIso: string | null;
}

export function useBatchStore(batchId: string | null, shown: readonly Shown[]): void {
  const version = shown.map(({ id, status, whenIso }) => `${id} ${status} ${whenIso}`).join();
  const pending = useRef<number[]>([]);
  pending.current = shown.filter(({ status }) => status === "pending").map(({ id }) => id);
  const [requested, setRequested] = useState(0);
  useEffect(() => {
    const again = () => setRequested((times) => times + 1);
    const names = [keys.user, keys.tasks];
    for (const name of names) window.addEventListener(name, again);
    return () => {
      for (const name of names) window.removeEventListener(name, again);
    };
  }, []);
  useEffect(() => {
    if (batchId === null) return;
    const ended = new AbortController();
    call(`/api/questions/batch/${batchId}`, { fallback: generationMessages.batch, signal: ended.signal }).then(
      (body) => keep((body as { data: StoredTweet[] }).data),
      () => {
        // Offline, or no stored user yet, whose coming is an event: what the page was read with is the server's word then,
        // or a task that a closed tab left behind would hold its tweet's buttons for ever.
        if (!ended.signal.aborted) forgetTasks(localStorage, pending.current);
      },
    );
    return () => ended.abort();
  }, [batchId, version, requested]);
}

function keep(tweets: StoredTweet[]): void {
  const isSame = readTweets(localStorage).some(({ id }) => tweets.some((tweet) => tweet.id === id));
  const tasks = readTasks(localStorage);
  writeTweets(localStorage, tweets);
  const next = withHistory(isSame ? tasks : onlyPublishing(tasks), tweets);
  // Writing what is there already would still be news to the other tabs.
  if (JSON.stringify(next) !== JSON.stringify(tasks)) writeTasks(localStorage, next);
}
