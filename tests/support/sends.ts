// Sending on the clock of the tests: what is claimed shortly before its moment would wait for a clock that stands.
import { publishDue, publishSoon } from "~/features/publishing/publishing.server";
import { claimAhead } from "~/features/publishing/engine/claimed.server";
import type { TestApp } from "./app";

/** One turn of the publisher, to its end; answers how many sends it began. */
export async function sendDue(app: TestApp): Promise<number> {
  const soon = await publishSoon(app);
  await soon.done;
  const { started, done } = await publishDue(app);
  if (started > 0) app.clock.advance(claimAhead);
  await done;
  return soon.started + started;
}
