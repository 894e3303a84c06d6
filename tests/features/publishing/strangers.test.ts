// Whom a tweet belongs to, and as whom it goes out, where somebody names an account, nobody does, or a stranger asks.
import { expect, it } from "vitest";
import { hours } from "~/ground/time/duration";
import { addToTimeline, dismiss, scheduleAt, unschedule } from "~/features/scheduling/scheduling.server";
import { editTweet, postAs, publishNow, resolve, writeTweet } from "~/features/publishing/publishing.server";
import { makeWorld, type Name, start, type State, states, type World } from "./world";

const named = (verb: (world: World, state: State, account: Name) => Promise<unknown>) => async () => {
  const world = await makeWorld();
  return world.changed(() => verb(world, "failed", "first"));
};

it("an account that is named is the tweet's own from then on, and the journal says so", async () => {
  expect({
    "a random moment": await named(({ app, ask }, state, name) => addToTimeline(app, ask(state, name)))(),
    "Post Now": await named(({ app, ask }, state, name) => publishNow(app, ask(state, name)))(),
  }).toEqual({
    "Post Now": [
      "posted by first: own failed: see https://example.com/",
      "tweet of own failed: account_id=first, updated_at=+2000 ms, state=published, publish_type=immediate, due_at=now, moment_reason=null, attempts=4, published_at=+2000 ms, post_id=…, error_code=null, error=null, withdrawn=0",
      "new attempt of own failed: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, ended_at=+2000 ms, outcome=published, checks=0, failed_checks=0, price_micros=200000, post_id=…",
      "new event of own failed: at=now, kind=account, detail=@first",
      "new event of own failed: at=now, kind=sending",
      "new event of own failed: at=+2000 ms, kind=published",
      "woken 1",
    ],
    "a random moment": [
      "tweet of own failed: account_id=first, updated_at=now, state=scheduled, due_at=+6 h, moment_reason=Picked at random between 14:18 and 18:18 UTC., attempts=0, error_code=null, error=null, withdrawn=0",
      "new event of own failed: at=now, kind=account, detail=@first",
      "new event of own failed: at=now, kind=scheduled, detail=Picked at random between 14:18 and 18:18 UTC.",
      "woken 1",
    ],
  });
});

it("another person's tweet does not exist, whatever is done with it", async () => {
  const world = await makeWorld();
  const { app, bob } = world;
  const verbs = [unschedule, dismiss, postAs, addToTimeline, publishNow].map(
    (verb) => (ask: ReturnType<World["ask"]>) => verb(app, { ...ask, account: world.account.bob.networkUserId }),
  );
  const asks = [
    ...verbs,
    (ask: ReturnType<World["ask"]>) => editTweet(app, { ...ask, content: "Mine." }),
    (ask: ReturnType<World["ask"]>) => scheduleAt(app, { ...ask, executeAt: start + hours(1) }),
    (ask: ReturnType<World["ask"]>) => resolve(app, { ...ask, published: true }),
  ];
  for (const verb of asks)
    for (const state of states)
      expect(await world.changed(() => verb({ ...world.ask(state), userId: bob }))).toEqual([
        "refused not_found: Tweet not found.",
      ]);
});

it("another person's account is not linked, whatever is done with it", async () => {
  const world = await makeWorld();
  const { app } = world;
  const ask = world.ask("pending", "bob");
  for (const verb of [
    () => postAs(app, { ...ask, account: world.account.bob.networkUserId }),
    () => addToTimeline(app, ask),
    () => publishNow(app, ask),
    () => scheduleAt(app, { ...ask, executeAt: start }),
    () => writeTweet(app, { ...ask, content: "Mine." }),
  ])
    expect(await world.changed(verb)).toEqual(["refused not_found: This account isn’t connected."]);
});

it("one's own words are pending, as they were typed, for the account that serves", async () => {
  const write = async (account: Name | null) => {
    const world = await makeWorld({ tweets: false });
    const ask = {
      userId: "alice",
      content: " My own:  words ",
      account: account && world.account[account].networkUserId,
    };
    return world.changed(() => writeTweet(world.app, ask));
  };
  expect([await write(null), await write("own")]).toEqual([
    [
      "new tweet of  My own: user_id=alice, account_id=main, position=0, origin=own, content= My own:  words , fingerprint=my own: words, created_at=now, updated_at=now, state=pending, attempts=0, withdrawn=0, account_is_own=1",
    ],
    [
      "new tweet of  My own: user_id=alice, account_id=own, position=0, origin=own, content= My own:  words , fingerprint=my own: words, created_at=now, updated_at=now, state=pending, attempts=0, withdrawn=0, account_is_own=1",
    ],
  ]);
});

it("a tweet that nobody named an account for goes to the default, and is its own from then on", async () => {
  const follow = async (verb: (world: World) => Promise<unknown>) => {
    const world = await makeWorld();
    const change = { account_id: null, account_is_own: 0 as const };
    await world.app.db.updateTable("tweets").set(change).where("id", "=", world.id("pending")).execute();
    return world.changed(() => verb(world));
  };
  expect([
    await follow(({ app, ask }) => addToTimeline(app, ask("pending"))),
    await follow(({ app, ask }) => publishNow(app, ask("pending"))),
    await follow(({ app, ask, account }) => postAs(app, { ...ask("pending"), account: account.main.networkUserId })),
  ]).toEqual([
    [
      "tweet of own pending: account_id=main, updated_at=now, state=scheduled, publish_type=scheduled, due_at=+6 h, moment_reason=Picked at random between 14:18 and 18:18 UTC., account_is_own=1",
      "new event of own pending: at=now, kind=scheduled, detail=Picked at random between 14:18 and 18:18 UTC.",
      "woken 1",
    ],
    [
      "posted by main: own pending: words of its own",
      "tweet of own pending: account_id=main, updated_at=+2000 ms, state=published, publish_type=immediate, due_at=now, attempts=1, published_at=+2000 ms, post_id=…, account_is_own=1",
      "new attempt of own pending: attempt_no=1, lease_token=…, started_at=now, settle_at=+150000 ms, ended_at=+2000 ms, outcome=published, checks=0, failed_checks=0, price_micros=15000, post_id=…",
      "new event of own pending: at=now, kind=sending",
      "new event of own pending: at=+2000 ms, kind=published",
      "woken 1",
    ],
    [
      "tweet of own pending: account_id=main, updated_at=now, account_is_own=1",
      "new event of own pending: at=now, kind=account, detail=@main",
      "woken 1",
    ],
  ]);
});
