// Reloads the page at polling intervals while a tweet on it is being published.
import { useEffect } from "react";
import { nextPoll } from "./poll";
import { reload } from "./use-reload";

export function useWatch(isPublishing: boolean): void {
  useEffect(() => {
    if (!isPublishing) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = (polls: number): void => {
      const wait = nextPoll(polls);
      if (wait === null) return;
      timer = setTimeout(() => {
        reload();
        plan(polls + 1);
      }, wait);
    };
    plan(0);
    return () => clearTimeout(timer);
  }, [isPublishing]);
}
