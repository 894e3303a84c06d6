// What tests of threads begin with, on the stage of publishing's: threads of alice's, and what is told of them.
import { beforeEach } from "vitest";
import { minutes, seconds } from "~/ground/time/duration";
import { publishNow, reconcileDue, writeThread } from "~/features/publishing/publishing.server";
import { findThread, lineOf, stateOf, type Thread } from "~/features/threads/threads.server";
import { getTweet } from "~/features/tweets/tweets.server";
import type { PostRequest } from "~/ports/network/port";
import { account, alice, app, network, pass } from "./stage";

/** What the network was handed, in order. */
export let handed: Pick<PostRequest, "text" | "replyTo">[];

/** Behind the stage, whose network is watched. */
export function watchHanded(): void {
  beforeEach(() => {
    handed = [];
    const { post } = network;
    network.post = (tokens, ask) => {
      handed.push({ text: ask.text, ...(ask.replyTo === undefined ? {} : { replyTo: ask.replyTo }) });
      return post(tokens, ask);
    };
  });
}

export const bees = ["Bees keep time.", "Bees keep warm.", "Bees keep house.", "Bees keep still."];

interface Which {
  userId: string;
  tweetId: number;
}

/** Of the account that is not the default. */
export async function writeBees(of: number): Promise<Which> {
  const ask = { userId: alice.user.id, parts: bees.slice(0, of), account: account.networkUserId };
  return { userId: alice.user.id, tweetId: (await writeThread(app, ask)).id };
}

export async function threadOf({ tweetId }: { tweetId: number }): Promise<Thread> {
  const thread = await findThread(app.db, await getTweet(app, alice.user.id, tweetId));
  if (!thread) throw new Error("It is no thread");
  return thread;
}

/** Its state for whoever looks at it, each part's own, and the line under it. */
export async function told(which: Which) {
  const thread = await threadOf(which);
  const parts = thread.parts.map(({ state, publishedAt }) => (publishedAt === null ? state : "out")).join(" ");
  const by = { gapMs: app.config.threadGapMs, timeZone: "UTC", now: app.clock.now() };
  return { state: stateOf(thread), parts, line: lineOf(thread, by) };
}

export const begin = (which: Which) => publishNow(app, { ...which, account: null });

/** Lets what is due in the next `ms` go out. */
export async function wait(ms = seconds(6)): Promise<void> {
  app.clock.advance(ms);
  await pass();
}

/** Minute by minute, with looks for lost answers. */
export async function settle(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await wait(minutes(1));
    await reconcileDue(app);
  }
}
