// Sets RateLimit headers (draft-ietf-httpapi-ratelimit-headers-11).
import type { App } from "~/app.server";
import type { LimitName } from "~/features/rate-limits/limit";
import { readRoom } from "~/features/rate-limits/rate-limits.server";
import { seconds } from "~/ground/time/duration";

export async function tellLimit(app: App, name: LimitName, userId: string, headers: Headers): Promise<void> {
  const room = await readRoom(app, name, userId);
  if (room === null) return;
  const { max, withinMs, left, endsInMs } = room;
  headers.append("RateLimit-Policy", `"${name}";q=${max};w=${withinMs / seconds(1)}`);
  headers.append("RateLimit", `"${name}";r=${left};t=${Math.ceil(endsInMs / seconds(1))}`);
}
