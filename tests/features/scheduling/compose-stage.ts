// The stage of compose's tests: alice with two accounts, of which the tweets' is not her default, and what she composes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { Account } from "~/features/accounts/account";
import { setDefault } from "~/features/accounts/accounts.server";
import { compose, composeNow, type ComposeRequest, type When } from "~/features/scheduling/compose/compose.server";
import { findThread, seenOf } from "~/features/threads/threads.server";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { faulty, type FaultyNetwork } from "~tests/support/fakes/faulty-network";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";

export let app: TestApp;
export let alice: Person;
/** The account of the tweets. */
export let account: Account;
/** Alice's default. */
export let other: Account;
export let network: FaultyNetwork;

let dataDir: string;

export function setStage(): void {
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "linnet-compose-"));
    app = await createTestApp({
      env: { RATE_LIMITS: "off", DATA_DIR: dataDir },
      config: { quietHours: null, minGapMs: 0, catchUpGapMs: 0, dailyPostLimit: 0, dailySpendLimit: 0 },
    });
    alice = await makePerson(app, "alice");
    account = await linkAccount(app, alice, "alice_x");
    other = await linkAccount(app, alice, "alice_default");
    await setDefault(app, alice.user.id, other.networkUserId);
    network = faulty(app.network);
    app.network = network;
  });
  afterEach(async () => {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
}

export type More = Partial<Omit<ComposeRequest, "parts" | "when">>;

const requestOf = (texts: readonly string[], more: More) => ({
  userId: alice.user.id,
  tweetId: null,
  account: more.tweetId ? null : account.networkUserId,
  seen: null,
  once: null,
  ...more,
  parts: texts.map((content) => ({ content })),
});

export const save = (texts: readonly string[], when: When, more: More = {}) =>
  compose(app, { ...requestOf(texts, more), when });
export const postNow = (texts: readonly string[], more: More = {}) => composeNow(app, requestOf(texts, more));

export const random: When = { choice: "random", timeZone: null };
export const draft: When = { choice: "draft" };

export const read = (tweetId: number): Promise<Tweet> => getTweet(app, alice.user.id, tweetId);

export async function readParts(tweetId: number): Promise<Tweet[]> {
  const tweet = await read(tweetId);
  return (await findThread(app.db, tweet))?.parts ?? [tweet];
}

/** As the user sees it now. */
export async function seen(tweetId: number): Promise<ComposeRequest["seen"]> {
  const parts = await readParts(tweetId);
  return { parts: seenOf(parts), isScheduled: parts[0]?.state === "scheduled" };
}

/** Every text that alice has, and whether it is scheduled. */
export async function all(): Promise<[string, string][]> {
  const rows = await app.db
    .selectFrom("tweets")
    .select(["content", "state"])
    .where("user_id", "=", alice.user.id)
    .orderBy("id")
    .execute();
  return rows.map(({ content, state }) => [content, state]);
}
