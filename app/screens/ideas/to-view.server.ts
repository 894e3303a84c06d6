// Builds the view of /ideas: ideas by day, topics, or the trash. Pure.
import { servedBy } from "~/features/accounts/account";
import type { BatchCounts, BatchPage } from "~/features/generation/generation.server";
import { trashRetention } from "~/features/ideas/trash";
import type { Outgoing } from "~/features/spending/full-price.server";
import { toTweetView } from "~/features/timeline/view.server";
import { countText, inSentence, type TweetView } from "~/features/tweets/tweet";
import type { TrashPage, IdeaPage, Tweet } from "~/features/tweets/tweets.server";
import { iso } from "~/ground/time/iso";
import { clockTime, dayLabel, momentLabel } from "~/ground/time/zone";
import { workText } from "~/ports/ai/writer-words";
import { namedIn } from "~/screens/editing/named-edit.server";
import type { Named } from "~/screens/editing/use-editing";
import type { Viewer } from "~/screens/frame/viewer.server";
import { type FetchedOpened, type OpenedTweet, toOpened } from "~/screens/timeline/opened.server";
import type { PlanView } from "~/screens/timeline/plan/plan.server";

/** `topics` by batch id. `proposals`: by tweet id, the analysis whose bot proposes it. */
interface FoundIdeas extends IdeaPage {
  view: "unsent";
  topics: ReadonlyMap<string, string>;
  proposals: ReadonlyMap<number, number>;
  going: ReadonlyMap<number, readonly Outgoing[]>;
}
interface FoundTopics extends BatchPage {
  view: "topics";
  counts: ReadonlyMap<string, BatchCounts>;
}
interface FoundTrash extends TrashPage {
  view: "bin";
}
export type FoundList = FoundIdeas | FoundTopics | FoundTrash;

export interface FetchedIdeas {
  list: FoundList;
  /** Counted up to `maxCounted`. */
  unsent: number;
  inTrash: number;
  offer: ReadonlyMap<string, string>;
}

export interface Fetched extends Viewer {
  sandbox: boolean;
  opened: FetchedOpened | null;
  plan: PlanView | null;
  found: FetchedIdeas | null;
}

export interface Idea {
  tweet: TweetView;
  from: string;
  topic: { id: string; name: string } | null;
  approveHref: string | null;
  time: string;
  iso: string;
}

export interface Discarded {
  tweet: TweetView;
  discarded: string;
  iso: string;
  gone: string;
}

export interface Topic extends BatchCounts {
  id: string;
  topic: string;
  searched: boolean;
  work: string | null;
  username: string | null;
  when: string;
  iso: string;
}

export interface IdeasData {
  signedIn: boolean;
  view: FoundList["view"];
  unsent: string;
  inTrash: string;
  filters: {
    q: string;
    account: string;
    state: string;
    topic: string;
    accounts: { value: string; label: string }[];
    topics: { value: string; label: string }[];
  };
  isNarrowed: boolean;
  days: { day: string; ideas: Idea[] }[];
  topics: Topic[];
  discarded: Discarded[];
  editing: Named | null;
  /** Values of the URL's `before`; "" for the first page, null for none. */
  older: string | null;
  newer: string | null;
  opened: OpenedTweet | null;
  missing: boolean;
  writing: boolean;
  slot: null;
  plan: PlanView | null;
  ask: string | null;
}

export function toView({ sandbox, opened, plan, found, ...viewer }: Fetched): IdeasData {
  const { query, accounts } = viewer;
  const get = (name: string) => query.get(name) ?? "";
  const named = accounts.find(({ id, networkUserId }) => [networkUserId, String(id)].includes(get("account")));
  const state = ["open", "failed"].includes(get("state")) ? get("state") : "";
  const topic = found?.offer.has(get("topic")) ? get("topic") : "";
  return {
    signedIn: viewer.user !== null,
    view: found?.list.view ?? "unsent",
    unsent: countText(found?.unsent ?? 0),
    inTrash: countText(found?.inTrash ?? 0),
    filters: {
      q: get("q"),
      account: named?.networkUserId ?? "",
      state,
      topic,
      accounts: accounts.map(({ networkUserId: value, username }) => ({ value, label: `@${username}` })),
      topics: [...(found?.offer ?? [])].map(([value, label]) => ({ value, label })),
    },
    isNarrowed: [get("q").trim(), get("topic"), state, named].some(Boolean),
    ...(found ? listOf(found.list, viewer) : nothing),
    editing: found?.list.view === "unsent" ? namedIn(query, found.list.tweets) : null,
    opened: opened && toOpened(opened, { ...viewer, sandbox }),
    missing: viewer.user !== null && query.has("tweet") && opened === null,
    writing: viewer.user !== null && query.get("write") === "1",
    slot: null,
    plan,
    ask: found?.list.view === "bin" && /^(empty|\d{1,15})$/.test(get("ask")) ? get("ask") : null,
  };
}

