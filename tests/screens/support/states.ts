// A tweet in each of its states, for the account that is not the default; what is out there; and time that settles all.
import { minutes, seconds } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { setDefault } from "~/features/accounts/accounts.server";
import { addToTimeline, scheduleAt } from "~/features/scheduling/scheduling.server";
import {
  nextPublishAt,
  postSoon,
  publishDue,
  publishNow,
  reconcileDue,
  writeTweet,
} from "~/features/publishing/publishing.server";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { answered, faulty, type FaultyNetwork } from "~tests/support/fakes/faulty-network";
import { linkAccount } from "~tests/support/people/make";
import { sendDue } from "~tests/support/sends";
import type { TweetState } from "~db/schema";
import { type AtScreens, atScreens } from "./acting";

/** Those of the database, and two apart: an unknown tweet that waits for a word, and one that waits its five seconds. */
export type State = TweetState | "needsConfirmation" | "soon";

export const words = "Kestrels hover over the motorway.";

export interface Scene {
  app: TestApp;
  network: FaultyNetwork;
  alice: AtScreens;
  /** The tweet's own account; `alice.account` is the default. */
  own: Account;
  tweetId: number;
  read(): Promise<Tweet>;
  /** The names of the accounts that have posted it, in order. */
  posted(): Promise<string[]>;
  /** The line is good again, hours pass, and all that is due or in doubt is looked after. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export async function makeScene(state: State, { taken = true } = {}): Promise<Scene> {
  const app = await createTestApp({ env: { RATE_LIMITS: "off" } });
  const network = faulty(app.network);
  app.network = network;
  const alice = await atScreens(app, "alice");
  const own = await linkAccount(app, alice.person, "other");
  await setDefault(app, alice.person.user.id, alice.account.networkUserId);
  const userId = alice.person.user.id;
  const { id: tweetId } = await writeTweet(app, { userId, content: words, account: own.networkUserId });
  const under: Promise<unknown>[] = [];
  let release = () => {};
  const scene: Scene = {
    app,
    network,
    alice,
    own,
    tweetId,
    read: () => getTweet(app, userId, tweetId),
    posted: () => postedBy(app),
    async settle() {
      release();
      await Promise.all(under);
      Object.assign(network, { faults: [], unreadable: false, hold: null });
      // What waits its five seconds is not sent minutes late.
      app.clock.advance(seconds(6));
      await sendDue(app);
      for (let turn = 0; turn < 8; turn += 1) {
        app.clock.advance(minutes(3));
        await reconcileDue(app);
        await sendDue(app);
      }
      for (let at = await nextPublishAt(app, app.clock.now()); at; at = await nextPublishAt(app, app.clock.now())) {
        app.clock.set(at);
        await sendDue(app);
        app.clock.advance(minutes(1));
      }
    },
    close: () => app.close(),
  };
  const ask = { userId, tweetId, account: null };
  const fallsDue = async () => {
    await scheduleAt(app, { ...ask, executeAt: app.clock.now() + minutes(1) });
    app.clock.advance(minutes(1));
  };
  switch (state) {
    case "pending":
      break;
    case "scheduled":
      await addToTimeline(app, { ...ask, timeZone: null });
      break;
    case "soon":
      await postSoon(app, ask);
      break;
    case "publishing": {
      network.hold = new Promise((resolve) => (release = resolve));
      await fallsDue();
      under.push((await publishDue(app)).done);
      break;
    }
    case "unknown":
    case "needsConfirmation":
      network.faults.push(taken ? "lost after" : "lost before");
      network.unreadable = state === "needsConfirmation";
      await fallsDue();
      await sendDue(app);
      for (let look = 0; state === "needsConfirmation" && look < 4; look += 1) {
        app.clock.advance(minutes(10));
        await reconcileDue(app);
      }
      break;
    case "published":
      await publishNow(app, ask);
      break;
    case "failed":
      network.faults.push(answered(403, { title: "Forbidden", detail: "You may not." }));
      await fallsDue();
      await sendDue(app);
      break;
  }
  return scene;
}

export const stateOf = ({ state, errorCode, undoUntil }: Tweet): State =>
  errorCode === "needs_confirmation" ? "needsConfirmation" : undoUntil === null ? state : "soon";

/** The sandbox's own record. */
async function postedBy(app: TestApp): Promise<string[]> {
  const rows = await app.db
    .selectFrom("sandbox_posts")
    .innerJoin("sandbox_users", "sandbox_users.id", "sandbox_posts.sandbox_user_id")
    .select("sandbox_users.handle")
    .where("sandbox_posts.text", "=", words)
    .orderBy("sandbox_posts.id")
    .execute();
  return rows.map(({ handle }) => handle);
}
