// A tweet of the account that is not alice's default, brought into a state by the product's own verbs.
import { minutes } from "~/ground/time/duration";
import { addToTimeline, scheduleAt } from "~/features/scheduling/scheduling.server";
import { publishDue, publishNow, reconcileDue, writeTweet } from "~/features/publishing/publishing.server";
import { answered } from "~tests/support/fakes/faulty-network";
import { sendDue } from "~tests/support/sends";
import type { Stage } from "./people";

export const refused = answered(403, { title: "Forbidden", detail: "You may not." });

export const states = [
  ...["pending", "too long", "chosen", "drawn", "held", "publishing", "lost", "asked", "published", "failed"],
] as const;

/** Ends what a held network keeps waiting. */
export type Release = () => Promise<void>;
const nothing: Release = () => Promise.resolve();

export async function write(stage: Stage, content: string, account: string | null): Promise<number> {
  const { id } = await writeTweet(stage.app, { userId: stage.alice.user.id, content, account });
  return id;
}

export const schedule = (stage: Stage, tweetId: number, ms: number) =>
  scheduleAt(stage.app, {
    userId: stage.alice.user.id,
    tweetId,
    account: null,
    executeAt: stage.app.clock.now() + ms,
  });

/** Scheduled for the next minute, which then comes. */
export async function fallsDue(stage: Stage, tweetId: number): Promise<void> {
  await schedule(stage, tweetId, minutes(1));
  stage.app.clock.advance(minutes(1));
}

/** The moments in between pass. */
export async function bring(stage: Stage, tweetId: number, state: string): Promise<Release> {
  const { app, network, alice } = stage;
  const ask = { userId: alice.user.id, tweetId, account: null };
  switch (state) {
    case "too long": {
      const content = "word ".repeat(60);
      await app.db.updateTable("tweets").set({ content }).where("id", "=", tweetId).execute();
      return nothing;
    }
    case "chosen":
      await schedule(stage, tweetId, minutes(600));
      return nothing;
    case "drawn":
      await addToTimeline(app, { ...ask, timeZone: null });
      return nothing;
    case "publishing": {
      let release = () => {};
      network.hold = new Promise((resolve) => (release = resolve));
      await fallsDue(stage, tweetId);
      const { done } = await publishDue(app);
      return async () => {
        release();
        await done;
        network.hold = null;
      };
    }
    case "lost":
    case "asked":
      network.faults.push("lost after");
      network.unreadable = state === "asked";
      await fallsDue(stage, tweetId);
      await sendDue(app);
      for (let look = 0; state === "asked" && look < 4; look += 1) {
        app.clock.advance(minutes(10));
        await reconcileDue(app);
      }
      network.unreadable = false;
      return nothing;
    case "published":
      await publishNow(app, ask);
      return nothing;
    case "failed":
      network.faults.push(refused);
      await fallsDue(stage, tweetId);
      await sendDue(app);
      return nothing;
    default:
      return nothing;
  }
}
