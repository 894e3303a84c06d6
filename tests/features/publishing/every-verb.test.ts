// Each verb on a tweet in each state: every column that it changes, every sentence that it refuses with, and nothing else.
import { expect, it } from "vitest";
import type { ErrorCode } from "~/ground/errors";
import { hours } from "~/ground/time/duration";
import { addToTimeline, dismiss, moveToSlot, scheduleAt, unschedule } from "~/features/scheduling/scheduling.server";
import { editTweet, postAs, publishNow, resolve, unscheduleTweets } from "~/features/publishing/publishing.server";
import { makeWorld, start, type State, states, type World } from "./world";

/** What a verb changes of a tweet in each state, each in a world of its own; by sentence, the states that are refused. */
async function told(verb: (world: World, state: State) => Promise<unknown>, of: readonly State[] = states) {
  const all: Record<string, string[]> = {};
  for (const state of of) {
    const world = await makeWorld();
    const [first = "nothing", ...rest] = await world.changed(() => verb(world, state));
    if (rest.length === 0) (all[first] ??= []).push(state);
    else all[state] = [first, ...rest];
  }
  return all;
}

/** The row's change, its line in the journal, and what else a verb brings about. */
const changed = (state: State, row: string, event: string, ...more: string[]) => [
  `tweet of own ${state}: ${row}`,
  `new event of own ${state}: at=now, ${event}`,
  ...more,
];

interface Told {
  title: string;
  verb: (world: World, state: State) => Promise<unknown>;
  changes: Partial<Record<State, string[]>>;
  /** What is said of a tweet in any other state. */
  refused: string;
  /** already_sent where it is left out. */
  code?: ErrorCode;
  /** What is said instead of one that failed. */
  ofFailed?: string;
}

const emptied =
  "updated_at=now, state=pending, publish_type=null, due_at=null, moment_reason=null, attempts=0, error_code=null, error=null";
const toFirst = (state: State) =>
  changed(state, "account_id=first, updated_at=now", "kind=account, detail=@first", "woken 1");
const inOtherWords = (state: State) =>
  changed(
    state,
    `content=own ${state}: Other WORDS., fingerprint=own ${state}: other words, updated_at=now`,
    "kind=edited",
  );
/** What a send leaves behind, with the attempt at its price in millionths of a dollar. */
const sent = (state: State, { words, row, price }: { words: string; row: string; price: number }) => [
  `posted by own: own ${state}: ${words}`,
  `tweet of own ${state}: updated_at=+2000 ms, state=published, publish_type=immediate, due_at=now, ${row}`,
  `new attempt of own ${state}: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, ended_at=+2000 ms, outcome=published, checks=0, failed_checks=0, price_micros=${price}, post_id=…`,
  `new event of own ${state}: at=now, kind=sending`,
  `new event of own ${state}: at=+2000 ms, kind=published`,
  "woken 1",
];

const drawn = "Picked at random between 14:18 and 18:18 UTC.";
const chosen = "You picked Thu, Nov 19, 13:18 UTC.";
const alreadySent = "This tweet is already posting or posted.";

