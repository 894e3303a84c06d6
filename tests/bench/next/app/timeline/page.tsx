// /timeline: who is here by the cookie, their account's week from SQLite, rendered anew at each request.
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { buildWeek, clampOffset, weekSpan } from "~/features/timeline/week";
import { clockTime, dayLabel } from "~/zone";
import { findAccount, findPerson, nextAt, tweetsBetween, type TweetRow } from "../../database";
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
      nextTweet={
        next && `${dayLabel(next, person.timezone, now).toLowerCase()}, ${clockTime(next, person.timezone)}`
      }
    />
  );
}

const statusOf = (state: TweetRow["state"]) => (state === "unknown" ? "publishing" : state);
