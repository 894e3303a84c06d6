// Where results' tests begin: alice with two accounts on a network that charges, of which the default is not the posts', and bob.
import { afterEach, beforeEach } from "vitest";
import type { Account } from "~/features/accounts/account";
import { openTokens, setDefault } from "~/features/accounts/accounts.server";
import { sealTokens } from "~/features/accounts/tokens.server";
import { readDue, saveResultSettings } from "~/features/results/results.server";
import type { Figures, Level } from "~/features/results/result";
import { hours } from "~/ground/time/duration";
import { createTestApp, type TestApp } from "~tests/support/app";
import { faulty, type FaultyNetwork } from "~tests/support/fakes/faulty-network";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";

export const start = Date.parse("2026-11-10T09:00:00Z");

export let app: TestApp;
export let network: FaultyNetwork;
export let alice: Person;
export let bob: Person;
export let account: Account;
export let other: Account;
export let bobs: Account;

interface Setup {
  kind?: "x" | "sandbox";
  env?: Record<string, string>;
  /** Whose account the app is at the network. */
  owned?: boolean;
}

export function setStage({ kind = "x", env = {}, owned = false }: Setup = {}): void {
  beforeEach(async () => {
    app = await createTestApp({ env: { DAILY_SPEND_LIMIT: "0", DAILY_READ_LIMIT: "0", ...env } });
    app.clock.set(start);
    alice = await makePerson(app, "alice");
    bob = await makePerson(app, "bob");
    account = await linkAccount(app, alice, "alice_x");
    other = await linkAccount(app, alice, "alice_default");
    bobs = await linkAccount(app, bob, "bob_x");
    await setDefault(app, alice.user.id, other.networkUserId);
    if (owned) app.config.xAppOwner = "Alice_X";
    network = faulty(app.network, { now: () => app.clock.now(), owner: account.networkUserId });
    app.network = network;
    if (kind === "x") await becomeX();
  });
  afterEach(() => app?.close());
}

/** The same accounts on a network that charges: what they are sealed by has its name in it. */
async function becomeX(): Promise<void> {
  const rows = await app.db.selectFrom("accounts").selectAll().execute();
  Object.assign(network, { kind: "x" });
  for (const row of rows) {
    const tokens = sealTokens(app, row.user_id, row.network_user_id, openTokens(app, row));
    await app.db.updateTable("accounts").set({ network: "x", tokens }).where("id", "=", row.id).execute();
  }
}

let made = 0;

interface Part {
  threadId: number;
  no: number;
}

/** A thread that is out, of alice's. */
export async function makeThread(): Promise<number> {
  const now = app.clock.now();
  const row = { user_id: alice.user.id, state: "done" as const, created_at: now, updated_at: now };
  return (await app.db.insertInto("threads").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** A tweet that went out `age` ms ago; `figures` is what the network tells of it. */
export async function post(
  age: number,
  {
    of = account,
    by = alice,
    figures = {},
    text,
    chosen = false,
    part = null,
  }: {
    of?: Account;
    by?: Person;
    figures?: Partial<Figures>;
    text?: string;
    chosen?: boolean;
    part?: Part | null;
  } = {},
): Promise<number> {
  made += 1;
  const at = app.clock.now() - age;
  const content = text ?? `Post ${made}`;
  const { id } = await app.db
    .insertInto("tweets")
    .values({
      user_id: by.user.id,
      account_id: of.id,
      account_is_own: 1,
      position: 0,
      origin: "own",
      content,
      fingerprint: content.toLowerCase(),
      created_at: at,
      updated_at: at,
      state: "published",
      publish_type: chosen ? "immediate" : "scheduled",
      moment_reason: chosen ? null : "Picked at random.",
      due_at: at,
      published_at: at,
      post_id: String(9_000_000 + made),
      thread_id: part?.threadId ?? null,
      part_no: part?.no ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  network.figures.set(String(9_000_000 + made), { ...usual, ...figures });
  return id;
}

export const usual: Figures = {
  likes: 3,
  reposts: 1,
  replies: 1,
  quotes: 0,
  bookmarks: 0,
  impressions: 200,
  linkClicks: 2,
  profileClicks: 1,
  engagements: 8,
};

export const postIdOf = async (tweetId: number): Promise<string> =>
  (await app.db.selectFrom("tweets").select("post_id").where("id", "=", tweetId).executeTakeFirstOrThrow()).post_id ??
  "";

export const switchOn = (level: Level = "light", person = alice) => saveResultSettings(app, person.user.id, { level });

/** The job's turns until nothing is left to do now. */
export async function run(): Promise<number> {
  let calls = 0;
  for (let turn = 0; turn < 20; turn += 1) {
    const made = await readDue(app);
    if (made === 0) break;
    calls += made;
  }
  return calls;
}

/** The clock goes on by steps of an hour, and the job with it. */
export async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= hours(1)) {
    app.clock.advance(Math.min(left, hours(1)));
    await run();
  }
}

export const readings = () =>
  app.db.selectFrom("readings").select(["tweet_id", "slot", "likes"]).orderBy("tweet_id").orderBy("read_at").execute();
export const reads = () => app.db.selectFrom("paid_reads").selectAll().orderBy("id").execute();
export const spentMicros = async (): Promise<number> =>
  (await reads()).reduce((sum, { price_micros: price }) => sum + price, 0);
