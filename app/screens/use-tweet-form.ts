// A tweet's own form: with a script it stays on the page, one fetcher a tweet, so that each has its own progress.
import type { ElementType } from "react";
import { useFetcher } from "@remix-run/react";
import type { ActResult } from "./act.server";

interface TweetForm {
  Form: ElementType;
  /** The intent on its way. */
  busy: string | null;
  /** What the last try came to, where it did not work. */
  failed: ActResult | undefined;
}

/**
 * `result` is what the page's own form came to, which is how it is told without a script. Once its words have changed,
 * what was said of the old ones is forgotten.
 */
export function useTweetForm(
  { id, content }: { id: number; content: string },
  result: ActResult | undefined,
): TweetForm {
  const fetcher = useFetcher<ActResult>({ key: `tweet-${id} ${content}` });
  const intent = fetcher.formData?.get("intent");
  const mine = result && result.values["tweetId"] === String(id) ? result : undefined;
  const last = fetcher.data ?? mine;
  return {
    Form: fetcher.Form,
    busy: typeof intent === "string" ? intent : null,
    failed: last && !last.ok && intent === undefined ? last : undefined,
  };
}
