// The results page while its tweets are being written: looks at the task, then loads itself anew.
import { useEffect, useState } from "react";
import { callSays, generationSays } from "~/catalogue";
import { readUser } from "./browser-store";
import { call, CallError } from "./call";
import { nextLook, readLook } from "./poll";
import { reload } from "./use-reload";

/** Polls the task while there is one, for who is signed in; answers the sentence of what went wrong, or null. */
export function useGeneration(taskId: string | null, signedIn: boolean): string | null {
  const [error, setError] = useState<string | null>(null);

  useEffect(() => {
    setError(null);
    if (taskId === null) return;
    if (!signedIn) return setError(callSays.notSignedIn);
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;

    const look = async (looks: number): Promise<void> => {
      // Just signed in, and the browser's own key is still on its way.
      if (!readUser(localStorage)) return plan(looks + 1);
      try {
        const path = `/api/questions/task-status/${taskId}`;
        const seen = readLook(await call(path, { fallback: generationSays.status, signal: ended.signal }));
        failures = 0;
        if (seen.kind === "done") return reload();
        if (seen.kind === "failed") return setError(seen.error);
      } catch (fault) {
        if (ended.signal.aborted) return;
        // One lost answer is no reason to give the batch up.
        failures += 1;
        if (failures > 2) return setError(sentenceFor(fault));
      }
      plan(looks + 1);
    };
    const plan = (looks: number): void => {
      const wait = nextLook(looks);
      if (wait === null) return setError(generationSays.timeout);
      timer = setTimeout(() => void look(looks), wait);
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
  fault instanceof CallError && fault.isRefusal ? fault.message : generationSays.results;
