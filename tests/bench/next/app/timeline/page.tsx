// /timeline: who is here by the cookie, their account's week from SQLite, rendered anew at each request.
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { days } from "~/duration";
import { attentionText } from "~/features/publishing/attention";
import { startOfDay } from "~/features/publishing/gate";
import { spendingText } from "~/features/publishing/price";
import { buildWeek, clampOffset, offsetOf, weekSpan } from "~/features/timeline/week";
import { clockTime, dayLabel } from "~/zone";
import {
  dayOf,
  draftsOf,
  findAccount,
  findPerson,
  nextAt,
  type Person,
  troubledOf,
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
  const next = nextAt(person);
  return (
    <Timeline
      week={buildWeek({ tasks, ...which })}
      username={account?.username ?? null}
      email={person.email}
      day={account ? spending(account.id, person, now) : null}
      attention={attentionOf(person, now)}
      drafts={ideasOf(person, now)}
      nextTweet={
        next && `${dayLabel(next, person.timezone, now).toLowerCase()}, ${clockTime(next, person.timezone)}`
      }
    />
  );
}

const pageSize = 20;
const origins = { generated: "On", own: "Your own words", bot: "From a bot" };

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
  const { failed, asked } = troubledOf(person, now - days(14));
  const text = attentionText({ failed: failed.length, asked: asked.length, reconnect: 0, held: 0 });
  const first = asked[0] ?? failed[0];
  if (text === null || !first) return null;
  const week = offsetOf(first.placed_at, now, person.timezone);
  return { text, tweetHref: `/timeline?${week === 0 ? "" : `week=${week}&`}tweet=${first.id}` };
}
