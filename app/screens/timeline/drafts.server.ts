// What /timeline lists under the week: every text of the person's that is not sent, where it comes from, and its pages.
import type { App } from "~/app.server";
import { listProposals } from "~/features/bots/bots.server";
import { topicsOf } from "~/features/generation/generation.server";
import { listUnsent, type Tweet } from "~/features/tweets/tweets.server";
import type { User } from "~/features/users/user";
import { iso } from "~/ground/time/iso";
import { dayLabel } from "~/ground/time/zone";

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

const pageSize = 20;

export const noDrafts: Drafts = { drafts: [], total: 0, older: null, newer: null };

/** `raw` is the URL's word for the page; what is none is the first. */
export async function loadDrafts(app: App, user: User, raw: string | null): Promise<Drafts> {
  const from = raw !== null && /^\d{1,15}$/.test(raw) ? Number(raw) : null;
  const { tweets, total, older, newer } = await listUnsent(app, user.id, { from, size: pageSize });
  const batches = tweets.flatMap(({ batchId }) => batchId ?? []);
  const topics = await topicsOf(app, user.id, [...new Set(batches)]);
  const byBots = tweets.some(({ origin }) => origin === "bot");
  const proposals = byBots ? await listProposals(app, user.id) : new Map<number, number>();
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
      day: dayLabel(tweet.createdAt, user.timezone, app.clock.now()),
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
