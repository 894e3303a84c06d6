// Shared helpers of the routes that schedule a tweet.
import type { App } from "~/app.server";
import { addToTimeline, isInQuietHours, type Place } from "~/features/scheduling/scheduling.server";
import type { User } from "~/features/users/user";
import { iso } from "~/ground/time/iso";
import type { Call } from "./api.server";
import type { Once } from "./idempotency/idempotency.server";
import { tweetId } from "./params.server";
import type { sentBy } from "./proposals.server";

export async function chooseMoment(
  app: App,
  user: User,
  params: Call["params"],
  request: { zone: string | null; account: string | null; by: ReturnType<typeof sentBy>; once: Once },
) {
  const id = tweetId(params);
  const wanted = {
    userId: user.id,
    tweetId: id,
    account: request.account,
    timeZone: request.zone || null,
    ...request.by,
  };
  const place = await addToTimeline(app, wanted, (trx, _, placed) =>
    request.once.keep(trx, () => ({ data: placeOf(id, placed) })),
  );
  return placeOf(id, place);
}

export const placeOf = <Reason extends string | null>(tweetId: number, place: Place & { reason: Reason }) => ({
  tweet_id: tweetId,
  execute_at: iso(place.executeAt),
  timezone: place.timeZone,
  reason: place.reason,
  twitter_account_id: place.account.networkUserId,
  twitter_username: place.account.username,
});

export const namedPlaceOf = <Reason extends string | null>(
  app: Pick<App, "config">,
  tweetId: number,
  place: Place & { reason: Reason },
) => ({ ...placeOf(tweetId, place), warning: warningOf(isInQuietHours(app, place)) });

export const warningOf = (inQuietHours: boolean) => (inQuietHours ? ("quiet_hours" as const) : null);
