// Whether this browser is publishing a tweet; its buttons wait until that is done (spec section 5).
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

export const useStoredTask = (id: number): boolean =>
  useSyncExternalStore(
    subscribe,
    () => Object.hasOwn(readTasks(localStorage), id),
    () => false,
  );
