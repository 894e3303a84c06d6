// GET /healthz: 200 while the database answers and the loop has ticked in the last 30 s.
import { sql } from "kysely";
import { getApp } from "~/app.server";
import { seconds } from "~/duration";

export async function loader() {
  const app = getApp();
  const tickedAt = app.work.lastTickAt();
  const alive = tickedAt !== null && app.clock.monotonic() - tickedAt < seconds(30);
  const answers = await sql`select 1`.execute(app.db).then(
    () => true,
    () => false,
  );
  const healthy = alive && answers;
  return Response.json(
    { healthy, loop: alive, database: answers, publisher: app.work.isPublisher() },
    { status: healthy ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
}
