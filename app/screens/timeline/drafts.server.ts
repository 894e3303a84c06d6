// What /timeline lists under the week: every text of the person's that is not sent, where it comes from, and its pages. Pure.
import type { Tweet } from "~/features/tweets/tweets.server";
import { iso } from "~/ground/time/iso";
import { dayLabel } from "~/ground/time/zone";
import type { Viewer } from "~/screens/frame/viewer.server";

export interface FetchedDrafts {
  tweets: Tweet[];
  total: number;
  /** The pages next to this one; null: there is none. */
  older: number | null;
  newer: number | "first" | null;
  /** Those of the tweets' batches. */
  topics: ReadonlyMap<string, string>;
  /** Which of them a bot proposes, by tweet: its analysis. */
  proposals: ReadonlyMap<number, number>;
}

export interface Draft {
  id: number;
  content: string;
  failed: boolean;
  /** Where it comes from; a topic stands after it. */
  from: string;
  topic: string | null;
  /** Where the person approves it, if it waits for that. */
  approveHref: string | null;
  /** The day it was written, "Today". */
  day: string;
  iso: string;
}

export interface Drafts {
  drafts: Draft[];
  /** On all pages. */
  total: number;
  /** What the URL's `drafts` says on those pages; `newer` is "" on the second one. Null: there is none. */
  older: string | null;
  newer: string | null;
}

const noDrafts: Drafts = { drafts: [], total: 0, older: null, newer: null };

/** Null: nobody is signed in. */
export function toDrafts(found: FetchedDrafts | null, { now, timeZone }: Viewer): Drafts {
  if (!found) return noDrafts;
  const { tweets, total, older, newer, topics, proposals } = found;
  const draftOf = (tweet: Tweet): Draft => {
    const analysis = proposals.get(tweet.id);
    const topic = (tweet.batchId !== null && topics.get(tweet.batchId)) || null;
    return {
      id: tweet.id,
      content: tweet.content,
      failed: tweet.state === "failed",
      from: analysis === undefined ? fromOf(tweet, topic) : "A bot’s proposal, waiting for your approval",
      topic,
      approveHref: analysis === undefined ? null : `/product-analyse?analysis=${analysis}`,
      day: dayLabel(tweet.createdAt, timeZone, now),
      iso: iso(tweet.createdAt),
    };
  };
  return {
    drafts: tweets.map(draftOf),
    total,
    older: older === null ? null : String(older),
    newer: newer === "first" ? "" : newer === null ? null : String(newer),
  };
}

function fromOf({ origin }: Tweet, topic: string | null): string {
  if (origin === "bot") return "From a bot";
  if (origin === "own") return "Your own words";
  return topic === null ? "Written for you" : "On";
}
