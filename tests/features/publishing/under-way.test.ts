// What is on its way: counted as long as it lasts, and tokens kept open only while more is due than a pass takes.
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { minutes } from "~/duration";
import { publishDue, scheduleAt } from "~/features/publishing/publishing.server";
import { countUnderWay, setRush, tokensOf, underWay } from "~/features/publishing/under-way.server";
import type { Row } from "~db/schema";
import { seed } from "~tests/bench/publisher/seed";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makeBatch, makePerson } from "~tests/support/make";

let app: TestApp;
let one: Row<"accounts">;
let two: Row<"accounts">;
beforeEach(async () => {
  app = await createTestApp({ config: { quietHours: null } });
  for (const name of ["alice", "bob"]) await linkAccount(app, await makePerson(app, name), `${name}_x`);
  const [first, second] = await app.db.selectFrom("accounts").selectAll().orderBy("id").execute();
  if (!first || !second) throw new Error("two accounts expected");
  [one, two] = [first, second];
});
afterEach(() => app.close());

/** With this key alone nothing that is sealed opens. */
const loseKeys = () => (app.config.encryptionKeys = ["another key of the tests"]);

it("counts sends until they have settled, however they do", async () => {
  let end = () => {};
  const slow = underWay(app, () => new Promise<void>((resolve) => (end = resolve)));
  const broken = underWay(app, () => Promise.reject(new Error("broken")));
  expect(countUnderWay(app)).toBe(2);
  await expect(broken).rejects.toThrow("broken");
  expect(countUnderWay(app)).toBe(1);
  end();
  await slow;
  expect(countUnderWay(app)).toBe(0);
});

it("opens tokens for each send, and in a rush once", () => {
  const opened = tokensOf(app, one);
  setRush(app, true);
  expect(tokensOf(app, one)).toEqual(opened);
  loseKeys();
  expect(tokensOf(app, one)).toEqual(opened);
  expect(() => tokensOf(app, two)).toThrow(/ENCRYPTION_KEY/);
  setRush(app, true);
  expect(tokensOf(app, one)).toEqual(opened);
  setRush(app, false);
  expect(() => tokensOf(app, one)).toThrow(/ENCRYPTION_KEY/);
  setRush(app, true);
  expect(() => tokensOf(app, one)).toThrow(/ENCRYPTION_KEY/);
});

it("takes nothing from memory for what is sealed to somebody else, or anew", () => {
  setRush(app, true);
  const { accessToken } = tokensOf(app, one);
  expect(() => tokensOf(app, { ...one, user_id: two.user_id })).toThrow();
  expect(() => tokensOf(app, { ...one, network_user_id: two.network_user_id })).toThrow();
  expect(tokensOf(app, { ...two, id: one.id }).accessToken).not.toBe(accessToken);
  expect(() => tokensOf(app, { ...one, tokens: "" })).toThrow();
});

it("forgets them with the first look that finds less than a pass takes", async () => {
  const carol = await makePerson(app, "carol");
  const account = await linkAccount(app, carol, "carol_x");
  const [tweet] = await makeBatch(app, carol, account);
  const executeAt = app.clock.now() + minutes(1);
  const ask = { userId: carol.user.id, tweetId: tweet?.id ?? 0, account: null };
  await scheduleAt(app, { ...ask, executeAt });
  const isForgotten = () => {
    const keys = app.config.encryptionKeys;
    loseKeys();
    expect(() => tokensOf(app, one)).toThrow(/ENCRYPTION_KEY/);
    app.config.encryptionKeys = keys;
  };

  setRush(app, true);
  tokensOf(app, one);
  await publishDue(app);
  isForgotten();
  setRush(app, true);
  tokensOf(app, one);
  app.clock.advance(minutes(1) + 1);
  const { begun, settled } = await publishDue(app);
  await settled;
  expect(begun).toBe(1);
  isForgotten();
});

describe("a pass", () => {
  /** Of the accounts that `seed` makes, each with one tweet that is due. */
  const due = async (tweets: number) => {
    const app = await createTestApp({ config: { quietHours: null, dailySpendLimit: 0 } });
    onTestFinished(() => app.close());
    await seed(app, { tweets, perAccount: 1, dueAt: () => app.clock.now() });
    const woken = vi.spyOn(app, "wake");
    return { app, woken, one: await app.db.selectFrom("accounts").selectAll().executeTakeFirstOrThrow() };
  };

  it("takes 450, and wakes the next one at once, which ends the rush", async () => {
    const { app, woken, one } = await due(460);
    const { begun, settled } = await publishDue(app);
    expect(begun).toBe(450);
    expect(woken).toHaveBeenCalledTimes(1);
    await settled;
    app.config.encryptionKeys = ["another key of the tests"];
    expect(tokensOf(app, one).accessToken).not.toBe("");
    await publishDue(app);
    expect(() => tokensOf(app, one)).toThrow(/ENCRYPTION_KEY/);
  });

  it("takes no more than there is room for", async () => {
    const { app, woken, one } = await due(3);
    let end = () => {};
    const slow = new Promise<void>((resolve) => (end = resolve));
    const sends = Array.from({ length: 899 }, () => underWay(app, () => slow));
    const { begun, settled } = await publishDue(app);
    expect(begun).toBe(1);
    expect(woken).not.toHaveBeenCalled();
    expect((await publishDue(app)).begun).toBe(0);
    await settled;
    app.config.encryptionKeys = ["another key of the tests"];
    expect(tokensOf(app, one).accessToken).not.toBe("");
    end();
    await Promise.all(sends);
    expect((await publishDue(app)).begun).toBe(2);
    expect(() => tokensOf(app, one)).toThrow(/ENCRYPTION_KEY/);
  });
});
