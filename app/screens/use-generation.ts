// The results page while its tweets are being written: looks at the task, then loads itself anew.
import { useEffect, useState } from "react";
import { useRevalidator } from "@remix-run/react";
import { generationSays, sentenceOf } from "~/catalogue";
import { nextLook, readLook } from "./poll";

/** Polls the task while there is one; answers the sentence of what went wrong, or null. */
export function useGeneration(taskId: string | null): string | null {
  const [error, setError] = useState<string | null>(null);
  const { revalidate } = useRevalidator();

  useEffect(() => {
    setError(null);
    if (taskId === null) return;
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    let said: string = generationSays.status;

    const look = async (looks: number): Promise<void> => {
      try {
        const answer = await fetch(`/api/questions/task-status/${taskId}`, { signal: ended.signal });
        if (!answer.ok) said = sentenceOf(await answer.json(), generationSays.status);
        if (!answer.ok) throw new Error(said);
        failures = 0;
        const seen = readLook(await answer.json());
        if (seen.kind === "done") return revalidate();
        if (seen.kind === "failed") return setError(seen.error);
      } catch {
        if (ended.signal.aborted) return;
        // One lost answer is no reason to give the batch up.
        failures += 1;
        if (failures > 2) return setError(said);
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
  }, [taskId, revalidate]);

  return error;
}
