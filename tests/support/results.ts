// Ninety posts of the last weeks with what was read of them, into a server's file: the sandbox would take weeks to come by them.
import type Sqlite from "better-sqlite3";

const hour = 3_600_000;
const themes = [
  "What a hive costs in its first year, with every receipt",
  "A swarm isn’t an attack. It is a colony with a suitcase",
  "Quick poll: foundation or foundationless?",
  "Two frames of brood, one bent hive tool",
  "Honey is weather you can eat",
  "Monday again, both hives humming",
  "Why I stopped naming the queens",
];

/** Evenings are seen more, every sixth moment was chosen, and all of it is the sandbox's invention. */
export function insertResults(db: Sqlite.Database, { userId, accountId }: { userId: string; accountId: number }): void {
  const tweet = db.prepare(`insert into tweets (user_id, account_id, position, origin, content, fingerprint, created_at,
    updated_at, state, publish_type, due_at, moment_reason, published_at, post_id)
    values (@userId, @accountId, 0, 'own', @content, @content, @at, @at, 'published', 'scheduled', @at, @reason, @at, @postId)`);
  const reading = db.prepare(`insert into readings (tweet_id, slot, read_at, likes, reposts, replies, quotes, bookmarks,
    impressions, source) values (?, ?, ?, ?, ?, ?, ?, 0, ?, 'sandbox')`);
  const now = Date.now();
  const midnight = Math.floor(now / (24 * hour)) * 24 * hour;
  for (let n = 1; n <= 90; n += 1) {
    // Nothing in the present week, which other tests and pictures look at.
    const clock = [8.3, 12.2, 18.2, 18.8, 20.6][n % 5] ?? 12;
    const at = Math.round(midnight - (8 + Math.floor(n * 0.85)) * 24 * hour + clock * hour);
    const views = Math.round((180 + ((n * 37) % 300)) * (clock > 18 && clock < 20 ? 2.2 : 1));
    const liked = 0.002 + ((n * 7) % 23) / 400;
    const { lastInsertRowid } = tweet.run({
      ...{ userId, accountId, content: `${themes[n % themes.length]}, no. ${n}`, at, postId: `9${now}${n}` },
      reason: n % 6 === 0 ? null : "Picked at random.",
    });
    const ages = { "1h": [1, 0.2], "24h": [24, 1], "3d": [72, 1.05], "7d": [168, 1.1] } as const;
    for (const [slot, [age, share]] of Object.entries(ages)) {
      const seen = Math.round(views * share);
      const [likes, replies] = [Math.round(seen * liked), Math.round(seen * 0.002)];
      reading.run(lastInsertRowid, slot, at + age * hour, likes, n % 3, replies, n % 2, seen);
    }
  }
}
