// Each verb on a tweet in each state: every column that it changes, every sentence that it refuses with, and nothing else.
import { expect, it } from "vitest";
import { hours } from "~/ground/time/duration";
import {
  addToTimeline,
  dismiss,
  editTweet,
  postAs,
  publishNow,
  resolve,
  scheduleAt,
  unschedule,
  withdraw,
} from "~/features/publishing/publishing.server";
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

it("unscheduling empties what the timeline wrote, and nothing of another tweet", async () => {
  expect(await told(({ app, ask }, state) => unschedule(app, ask(state)))).toEqual({
    "refused conflict: This tweet is not on the timeline": [
      "pending",
      "publishing",
      "unknown",
      "asked",
      "published",
      "failed",
    ],
    scheduled: [
      "tweet of own scheduled: updated_at=now, state=pending, publish_type=null, due_at=null, moment_reason=null, attempts=0, error_code=null, error=null",
      "new event of own scheduled: at=now, kind=taken_off",
    ],
  });
});

it("dismissing empties what the failure wrote", async () => {
  expect(await told(({ app, ask }, state) => dismiss(app, ask(state)))).toEqual({
    failed: [
      "tweet of own failed: updated_at=now, state=pending, publish_type=null, due_at=null, moment_reason=null, attempts=0, error_code=null, error=null",
      "new event of own failed: at=now, kind=dismissed",
    ],
    "refused conflict: This tweet has not failed, or not any more": [
      "pending",
      "scheduled",
      "publishing",
      "unknown",
      "asked",
      "published",
    ],
  });
});

it("other words change the words", async () => {
  const edit = ({ app, ask }: World, state: State) =>
    editTweet(app, { ...ask(state), content: `own ${state}: Other WORDS.` });
  expect(await told(edit)).toEqual({
    pending: [
      "tweet of own pending: content=own pending: Other WORDS., fingerprint=own pending: other words, updated_at=now",
      "new event of own pending: at=now, kind=edited",
    ],
    "refused conflict: This tweet is on its way or out, and can't be changed any more": [
      "publishing",
      "unknown",
      "asked",
      "published",
      "failed",
    ],
    scheduled: [
      "tweet of own scheduled: content=own scheduled: Other WORDS., fingerprint=own scheduled: other words, updated_at=now",
      "new event of own scheduled: at=now, kind=edited",
    ],
  });
});

