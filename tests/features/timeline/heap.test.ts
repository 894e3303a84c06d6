// A week with more tweets than a grid can show.
import { expect, it } from "vitest";
import { listWeek } from "~/features/timeline/timeline.server";
import { buildWeek } from "~/features/timeline/week";
import { makeWorld, start } from "../publishing/world";

it("a week shows a thousand tweets, the newest of them", async () => {
  const { app, account } = await makeWorld({ tweets: false });
  const row = { user_id: "alice", account_id: account.own.id, position: 0, origin: "own" as const, fingerprint: "-" };
  const out = { state: "published" as const, publish_type: "immediate" as const, published_at: start, due_at: start };
  const rows = Array.from({ length: 1_001 }, (_, n) => ({ ...row, ...out, content: `number ${n}` }));
  for (let n = 0; n < rows.length; n += 100)
    await app.db
      .insertInto("tweets")
      .values(rows.slice(n, n + 100).map((one) => ({ ...one, created_at: start, updated_at: start })))
      .execute();
  const which = { offset: 0, now: start, timeZone: "UTC" };
  const tasks = await listWeek(app, [account.own.id], which);
  expect(buildWeek({ tasks, ...which }).counts.published).toBe(1_000);
  expect([tasks[0], tasks.at(-1)].map((task) => task?.content)).toEqual(["number 1000", "number 1"]);
});
