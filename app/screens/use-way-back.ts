// While the server can't be reached the page looks whether it is back, ever more seldom.
import { useEffect } from "react";
import { seconds } from "~/duration";
import { useReach } from "~/ui/reach";
import { reload } from "./use-reload";

const firstLook = seconds(3);
const longestWait = seconds(30);

export function useWayBack(): void {
  const { pressed, stale } = useReach();
  const isAway = pressed !== null || stale !== null;
  useEffect(() => {
    if (!isAway) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = (wait: number): void => {
      timer = setTimeout(() => {
        reload();
        plan(Math.min(2 * wait, longestWait));
      }, wait);
    };
    plan(firstLook);
    addEventListener("online", reload);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", reload);
    };
  }, [isAway]);
}
