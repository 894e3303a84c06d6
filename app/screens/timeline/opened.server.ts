// Builds the view of the tweet that the URL opens, with what can be done to it. Pure.
import type { ListedVersion } from "~/features/generation/refining/version-list";
import { byWords } from "~/features/generation/refining/words";
import { days } from "~/ground/time/duration";
import { type Account, isInactive } from "~/features/accounts/account";
import { type JournalEvent, needsAttention, sentenceOf, toneOf } from "~/features/publishing/rules/journal-words";
import { isFixed, isOut } from "~/features/threads/thread";
import type { DeletionView } from "~/features/timeline/deletion";
import type { TimeChoice } from "~/features/timeline/choose-time";
import { nextHour, slotChoices } from "~/features/timeline/slot-choices";
import { slotOf } from "~/features/timeline/week";
import type { JournalLine } from "~/features/timeline/journal-list";
import type { OtherAccount } from "~/features/timeline/post-as";
import { type FoundTweet, toTweetView } from "~/features/timeline/view.server";
import type { Weighed } from "~/features/tweets/count";
import { knownOf } from "~/features/tweets/text.server";
import { goesOutAs, isUnsent, type TweetView } from "~/features/tweets/tweet";
import type { Tweet } from "~/features/tweets/tweets.server";
import type { Version } from "~/features/tweets/versions.server";
import { iso } from "~/ground/time/iso";
import { clockTime, localTextOf, momentLabel, shortDate, zoneCity } from "~/ground/time/zone";
import type { TweetPicture } from "~/features/media/media";
import { type PictureView, type Picturing, toPictureView } from "~/features/media/picture-view";
import { priceList } from "~/ports/network/call-prices";
import type { DeletionState } from "~db/tables/deletions.server";
import type { Viewer } from "~/screens/frame/viewer.server";
import type { ThreadView } from "~/features/threads/thread-view";
import { type FoundThread, ofWhole, toThread } from "./to-thread.server";

export interface OpenedTweet {
  tweet: TweetView;
  thread: ThreadView | null;
  moment: string | null;
  /** The number of all events; `journal` has the last `maxInJournal`, oldest first. */
  events: number;
  journal: JournalLine[];
  versions: ListedVersion[];
  needsAttention: boolean;
  choice: TimeChoice | null;
  /** Accounts it could be posted as instead; empty once it is being posted. */
  others: OtherAccount[];
  editable: boolean;
  discarded: boolean;
  discardable: boolean;
  deletion: DeletionView | null;
  moving: boolean;
  pictures: Record<number, PictureView[]>;
  picturable: number[];
  picturing: Picturing | null;
  /** `known`: text whose length the browser can't compute itself. */
  editing: { known: [string, Weighed][] } | null;
}

export interface FetchedOpened extends FoundTweet {
  events: JournalEvent[];
  versions: readonly Version[];
  isProposal: boolean;
  whole: FoundThread | null;
  deletions: ReadonlyMap<number, DeletionState>;
  pictured: ReadonlyMap<number, readonly TweetPicture[]>;
  picturesOff: string | null;
}

/** A text that is changed each minute has thousands of events. */
const maxInJournal = 100;

