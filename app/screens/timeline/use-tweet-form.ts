// Gives each tweet a fetcher, so that each form shows its own progress.
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
  busy: string | null;
  /** This browser has sent it, and the server hasn't reported a result yet. */
  hasTask: boolean;
  failed: ActionResult | undefined;
}

/** `result`: the page's own form result, used without a script. A failure is dropped once the tweet's text changes. */
export function useTweetForm(
  { id, content }: { id: number; content: string },
  result: ActionResult | undefined,
): TweetForm {
  const fetcher = useFetcher<ActionResult>({ key: `tweet-${id} ${content}` });
  const intent = fetcher.formData?.get("intent");
  const busy = typeof intent === "string" ? intent : null;
  const mine = result && result.values["tweetId"] === String(id) ? result : undefined;
  const last = fetcher.data ?? mine;
  // Only once the page shows it: screen readers read an alert that appears with the new data.
  useAnnounced(busy === null ? fetcher.data : null);
  const account = fetcher.formData?.get("account");
  useTask(id, busy, typeof account === "string" ? account : null, fetcher.data);
  const hasTask = useStoredTask(id);
  return { Form: fetcher.Form, busy, hasTask, failed: last && !last.ok && busy === null ? last : undefined };
}

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
    // The page's data may not have changed, so the stored tasks must be checked.
    if (delay === null) window.dispatchEvent(new Event(keys.tasks));
    else setTimeout(reload, delay);
  }, [id, busy, account, answer]);
}
