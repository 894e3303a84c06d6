// What the database says of each tweet, beside what the network really took.
import type { Cluster } from "./cluster";
import { gapMs } from "./cluster";

export interface Verdict {
  /** Sentences, each a promise broken. */
  faults: string[];
  tweets: number;
  posts: number;
  unknowns: number;
}

interface Row {
  id: number;
  content: string;
  state: string;
  account: string;
  post_id: string | null;
}

export async function judge(cluster: Cluster): Promise<Verdict> {
  const rows = (await cluster.ask(`
    select t.id, content, state, a.network_user_id as account, post_id from tweets t
    left join accounts a on a.id = t.account_id order by t.id`)) as unknown as Row[];
  const posts = cluster.network.truth();
  const faults: string[] = [];
  for (const row of rows) {
    const own = posts.filter((post) => post.text === row.content);
    const tell = (what: string) => faults.push(`tweet ${row.id} (${row.state}): ${what}`);
    if (own.length > 1) tell(`it was posted ${own.length} times`);
    if (own.some((post) => post.userId !== row.account)) tell("it was posted as somebody else");
    if ((row.state === "published") !== own.length > 0) tell(`the network has it ${own.length} times`);
    if (!["published", "pending", "failed"].includes(row.state)) tell("it never came to an end");
    if (row.state === "failed") tell("it failed");
    if (row.state === "published" && own[0]?.id !== row.post_id) tell("it shows another post");
  }
  faults.push(...(await brokenGaps(cluster)));
  const unknowns = await cluster.ask("select count(*)::int as n from tweet_events where kind = 'unknown'");
  return {
    faults,
    tweets: rows.length,
    posts: posts.length,
    unknowns: Number(unknowns[0]?.["n"]),
  };
}

/** Two begins of an account's scheduled tweets, nearer than its gap. The clocks of two nodes agree within some ms. */
async function brokenGaps(cluster: Cluster): Promise<string[]> {
  const near = await cluster.ask(`
    select account_id, started_at, before from (
      select t.account_id, p.started_at,
        lag(p.started_at) over (partition by t.account_id order by p.started_at) as before
      from attempts p join tweets t on t.id = p.tweet_id) as one
    where started_at - before < ${gapMs - 60}`);
  return near.map(
    (row) =>
      `account ${String(row["account_id"])}: two begins ${Number(row["started_at"]) - Number(row["before"])} ms apart`,
  );
}

/** Everything that was to go out is settled. */
export async function isQuiet(cluster: Cluster): Promise<boolean> {
  const [row] = await cluster.ask(
    "select count(*)::int as n from tweets where state in ('scheduled', 'publishing', 'unknown')",
  );
  return row?.["n"] === 0 && !cluster.network.isBusy();
}