type List = Pick<IdeasData, "days" | "topics" | "discarded" | "older" | "newer">;
const nothing: List = { days: [], topics: [], discarded: [], older: null, newer: null };

function listOf(list: FoundList, viewer: Viewer): List {
  switch (list.view) {
    case "unsent": {
      const older = list.older === null ? null : String(list.older);
      const newer = list.newer === "first" ? "" : list.newer === null ? null : String(list.newer);
      return { ...nothing, days: daysOf(list, viewer), older, newer };
    }
    case "topics":
      return {
        ...nothing,
        topics: topicsOf(list, viewer),
        older: list.older,
        newer: list.newer === "first" ? "" : list.newer,
      };
    case "bin": {
      const older = list.older && `${list.older.discardedAt}-${list.older.id}`;
      // The cursor only works forward, so "newer" leads to the first page.
      return {
        ...nothing,
        discarded: list.tweets.map((tweet) => discardedOf(tweet, viewer)),
        older,
        newer: firstOf(viewer),
      };
    }
  }
}

const firstOf = ({ query }: Viewer): "" | null => (query.get("before") ? "" : null);

function daysOf(list: FoundIdeas, viewer: Viewer): IdeasData["days"] {
  const { now, timeZone } = viewer;
  const days: IdeasData["days"] = [];
  for (const tweet of list.tweets) {
    const day = dayLabel(tweet.createdAt, timeZone, now);
    const analysis = list.proposals.get(tweet.id);
    const name = tweet.batchId === null ? undefined : list.topics.get(tweet.batchId);
    const idea: Idea = {
      tweet: toTweetView({ tweet, postUrl: null, going: list.going.get(tweet.id) }, viewer),
      from: analysis === undefined ? fromOf(tweet) : "A bot’s suggestion, waiting for your approval",
      topic: name === undefined || tweet.batchId === null ? null : { id: tweet.batchId, name },
      approveHref: analysis === undefined ? null : `/product-analyse?analysis=${analysis}`,
      time: clockTime(tweet.createdAt, timeZone),
      iso: iso(tweet.createdAt),
    };
    const last = days.at(-1);
    if (last?.day === day) last.ideas.push(idea);
    else days.push({ day, ideas: [idea] });
  }
  return days;
}

function fromOf({ origin }: Tweet): string {
  if (origin === "bot") return "From a bot";
  return origin === "own" ? "Your own text" : "Written by AI";
}

function discardedOf(tweet: Tweet, viewer: Viewer): Discarded {
  const { now, timeZone } = viewer;
  const at = tweet.discardedAt ?? now;
  return {
    tweet: toTweetView({ tweet, postUrl: null }, viewer),
    discarded: inSentence(momentLabel(at, timeZone, now)),
    iso: iso(at),
    gone: inSentence(dayLabel(at + trashRetention, timeZone, now)),
  };
}

const noCounts: BatchCounts = { open: 0, scheduled: 0, out: 0 };

const topicsOf = (list: FoundTopics, viewer: Viewer): Topic[] =>
  list.batches.map(({ id, topic, searched, work, accountId, createdAt }) => ({
    id,
    topic,
    searched: searched === true,
    work: workText(work),
    username: servedBy(viewer.accounts, accountId).account?.username ?? null,
    ...(list.counts.get(id) ?? noCounts),
    when: momentLabel(createdAt, viewer.timeZone, viewer.now),
    iso: iso(createdAt),
  }));
