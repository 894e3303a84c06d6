// Whether a script runs: false on the server and in the first render, true from then on.
import { useSyncExternalStore } from "react";

const never = () => () => undefined;

export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
