// What the forms of a tweet can mean, on whichever screen it stands.
import {
  addToTimeline,
  dismiss,
  editTweet,
  postAs,
  publishNow,
  resolve,
  scheduleAt,
  takeOff,
  writeTweet,
} from "~/features/publishing/publishing.server";
import { AppError } from "~/errors";
import { asTyped, inSentence } from "~/features/tweets/tweet";
import { clockTime, dayLabel, instantOf } from "~/zone";
import { type Act, field, type Intents, requirePerson } from "./act.server";
import { here } from "./here";

/** The person's tweet, as the account that its card named when the button was pressed. */
function tweetOf(act: Act): { userId: string; tweetId: number; account: string | null } {
  const { user } = requirePerson(act);
  const id = Number(field(act, "tweetId"));
  if (!Number.isSafeInteger(id)) throw new AppError("not_found", "This tweet does not exist");
  return { userId: user.id, tweetId: id, account: named(act) };
}

/** The network's id of the account that the form names, or null. */
const named = (act: Act): string | null => field(act, "account") || null;

const words = (act: Act): string => asTyped(field(act, "content"));

/** The local time of the person, as a datetime-local field sends it. */
function momentOf(act: Act): { executeAt: number } {
  const executeAt = instantOf(field(act, "moment"), requirePerson(act).user.timezone);
  if (executeAt === null) throw new AppError("invalid", "Please choose a date and a time");
  return { executeAt };
}

/** "today, 16:47" on the clock of the person's place. */
function when(act: Act, at: number): string {
  const { timezone } = requirePerson(act).user;
  return inSentence(`${dayLabel(at, timezone, act.app.clock.now())}, ${clockTime(at, timezone)}`);
}

/** What the person says of a lost answer. */
function wordOf(act: Act): boolean {
  const word = field(act, "published");
  if (word !== "true" && word !== "false") throw new AppError("invalid", "Please say whether it is there or not");
  return word === "true";
}

export const tweetIntents: Intents = {
  async "post-now"(act) {
    const { publishedAt } = await publishNow(act.app, tweetOf(act));
    return { said: publishedAt === null ? "It is on its way" : `Published ${when(act, publishedAt)}` };
  },
  async "add-to-timeline"(act) {
    const ask = { ...tweetOf(act), timeZone: field(act, "timezone") || null };
    const { executeAt, reason } = await addToTimeline(act.app, ask);
    return { said: `Scheduled for ${when(act, executeAt)}. ${reason}` };
  },
  async "take-off"(act) {
    await takeOff(act.app, tweetOf(act));
    return { said: "Unscheduled" };
  },
  async "schedule-at"(act) {
    const { executeAt } = await scheduleAt(act.app, { ...tweetOf(act), ...momentOf(act) });
    return { said: `Scheduled for ${when(act, executeAt)}` };
  },
  async "post-as"(act) {
    const { account, ...tweet } = tweetOf(act);
    if (account === null) throw new AppError("invalid", "Please choose an account");
    const { account: now } = await postAs(act.app, { ...tweet, account });
    return { said: `It goes out as @${now?.username ?? ""} from now on` };
  },
  async dismiss(act) {
    await dismiss(act.app, tweetOf(act));
    return { said: "Dismissed" };
  },
  async resolve(act) {
    await resolve(act.app, { ...tweetOf(act), published: wordOf(act) });
    return { said: "Thank you" };
  },
  async "edit-tweet"(act) {
    await editTweet(act.app, { ...tweetOf(act), content: words(act) });
    return { to: here(act.url, { edit: null }), said: "The new words are saved" };
  },
  async "write-tweet"(act) {
    const { user } = requirePerson(act);
    const { id } = await writeTweet(act.app, { userId: user.id, content: words(act), account: named(act) });
    return { to: here(act.url, { write: null, tweet: String(id) }), said: "Saved. Now choose when it goes out." };
  },
};