it("another account changes the account", async () => {
  expect(
    await told(({ app, ask, account }, state) => postAs(app, { ...ask(state), account: account.first.networkUserId })),
  ).toEqual({
    failed: [
      "tweet of own failed: account_id=first, updated_at=now",
      "new event of own failed: at=now, kind=account, detail=@first",
      "woken 1",
    ],
    pending: [
      "tweet of own pending: account_id=first, updated_at=now",
      "new event of own pending: at=now, kind=account, detail=@first",
      "woken 1",
    ],
    "refused conflict: This tweet is already on its way or published": ["publishing", "unknown", "asked", "published"],
    scheduled: [
      "tweet of own scheduled: account_id=first, updated_at=now",
      "new event of own scheduled: at=now, kind=account, detail=@first",
      "woken 1",
    ],
  });
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

it("a random moment puts it on the timeline as its own account, whatever failed before", async () => {
  expect(await told(({ app, ask }, state) => addToTimeline(app, ask(state)))).toEqual({
    failed: [
      "tweet of own failed: updated_at=now, state=scheduled, due_at=+6 h, moment_reason=Chosen at random between 14:18 and 18:18 in UTC., attempts=0, error_code=null, error=null, withdrawn=0",
      "new event of own failed: at=now, kind=scheduled, detail=Chosen at random between 14:18 and 18:18 in UTC.",
      "woken 1",
    ],
    pending: [
      "tweet of own pending: updated_at=now, state=scheduled, publish_type=scheduled, due_at=+6 h, moment_reason=Chosen at random between 14:18 and 18:18 in UTC.",
      "new event of own pending: at=now, kind=scheduled, detail=Chosen at random between 14:18 and 18:18 in UTC.",
      "woken 1",
    ],
    "refused conflict: This tweet is already on its way or published": ["publishing", "unknown", "asked", "published"],
    scheduled: [
      "tweet of own scheduled: updated_at=now, due_at=+6 h, moment_reason=Chosen at random between 14:18 and 18:18 in UTC., attempts=0, error_code=null, error=null",
      "new event of own scheduled: at=now, kind=moved, detail=Chosen at random between 14:18 and 18:18 in UTC.",
      "woken 1",
    ],
  });
});

it("an exact moment does so too, without a reason of ours", async () => {
  const at = ({ app, ask }: World, state: State) => scheduleAt(app, { ...ask(state), executeAt: start + hours(3) });
  expect(await told(at)).toEqual({
    failed: [
      "tweet of own failed: updated_at=now, state=scheduled, due_at=+3 h, moment_reason=null, attempts=0, error_code=null, error=null, withdrawn=0",
      "new event of own failed: at=now, kind=scheduled, detail=You chose Thu 19 Nov, 13:18 in UTC.",
      "woken 1",
    ],
    pending: [
      "tweet of own pending: updated_at=now, state=scheduled, publish_type=scheduled, due_at=+3 h",
      "new event of own pending: at=now, kind=scheduled, detail=You chose Thu 19 Nov, 13:18 in UTC.",
      "woken 1",
    ],
    "refused conflict: This tweet is already on its way or published": ["publishing", "unknown", "asked", "published"],
    scheduled: [
      "tweet of own scheduled: updated_at=now, due_at=+3 h, moment_reason=null, attempts=0, error_code=null, error=null",
      "new event of own scheduled: at=now, kind=moved, detail=You chose Thu 19 Nov, 13:18 in UTC.",
      "woken 1",
    ],
  });
});

it("Post Now sends it once as its own account, at its price, and keeps no gap for what is scheduled", async () => {
  expect(await told(({ app, ask }, state) => publishNow(app, ask(state)))).toEqual({
    failed: [
      "posted by own: own failed: see https://example.com/",
      "tweet of own failed: updated_at=+2000 ms, state=published, publish_type=immediate, due_at=now, moment_reason=null, attempts=4, published_at=+2000 ms, post_id=…, error_code=null, error=null, withdrawn=0",
      "new attempt of own failed: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, ended_at=+2000 ms, outcome=published, checks=0, failed_checks=0, price_micros=200000, post_id=…",
      "new event of own failed: at=now, kind=sending",
      "new event of own failed: at=+2000 ms, kind=published",
      "woken 1",
    ],
    pending: [
      "posted by own: own pending: words of its own",
      "tweet of own pending: updated_at=+2000 ms, state=published, publish_type=immediate, due_at=now, attempts=1, published_at=+2000 ms, post_id=…",
      "new attempt of own pending: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, ended_at=+2000 ms, outcome=published, checks=0, failed_checks=0, price_micros=15000, post_id=…",
      "new event of own pending: at=now, kind=sending",
      "new event of own pending: at=+2000 ms, kind=published",
      "woken 1",
    ],
    "refused conflict: This tweet is already on its way or published": [
      "scheduled",
      "publishing",
      "unknown",
      "asked",
      "published",
    ],
  });
});

it("the person's word that it is out settles only what waits for it", async () => {
  expect(await told(({ app, ask }, state) => resolve(app, { ...ask(state), published: true }))).toEqual({
    asked: [
      "tweet of own asked: updated_at=now, state=published, lease_token=null, lease_until=null, published_at=-5 min, error_code=null, error=null",
      "attempt of own asked: ended_at=now, outcome=published, code=person",
      "new event of own asked: at=now, kind=person_found",
      "woken 1",
    ],
    "refused conflict: This tweet is not waiting for your word": [
      "pending",
      "scheduled",
      "publishing",
      "unknown",
      "published",
      "failed",
    ],
  });
});

it("the person's word that it is not out puts it on the timeline again, due now", async () => {
  expect(
    await told(({ app, ask }, state) => resolve(app, { ...ask(state), published: false }), ["unknown", "asked"]),
  ).toEqual({
    asked: [
      "tweet of own asked: updated_at=now, state=scheduled, due_at=now, lease_token=null, lease_until=null, error_code=null, error=null",
      "attempt of own asked: ended_at=now, outcome=absent, code=person",
      "new event of own asked: at=now, kind=person_absent",
      "woken 1",
    ],
    "refused conflict: This tweet is not waiting for your word": ["unknown"],
  });
});

it("withdrawing takes off what waits, marks what is under way and leaves what is over", async () => {
  const off = ({ app, id }: World, state: State) =>
    withdraw(app.db, { tweetIds: [id(state)], now: start, reason: "The bot was stopped." });
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
