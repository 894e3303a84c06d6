// What the forms of a tweet can mean, on whichever screen it stands.
import type { ActionFunctionArgs } from "@remix-run/node";
import {
  addToTimeline,
  dismiss,
  editTweet,
  postAs,
  publishNow,
  resolve,
  scheduleAt,
  unschedule,
  writeTweet,
} from "~/features/publishing/publishing.server";
import { AppError } from "~/ground/errors";
import { asTyped, inSentence } from "~/features/tweets/tweet";
import { clockTime, dayLabel, instantOf } from "~/ground/time/zone";
import { type Actions, type FormAction, field, requirePerson } from "~/screens/forms/form-action.server";
import { hrefWith } from "~/screens/forms/href-with";
import type { tweetIntents, wordsIntents } from "~/screens/forms/intents";
import { runIntent } from "~/screens/forms/run-intent.server";
import { frameActions } from "~/screens/frame/actions.server";

/** The person's tweet, as the account that its card named when the button was pressed. */
function tweetOf(formAction: FormAction): { userId: string; tweetId: number; account: string | null } {
  const { user } = requirePerson(formAction);
  const id = Number(field(formAction, "tweetId"));
  if (!Number.isSafeInteger(id)) throw new AppError("not_found", "This tweet does not exist");
  return { userId: user.id, tweetId: id, account: named(formAction) };
}

/** The network's id of the account that the form names, or null. */
const named = (formAction: FormAction): string | null => field(formAction, "account") || null;

const words = (formAction: FormAction): string => asTyped(field(formAction, "content"));

/** The local time of the person, as a datetime-local field sends it. */
function momentOf(formAction: FormAction): { executeAt: number } {
  const executeAt = instantOf(field(formAction, "moment"), requirePerson(formAction).user.timezone);
  if (executeAt === null) throw new AppError("invalid", "Please choose a date and a time");
  return { executeAt };
}

/** "today, 16:47" on the clock of the person's place. */
function when(formAction: FormAction, at: number): string {
  const { timezone } = requirePerson(formAction).user;
  return inSentence(`${dayLabel(at, timezone, formAction.app.clock.now())}, ${clockTime(at, timezone)}`);
}

/** What the person says of a lost answer. */
function wordOf(formAction: FormAction): boolean {
  const word = field(formAction, "published");
  if (word !== "true" && word !== "false") throw new AppError("invalid", "Please say whether it is there or not");
  return word === "true";
}

export const timelineAction = (args: ActionFunctionArgs) => runIntent(args, { ...frameActions, ...tweetActions });

export const wordsActions: Actions<typeof wordsIntents> = {
  async "edit-tweet"(formAction) {
    await editTweet(formAction.app, { ...tweetOf(formAction), content: words(formAction) });
    return { to: hrefWith(formAction.url, { edit: null }), message: "The new words are saved" };
  },
};

export const tweetActions: Actions<typeof tweetIntents> = {
  ...wordsActions,
  async "post-now"(formAction) {
    const { publishedAt } = await publishNow(formAction.app, tweetOf(formAction));
    return { message: publishedAt === null ? "It is on its way" : `Published ${when(formAction, publishedAt)}` };
  },
  async "add-to-timeline"(formAction) {
    const ask = { ...tweetOf(formAction), timeZone: field(formAction, "timezone") || null };
    const { executeAt, reason } = await addToTimeline(formAction.app, ask);
    return { message: `Scheduled for ${when(formAction, executeAt)}. ${reason}` };
  },
  async "take-off"(formAction) {
    await unschedule(formAction.app, tweetOf(formAction));
    return { message: "Unscheduled" };
  },
  async "schedule-at"(formAction) {
    const { executeAt } = await scheduleAt(formAction.app, { ...tweetOf(formAction), ...momentOf(formAction) });
    return { message: `Scheduled for ${when(formAction, executeAt)}` };
  },
  async "post-as"(formAction) {
    const { account, ...tweet } = tweetOf(formAction);
    if (account === null) throw new AppError("invalid", "Please choose an account");
    const { account: now } = await postAs(formAction.app, { ...tweet, account });
    return { message: `It goes out as @${now?.username ?? ""} from now on` };
  },
  async dismiss(formAction) {
    await dismiss(formAction.app, tweetOf(formAction));
    return { message: "Dismissed" };
  },
  async resolve(formAction) {
    await resolve(formAction.app, { ...tweetOf(formAction), published: wordOf(formAction) });
    return { message: "Thank you" };
  },
  async "write-tweet"(formAction) {
    const { user } = requirePerson(formAction);
    const { id } = await writeTweet(formAction.app, {
      userId: user.id,
      content: words(formAction),
      account: named(formAction),
    });
    return {
      to: hrefWith(formAction.url, { write: null, tweet: String(id) }),
      message: "Saved. Now choose when it goes out.",
    };
  },
};
