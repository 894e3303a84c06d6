// Sending on the clock of the tests: what is claimed shortly before its moment would wait for a clock that stands.
import { claimAhead, publishDue } from "~/features/publishing/publishing.server";
import type { TestApp } from "./app";

/** One turn of the publisher, to its end; answers how many sends it began. */
export async function sendDue(app: TestApp): Promise<number> {
  const { begun, settled } = await publishDue(app);
  if (begun > 0) app.clock.advance(claimAhead);
  await settled;
  return begun;
}
