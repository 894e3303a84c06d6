// A tweet's own form: with a script it stays on the page, one fetcher a tweet, so that each has its own progress.
import type { ElementType } from "react";
import { useFetcher } from "@remix-run/react";
import type { ActResult } from "./act.server";

interface TweetForm {
  Form: ElementType;
  /** The intent on its way. */
  busy: string | null;
  /** What the last try came to, as a sentence, where it did not work. */
  failure: string | null;
}

/** `result` is what the page's own form came to, which is how it is told without a script. */
export function useTweetForm(tweetId: number, result: ActResult | undefined): TweetForm {
  const fetcher = useFetcher<ActResult>({ key: `tweet-${tweetId}` });
  const intent = fetcher.formData?.get("intent");
  const mine = result && result.values["tweetId"] === String(tweetId) ? result : undefined;
  const last = fetcher.data ?? mine;
  return {
    Form: fetcher.Form,
    busy: typeof intent === "string" ? intent : null,
    failure: last && !last.ok && intent === undefined ? last.error : null,
  };
}
