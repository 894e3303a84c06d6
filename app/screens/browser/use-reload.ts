// Reloads the page's data on request, one reload at a time.
import { useEffect, useRef, useState } from "react";
import { accountMessages } from "~/ground/messages";
import { messageIfStale } from "./keep-page";

const asks = new EventTarget();

export const reload = (): void => void asks.dispatchEvent(new Event("reload"));

export function reloadAccounts(): void {
  messageIfStale(accountMessages.loadBroke);
  reload();
}

/** Waits until the last data was rendered: React skips data, and its message, when newer data arrives first. */
export function useReloads(shown: object | null | undefined, answer?: unknown): void {
  const [requested, ask] = useState(0);
  const [checked, checkAgain] = useState(0);
  const answered = useRef(0);

  useEffect(() => {
    const more = () => ask((times) => times + 1);
    asks.addEventListener("reload", more);
    return () => asks.removeEventListener("reload", more);
  }, []);

  useEffect(() => {
    if (requested === answered.current) return;
    // React learns of a navigation only after it has started, so this reads the router's own state.
    const router = window.__remixRouter;
    const { navigation, revalidation, loaderData, actionData } = router.state;
    const isTold = !actionData || Object.values(actionData).includes(answer);
    const isShown = shown === null || (loaderData["root"] === shown && isTold);
    if (navigation.state !== "idle" || revalidation !== "idle" || !isShown)
      return router.subscribe(() => checkAgain((times) => times + 1));
    answered.current = requested;
    router.revalidate();
  }, [requested, checked, shown, answer]);
}
