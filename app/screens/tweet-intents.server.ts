// What the forms of a tweet can mean, on whichever screen it stands.
import { addToTimeline, publishNow, takeOff } from "~/features/publishing/publishing.server";
import { AppError } from "~/errors";
import { type Act, field, type Intents, requirePerson } from "./act.server";

/** The tweet as it belongs to the person: with the account it was written for, else the default, else the first. */
function tweetOf(act: Act): { userId: string; tweetId: number; account: null } {
  const { user } = requirePerson(act);
  const id = Number(field(act, "tweetId"));
  if (!Number.isSafeInteger(id)) throw new AppError("not_found", "This tweet does not exist");
  return { userId: user.id, tweetId: id, account: null };
}

export const tweetIntents: Intents = {
  async "post-now"(act) {
    await publishNow(act.app, tweetOf(act));
    return { said: "Published" };
  },
  async "add-to-timeline"(act) {
    const ask = tweetOf(act);
    const stored = requirePerson(act).user.timezone;
    const { reason } = await addToTimeline(act.app, { ...ask, timeZone: field(act, "timezone") || null, stored });
    return { said: reason };
  },
  async "take-off"(act) {
    await takeOff(act.app, tweetOf(act));
    return { said: "Taken off the timeline" };
  },
};
