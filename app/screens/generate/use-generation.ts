// Looks after the results page while its tweets are being written, and reads it again when they are there.
import { useEffect, useState } from "react";
import { callMessages, generationMessages } from "~/ground/messages";
import { readUser } from "~/screens/browser/store";
import { call, CallError } from "~/screens/browser/call";
import { nextPoll, readPoll } from "~/screens/browser/poll";
import { reload } from "~/screens/browser/use-reload";
import { untilReached, wentStale } from "~/ui/reach";

export interface GenerationFault {
  error: string;
  /** The task has failed: looking at it again shows the same. */
  isOver: boolean;
}

/** Polls the task while there is one, for who is signed in. Returns what went wrong, or null. */
export function useGeneration(taskId: string | null, signedIn: boolean): GenerationFault | null {
  const [fault, setFault] = useState<GenerationFault | null>(null);

  useEffect(() => {
    setFault(null);
    if (taskId === null) return;
    const fail = (error: string, isOver = false): void => setFault({ error, isOver });
    if (!signedIn) return fail(callMessages.notSignedIn);
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
        if (seen.kind === "failed") return fail(seen.error, seen.isOver);
      } catch (fault) {
        if (ended.signal.aborted) return;
        // One lost answer is no reason to give the batch up.
        failures += 1;
        if (failures > 2) return await lose(fault);
      }
      plan(polls + 1);
    };
    /** The task goes on while nobody can look at it: with the server's next answer the page does, too. */
    const lose = async (cause: unknown): Promise<void> => {
      fail(sentenceFor(cause));
      if (cause instanceof CallError && !cause.isAway) return;
      wentStale("");
      await untilReached();
      if (ended.signal.aborted) return;
      setFault(null);
      failures = 0;
      plan(0);
    };
    const plan = (polls: number): void => {
      const wait = nextPoll(polls);
      if (wait === null) return fail(generationMessages.timeout);
      timer = setTimeout(() => void poll(polls), wait);
    };
    plan(0);

    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [taskId, signedIn]);

  return fault;
}

const sentenceFor = (fault: unknown): string =>
  fault instanceof CallError && fault.isRefusal ? fault.message : generationMessages.results;
