// A world in which each row that an act changes shows: two people, their accounts, and a tweet of each in every state.
import { onTestFinished } from "vitest";
import { hours, minutes, seconds } from "~/ground/time/duration";
import { AppError } from "~/ground/errors";
import type { Account } from "~/features/accounts/account";
import { findAccountRow, openTokens, setDefault } from "~/features/accounts/accounts.server";
import { textHashOf } from "~/features/publishing/store/attempts.server";
import { publishDue } from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { fingerprint } from "~/features/tweets/text";
import { createTestApp, type TestApp } from "~tests/support/app";
import { livingNode } from "~tests/support/node";
import { faulty, type FaultyNetwork } from "~tests/support/fakes/faulty-network";
import { linkAccount, type Person } from "~tests/support/people/make";
import type { NewRow } from "~db/schema";
import { type Rows, rowsOf, tell } from "./told";

export const start = Date.parse("2026-11-19T10:18:00Z");
export const states = ["pending", "scheduled", "publishing", "unknown", "asked", "published", "failed"] as const;
export type State = (typeof states)[number];
/** `first` is alice's oldest, `main` her default; what a test acts on is `own`'s. */
export type Name = "first" | "main" | "own" | "bob";
const withTweets = ["main", "own", "bob"] as const;

export interface World {
  app: TestApp;
  network: FaultyNetwork;
  alice: string;
  bob: string;
  account: Record<Name, Account>;
  /** The tweet of an account in a state. */
  id(state: State, of?: (typeof withTweets)[number]): number;
  ask(
    state: State,
    account?: Name | null,
  ): { userId: string; tweetId: number; account: string | null; timeZone: string | null };
  /** All that an act changes, a line each: columns of rows, new rows, posts, wakes and what it threw. */
  changed(act: () => Promise<unknown>): Promise<string[]>;
}

async function makePeople(app: TestApp): Promise<Record<"alice" | "bob", Person>> {
  const make = async (id: string) => {
    const row = { email: `${id}@linnet.example`, phone: null, password_hash: "-", timezone: "UTC", created_at: start };
    await app.db
      .insertInto("users")
      .values({ id, ...row })
      .execute();
    return { user: { id }, passwordHash: "-", sessionId: `a session of ${id}` } as unknown as Person;
  };
  return { alice: await make("alice"), bob: await make("bob") };
}

/** `tweets`: false where a test makes its own. */
export async function makeWorld({ tweets = true } = {}): Promise<World> {
  const app = await createTestApp();
  onTestFinished(() => app.close());
  const people = await makePeople(app);
  const link = async (name: Name) => {
    app.clock.step(1);
    return linkAccount(app, name === "bob" ? people.bob : people.alice, name);
  };
  app.clock.set(start - hours(20));
  const account = {
    first: await link("first"),
    main: await link("main"),
    own: await link("own"),
    bob: await link("bob"),
  };
  await setDefault(app, "alice", account.main.networkUserId);
  app.clock.set(start);
  if (tweets)
    for (const name of withTweets)
      for (const state of states) await makeTweet(app, name === "bob" ? "bob" : "alice", account[name], state);
  const network = faulty(app.network);
  app.network = network;
  app.random = () => 0.5;
  let wakes = 0;
  app.wake = () => void (wakes += 1);
  const before = await rowsOf(app.db);
  const id: World["id"] = (state, of = "own") => {
    const row = before.tweets.find(({ content }) => content.startsWith(`${of} ${state}:`));
    if (!row) throw new Error(`There is no tweet ${of} ${state}`);
    return row.id;
  };
  const posted = watchPosts(app, network);
  return {
    app,
    network,
    alice: "alice",
    bob: "bob",
    account,
    id,
    ask: (state, name = null) => ({
      userId: "alice",
      tweetId: id(state),
      account: name && account[name].networkUserId,
      timeZone: null,
    }),
    async changed(act) {
      const was: Rows = await rowsOf(app.db);
      [wakes, posted.length] = [0, 0];
      const refused: string[] = [];
      try {
        await act();
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refused.push(`refused ${error.code}: ${error.message}`);
      }
      const lines = tell(was, await rowsOf(app.db), start);
      return [...refused, ...posted, ...lines, ...(wakes > 0 ? [`woken ${wakes}`] : [])];
    },
  };
}

