// The results page while its tweets are being written: looks at the task, then loads itself anew.
import { useEffect, useState } from "react";
import { callMessages, generationMessages } from "~/ground/messages";
import { readUser } from "~/screens/browser/store";
import { call, CallError } from "~/screens/browser/call";
import { nextPoll, readPoll } from "~/screens/browser/poll";
import { reload } from "~/screens/browser/use-reload";

/** Polls the task while there is one, for who is signed in; answers the sentence of what went wrong, or null. */
export function useGeneration(taskId: string | null, signedIn: boolean): string | null {
  const [error, setError] = useState<string | null>(null);

  useEffect(() => {
    setError(null);
    if (taskId === null) return;
    if (!signedIn) return setError(callMessages.notSignedIn);
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;

    const poll = async (polls: number): Promise<void> => {
      // Just signed in, and the browser's own key is still on its way.
      if (!readUser(localStorage)) return plan(polls + 1);
      try {
        const path = `/api/questions/task-status/${taskId}`;
        const seen = readPoll(await call(path, { fallback: generationMessages.status, signal: ended.signal }));
        failures = 0;
        if (seen.kind === "done") return reload();
        if (seen.kind === "failed") return setError(seen.error);
      } catch (fault) {
        if (ended.signal.aborted) return;
        // One lost answer is no reason to give the batch up.
        failures += 1;
        if (failures > 2) return setError(sentenceFor(fault));
      }
      plan(polls + 1);
    };
    const plan = (polls: number): void => {
      const wait = nextPoll(polls);
      if (wait === null) return setError(generationMessages.timeout);
      timer = setTimeout(() => void poll(polls), wait);
    };
    plan(0);

    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [taskId, signedIn]);

  return error;
}

const sentenceFor = (fault: unknown): string =>
  fault instanceof CallError && fault.isRefusal ? fault.message : generationMessages.results;
