// Reading the page's data once more: asked for from anywhere on it, done in one place, one reading at a time.
import { useEffect, useRef, useState } from "react";
import { accountMessages } from "~/ground/messages";
import { messageIfStale } from "./keep-page";

const asks = new EventTarget();

/** Soon, and once for all who ask together. */
export const reload = (): void => void asks.dispatchEvent(new Event("reload"));

/** As `reload`, for news of the accounts: what is said should it fail is the specification's own. */
export function reloadAccounts(): void {
  messageIfStale(accountMessages.loadBroke);
  reload();
}

/**
 * Belongs to the screen, which hands it the root's data as it shows it, null while the server is away, and what the last
 * form came to. What is asked for in the middle of going somewhere, or of a reading that may have begun too early, waits
 * for its end: it would be broken off, and begun again. It also waits until what was read is shown: on a slow machine the
 * next reading was there before, and React left out the one between, with the sentence "5 tweets are ready" that only that
 * one had, or the one that a form's words could not be saved. A page that can't be shown since a script of it is out of
 * reach is read all the same: nothing else brings it back.
 */
export function useReloads(shown: object | null | undefined, told?: unknown): void {
  // Counted: an ask that comes as a reading begins differs from the one that began it.
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
    // Of what the router does React learns only a while after its begin, so the router itself is asked.
    const router = window.__remixRouter;
    const { navigation, revalidation, loaderData, actionData } = router.state;
    const isTold = !actionData || Object.values(actionData).includes(told);
    const isShown = shown === null || (loaderData["root"] === shown && isTold);
    if (navigation.state !== "idle" || revalidation !== "idle" || !isShown)
      return router.subscribe(() => checkAgain((times) => times + 1));
    answered.current = requested;
    router.revalidate();
  }, [requested, checked, shown, told]);
}
