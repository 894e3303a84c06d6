// What must hold, looked at from outside: at each call, at each day's end, and when all is quiet.
import { minutes } from "~/ground/time/duration";
import { startOfDay, startOfNextDay } from "~/features/spending/day-limit";
import { postMicrosOf } from "~/features/spending/price";
import { hasLink } from "~/features/tweets/text.server";
import type { Row } from "~db/schema";
import type { Surroundings } from "./server";
import type { OnCall, SimNetwork, Truth } from "./network";
import type { Whose } from "./whose";

type Called = Row<"tweets"> & {
  account_status: string;
  wait_until: number | null;
  token: string;
  zone: string;
  attempt_no: number;
  outcome: string;
  started_at: number;
};

export interface Checks {
  /** A post is about to be made; answers the tweet's id. */
  onCall: OnCall;
  /** After each event: nobody may be asked while the posts can be read. */
  onTurn(): void;
  /** `quiet`: every lost answer must have been settled by now. */
  account(quiet: boolean): void;
}

/** What fell due before the wall clock's `at` did so while nobody looked; known since `since` of the world. */
export interface Away {
  at: number;
  since: number;
}

const hourFormats = new Map<string, Intl.DateTimeFormat>();

function hourIn(zone: string, instant: number): number {
  const known = hourFormats.get(zone);
  const format = known ?? new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", hourCycle: "h23" });
  if (!known) hourFormats.set(zone, format);
  return Number(format.format(instant));
}

const dayOf = new Map<string, { from: number; to: number }>();

/** Finding a day's start takes a hundred looks at the zone, and it is asked for at each call. */
function dayStart(zone: string, instant: number): number {
  const known = dayOf.get(zone);
  if (known && known.from <= instant && instant < known.to) return known.from;
  const day = { from: startOfDay(instant, zone), to: startOfNextDay(instant, zone) };
  dayOf.set(zone, day);
  return day.from;
}

