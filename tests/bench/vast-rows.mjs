// One person with a hundred thousand rows, by hand into a database that the app made: what years of use leave, and more.
import { Sqlite } from "./sqlite.mjs";

const minute = 60_000;
const day = 24 * 60 * minute;
const perBatch = 10;

/** How many of each; their sum is what the bench promises. */
export const amounts = {
  drafts: 38_000,
  posts: 10_000,
  readings: 30_000,
  binned: 4_000,
  failed: 2_000,
  scheduled: 2_000,
  batches: 3_800,
  tasks: 3_800,
  journal: 2_000,
  versions: 999,
  analyses: 1_000,
  bots: 400,
  deliveries: 2_001,
};

/** Writes them for a person who has an account and one webhook; answers ids of each for the requests that name one. */
export function fillVast(file, userId) {
  const db = new Sqlite(file);
  const { id: accountId } = db.prepare("select id from accounts where user_id = ?").get(userId);
  const now = Date.now();
  const run = (text, bind) => db.prepare(text).run({ userId, accountId, now, ...bind });
  const count = (n) => `with recursive n(n) as (select 1 union all select n + 1 from n where n < ${n})`;
  const batchOf = "substr('00000000' || n, -8) || '-0000-4000-8000-000000000000'";
  const text = (n) =>
    `'The ' || ${n} || 'th thought on what a small shop learns from its own till, ' || case ${n} % 3 when 0 then
    'with more at https://shop.example/pages/' || ${n} when 1 then 'which no week teaches twice' else 'says the owner, smiling 🙂' end
    || ', and why number ' || (${n} * 7919 % 100003) || ' of the list is the one to keep'`;
  db.exec("begin");
  run(`${count(amounts.batches)} insert into batches (id, user_id, account_id, topic, web_search, writer, model, sources,
    input_tokens, output_tokens, created_at)
    select ${batchOf}, @userId, @accountId, 'Topic ' || n || ' of a small shop', 0, 'demo', 'demo', '[]', 10, 10,
      @now - n * ${minute} from n`);
  run(`${count(amounts.tasks)} insert into generation_tasks (id, user_id, account_id, topic, web_search, state,
    deadline_at, batch_id, created_at, ended_at)
    select ${batchOf.replace("'-0000-", "'-0001-")}, @userId, @accountId, 'Topic ' || n || ' of a small shop', 0,
      case n % 9 when 0 then 'failed' else 'success' end, @now, ${batchOf}, @now - n * 1000, @now - n * 1000 from n`);
  const tweets = (amount, values, columns = "") =>
    run(`${count(amount)} insert into tweets (user_id, position, origin, content, fingerprint, created_at, updated_at,
      account_id, batch_id, state${columns ? `, ${columns}` : ""})
      select @userId, n % ${perBatch}, ${values} from n`);
  const words = (n) => `${text(n)}, lower(${text(n)})`;
  const before = (ms) => `@now - n * ${ms}`;
  const firstOf = () => db.prepare("select coalesce(max(id), 0) + 1 as id from tweets").get().id;
  const drafts = firstOf();
  const batchOfDraft = batchOf.replace("|| n", `|| ((n - 1) / ${perBatch} + 1)`);
  tweets(
    amounts.drafts,
    `'generated', ${words("n")}, ${before(minute)}, ${before(minute)}, case n % 4 when 0 then @accountId end, ${batchOfDraft}, 'pending'`,
  );
  const failed = firstOf();
  tweets(
    amounts.failed,
    `'own', ${words("n + 40000")}, ${before(3 * minute)}, ${before(3 * minute)}, @accountId, null, 'failed', 'scheduled',
    ${before(30 * minute)}, 'duplicate', 'This was already posted'`,
    "publish_type, due_at, error_code, error",
  );
  const posts = firstOf();
  const postedEach = Math.floor((80 * day) / amounts.posts);
  const posted = `@now - n * ${postedEach} - ${8 * day}`;
  tweets(
    amounts.posts,
    `case n % 5 when 0 then 'bot' else 'own' end, ${words("n + 50000")}, ${posted}, ${posted}, @accountId, null,
    'published', 'scheduled', 'Chosen.', ${posted}, ${posted}, 'p' || n`,
    "publish_type, moment_reason, due_at, published_at, post_id",
  );
  const scheduled = firstOf();
  tweets(
    amounts.scheduled,
    `'own', ${words("n + 70000")}, @now, @now, @accountId, null, 'scheduled', 'scheduled', @now + ${day} + n * ${60 * minute}`,
    "publish_type, due_at",
  );
  const trashed = firstOf();
  tweets(
    amounts.binned,
    `'own', ${words("n + 80000")}, @now, @now, null, null, 'pending', @now - n * 60000`,
    "discarded_at",
  );
  for (const [place, slot] of ["1h", "24h", "7d"].entries())
    run(
      `insert into readings (tweet_id, slot, read_at, likes, reposts, replies, quotes, bookmarks, impressions, link_clicks,
        profile_clicks, engagements, source)
      select id, @slot, published_at + @place, id % 37, id % 5, id % 7, 0, id % 3, 100 + id % 900, 1, 1, 9, 'sandbox'
      from tweets where user_id = @userId and state = 'published' and id >= @posts`,
      { slot, place, posts },
    );
  run("insert into result_settings (user_id, level, updated_at) values (@userId, 'full', 1)");
  // One text that was changed each minute of two days; as many versions as are kept of fifty.
  run(
    `${count(amounts.journal)} insert into tweet_events (tweet_id, at, kind, detail)
    select @scheduled, ${before(minute)}, 'edited', 'Reworded' from n`,
    { scheduled },
  );
  run(
    `${count(amounts.versions)} insert into tweet_versions (tweet_id, version_no, content, written_at, written_by)
    select @drafts + n / 20, n % 20 + 1, ${text("n")}, ${before(minute)}, 'person' from n`,
    { drafts },
  );
  run(`${count(amounts.analyses)} insert into analyses (user_id, input_type, content, state, quality_tenths, created_at,
    updated_at, summary, tags, metadata) select @userId, 'product_description', ${text("n")}, 'completed', 70, ${before(minute)},
    ${before(minute)}, 'A shop', '["shop"]', '{}' from n`);
  const analyses = db.prepare("select min(id) as id from analyses where user_id = ?").get(userId).id;
  run(
    `${count(amounts.bots)} insert into bots (analysis_id, user_id, account_id, state, started_at, updated_at)
    select @analyses + n, @userId, @accountId, 'stopped', @now, @now from n`,
    { analyses },
  );
  const webhookId = db.prepare("select id from webhooks where user_id = ?").get(userId).id;
  run(`${count(amounts.deliveries)} insert into events (id, user_id, type, tweet_id, at, prepared_at)
    select 'e' || n, @userId, 'tweet.published', n, ${before(minute)}, @now from n`);
  run(
    `${count(amounts.deliveries)} insert into deliveries (event_id, channel, target_id, topic, body, state, event_at, ended_at,
      last_status) select 'e' || n, 'webhook', @webhookId, 'tweet.published', '{}', 'delivered', ${before(minute)}, @now, 200 from n`,
    { webhookId },
  );
  db.exec("commit");
  db.close();
  const id = (n) => `${String(n).padStart(8, "0")}-0000-4000-8000-000000000000`;
  return {
    accountId,
    userId,
    webhookId,
    batchId: id(7),
    taskId: id(7).replace("-0000-", "-0001-"),
    analysisId: analyses + 1,
    tweets: { drafts, failed, posts, scheduled, binned: trashed },
    middle: drafts + Math.floor(amounts.drafts / 2),
  };
}
