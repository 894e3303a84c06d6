// A tweet's own form: with a script it stays on the page, one fetcher a tweet, so that each has its own progress.
import { type ElementType, useEffect, useRef } from "react";
import { useFetcher } from "@remix-run/react";
import { taskStarted, reloadDelay } from "~/screens/browser/publish-task";
import { useAnnounced } from "~/ui/messages/announce";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { intentOf } from "~/screens/forms/intents";
import { keys, writeTask } from "~/screens/browser/store";
import { reload } from "~/screens/browser/use-reload";
import { useStoredTask } from "~/screens/browser/use-stored-task";

interface TweetForm {
  Form: ElementType;
  /** The intent on its way. */
  busy: string | null;
  /** This browser has begun to send it, and the server has not said yet what became of it. */
  hasTask: boolean;
  /** What the last try came to, where it did not work. */
  failed: ActionResult | undefined;
}

/**
 * `result` is what the page's own form came to, which is how it is told without a script. Once its words have changed,
 * what was said of the old ones is forgotten.
 */
export function useTweetForm(
  { id, content }: { id: number; content: string },
  result: ActionResult | undefined,
): TweetForm {
  const fetcher = useFetcher<ActionResult>({ key: `tweet-${id} ${content}` });
  const intent = fetcher.formData?.get("intent");
  const busy = typeof intent === "string" ? intent : null;
  const mine = result && result.values["tweetId"] === String(id) ? result : undefined;
  const last = fetcher.data ?? mine;
  // Once the page shows it: an alert that comes with the page's new data says it itself, and nobody is told twice.
  useAnnounced(busy === null ? fetcher.data : null);
  const account = fetcher.formData?.get("account");
  useTask(id, busy, typeof account === "string" ? account : null, fetcher.data);
  const hasTask = useStoredTask(id);
  return { Form: fetcher.Form, busy, hasTask, failed: last && !last.ok && busy === null ? last : undefined };
}

/** The browser's own task of the tweet: begun with the press, and read again once the answer has had time to settle. */
function useTask(id: number, busy: string | null, account: string | null, answer: ActionResult | undefined): void {
  const pressed = useRef<string | null>(null);
  useEffect(() => {
    if (busy !== null) {
      pressed.current = busy;
      const task = taskStarted(intentOf(busy)?.sends, id, account);
      if (task) writeTask(localStorage, task);
      return;
    }
    const intent = pressed.current;
    pressed.current = null;
    if (intent === null || !answer) return;
    const delay = answer.ok ? reloadDelay(intentOf(intent)?.sends) : null;
    // What could not be sent may have left the page as it was: the store has to look for itself.
    if (delay === null) window.dispatchEvent(new Event(keys.tasks));
    else setTimeout(reload, delay);
  }, [id, busy, account, answer]);
}
