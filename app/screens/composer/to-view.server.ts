// Builds what the composer shows. Pure.
import { randomUUID } from "node:crypto";
import { type Account, chooseAccount, isInactive } from "~/features/accounts/account";
import { type Hours, hoursOf } from "~/features/accounts/hours";
import { quietText, spacingText, windowText } from "~/features/accounts/hours-words";
import { type Situation, situationOf } from "~/features/scheduling/compose/choices";
import { isFixed, type Thread } from "~/features/threads/thread";
import { seenOf } from "~/features/threads/seen.server";
import type { SlotChoices } from "~/features/timeline/slot-fields";
import { nextHour, slotChoices } from "~/features/timeline/slot-choices";
import { slotOf } from "~/features/timeline/week";
import type { Weighed } from "~/features/tweets/count";
import { knownOf } from "~/features/tweets/text.server";
import { goesOutAs, inSentence } from "~/features/tweets/tweet";
import type { Tweet } from "~/features/tweets/tweets.server";
import type { TweetPicture } from "~/features/media/media";
import { days } from "~/ground/time/duration";
import { localTextOf, momentLabel, zoneCity } from "~/ground/time/zone";
import type { ComposedText, ComposerForm } from "./form";

/** A tweet or thread that is being composed. */
export interface Subject {
  tweet: Tweet;
  thread: Thread | null;
  pictures: ReadonlyMap<number, readonly TweetPicture[]>;
}

export interface ComposerView {
  form: ComposerForm;
  situation: Situation;
  /** The first parts that can no longer change. */
  fixed: number;
  accounts: { ref: string; username: string; random: string }[];
  city: string;
  slots: SlotChoices;
  earliest: string;
  latest: string;
  /** "tomorrow, 20:19"; null: not scheduled. */
  scheduledFor: string | null;
  /** Text whose length the browser can't compute itself. */
  known: [string, Weighed][];
  /** Why images can't be added; null: they can. */
  imagesOff: string | null;
}

interface Around {
  accounts: readonly Account[];
  now: number;
  timeZone: string;
  hours: Hours;
  imagesOff: string | null;
}

interface Wish {
  userId: string;
  words: string;
  slot: { date: string; hour: number } | null;
  account: Account | null;
  back: string;
}

/** A form that was never sent, for a new tweet. */
export const unsaved = () => ({
  once: randomUUID(),
  tweetId: null,
  seen: null,
  isAnswerLost: false,
  wasScheduled: false,
});

/** An empty form, or one with the words and the slot of the address. */
export function newForm({ userId, words, slot, account, back }: Wish, around: Around): ComposerForm {
  const { accounts, now, timeZone } = around;
  return {
    userId,
    ...unsaved(),
    account: (account ?? chooseAccount(accounts))?.networkUserId ?? null,
    time: slot ? "slot" : "random",
    ...timesOf(slot, now, timeZone),
    back,
    parts: [{ key: "p1", text: words, images: [] }],
  };
}

export function formOf(subject: Subject, returnTo: string, around: Around, userId: string): ComposerForm {
  const { accounts, now, timeZone } = around;
  const { tweet, thread } = subject;
  const parts = partsOf(subject);
  const isScheduled = tweet.state === "scheduled";
  const isKept = isScheduled || situationOf(tweet, thread) === "started";
  const at = isScheduled ? tweet.dueAt : null;
  return {
    userId,
    ...unsaved(),
    tweetId: tweet.id,
    seen: seenOf(parts),
    wasScheduled: isScheduled,
    account: goesOutAs(tweet, accounts).account?.networkUserId ?? null,
    time: isKept ? "keep" : "random",
    ...timesOf(at === null ? null : slotOf(at, timeZone), now, timeZone),
    ...(at !== null && { moment: localTextOf(at, timeZone) }),
    back: returnTo,
    parts: composedParts(subject),
  };
}

const composedParts = (subject: Subject): ComposedText[] =>
  partsOf(subject).map(({ id, content }, n) => ({
    key: `p${n + 1}`,
    text: content,
    images: (subject.pictures.get(id) ?? []).map(({ mediaId, altText, madeWithAi }) => ({
      mediaId,
      altText,
      madeWithAi,
    })),
  }));

const textOf = ({ text, images }: ComposedText) => ({ text, images });

/** A tweet that wasn't read, for example because no one is signed in. */
const unreadSituation = ({ tweetId, wasScheduled }: ComposerForm): Situation =>
  tweetId === null ? "new" : wasScheduled ? "scheduled" : "draft";

const partsOf = ({ tweet, thread }: Subject): readonly Tweet[] => thread?.parts ?? [tweet];

function timesOf(slot: Wish["slot"], now: number, timeZone: string): Pick<ComposerForm, "day" | "slot" | "moment"> {
  const { date, hour } = slot ?? slotOf(nextHour(now), timeZone);
  return { day: date, slot: String(hour).padStart(2, "0"), moment: localTextOf(nextHour(now), timeZone) };
}

/** `known`: text whose length the browser can't compute. */
export function toView(
  form: ComposerForm,
  subject: Subject | null,
  around: Around,
  known = form.parts.flatMap(({ text }) => knownOf(text)),
): ComposerView {
  const { accounts, now, timeZone, imagesOff } = around;
  const chosen = { date: form.day, hour: Number(form.slot) };
  const at = subject?.tweet.state === "scheduled" ? subject.tweet.dueAt : null;
  const situation = subject ? situationOf(subject.tweet, subject.thread) : unreadSituation(form);
  const hasNoTime = at === null && situation !== "started" && (subject !== null || form.tweetId === null);
  const fixed = subject ? partsOf(subject).filter(isFixed).length : 0;
  // The text for a tweet that was posted in the meantime may become a new one.
  const stored = subject?.thread ? composedParts(subject) : [];
  const parts = form.parts.map((part, n) => (n < fixed ? { ...part, ...textOf(stored[n] ?? part) } : part));
  return {
    form: { ...form, parts, time: form.time === "keep" && hasNoTime ? "random" : form.time },
    situation,
    fixed,
    accounts: accounts
      .filter((account) => !isInactive(account) || account.networkUserId === form.account)
      .map(({ networkUserId: ref, username, hours: own }) => ({
        ref,
        username,
        random: ruleOf(hoursOf(around.hours, own)),
      })),
    city: zoneCity(timeZone),
    slots: slotChoices(chosen, now, timeZone),
    earliest: localTextOf(now, timeZone),
    latest: localTextOf(now + days(365), timeZone),
    scheduledFor: at === null ? null : inSentence(momentLabel(at, timeZone, now)),
    known,
    imagesOff,
  };
}

function ruleOf(rules: Hours): string {
  const quiet = rules.quietHours ? ` Never ${quietText(rules.quietHours)}.` : "";
  return [`${windowText(rules.window)} from now.${quiet}`, spacingText(rules)].filter(Boolean).join(" ");
}