/** Who posted what, by the tokens that were used. */
function watchPosts(app: TestApp, network: FaultyNetwork): string[] {
  const lines: string[] = [];
  const { post } = network;
  network.post = async (tokens, what) => {
    const accounts = await app.db.selectFrom("accounts").selectAll().where("tokens", "!=", "").execute();
    const whose = accounts.find((row) => openTokens(app, row).accessToken === tokens.accessToken);
    lines.push(`posted by ${whose?.username ?? "nobody"}: ${what.text}`);
    // The network takes its time: the moment of the claim and that of the answer are told apart.
    app.clock.advance(seconds(2));
    return post(tokens, what);
  };
  return lines;
}

/** Each with what its state may have left in its columns, so that a column that should be emptied shows. */
async function makeTweet(app: TestApp, userId: string, { id: account_id, username }: Account, state: State) {
  const content = `${username} ${state}: ${state === "failed" ? "see https://example.com/" : "words of its own"}`;
  const token = `token of ${username} ${state}`;
  const old = { error: "An old error.", error_code: "unreachable", attempts: 3 };
  const sent = { publish_type: "scheduled" as const, lease_token: token, attempts: 1, due_at: start - minutes(5) };
  const byState: Record<State, Partial<NewRow<"tweets">>> = {
    pending: { state: "pending" },
    scheduled: {
      state: "scheduled",
      publish_type: "scheduled",
      due_at: start + hours(2),
      moment_reason: "Chosen.",
      ...old,
    },
    publishing: {
      state: "publishing",
      ...sent,
      due_at: start,
      lease_until: start + minutes(1),
      lease_node: livingNode,
    },
    unknown: { state: "unknown", ...sent, lease_until: start, check_at: start + minutes(1), error_code: "lost" },
    asked: {
      state: "unknown",
      ...sent,
      lease_until: start,
      check_at: start + minutes(1),
      error_code: "needs_confirmation",
      error: "Is it on X?",
    },
    published: {
      state: "published",
      publish_type: "immediate",
      published_at: start - hours(1),
      due_at: start - hours(1),
      post_id: `1${account_id}`,
      attempts: 1,
    },
    failed: {
      state: "failed",
      publish_type: "scheduled",
      due_at: start - hours(3),
      moment_reason: "Chosen.",
      withdrawn: 1,
      ...old,
    },
  };
  const row = { content, fingerprint: fingerprint(content), position: 0, origin: "own" as const };
  const times = { created_at: start - hours(9), updated_at: start - hours(8) };
  const { id: tweet_id } = await app.db
    .insertInto("tweets")
    .values({
      user_id: userId,
      account_id,
      account_is_own: 1,
      ...row,
      ...times,
      ...(byState[state] as { state: "pending" }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (state === "pending" || state === "scheduled" || state === "failed") return;
  const isOpen = state === "publishing";
  await app.db
    .insertInto("attempts")
    .values({
      tweet_id,
      attempt_no: 1,
      lease_token: token,
      text_hash: textHashOf(content),
      price_micros: 15_000,
      started_at: isOpen ? start : state === "published" ? start - hours(1) : start - minutes(5),
      settle_at: start - seconds(30),
      ended_at: isOpen ? null : start - minutes(4),
      outcome: isOpen ? "sending" : state === "published" ? "published" : "unknown",
      checks: state === "unknown" ? 1 : 0,
      failed_checks: state === "asked" ? 3 : 0,
      code: isOpen || state === "published" ? null : "lost",
    })
    .execute();
}

export const rowOf = async (app: TestApp, account: Account) => (await findAccountRow(app.db, account.id))!;

/** A tweet of `own` that is due now, and nothing else on its account's way. */
export async function dueNow({ app, ask, id }: World): Promise<void> {
  await app.db.deleteFrom("tweets").where("id", "=", id("publishing")).execute();
  await scheduleAt(app, { ...ask("scheduled"), executeAt: start });
}

export async function sendOne({ app }: World): Promise<void> {
  await (
    await publishDue(app)
  ).done;
}
