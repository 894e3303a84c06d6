// A bot and its account: paused with it, resumed with it, stopped when it is unlinked.
import { describe, expect, it } from "vitest";
import { hours } from "~/ground/time/duration";
import { setDefault } from "~/features/accounts/accounts.server";
import { listConsents, giveConsent } from "~/features/bots/bots.server";
import { pauseAccount, postAs, resumeAccount, unlink } from "~/features/publishing/publishing.server";
import { listHistory } from "~/features/tweets/tweets.server";
import { WriterError } from "~/ports/ai/port";
import type { Db } from "~db/database.server";
import { linkAccount } from "~tests/support/people/make";
import {
  account,
  alice,
  app,
  asked,
  bot,
  live,
  network,
  pass,
  row,
  setStage,
  botStatus,
  start,
  startWriting,
  tweets,
  writes,
} from "./stage";

setStage();

/** `act` comes between what is read and what is then inserted. */
function writesAfter(db: Db, act: () => Promise<unknown>): Db {
  type Builder = Record<string, (...of: unknown[]) => unknown>;
  const late = (builder: Builder): Builder =>
    new Proxy(builder, {
      get: (own, name: string) =>
        name === "execute"
          ? () => act().then(() => own["execute"]?.())
          : (...of: unknown[]) => late(own[name]?.(...of) as Builder),
    });
  return new Proxy(db, {
    get: (own, name) => {
      const value = Reflect.get(own, name) as unknown;
      if (name === "insertInto") return (table: "users") => late(own.insertInto(table) as unknown as Builder);
      return typeof value === "function" ? (value.bind(own) as unknown) : value;
    },
  });
}

describe("the account", () => {
  it("paused, pauses its bots and says why; resumed, they run again", async () => {
    await start();
    await pauseAccount(app, alice.user.id, account.networkUserId);
    expect(await botStatus()).toEqual({ status: "paused", enabled: true, reason: "Paused by you." });
    await live(hours(1));
    expect(asked).toEqual([]);
    expect(await start()).toMatchObject({ status: "paused" });
    await resumeAccount(app, alice.user.id, account.networkUserId);
    expect(await botStatus()).toMatchObject({ status: "running" });
    await pass();
    expect(asked).toHaveLength(1);
  });

  it("paused by the person, is no sign that its bot gave up", async () => {
    await start();
    await pauseAccount(app, alice.user.id, account.networkUserId);
    expect(await bot()).toMatchObject({ status: "paused", gaveUp: false });
  });

  it("paused, doesn't hide why a bot gave up before, which no resuming puts right", async () => {
    writes(() => Promise.reject(new WriterError("busy", "Gemini is busy.")));
    await start();
    await live(hours(2));
    const gaveUp = {
      status: "paused",
      enabled: true,
      reason: expect.stringMatching(/^The bot stopped after three failed attempts/) as string,
    };
    expect(await botStatus()).toEqual(gaveUp);
    await pauseAccount(app, alice.user.id, account.networkUserId);
    expect(await botStatus()).toEqual(gaveUp);
    await resumeAccount(app, alice.user.id, account.networkUserId);
    expect(await botStatus()).toEqual(gaveUp);
  });

  it("automation consent is stored once, even if the form is sent repeatedly", async () => {
    await giveConsent(app, alice.user.id, account.networkUserId);
    await giveConsent(app, alice.user.id, account.networkUserId);
    expect([...(await listConsents(app, [account.id]))]).toEqual([account.id]);
  });

  it("gone with its person while they press: they are told to sign in", async () => {
    const erase = () => app.db.deleteFrom("users").where("id", "=", alice.user.id).execute();
    const db = writesAfter(app.db, erase);
    await expect(giveConsent({ ...app, db }, alice.user.id, account.networkUserId)).rejects.toMatchObject({
      code: "unauthenticated",
    });
  });

  it("paused by the network for want of credits, pauses them with the network's reason", async () => {
    await start();
    await pass();
    const detail = "Your enrolled account does not have any credits to fulfill this request.";
    network.faults = [{ kind: "answered", status: 402, headers: {}, body: { title: "CreditsDepleted", detail } }];
    app.clock.set((await tweets())[0]?.dueAt ?? 0);
    await pass();
    expect(await botStatus()).toMatchObject({ status: "paused", reason: expect.stringContaining("credits") as string });
  });

  it("paused while it writes: no failure, and the same bot goes on later", async () => {
    const { release } = await startWriting();
    await pauseAccount(app, alice.user.id, account.networkUserId);
    await release("In the meantime");
    expect(await tweets()).toEqual([]);
    expect(await row()).toMatchObject({ state: "waiting", failures: 0 });
    await resumeAccount(app, alice.user.id, account.networkUserId);
    writes(() => Promise.resolve(["After the pause"]));
    await pass();
    expect(await tweets()).toMatchObject([{ content: "After the pause" }]);
  });

  it("deleted while the bot writes: the bot stops, and connecting again does not start it", async () => {
    const { release } = await startWriting();
    await unlink(app, alice.user.id, account.networkUserId);
    expect(await botStatus()).toMatchObject({ status: "stopped", enabled: false });
    await release("Nobody will read this");
    await pass();
    await linkAccount(app, alice, "alice_x");
    await live(hours(10));
    expect(await botStatus()).toMatchObject({ status: "stopped", reason: "The bot’s account is no longer connected." });
    expect([network.handed, asked.length]).toEqual([[], 1]);
  });

  it("deleted while the bot's tweet waits: it is off the timeline", async () => {
    await start();
    await pass();
    await unlink(app, alice.user.id, account.networkUserId);
    await pass();
    expect(await tweets()).toEqual([]);
    expect((await row()).state).toBe("stopped");
  });

  it("deleted, is the reason why a tweet that its person had given to another account is off too", async () => {
    await start();
    await pass();
    const tweetId = (await tweets())[0]?.id ?? 0;
    const other = await linkAccount(app, alice, "alice_too");
    await postAs(app, { userId: alice.user.id, tweetId, account: other.networkUserId });
    await unlink(app, alice.user.id, account.networkUserId);
    await pass();
    const events = await app.db
      .selectFrom("tweet_events")
      .select(["kind", "detail"])
      .where("tweet_id", "=", tweetId)
      .orderBy("id")
      .execute();
    expect(events.at(-1)).toEqual({ kind: "taken_off", detail: "The bot’s account is no longer connected." });
  });

  it("another one takes the bot over, and what waited on the first is cancelled", async () => {
    const other = await linkAccount(app, alice, "alice_too");
    await start();
    await pass();
    expect(await start({ account: other.networkUserId })).toMatchObject({ status: "running" });
    expect(await tweets()).toEqual([]);
    await pass();
    expect(await listHistory(app, other.id, { limit: 5 })).toHaveLength(1);
    await setDefault(app, alice.user.id, account.networkUserId);
    await start();
    expect((await bot())?.username).toBe("alice_too");
  });

  it("that can't post is refused, with what to do", async () => {
    await app.db.updateTable("accounts").set({ status: "reconnect", status_reason: "X says no." }).execute();
    await expect(start()).rejects.toMatchObject({
      code: "account_reconnect",
      message: "@alice_x must be reconnected before a bot can use it.",
    });
  });
});
