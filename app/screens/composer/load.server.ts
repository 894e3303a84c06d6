// Loads /write: an empty composer, or one with a tweet or thread.
import type { App } from "~/app.server";
import { findNamed } from "~/features/accounts/account";
import { listPicturesOf, whyOff } from "~/features/media/media.server";
import { findThread } from "~/features/threads/threads.server";
import { parseSlot } from "~/features/timeline/slot";
import { findTweet } from "~/features/tweets/tweets.server";
import { type LoaderArgs, readViewer, type Viewer } from "~/screens/frame/viewer.server";
import { pathOf } from "./back";
import { fixedText } from "./form";
import { type ComposerView, formOf, newForm, type Subject, toView } from "./to-view.server";

/** Code units of words that an address brings. */
const maxWords = 2_000;

export interface ComposerPage {
  signedIn: boolean;
  /** Null: no one is signed in, or the tweet can't be changed. */
  view: ComposerView | null;
  /** Why the tweet can't be changed. */
  refusal: string | null;
}

export async function loadComposer(args: LoaderArgs): Promise<ComposerPage> {
  const { app, viewer } = await readViewer(args);
  const { user, query } = viewer;
  if (!user) return { signedIn: false, view: null, refusal: null };
  const around = aroundOf(app, viewer);
  const back = pathOf(query.get("back"));
  const named = query.get("tweet");
  if (named === null) {
    const words = (query.get("words") ?? "").slice(0, maxWords);
    const account = findNamed(viewer.accounts, query.get("account") ?? "");
    const form = newForm({ userId: user.id, words, slot: parseSlot(query.get("slot") ?? ""), account, back }, around);
    return { signedIn: true, view: toView(form, null, around), refusal: null };
  }
  const subject = /^\d{1,15}$/.test(named) ? await findSubject(app, user.id, Number(named)) : null;
  if (!subject) return { signedIn: true, view: null, refusal: "Tweet not found" };
  const view = toView(formOf(subject, back, around, user.id), subject, around);
  const refusal = refusalOf(subject, view);
  return { signedIn: true, view: refusal === null ? view : null, refusal };
}

export const aroundOf = (app: App, { accounts, now, timeZone }: Pick<Viewer, "accounts" | "now" | "timeZone">) => ({
  accounts,
  now,
  timeZone,
  hours: app.config,
  imagesOff: whyOff(app.config),
});

/** Null for an unknown tweet, or another user's. A part of a thread finds the thread. */
export async function findSubject(app: App, userId: string, tweetId: number): Promise<Subject | null> {
  const found = await findTweet(app, userId, tweetId);
  if (!found) return null;
  const thread = await findThread(app.db, found);
  const parts = thread?.parts ?? [found];
  const pictures = await listPicturesOf(
    app.db,
    parts.map(({ id }) => id),
  );
  return { tweet: parts[0] ?? found, thread, pictures };
}

function refusalOf({ tweet }: Subject, { situation }: ComposerView): string | null {
  if (tweet.discardedAt !== null) return "This tweet is in Trash. Restore it first.";
  if (tweet.undoUntil !== null || situation === "sending") return "This tweet is being posted.";
  return situation === "posted" ? fixedText : null;
}
