// Whether this browser has begun to send a tweet: its buttons wait until the server's word clears the task (spec section 5).
import { useSyncExternalStore } from "react";
import { keys, onTasks, readTasks } from "./store";

function subscribe(changed: () => void): () => void {
  const inOtherTab = ({ key }: StorageEvent) => {
    if (key === keys.tasks || key === null) changed();
  };
  const stop = onTasks(changed);
  window.addEventListener("storage", inOtherTab);
  return () => {
    stop();
    window.removeEventListener("storage", inOtherTab);
  };
}

/** False on the server and until the page has hydrated. */
export const useStoredTask = (id: number): boolean =>
  useSyncExternalStore(
    subscribe,
    () => Object.hasOwn(readTasks(localStorage), id),
    () => false,
  );
