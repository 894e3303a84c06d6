// The tweet whose words an address changes where they stand: `?edit=ID`, without a window on a tweet. Pure.
import { knownOf } from "~/features/tweets/text.server";
import type { Tweet } from "~/features/tweets/tweets.server";
import type { Named } from "./use-editing";

/** Also one that is not in the list: its words may have been refused since it is gone. */
export function namedIn(query: URLSearchParams, tweets: readonly Pick<Tweet, "id" | "content">[]): Named | null {
  const raw = query.get("edit") ?? "";
  if (query.has("tweet") || !/^\d{1,15}$/.test(raw)) return null;
  const id = Number(raw);
  return { id, known: knownOf(tweets.find((tweet) => tweet.id === id)?.content ?? "") };
}