export function toOpened(
  { events, versions, isProposal, whole, deletions, pictured, picturesOff, ...found }: FetchedOpened,
  viewer: Viewer & { sandbox: boolean },
): OpenedTweet {
  const { tweet } = found;
  const { accounts, now, timeZone, query, sandbox } = viewer;
  const thread = whole && toThread(whole, viewer, { isOrdered: deletions.size > 0 });
  const parts = whole?.thread.parts ?? [tweet];
  const picturable = parts.filter((part) => mayPicture(part, tweet, thread)).map(({ id }) => id);
  const view = {
    ...toTweetView({ ...found, going: [{ content: tweet.content, pictures: pictured.get(tweet.id) ?? [] }] }, viewer),
    ...(thread && ofWhole(thread)),
  };
  const at = view.whenIso === null ? null : Date.parse(view.whenIso);
  const network = sandbox ? "the sandbox" : "X";
  return {
    tweet: view,
    thread,
    moment: at === null ? null : `${shortDate(at, timeZone)}, ${clockTime(at, timeZone)} (${timeZone})`,
    events: events.length,
    journal: events.slice(-maxInJournal).map((event) => ({
      at: momentLabel(event.at, timeZone, now),
      iso: iso(event.at),
      text: sentenceOf(event, network),
      tone: toneOf(event),
    })),
    versions: versions.slice(1).map(({ no, content, writtenAt, ...made }) => ({
      no,
      content,
      at: momentLabel(writtenAt, timeZone, now),
      iso: iso(writtenAt),
      by: byWords(made),
    })),
    needsAttention: tweet.state === "failed" || tweet.state === "unknown" || needsAttention(events),
    choice: thread?.isSent ? null : choiceOf(tweet, now, timeZone),
    pictures: Object.fromEntries([...pictured].map(([id, all]) => [id, all.map(toPictureView)])),
    picturable,
    picturing: picturingOf(Number(query.get("pictures")), { parts, picturable, pictured, off: picturesOff }),
    deletion: deletionOf(whole?.thread.parts ?? [tweet], deletions, query.get("delete") === "1"),
    moving: query.get("move") === "1" && tweet.state === "scheduled",
    others: isMovable(tweet) && !thread?.isSent ? othersOf(tweet, accounts) : [],
    editable: thread ? thread.isOpen && tweet.discardedAt === null : isMovable(tweet) && tweet.state !== "failed",
    discarded: tweet.discardedAt !== null,
    discardable: isUnsent(tweet) && tweet.discardedAt === null && !isProposal && !thread?.isSent,
    editing:
      query.get("edit") === "1"
        ? { known: (whole?.thread.parts ?? [tweet]).flatMap(({ content }) => knownOf(content)) }
        : null,
  };
}

/** A failed tweet must be dismissed first; a failed part needn't be. */
const mayPicture = (part: Tweet, first: Tweet, thread: ThreadView | null): boolean =>
  first.discardedAt === null &&
  first.undoUntil === null &&
  (thread ? thread.isOpen && !isFixed(part) : isMovable(part) && part.state !== "failed");

interface Pictured {
  parts: readonly Tweet[];
  picturable: readonly number[];
  pictured: FetchedOpened["pictured"];
  off: string | null;
}

function picturingOf(id: number, { parts, picturable, pictured, off }: Pictured): Picturing | null {
  const n = parts.findIndex((part) => part.id === id && picturable.includes(id));
  const part = parts[n];
  if (!part) return null;
  return {
    tweetId: part.id,
    part: parts.length > 1 ? `Part ${n + 1} of ${parts.length}` : null,
    content: part.content,
    pictures: (pictured.get(part.id) ?? []).map(toPictureView),
    off,
  };
}

function deletionOf(
  parts: readonly Tweet[],
  deletions: FetchedOpened["deletions"],
  needsAnswer: boolean,
): DeletionView | null {
  const out = parts.filter((part) => isOut(part) && part.deletedAt === null);
  if (out.length === 0 || parts.some((part) => isFixed(part) && !isOut(part))) return null;
  return {
    posts: out.length,
    ofThread: parts.length > 1,
    costUsd: out.length * priceList.deletion,
    isOrdered: out.some(({ id }) => deletions.get(id) === "open"),
    trouble: parts.length > 1 ? null : (out[0]?.error ?? null),
    asking: needsAnswer,
  };
}

const isMovable = (tweet: Tweet): boolean =>
  tweet.discardedAt === null && (isUnsent(tweet) || tweet.state === "scheduled");

/** Without paused accounts, where the tweet would only wait. */
function othersOf(tweet: Tweet, accounts: readonly Account[]): OtherAccount[] {
  const { account: own } = goesOutAs(tweet, accounts);
  return accounts
    .filter((account) => account.id !== own?.id && !isInactive(account))
    .map(({ networkUserId: ref, username }) => ({ ref, username }));
}

/** Starts with the tweet's time, else with the next hour. */
function choiceOf(tweet: Tweet, now: number, timeZone: string): TimeChoice | null {
  if (!isMovable(tweet)) return null;
  const at = (tweet.state === "scheduled" ? tweet.dueAt : null) ?? nextHour(now);
  const text = (instant: number) => localTextOf(instant, timeZone);
  const slots = slotsOf(tweet, now, timeZone);
  return { city: zoneCity(timeZone), value: text(at), earliest: text(now), latest: text(now + days(365)), slots };
}

const slotsOf = ({ state, dueAt }: Tweet, now: number, timeZone: string): TimeChoice["slots"] =>
  state !== "scheduled" || dueAt === null ? null : slotChoices(slotOf(dueAt, timeZone), now, timeZone);
