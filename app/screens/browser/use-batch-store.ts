// Keeps the browser's stored tweets and tasks in step with the batch on the page.
import { useEffect, useRef, useState } from "react";
import { generationMessages } from "~/ground/messages";
import { onlyPublishing, withHistory } from "./publish-task";
import { forgetTasks, keys, readTasks, readTweets, type StoredTweet, writeTasks, writeTweets } from "./store";
import { call } from "./call";

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
        // Offline or signed out: without this, a task left by a closed tab would block its tweet's buttons forever.
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
  if (JSON.stringify(next) !== JSON.stringify(tasks)) writeTasks(localStorage, next);
}
