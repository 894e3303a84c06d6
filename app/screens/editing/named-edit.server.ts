// Finds the tweet that the URL edits in place: `?edit=ID` without an open tweet. Pure.
import { knownOf } from "~/features/tweets/text.server";
import type { Tweet } from "~/features/tweets/tweets.server";
import type { Named } from "./use-editing";

/** The tweet may have left the list; its refused text is still shown. */
export function namedIn(query: URLSearchParams, tweets: readonly Pick<Tweet, "id" | "content">[]): Named | null {
  const raw = query.get("edit") ?? "";
  if (query.has("tweet") || !/^\d{1,15}$/.test(raw)) return null;
  const id = Number(raw);
  return { id, known: knownOf(tweets.find((tweet) => tweet.id === id)?.content ?? "") };
}
