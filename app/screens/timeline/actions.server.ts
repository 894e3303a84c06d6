// Actions of a tweet's forms, on every screen that shows tweets.
import type { ActionFunctionArgs } from "@remix-run/node";
import {
  addToTimeline,
  dismiss,
  moveToSlot,
  scheduleAt,
  unschedule,
  writeInSlot,
} from "~/features/scheduling/scheduling.server";
import {
  editTweet,
  postAs,
  type NowRequest,
  postSoon,
  publishNow,
  resolve,
  type Seen,
  undoPost,
  writeTweet,
} from "~/features/publishing/publishing.server";
import { keepBacklog, postBacklog } from "~/features/backlog/backlog.server";
import { maxDays } from "~/features/scheduling/plan-limits";
import { undoFor } from "~/features/publishing/rules/undo";
import { getTweet } from "~/features/tweets/tweets.server";
import { AppError } from "~/ground/errors";
import { asTyped, inSentence, undoPostIntent } from "~/features/tweets/tweet";
import { parseSlot } from "~/features/timeline/slot";
import type { Undo } from "~/ui/messages/form-message";
import { instantOf, localTextOf, momentLabel } from "~/ground/time/zone";
import {
  type Actions,
  type FormAction,
  type FormAnswer,
  field,
  requirePerson,
} from "~/screens/forms/form-action.server";
import { hrefWith } from "~/screens/forms/href-with";
import type { tweetIntents, wordsIntents } from "~/screens/forms/intents";
import { runIntent } from "~/screens/forms/run-intent.server";
import { frameActions } from "~/screens/frame/actions.server";
import { ideasActions } from "./trash-actions.server";
import { planActions } from "./plan/actions.server";
import { refineByForm } from "./refine.server";
import { changedThread, deletedPost, updateThread, wroteThread } from "./thread-actions.server";
import { countParts, requireSeen } from "./whole-thread.server";

function tweetOf(formAction: FormAction): { userId: string; tweetId: number; account: string | null } {
  const { user } = requirePerson(formAction);
  const id = Number(field(formAction, "tweetId"));
  if (!Number.isSafeInteger(id)) throw new AppError("not_found", "Tweet not found.");
  return { userId: user.id, tweetId: id, account: named(formAction) };
}

const named = (formAction: FormAction): string | null => field(formAction, "account") || null;

const words = (formAction: FormAction): string => asTyped(field(formAction, "content"));

/** Null if the user saw only the first part. */
const partsSeen = ({ form }: FormAction): number | null => (form.has("parts") ? Number(form.get("parts")) : null);

const seenBy = (formAction: FormAction): { seen?: Seen } =>
  formAction.form.has("before")
    ? { seen: { content: field(formAction, "before"), isScheduled: field(formAction, "state") === "scheduled" } }
    : {};

function withoutEditor({ url, form }: FormAction): { to?: string } {
  if (!url.searchParams.has("edit")) return {};
  const to = hrefWith(url, { edit: null });
  const isInPlace = form.has("before") && !url.searchParams.has("tweet");
  return { to: isInPlace ? `${to}#tweet-${Number(form.get("tweetId"))}` : to };
}

function momentOf(formAction: FormAction): { executeAt: number } {
  const executeAt = instantOf(field(formAction, "moment"), requirePerson(formAction).user.timezone);
  if (executeAt === null) throw new AppError("invalid", "Choose a date and a time.");
  return { executeAt };
}

function when(formAction: FormAction, at: number): string {
  const { timezone } = requirePerson(formAction).user;
  return inSentence(momentLabel(at, timezone, formAction.app.clock.now()));
}

async function backTo(formAction: FormAction, { at, reason }: { at: number; reason: string | null }): Promise<Undo> {
  const parts = await countParts(formAction.app, tweetOf(formAction));
  const { timezone } = requirePerson(formAction).user;
  const second = String(new Date(at).getUTCSeconds()).padStart(2, "0");
  const fields = {
    tweetId: field(formAction, "tweetId"),
    account: field(formAction, "account"),
    moment: `${localTextOf(at, timezone)}:${second}`,
    ...(reason !== null && { reason }),
    ...(parts !== null && { parts: String(parts) }),
  };
  return { intent: "schedule-at", fields };
}

const closed = ({ url }: FormAction): Pick<FormAnswer, "to"> =>
  url.searchParams.has("move") ? { to: hrefWith(url, { tweet: null, move: null }) } : {};

function slotIn(formAction: FormAction): { date: string; hour: number; anyway: boolean } {
  const slot = parseSlot(`${field(formAction, "day")}T${field(formAction, "slot")}`);
  if (!slot) throw new AppError("invalid", "Choose a day and a time slot.");
  return { ...slot, anyway: field(formAction, "anyway") === "1" };
}

async function moved(formAction: FormAction): Promise<FormAnswer> {
  const { userId, tweetId } = tweetOf(formAction);
  const { executeAt, before } = await moveToSlot(formAction.app, { userId, tweetId, ...slotIn(formAction) });
  const message = `Moved to ${when(formAction, executeAt)}`;
  return { ...closed(formAction), message, undo: await backTo(formAction, before) };
}

async function postedSoon(formAction: FormAction, request: NowRequest): Promise<FormAnswer> {
  await postSoon(formAction.app, request);
  const fields = { tweetId: field(formAction, "tweetId") };
  return { message: "Posting in 5 seconds", undo: { intent: undoPostIntent, fields, lastsMs: undoFor } };
}

