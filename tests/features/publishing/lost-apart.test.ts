// Two lost answers of one account, begun far apart: its posts are read once for both, from the earlier one on.
import { expect, it } from "vitest";
import { minutes } from "~/ground/time/duration";
import { openTokens } from "~/features/accounts/accounts.server";
import { reconcileDue } from "~/features/publishing/publishing.server";
import { makeWorld, rowOf, start } from "./world";

it("the earlier of two lost posts of one account is found, and not sent again", async () => {
  const { app, account, network, id } = await makeWorld();
  const [earlier, later] = [id("unknown"), id("publishing")];
  const far = start + minutes(600);
  await app.db.updateTable("tweets").set({ check_at: far }).where("state", "=", "unknown").execute();
  await app.db.updateTable("tweets").set({ lease_until: far }).where("state", "=", "publishing").execute();
  const lost = { state: "unknown", error_code: "lost", check_at: start } as const;
  await app.db.updateTable("tweets").set(lost).where("id", "in", [earlier, later]).execute();
  const attempt = { outcome: "unknown", code: "lost", ended_at: start, checks: 0 } as const;
  await app.db.updateTable("attempts").set(attempt).where("tweet_id", "in", [earlier, later]).execute();
  const sentAt = start - minutes(50);
  await app.db.updateTable("attempts").set({ started_at: sentAt }).where("tweet_id", "=", earlier).execute();

  app.clock.set(sentAt);
  const tokens = openTokens(app, await rowOf(app, account.own));
  const { signal } = new AbortController();
  await network.post(tokens, { text: "own unknown: words of its own", timeoutMs: 1000, signal });
  for (const after of [60, 61]) {
    app.clock.set(start + minutes(after));
    await reconcileDue(app);
  }
  const { state } = await app.db
    .selectFrom("tweets")
    .select("state")
    .where("id", "=", earlier)
    .executeTakeFirstOrThrow();
  expect(state).toBe("published");
});
