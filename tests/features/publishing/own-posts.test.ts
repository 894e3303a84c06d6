// One's own newest posts: free in the sandbox, paid on X, counted in the day's spending before the first byte.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { days } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { sealTokens } from "~/features/accounts/tokens.server";
import { pruneAttempts, publishNow, readOwnPosts, writeTweet } from "~/features/publishing/publishing.server";
import { type NetworkPost, ReadError } from "~/ports/network/port";
import { startOfDay } from "~/features/spending/day-limit";
import { sumSpent } from "~tests/support/spent";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";

let app: TestApp;
let alice: Person;
let account: Account;
beforeEach(async () => {
  app = await createTestApp({ env: { DAILY_SPEND_LIMIT: "5" } });
  alice = await makePerson(app, "alice");
  await linkAccount(app, alice, "alice_x");
  account = await linkAccount(app, alice, "alice_two");
});
afterEach(() => app?.close());

const read = (person = alice) => readOwnPosts(app, person.user.id, String(account.id));
const spent = async () => (await sumSpent(app.db, startOfDay(app.clock.now(), "UTC"))) / 1_000_000;

it("in the sandbox are free, of this account alone, newest first", async () => {
  for (const [content, as] of [
    ["Of two", account.networkUserId],
    ["Of the default", null],
    ["Of two again", account.networkUserId],
  ] as const) {
    const { id } = await writeTweet(app, { userId: alice.user.id, content, account: as });
    await publishNow(app, { userId: alice.user.id, tweetId: id, account: as });
    app.clock.advance(1_000);
  }
  const before = await spent();
  expect((await read()).map(({ text }) => text)).toEqual(["Of two again", "Of two"]);
  expect(await spent()).toBe(before);
  const bob = await makePerson(app, "bob");
  await expect(read(bob)).rejects.toMatchObject({ code: "not_found" });
});

describe("on X", () => {
  const posts = (count: number): NetworkPost[] =>
    Array.from({ length: count }, (_, n) => ({ id: String(n), text: `post ${n}`, createdAt: n }));
  /** The same accounts, on a network that charges. */
  async function charge(listPosts: TestApp["network"]["listPosts"]) {
    app.network = { ...app.network, kind: "x", listPosts } as TestApp["network"];
    await app.db.updateTable("accounts").set({ network: "x" }).execute();
    const tokens = sealTokens(app, alice.user.id, account.networkUserId, { accessToken: "a", accessSecret: "b" });
    await app.db.updateTable("accounts").set({ tokens }).where("id", "=", account.id).execute();
  }

  it("cost $0.005 each, counted in full while they are read", async () => {
    let meanwhile = 0;
    await charge(async (_tokens, ask) => {
      meanwhile = await spent();
      expect(ask).toMatchObject({ networkUserId: account.networkUserId, max: 50 });
      return posts(20);
    });
    expect(await read()).toHaveLength(20);
    expect(meanwhile).toBeCloseTo(0.25);
    expect(await spent()).toBeCloseTo(0.1);
    app.clock.advance(days(400));
    await pruneAttempts(app);
    expect(await app.db.selectFrom("paid_reads").selectAll().execute()).toEqual([]);
  });

  it("that X refuses to show cost nothing, and the person is told so", async () => {
    await charge(() => Promise.reject(new ReadError("X refused its list with 401", 401)));
    await expect(read()).rejects.toMatchObject({
      code: "network_refused",
      message: "X refused to show this account’s posts. Nothing was charged. Reconnect the account and try again.",
    });
    expect(await spent()).toBe(0);
  });

  it("whose answer was lost count as spent", async () => {
    await charge(() => Promise.reject(new ReadError("reset", null)));
    await expect(read()).rejects.toMatchObject({ code: "timeout" });
    expect(await spent()).toBeCloseTo(0.25);
  });

  it("are not asked for where the day's limit has no room for all of them, or the account must be reconnected", async () => {
    let calls = 0;
    await charge(() => Promise.resolve(posts(++calls)));
    app.config.dailySpendLimit = 0.24;
    await expect(read()).rejects.toMatchObject({ code: "daily_spend_limit" });
    app.config.dailySpendLimit = 0.25;
    await app.db.updateTable("accounts").set({ status: "reconnect" }).where("id", "=", account.id).execute();
    await expect(read()).rejects.toMatchObject({ code: "account_reconnect" });
    await app.db.updateTable("accounts").set({ status: "active" }).where("id", "=", account.id).execute();
    expect([await spent(), calls]).toEqual([0, 0]);
    const both = await Promise.allSettled([read(), read()]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(calls).toBe(1);
  });

  it("of two people at once don't both take the day's last dollars", async () => {
    await charge(() => Promise.resolve(posts(50)));
    const bob = await makePerson(app, "bob");
    const link = { network: "x" as const, network_user_id: "77", username: "bob", display_name: "Bob", tokens: "" };
    const tokens = sealTokens(app, bob.user.id, "77", { accessToken: "c", accessSecret: "d" });
    const row = {
      ...link,
      tokens,
      user_id: bob.user.id,
      is_default: 1 as const,
      status: "active" as const,
      linked_at: 1,
    };
    await app.db.insertInto("accounts").values(row).execute();
    app.config.dailySpendLimit = 0.3;
    const both = await Promise.allSettled([read(), readOwnPosts(app, bob.user.id, "77")]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await spent()).toBeCloseTo(0.25);
  });
});
