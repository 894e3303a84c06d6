// Polls a generation on the results page and reloads the page when it is done.
import { useEffect, useState } from "react";
import { callMessages, generationMessages } from "~/ground/messages";
import { readUser } from "~/screens/browser/store";
import { call, CallError } from "~/screens/browser/call";
import { nextPoll, readPoll } from "~/screens/browser/poll";
import { reload } from "~/screens/browser/use-reload";
import { untilOnline, wentStale } from "~/ui/connectivity";

export interface GenerationFault {
  error: string;
  isOver: boolean;
  /** The last check found the task still running. */
  isStillWriting?: boolean;
}

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
      // Just signed in: the browser has no key yet.
      if (!readUser(localStorage)) return plan(polls + 1);
      try {
        const path = `/api/questions/task-status/${taskId}`;
        const seen = readPoll(await call(path, { fallback: generationMessages.status, signal: ended.signal }));
        failures = 0;
        if (seen.kind === "done") return reload();
        if (seen.kind === "failed") return fail(seen.error, seen.isOver);
      } catch (fault) {
        if (ended.signal.aborted) return;
        failures += 1;
        if (failures > 2) return await lose(fault);
      }
      plan(polls + 1);
    };
    /** The task continues while the server can't be reached, so polling resumes with its next response. */
    const lose = async (cause: unknown): Promise<void> => {
      fail(sentenceFor(cause));
      if (cause instanceof CallError && !cause.isAway) return;
      wentStale("");
      await untilOnline();
      if (ended.signal.aborted) return;
      setFault(null);
      failures = 0;
      plan(0);
    };
    const plan = (polls: number): void => {
      const wait = nextPoll(polls);
      if (wait === null) return setFault({ error: generationMessages.timeout, isOver: false, isStillWriting: true });
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
