// GET /healthz: 200 while the database answers and the loop has ticked in the last 30 s.
import { getApp } from "~/app.server";
import { seconds } from "~/ground/time/duration";
import { jsonResponse } from "~/http/door/envelope.server";
import { isAnswering } from "~db/database.server";

export async function loader() {
  const app = getApp();
  const tickedAt = app.work.lastTickAt();
  const alive = tickedAt !== null && app.clock.monotonic() - tickedAt < seconds(30);
  const answers = await isAnswering(app.db);
  const healthy = alive && answers;
  return jsonResponse(
    { healthy, loop: alive, database: answers, publisher: app.node.mayClaim() },
    healthy ? 200 : 503,
    new Headers({ "Cache-Control": "no-store" }),
  );
}
