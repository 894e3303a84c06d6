// /timeline: who is here by the cookie, their account's week from SQLite, rendered anew at each request.
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { days } from "~/ground/time/duration";
import { attentionText } from "~/features/publishing/rules/attention";
import { startOfDay } from "~/features/spending/day-limit";
import { spendingText } from "~/features/spending/price";
import { preview } from "~/features/tweets/text";
import { buildWeek, clampOffset, offsetOf, weekSpan } from "~/features/timeline/week";
import { inSentence } from "~/features/tweets/tweet";
import { clockTime, dayLabel } from "~/ground/time/zone";
import {
  dayOf,
  draftsOf,
  findAccount,
  findNext,
  findPerson,
  type Person,
  tweetsForAttention,
  tweetsBetween,
  type TweetRow,
} from "../../database";
import { Timeline } from "./timeline";

export const dynamic = "force-dynamic";

export default async function Page({ searchParams }: { searchParams: Promise<{ week?: string }> }) {
  const cookie = (await cookies()).get("linnet");
  const person = cookie && findPerson(cookie.value);
  if (!person) redirect("/generate");
  const account = findAccount(person);
  const now = Date.now();
  const which = { offset: clampOffset(Number((await searchParams).week ?? 0)), now, timeZone: person.timezone };
  const { fromMs, toMs } = weekSpan(which);
  const tweets = account ? tweetsBetween(account.id, fromMs, toMs) : [];
  const tasks = tweets.map((tweet) => ({
    id: tweet.id,
    status: statusOf(tweet.state),
    content: tweet.content,
    at: tweet.placed_at,
  }));
  return (
    <Timeline
      week={buildWeek({ tasks, ...which })}
      username={account?.username ?? null}
      email={person.email}
      day={account ? spending(account.id, person, now) : null}
      attention={attentionOf(person, now)}
      drafts={ideasOf(person, now)}
      nextTweet={nextOf(person, now)}
    />
  );
}

function nextOf(person: Person, now: number) {
  const next = findNext(person);
  if (!next) return null;
  const when = `${inSentence(dayLabel(next.at, person.timezone, now))}, ${clockTime(next.at, person.timezone)}`;
  return { when, words: preview(next.content), href: tweetHref(next.id, offsetOf(next.at, now, person.timezone)) };
}

const tweetHref = (id: number, week: number) => `/timeline?${week === 0 ? "" : `week=${week}&`}tweet=${id}`;

const pageSize = 20;
const origins = { generated: "On", own: "Your own text", bot: "From a bot" };

function ideasOf(person: Person, now: number) {
  const { rows, total } = draftsOf(person);
  const drafts = rows.slice(0, pageSize).map(({ id, content, state, origin, topic, created_at }) => ({
    id,
    content,
    failed: state === "failed",
    from: origins[origin],
    topic,
    approveHref: null,
    day: dayLabel(created_at, person.timezone, now),
    iso: new Date(created_at).toISOString(),
  }));
  return { drafts, total, older: rows.length > pageSize ? String(drafts.at(-1)?.id) : null, newer: null };
}

const statusOf = (state: TweetRow["state"]) => (state === "unknown" ? "publishing" : state);

const spending = (accountId: number, person: Person, now: number) =>
  spendingText({
    ...dayOf(accountId, startOfDay(now, person.timezone)),
    // Linnet's own defaults.
    postLimit: 50,
    spendLimit: 5,
    sandbox: true,
  });

function attentionOf(person: Person, now: number) {
  const { failed, asked } = tweetsForAttention(person, now - days(14));
  const text = attentionText({ failed: failed.length, needsConfirmation: asked.length, reconnect: 0, blocked: 0 });
  const first = asked[0] ?? failed[0];
  if (text === null || !first) return null;
  return { text, tweetHref: tweetHref(first.id, offsetOf(first.placed_at, now, person.timezone)) };
}
