// Exports an account's readings as CSV, one row per reading.
import { setImmediate as turn } from "node:timers/promises";
import type { App } from "~/app.server";
import { getAccount } from "~/features/accounts/accounts.server";
import { inPages } from "~/ground/pages";
import { toCsv } from "~/ground/spreadsheet";
import { iso } from "~/ground/time/iso";
import { listForCsv } from "./store/compared.server";

const columns = [
  "tweet_id",
  "post_url",
  "published_at",
  "slot",
  "read_at",
  "likes",
  "reposts",
  "replies",
  "quotes",
  "bookmarks",
  "impressions",
  "link_clicks",
  "profile_clicks",
  "source",
  "text",
] as const;

type Reading = Awaited<ReturnType<typeof listForCsv>>[number];

/** Throws not_found. */
export async function resultsCsv(app: App, { userId, account }: { userId: string; account: string }) {
  const { id, username } = await getAccount(app, userId, account);
  const day = new Date(app.clock.now()).toISOString().slice(0, 10);
  let text = toCsv(columns, []);
  const pages = inPages<Reading>((last, limit) => {
    const after = last ? { tweetId: last.tweet_id, slot: last.slot } : { tweetId: 0, slot: "" };
    return listForCsv(app.db, id, { after, limit });
  });
  for await (const rows of pages) {
    text += toCsv(
      columns,
      rows.map((row) => ({
        tweet_id: row.tweet_id,
        post_url: row.post_id === null ? "" : app.network.postUrl(username, row.post_id),
        published_at: iso(row.placed_at),
        slot: row.slot,
        read_at: iso(row.read_at),
        likes: row.likes,
        reposts: row.reposts,
        replies: row.replies,
        quotes: row.quotes,
        bookmarks: row.bookmarks,
        impressions: row.impressions,
        link_clicks: row.link_clicks,
        profile_clicks: row.profile_clicks,
        source: row.source === "sandbox" ? "sample data (sandbox)" : row.source,
        text: row.content,
      })),
      { withHead: false },
    );
    await turn();
  }
  return { name: `linnet-results-${username}-${day}.csv`, type: "text/csv; charset=utf-8", text };
}