it.each<Told>([
  {
    title: "unscheduling empties what the timeline wrote, and nothing of another tweet",
    verb: ({ app, ask }, state) => unschedule(app, ask(state)),
    changes: { scheduled: changed("scheduled", emptied, "kind=taken_off") },
    refused: "This tweet isn’t scheduled.",
    code: "not_scheduled",
  },
  {
    title: "dismissing empties what the failure wrote",
    verb: ({ app, ask }, state) => dismiss(app, ask(state)),
    changes: { failed: changed("failed", emptied, "kind=dismissed") },
    refused: "This tweet hasn’t failed.",
    code: "not_failed",
  },
  {
    title: "other words change the words",
    verb: ({ app, ask }, state) => editTweet(app, { ...ask(state), content: `own ${state}: Other WORDS.` }),
    changes: { pending: inOtherWords("pending"), scheduled: inOtherWords("scheduled") },
    refused: "This tweet is already posting or posted, so it can’t be changed.",
    ofFailed: "This tweet failed. Dismiss it first, then edit it.",
  },
  {
    title: "another account changes the account",
    verb: ({ app, ask, account }, state) => postAs(app, { ...ask(state), account: account.first.networkUserId }),
    changes: { pending: toFirst("pending"), scheduled: toFirst("scheduled"), failed: toFirst("failed") },
    refused: alreadySent,
  },
  {
    title: "a random moment puts it on the timeline as its own account, whatever failed before",
    verb: ({ app, ask }, state) => addToTimeline(app, ask(state)),
    changes: {
      pending: changed(
        "pending",
        `updated_at=now, state=scheduled, publish_type=scheduled, due_at=+6 h, moment_reason=${drawn}`,
        `kind=scheduled, detail=${drawn}`,
        "woken 1",
      ),
      scheduled: changed(
        "scheduled",
        `updated_at=now, due_at=+6 h, moment_reason=${drawn}, attempts=0, error_code=null, error=null`,
        `kind=moved, detail=${drawn}`,
        "woken 1",
      ),
      failed: changed(
        "failed",
        `updated_at=now, state=scheduled, due_at=+6 h, moment_reason=${drawn}, attempts=0, error_code=null, error=null, withdrawn=0`,
        `kind=scheduled, detail=${drawn}`,
        "woken 1",
      ),
    },
    refused: alreadySent,
  },
  {
    title: "an exact moment does so too, without a reason of ours",
    verb: ({ app, ask }, state) => scheduleAt(app, { ...ask(state), executeAt: start + hours(3) }),
    changes: {
      pending: changed(
        "pending",
        "updated_at=now, state=scheduled, publish_type=scheduled, due_at=+3 h",
        `kind=scheduled, detail=${chosen}`,
        "woken 1",
      ),
      scheduled: changed(
        "scheduled",
        "updated_at=now, due_at=+3 h, moment_reason=null, attempts=0, error_code=null, error=null",
        `kind=moved, detail=${chosen}`,
        "woken 1",
      ),
      failed: changed(
        "failed",
        "updated_at=now, state=scheduled, due_at=+3 h, moment_reason=null, attempts=0, error_code=null, error=null, withdrawn=0",
        `kind=scheduled, detail=${chosen}`,
        "woken 1",
      ),
    },
    refused: alreadySent,
  },
  {
    title: "Post Now sends it once as its own account, at its price, and keeps no gap for what is scheduled",
    verb: ({ app, ask }, state) => publishNow(app, ask(state)),
    changes: {
      pending: sent("pending", {
        words: "words of its own",
        row: "attempts=1, published_at=+2000 ms, post_id=…",
        price: 15_000,
      }),
      failed: sent("failed", {
        words: "see https://example.com/",
        row: "moment_reason=null, attempts=4, published_at=+2000 ms, post_id=…, error_code=null, error=null, withdrawn=0",
        price: 200_000,
      }),
    },
    refused: alreadySent,
  },
  {
    title: "the person's word that it is out settles only what waits for it",
    verb: ({ app, ask }, state) => resolve(app, { ...ask(state), published: true }),
    changes: {
      asked: [
        "tweet of own asked: updated_at=now, state=published, lease_token=null, lease_until=null, published_at=-5 min, error_code=null, error=null",
        "attempt of own asked: ended_at=now, outcome=published, code=person",
        "new event of own asked: at=now, kind=person_found",
        "woken 1",
      ],
    },
    refused: "This tweet doesn’t need your confirmation.",
    code: "not_asked",
  },
  {
    title: "the person's word that it is not out puts it on the timeline again, due now",
    verb: ({ app, ask }, state) => resolve(app, { ...ask(state), published: false }),
    changes: {
      asked: [
        "tweet of own asked: updated_at=now, state=scheduled, due_at=now, lease_token=null, lease_until=null, error_code=null, error=null",
        "attempt of own asked: ended_at=now, outcome=absent, code=person",
        "new event of own asked: at=now, kind=person_absent",
        "woken 1",
      ],
    },
    refused: "This tweet doesn’t need your confirmation.",
    code: "not_asked",
  },
])("$title", async ({ verb, changes, refused, code = "already_sent", ofFailed }) => {
  const others = states.filter((state) => !changes[state] && !(ofFailed && state === "failed"));
  const failed = ofFailed ? { [`refused not_draft: ${ofFailed}`]: ["failed"] } : {};
  expect(await told(verb)).toEqual({ ...changes, ...failed, [`refused ${code}: ${refused}`]: others });
});

it("a move changes the moment and its reason of a scheduled tweet, and of no other", async () => {
  const reason = "Picked at random within Fri, Nov 20, 15:00–17:00 UTC.";
  const to = { date: "2026-11-20", hour: 15, anyway: false };
  expect(await told(({ app, ask }, state) => moveToSlot(app, { ...ask(state), ...to }))).toEqual({
    scheduled: changed(
      "scheduled",
      `updated_at=now, due_at=+1782 min, moment_reason=${reason}`,
      `kind=moved, detail=${reason}`,
      "woken 1",
    ),
    "refused already_sent: This tweet is being posted, so it can’t be moved.": ["publishing", "unknown", "asked"],
    "refused not_scheduled: This tweet isn’t scheduled.": ["pending", "published", "failed"],
  });
});

it("Post Now takes what is scheduled off the timeline only where that is meant", async () => {
  const { scheduled } = await told(
    ({ app, ask }, state) => publishNow(app, { ...ask(state), scheduledToo: true }),
    ["scheduled"],
  );
  expect(scheduled).toEqual(
    sent("scheduled", {
      words: "words of its own",
      row: "moment_reason=null, attempts=4, published_at=+2000 ms, post_id=…, error_code=null, error=null",
      price: 15_000,
    }),
  );
});

it("its own account again changes nothing", async () => {
  expect(
    await told(
      ({ app, ask, account }, state) => postAs(app, { ...ask(state), account: account.own.networkUserId }),
      ["pending", "scheduled"],
    ),
  ).toEqual({
    "woken 1": ["pending", "scheduled"],
  });
});

it("withdrawing takes off what waits, marks what is under way and leaves what is over", async () => {
  const off = ({ app, id }: World, state: State) =>
    unscheduleTweets(app.db, { tweetIds: [id(state)], now: start, reason: "The bot was stopped." });
  expect(await told(off)).toEqual({
    nothing: ["pending", "published", "failed"],
    scheduled: [
      "tweet of own scheduled: updated_at=now, state=pending, publish_type=null, due_at=null, moment_reason=null",
      "new event of own scheduled: at=now, kind=taken_off, detail=The bot was stopped.",
    ],
    "tweet of own asked: withdrawn=1": ["asked"],
    "tweet of own publishing: withdrawn=1": ["publishing"],
    "tweet of own unknown: withdrawn=1": ["unknown"],
  });
});
