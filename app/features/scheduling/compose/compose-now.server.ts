// Post Now of what was composed: a draft first, then the post; a refusal leaves the draft.
import type { App } from "~/app.server";
import { type NowRequest, postSoon, publishNow, unconfirmed } from "~/features/publishing/publishing.server";
import { findTweet, type Tweet } from "~/features/tweets/tweets.server";
import { takeUndoOffer } from "~/features/users/queries.server";
import { findUser } from "~/features/users/users.server";
import { AppError, isAppError } from "~/ground/errors";
import { composeOnce } from "./compose-once.server";
import type { ComposeRequest } from "./composing";

export interface PostedNow {
  tweetId: number;
  isNew: boolean;
  outcome: Outcome;
  /** Offer the five seconds of undo with this answer; true once for each user. */
  offersUndo: boolean;
}

type Outcome =
  | { kind: "posted"; tweet: Tweet }
  | { kind: "soon"; undoUntil: number }
  /** The text is kept: as a draft, or at the time that it had. */
  | { kind: "refused"; error: AppError };

/** Throws what `compose` throws; then nothing is kept. A refusal to post is an outcome. */
export async function composeNow(app: App, request: Omit<ComposeRequest, "when">): Promise<PostedNow> {
  const { userId, account } = request;
  const { tweetId, isNew, place, isAgain } = await composeOnce(app, { ...request, when: { choice: "now" } });
  const outcome = await post(app, { userId, tweetId, account, scheduledToo: place !== null }, isAgain);
  const offersUndo = outcome.kind === "posted" && (await offerUndo(app, userId));
  return { tweetId, isNew, outcome, offersUndo };
}

async function post(app: App, request: NowRequest, isAgain: boolean): Promise<Outcome> {
  try {
    const waits = (await findUser(app, request.userId))?.undoEnabled === true;
    if (waits) return { kind: "soon", ...(await postSoon(app, request)) };
    return { kind: "posted", tweet: await publishNow(app, request) };
  } catch (error) {
    if (!isAppError(error)) throw error;
    const first = isAgain && error.code === "already_sent" ? await findOutcome(app, request) : null;
    return first ?? { kind: "refused", error };
  }
}

/** The outcome of the same form's first Post Now, whose answer was lost; null: it posted nothing. */
async function findOutcome(app: App, { userId, tweetId }: NowRequest): Promise<Outcome | null> {
  const tweet = await findTweet(app, userId, tweetId);
  if (!tweet) return null;
  if (tweet.undoUntil !== null) return { kind: "soon", undoUntil: tweet.undoUntil };
  if (tweet.publishedAt !== null) return { kind: "posted", tweet };
  if (tweet.state !== "publishing" && tweet.state !== "unknown") return null;
  return { kind: "refused", error: new AppError("timeout", unconfirmed, { failure: tweet.errorCode }) };
}

/** Whether to offer the five seconds now. True once, and never if the user turned them on. */
export const offerUndo = (app: App, userId: string): Promise<boolean> => takeUndoOffer(app.db, userId, app.clock.now());
