// Two people, three accounts and three bots of which only the first may change.
import { insertUser } from "~/features/users/queries.server";
import { fingerprint } from "~/features/tweets/text";
import type { Change, NewRow, TweetState } from "~db/schema";
import type { TestApp } from "~tests/support/app";
import { followIds } from "~tests/support/databases/database";
import { type Rows, rowsOf } from "~tests/support/databases/rows";

const second = 1_000;
/** Who is who; accounts 1 and 2 are alice's, of which 1 is her default and 2 the bot's; 3 is bob's. */
export const ids = { alice: "alice", bob: "bob", home: "n1", own: "n2", analysis: 1, other: 2, bobs: 3, fails: 4 };
const tables = ["bots", "tweets", "bot_tweets", "automation_consents", "tweet_events", "accounts", "analyses"] as const;
const cleared = ["bots", "tweets", "analyses", "automation_consents", "accounts"] as const;

/** One tweet of the first bot's before the verb comes. */
export interface Before {
  id: number;
  state: TweetState;
  at?: number;
  made?: number;
  error?: string | null;
}

export interface Situation {
  /** The first bot; none where it is null. `due`, `lease` and `started` count in seconds from now. */
  bot: (Change<"bots"> & { due?: number | null; lease?: number; started?: number }) | null;
  tweets?: Before[];
  account?: Change<"accounts">;
  perDay?: number;
}

export const tweet = (now: number, of: Before & { account: number; user: string; content: string }) => ({
  id: of.id,
  user_id: of.user,
  account_id: of.account,
  account_is_own: 1 as const,
  batch_id: null,
  position: 0,
  origin: "bot" as const,
  content: of.content,
  fingerprint: fingerprint(of.content),
  created_at: now + (of.made ?? -60) * second,
  updated_at: now + (of.made ?? -60) * second,
  state: of.state,
  publish_type: of.state === "pending" ? null : ("scheduled" as const),
  due_at: ["scheduled", "publishing", "unknown"].includes(of.state) ? now + (of.at ?? 600) * second : null,
  lease_token: of.state === "publishing" ? "a sender's" : null,
  lease_until: of.state === "publishing" ? now + 60 * second : null,
  published_at: of.state === "published" ? now + (of.at ?? -60) * second : null,
  post_id: of.state === "published" ? `p${of.id}` : null,
  error: of.error ?? (of.state === "failed" ? "X refused it." : null),
});

/** Everybody who is there in every situation. */
export async function addPeople(app: TestApp): Promise<void> {
  for (const id of [ids.alice, ids.bob]) {
    const made = { timezone: "UTC", createdAt: app.clock.now(), passwordHash: "none", phone: null };
    await insertUser(app.db, { id, email: `${id}@linnet.example`, ...made });
  }
}

export async function arrange(app: TestApp, { bot, tweets = [], account = {} }: Situation): Promise<void> {
  const { db } = app;
  const now = app.clock.now();
  for (const table of cleared) await db.deleteFrom(table).execute();
  const linked = (id: number, user: string, more: Change<"accounts">): NewRow<"accounts"> =>
    ({
      id,
      user_id: user,
      network: "sandbox",
      network_user_id: `n${id}`,
      username: `account${id}`,
      display_name: `Account ${id}`,
      is_default: id === 2 ? 0 : 1,
      status: "active",
      tokens: "",
      linked_at: now - id * second,
      ...more,
    }) as NewRow<"accounts">;
  await db
    .insertInto("accounts")
    .values([linked(1, ids.alice, {}), linked(2, ids.alice, account), linked(3, ids.bob, {})])
    .execute();
  const analysis = (id: number, user_id: string, state: "completed" | "failed" = "completed") => ({
    id,
    user_id,
    input_type: "product_description" as const,
    content: `The product ${id}`,
    state,
    ...(state === "completed" ? { quality_tenths: 80 } : { error_code: "timeout", error: "Too late." }),
    summary: `Summary ${id}`,
    tags: `["tag ${id}"]`,
    created_at: now,
    updated_at: now,
  });
  await db
    .insertInto("analyses")
    .values([analysis(1, ids.alice), analysis(2, ids.alice), analysis(3, ids.bob), analysis(4, ids.alice, "failed")])
    .execute();
  const common = {
    failures: 0,
    attempts: 0,
    review: 0 as const,
    started_at: now - 3_600_000,
    updated_at: now - 3_600_000,
  };
  const others = [
    tweet(now, { id: 21, state: "scheduled", account: 2, user: ids.alice, content: "The neighbour says so" }),
    tweet(now, { id: 31, state: "pending", account: 3, user: ids.bob, content: "Bob proposes this" }),
    {
      ...tweet(now, { id: 41, state: "scheduled", account: 2, user: ids.alice, content: "By hand" }),
      origin: "own" as const,
    },
  ];
  const own = tweets.map((one) => tweet(now, { ...one, account: 2, user: ids.alice, content: `Own words ${one.id}` }));
  await db
    .insertInto("tweets")
    .values([...others, ...own])
    .execute();
  const neighbour = { ...common, id: 2, analysis_id: 2, user_id: ids.alice, account_id: 2, due_at: now + 7_200_000 };
  const bobs = {
    ...common,
    id: 3,
    analysis_id: 3,
    user_id: ids.bob,
    account_id: 3,
    review: 1 as const,
    proposal_id: 31,
  };
  await db
    .insertInto("bots")
    .values({ ...neighbour, state: "waiting" })
    .execute();
  await db
    .insertInto("bots")
    .values({ ...bobs, state: "proposing" })
    .execute();
  if (bot) {
    const { due = 0, lease, started = -1_800, ...more } = bot;
    const leased = lease === undefined ? {} : { lease_token: "a holder's", lease_until: now + lease * second };
    const row = { ...common, id: 1, analysis_id: 1, user_id: ids.alice, account_id: 2, state: "waiting" as const };
    const at = { due_at: due === null ? null : now + due * second, started_at: now + started * second };
    await db
      .insertInto("bots")
      .values({ ...row, ...at, ...leased, ...more })
      .execute();
  }
  const links = [
    { tweet_id: 21, bot_id: 2 },
    { tweet_id: 31, bot_id: 3 },
  ];
  const mine = bot ? tweets.map(({ id }) => ({ tweet_id: id, bot_id: 1 })) : [];
  await db
    .insertInto("bot_tweets")
    .values([...links, ...mine])
    .execute();
  await followIds(db);
}

/** Every row of the tables that a bot can touch. */
export const readRows = (app: TestApp): Promise<Rows> => rowsOf(app.db, tables);
