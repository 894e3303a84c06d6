// What both routes that choose a random moment do alike.
import { z } from "zod";
import type { App } from "~/app.server";
import { addToTimeline } from "~/features/publishing/publishing.server";
import type { User } from "~/features/users/user";
import { iso } from "~/iso";
import type { Answer } from "./api.server";
import { tweetId } from "./params.server";

/** A zone that isn't known is no fault: the stored one takes its place (contract, publish-random). */
export const momentBody = z.object({ user_timezone: z.string("user_timezone must be text").nullish() });

export async function chooseMoment(
  app: App,
  user: User,
  params: Record<string, string | undefined>,
  body: z.output<typeof momentBody>,
  account: string | null,
): Promise<Answer> {
  const id = tweetId(params);
  const zones = { timeZone: body.user_timezone || null, stored: user.timezone };
  const moment = await addToTimeline(app, { userId: user.id, tweetId: id, account, ...zones });
  const { executeAt, timeZone, reason } = moment;
  return { data: { tweet_id: id, execute_at: iso(executeAt), timezone: timeZone, reason } };
}
