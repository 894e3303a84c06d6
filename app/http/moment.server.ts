// What both routes that choose a random moment do alike.
import type { App } from "~/app.server";
import { addToTimeline } from "~/features/publishing/publishing.server";
import type { User } from "~/features/users/user";
import { iso } from "~/iso";
import type { Call } from "./api.server";
import { tweetId } from "./params.server";

export async function chooseMoment(
  app: App,
  user: User,
  params: Call["params"],
  ask: { zone: string | null; account: string | null },
) {
  const id = tweetId(params);
  const zones = { timeZone: ask.zone || null, stored: user.timezone };
  const moment = await addToTimeline(app, { userId: user.id, tweetId: id, account: ask.account, ...zones });
  const { executeAt, timeZone, reason } = moment;
  return { tweet_id: id, execute_at: iso(executeAt), timezone: timeZone, reason };
}