function wordOf(formAction: FormAction): boolean {
  const word = field(formAction, "published");
  if (word !== "true" && word !== "false") throw new AppError("invalid", "Choose whether it was posted.");
  return word === "true";
}

const tweets = (count: number): string => (count === 1 ? "1 tweet" : `${count} tweets`);

export const timelineAction = (args: ActionFunctionArgs) => runIntent(args, { ...frameActions, ...tweetActions });

export const wordsActions: Actions<typeof wordsIntents> = {
  async "edit-tweet"(formAction) {
    await editTweet(formAction.app, {
      ...tweetOf(formAction),
      ...seenBy(formAction),
      content: words(formAction),
    });
    return { ...withoutEditor(formAction), message: "Tweet saved", isShown: true };
  },
};

export const tweetActions: Actions<typeof tweetIntents> = {
  ...wordsActions,
  ...ideasActions,
  ...planActions,
  async "post-now"(formAction) {
    const ask = { ...tweetOf(formAction), scheduledToo: field(formAction, "from") === "scheduled" };
    await requireSeen(formAction.app, ask, partsSeen(formAction));
    if (requirePerson(formAction).user.undoEnabled) return postedSoon(formAction, ask);
    const { publishedAt, part } = await publishNow(formAction.app, ask);
    if (part && publishedAt !== null) return { message: "Part 1 is posted. The rest will follow." };
    return { message: publishedAt === null ? "Posting…" : `Published ${when(formAction, publishedAt)}` };
  },
  async "take-back"(formAction) {
    const { state, dueAt } = await undoPost(formAction.app, tweetOf(formAction));
    if (state !== "scheduled" || dueAt === null) return { message: "Undone. Nothing was posted." };
    return { message: `Undone. Still scheduled for ${when(formAction, dueAt)}.` };
  },
  async "add-to-timeline"(formAction) {
    const ask = { ...tweetOf(formAction), timeZone: field(formAction, "timezone") || null };
    await requireSeen(formAction.app, ask, partsSeen(formAction));
    const { executeAt, reason } = await addToTimeline(formAction.app, ask);
    return { message: `Scheduled for ${when(formAction, executeAt)}. ${reason}` };
  },
  async "take-off"(formAction) {
    const tweet = tweetOf(formAction);
    const { dueAt: at, momentReason: reason } = await getTweet(formAction.app, tweet.userId, tweet.tweetId);
    await unschedule(formAction.app, tweet);
    return { message: "Unscheduled", ...(at !== null && { undo: await backTo(formAction, { at, reason }) }) };
  },
  async "schedule-at"(formAction) {
    if (field(formAction, "day") !== "") return moved(formAction);
    await requireSeen(formAction.app, tweetOf(formAction), partsSeen(formAction));
    const reason = field(formAction, "reason") || null;
    const { executeAt } = await scheduleAt(formAction.app, { ...tweetOf(formAction), ...momentOf(formAction), reason });
    return { message: `Scheduled for ${when(formAction, executeAt)}` };
  },
  async "post-as"(formAction) {
    const { account, ...tweet } = tweetOf(formAction);
    if (account === null) throw new AppError("invalid", "Choose an account.");
    const { account: now } = await postAs(formAction.app, { ...tweet, account });
    return { message: `Will post as @${now?.username ?? ""}` };
  },
  "refine-tweet": (formAction) => refineByForm(formAction, () => tweetOf(formAction).tweetId),
  async dismiss(formAction) {
    await dismiss(formAction.app, tweetOf(formAction));
    return { message: "Dismissed" };
  },
  async resolve(formAction) {
    await resolve(formAction.app, { ...tweetOf(formAction), published: wordOf(formAction) });
    return { message: "Thanks. Updated." };
  },
  "change-thread": (formAction) => changedThread(formAction, tweetOf(formAction)),
  "steer-thread": (formAction) => updateThread(formAction, tweetOf(formAction)),
  async "decide-backlog"(formAction) {
    const ask = { userId: requirePerson(formAction).user.id, account: field(formAction, "account") };
    if (field(formAction, "do") === "keep")
      return { message: `${tweets(await keepBacklog(formAction.app, ask))} kept as drafts` };
    const { scheduled, kept, left } = await postBacklog(formAction.app, ask);
    const drafts = kept === 0 ? "" : `. ${tweets(kept)} couldn’t be scheduled and stay drafts`;
    const rest = left === 0 ? "" : `. There is no room for ${tweets(left)} within ${maxDays} days`;
    return { message: `${tweets(scheduled.length)} scheduled${drafts}${rest}` };
  },
  "delete-post": (formAction) => deletedPost(formAction, tweetOf(formAction)),
  async "write-tweet"(formAction) {
    const ask = { userId: requirePerson(formAction).user.id, content: words(formAction), account: named(formAction) };
    if (field(formAction, "thread") !== "") return wroteThread(formAction, ask);
    if (field(formAction, "day") !== "" && field(formAction, "keep") === "") {
      const { executeAt } = await writeInSlot(formAction.app, { ...ask, ...slotIn(formAction) });
      return { to: hrefWith(formAction.url, { write: null }), message: `Scheduled for ${when(formAction, executeAt)}` };
    }
    const { id } = await writeTweet(formAction.app, ask);
    return {
      to: hrefWith(formAction.url, { write: null, edit: null, tweet: String(id) }),
      message: "Saved. Now pick a time.",
      isShown: true,
    };
  },
};
