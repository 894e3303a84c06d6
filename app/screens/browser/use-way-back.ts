// Checks with growing intervals whether the server is reachable again.
import { useEffect } from "react";
import { seconds } from "~/ground/time/duration";
import { useConnectivity } from "~/ui/connectivity";
import { reload } from "./use-reload";

const firstPoll = seconds(3);
const maxWait = seconds(30);

export function useWayBack(): boolean {
  const { navigationError, stale } = useConnectivity();
  const isAway = navigationError !== null || stale !== null;
  useEffect(() => {
    if (!isAway) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = (wait: number): void => {
      timer = setTimeout(() => {
        reload();
        plan(Math.min(2 * wait, maxWait));
      }, wait);
    };
    plan(firstPoll);
    addEventListener("online", reload);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", reload);
    };
  }, [isAway]);
  return isAway;
}