export function makeChecks(
  around: Surroundings,
  network: SimNetwork,
  away: () => Away,
  whose: Pick<Whose, "onTurn">,
): Checks {
  const { clock, disk, config, problem } = around;
  const { sqlite } = disk;
  const tokens = new Set<string>();
  const lastClaim = new Map<string, { at: number; world: number }>();
  const askedBefore = new Set<number>();
  const failedWhileGone = new Map<number, number>();
  const accountsOf = sqlite.prepare<unknown[], { id: string }>(
    "select network_user_id as id from accounts where user_id = ?",
  );
  // One that was claimed ahead by a server that is left behind goes out at its moment, when its successor has it in doubt.
  const claimed = sqlite.prepare<unknown[], Called>(
    `select t.*, t.lease_token as token, a.status as account_status, a.wait_until, u.timezone as zone, p.attempt_no, p.outcome, p.started_at
     from accounts a join tweets t on t.account_id = a.id and t.content = ?
     join users u on u.id = t.user_id left join attempts p on p.lease_token = t.lease_token
     where a.network_user_id = ? and a.unlinked_at is null
       and (t.state = 'publishing' or t.state = 'unknown' and p.ended_at < p.started_at)`,
  );
  const earlier = sqlite.prepare<unknown[], { id: number }>(
    "select id from tweets where account_id = ? and state = 'scheduled' and undo_until is null and due_at < ? and coalesce(part_no, 1) = 1 limit 1",
  );
  const unknowns = sqlite.prepare<
    unknown[],
    { id: number; account: string; gone: number; asks: number; failed: number | null }
  >(
    `select t.id, a.network_user_id as account, a.unlinked_at is not null as gone,
       coalesce(t.error_code, '') = 'needs_confirmation' as asks, p.failed_checks as failed
     from tweets t join accounts a on a.id = t.account_id left join attempts p on p.lease_token = t.lease_token
     where t.state = 'unknown'`,
  );
  const all = sqlite.prepare<unknown[], Row<"tweets"> & { said: number; account_status: string | null }>(
    `select t.*, a.status as account_status,
       exists (select 1 from tweet_events e where e.tweet_id = t.id and e.kind = 'person_found') as said
     from tweets t left join accounts a on a.id = t.account_id and a.unlinked_at is null`,
  );
  // What the day's count goes by: it comes to an attempt by its tweet's state and place.
  const uncounted = sqlite.prepare<unknown[], { id: number; state: string; outcome: string }>(
    `select t.id, t.state, p.outcome from attempts p join tweets t on t.id = p.tweet_id
     where p.outcome in ('sending', 'published', 'unknown') and (t.state not in ('publishing', 'published', 'unknown')
       or p.outcome = 'published' and abs(t.placed_at - p.started_at) > 3600000
         and not exists (select 1 from tweet_events e where e.tweet_id = t.id and e.kind = 'person_found'))`,
  );
  const tasks = sqlite.prepare<unknown[], { id: string }>(
    "select id from generation_tasks where state in ('queued', 'running')",
  );

  function checkScheduled(tweet: Called, account: string): void {
    const now = clock.now();
    if (tweet.account_status === "reconnect") problem(`tweet ${tweet.id} was sent by a refused authorization`);
    if ((tweet.wait_until ?? 0) > now) problem(`tweet ${tweet.id} was sent before the network's wait was over`);
    // A thread that has begun is finished: it asks for no gap, no quiet hours and no lateness.
    if ((tweet.part_no ?? 1) > 1) return void lastClaim.set(account, { at: tweet.started_at, world: clock.world() });
    const quiet = config.quietHours;
    const hour = hourIn(tweet.zone, now);
    if (quiet && tweet.moment_reason !== null && (hour >= quiet.from || hour < quiet.to))
      problem(`tweet ${tweet.id} was sent in the quiet hours, at ${hour} in ${tweet.zone}`);
    const due = tweet.due_at ?? 0;
    if (due < now - minutes(15)) problem(`tweet ${tweet.id} was sent ${(now - due) / 60_000} minutes late`);
    if (earlier.get(tweet.account_id, due)) problem(`tweet ${tweet.id} overtook an earlier one of its account`);
    const last = lastClaim.get(account);
    const left = away();
    // Where the wall clock was set in between, nobody can tell how much time has passed.
    if (last && clock.setAt() < last.world) {
      const caughtUp = due < left.at && left.since >= clock.setAt();
      const gap = caughtUp ? config.catchUpGapMs : config.minGapMs;
      const passed = tweet.started_at - last.at;
      if (passed < gap) problem(`tweet ${tweet.id} was sent ${passed} ms after another of its account, not ${gap}`);
    }
    lastClaim.set(account, { at: tweet.started_at, world: clock.world() });
  }

  /** It had its five seconds to be taken back, and whoever pressed the button has not waited long. */
  function checkSoon({ id, started_at: at }: Called, until: number): void {
    if (at < until) problem(`tweet ${id} was sent ${until - at} ms before it could no longer be taken back`);
    if (at > until + minutes(1)) problem(`tweet ${id} was sent ${(at - until) / 1000} s after its five seconds`);
  }

  function checkLimits(tweet: Called, account: string): void {
    if (config.dailyPostLimit === 0 && config.dailySpendLimit === 0) return;
    const since = dayStart(tweet.zone, clock.now());
    const today = network.truth.filter((post) => post.calledAt >= since);
    const own = today.filter((post) => post.account === account).length;
    if (config.dailyPostLimit > 0 && own >= config.dailyPostLimit)
      problem(`tweet ${tweet.id} is one more than ${config.dailyPostLimit} of @u${account} that day`);
    const price = (text: string) => postMicrosOf({ hasLink: hasLink(text) });
    const theirs = new Set(accountsOf.all(tweet.user_id).map(({ id }) => id));
    const spent = today
      .filter((post) => theirs.has(post.account))
      .reduce((sum, post) => sum + price(post.text), price(tweet.content));
    if (config.dailySpendLimit > 0 && spent > Math.round(config.dailySpendLimit * 1_000_000))
      problem(`tweet ${tweet.id} breaks its person's share of $${config.dailySpendLimit}`);
  }

  return {
    onCall(account, text) {
      const tweet = claimed.get(text, account);
      if (!tweet) {
        problem(`@u${account} sent what no claimed tweet says: ${text}`);
        return 0;
      }
      if (tweet.outcome !== (tweet.state === "unknown" ? "unknown" : "sending") || !disk.committed.has(tweet.token))
        problem(`tweet ${tweet.id} was sent without a committed attempt`);
      if (tokens.has(tweet.token)) problem(`tweet ${tweet.id} was sent twice by one attempt`);
      tokens.add(tweet.token);
      if (tweet.publish_type === "scheduled") checkScheduled(tweet, account);
      if (tweet.undo_until !== null) checkSoon(tweet, tweet.undo_until);
      // What a person asked for now was counted when it was asked for.
      // Its place in the day is kept from when its thread began.
      const isReserved = (tweet.part_no ?? 1) > 1;
      if (!isReserved && (tweet.publish_type === "scheduled" || tweet.attempt_no === 1)) checkLimits(tweet, account);
      return tweet.id;
    },
    onTurn() {
      whose.onTurn();
      for (const { id, account, gone, asks, failed } of unknowns.all()) {
        // The posts of an account that is not linked can't be read either; it may be linked again before the third check.
        if (gone) failedWhileGone.set(id, failed ?? 0);
        if (!asks || askedBefore.has(id)) continue;
        askedBefore.add(id);
        if (gone) continue;
        if ((network.unreadable.get(account) ?? 0) + (failedWhileGone.get(id) ?? 0) < 3)
          problem(`tweet ${id} asks, though its account's posts can be read`);
      }
    },
    account(quiet) {
      const now = clock.world();
      const posts = new Map<number, Truth[]>();
      for (const post of network.truth)
        if (post.acceptedAt <= now) posts.set(post.tweetId, [...(posts.get(post.tweetId) ?? []), post]);
      const seen = new Set<number>();
      for (const tweet of all.all()) {
        seen.add(tweet.id);
        const [post, twice] = posts.get(tweet.id) ?? [];
        if (twice) problem(`tweet ${tweet.id} is out twice: ${twice.postId}`);
        const told = `tweet ${tweet.id} is ${tweet.state}`;
        if (tweet.state === "published") {
          if (!post) problem(`${told}, but not out`);
          else if (post.postId !== tweet.post_id && !(tweet.post_id === null && tweet.said))
            problem(`${told} as ${tweet.post_id}, but out as ${post.postId}`);
        } else if (tweet.state === "publishing" || tweet.state === "unknown") {
          if (quiet) problem(`${told} when all is quiet`);
        } else if (post) problem(`${told}, but out as ${post.postId}`);
        const waits = tweet.state === "scheduled" && tweet.account_status === "active";
        if (quiet && tweet.state === "scheduled" && tweet.undo_until !== null)
          problem(`${told} and waits for its five seconds when all is quiet`);
        if (quiet && waits && (tweet.due_at ?? 0) < clock.now() - minutes(15)) problem(`${told} and was forgotten`);
      }
      for (const [id, [post]] of posts) if (!seen.has(id)) problem(`${post?.postId} belongs to no tweet`);
      for (const { id, state, outcome } of uncounted.all())
        problem(`tweet ${id} is ${state}, and its attempt ${outcome} is not counted`);
      if (quiet) for (const { id } of tasks.all()) problem(`the generation ${id} has not ended`);
    },
  };
}
