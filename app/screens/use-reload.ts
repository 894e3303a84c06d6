// Reading the page's data once more: asked for from anywhere on it, done in one place, one reading at a time.
import { useEffect, useRef, useState } from "react";
import { useMatches, useNavigation, useRevalidator } from "@remix-run/react";

const asks = new EventTarget();

/** Soon, and once for all who ask together. */
export const reload = (): void => void asks.dispatchEvent(new Event("reload"));

/**
 * Belongs to the screen. What is asked for in the middle of going somewhere, or of a reading that may have begun too
 * early, waits for its end: it would be broken off, and begun again.
 */
export function useReloads(): void {
  const [asked, setAsked] = useState(false);
  const [looked, lookAgain] = useState(0);
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const matches = useMatches();
  /** React learns of a reading only a while after its begin. */
  const reading = useRef(false);

  useEffect(() => {
    const ask = () => setAsked(true);
    asks.addEventListener("reload", ask);
    return () => asks.removeEventListener("reload", ask);
  }, []);

  useEffect(() => {
    if (state === "idle") reading.current = false;
  }, [state, matches]);

  useEffect(() => {
    if (!asked || reading.current || state !== "idle" || navigation.state !== "idle") return;
    // Of a navigation, too, React learns only a while after its begin; the router itself knows.
    const router = window.__remixRouter;
    if (router.state.navigation.state !== "idle" || router.state.revalidation !== "idle")
      return router.subscribe(() => lookAgain((times) => times + 1));
    setAsked(false);
    reading.current = true;
    revalidate();
  }, [asked, state, navigation.state, matches, looked, revalidate]);
}
