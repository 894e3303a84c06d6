// Which tweets wait for a paused account: those on the timeline, and no other one.
import { expect, it } from "vitest";
import { listAccounts } from "~/features/accounts/accounts.server";
import { pauseAccount } from "~/features/publishing/publishing.server";
import { toTweetView } from "~/features/timeline/view.server";
import { getTweet } from "~/features/tweets/tweets.server";
import { makeWorld, states } from "../publishing/world";

it("only a scheduled tweet waits for its paused account", async () => {
  const { app, account, alice, id } = await makeWorld();
  await pauseAccount(app, alice, account.own.networkUserId);
  const accounts = await listAccounts(app, alice);
  const waits = await Promise.all(
    states.map(async (state) => {
      const tweet = await getTweet(app, alice, id(state));
      return [
        state,
        toTweetView({ tweet, postUrl: null }, { now: app.clock.now(), timeZone: "UTC", accounts }).pausedBecause,
      ];
    }),
  );
  expect(waits.filter(([, why]) => why !== null)).toEqual([["scheduled", "paused"]]);
});
