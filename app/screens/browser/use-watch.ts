// While something on the page is being published the page looks again, at the pace of a generation's polling.
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
