// Bots: they write what was not said before, rest in between, stop when told, and say why they pause.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { days, hours, minutes, seconds } from "~/duration";
import type { Account } from "~/features/accounts/account";
import { setDefault } from "~/features/accounts/accounts.server";
import { analyse } from "~/features/analysis/analysis.server";
import {
  approve,
  readBots,
  reject,
  rescueBots,
  runBots,
  startBot,
  standingOfAnalysis,
  stopBot,
} from "~/features/bots/bots.server";
import { gramsOf, isTooLike } from "~/features/bots/similar";
import {
  pauseAccount,
  publishDue,
  publishNow,
  reconcileDue,
  resumeAccount,
  takeOff,
  unlink,
  writeTweet,
} from "~/features/publishing/publishing.server";
import { listHistory, type Tweet } from "~/features/tweets/tweets.server";
import { setTimezone } from "~/features/users/users.server";
import { WriterError } from "~/ports/ai/port";
import type { WriteForProduct } from "~/ports/ai/product";
import { createTestApp, type TestApp } from "~tests/support/app";
import { faulty, type FaultyNetwork } from "~tests/support/faulty-network";
import { linkAccount, makePerson, type Person } from "~tests/support/make";

const description = "A booking page for small sailing schools. It turns a good forecast into offers. Try it free.";

let app: TestApp;
let network: FaultyNetwork;
let alice: Person;
let account: Account;
let analysisId: number;
/** What the writer is asked, and what it answers. */
let asked: WriteForProduct[];
let answer: (ask: WriteForProduct) => Promise<string[]>;
let written = 0;

const fresh = () => {
  written += 1;
  return `Idea ${written}: ${"abcdefghij"[written % 10]}${written} wind ${written * 7} sails ${written * 13} booked`;
};

beforeEach(async () => {
  app = await createTestApp();
  network = faulty(app.network);
  app.network = network;
  asked = [];
  answer = () => Promise.resolve([fresh()]);
  app.ai = {
    ...app.ai,
    async writeForProduct(ask) {
      asked.push(ask);
      const texts = await answer(ask);
      return { texts, sources: [], searchSuggestions: null, model: "test", inputTokens: 1, outputTokens: 1 };
    },
  };
  alice = await makePerson(app, "alice");
  account = await linkAccount(app, alice, "alice_x");
  analysisId = (await analyse(app, alice.user.id, description)).id;
});
afterEach(() => app?.close());

const start = (more: { account?: string; review?: boolean } = {}) =>
  startBot(app, { userId: alice.user.id, analysisId, account: null, ...more });
const stop = () => stopBot(app, alice.user.id, analysisId);
const standing = () => standingOfAnalysis(app, alice.user.id, analysisId);
const bot = async () => (await readBots(app, alice.user.id, [analysisId])).get(analysisId);
const tweets = (): Promise<Tweet[]> => listHistory(app, account.id, { limit: 500 });
const row = () => app.db.selectFrom("bots").selectAll().executeTakeFirstOrThrow();

async function pass(): Promise<void> {
  await (
    await runBots(app)
  ).settled;
  await (
    await publishDue(app)
  ).settled;
  await reconcileDue(app);
}

/** Turns the clock minute by minute, as the loop's seconds would, only faster. */
async function live(ms: number, step = minutes(5)): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    app.clock.advance(step);
    app.work.tick(app.clock.now(), app.clock.monotonic());
    await pass();
  }
}

/** A writer that answers when told to. */
function held() {
  let release: (texts: string[]) => void = () => {};
  let begun: () => void = () => {};
  const asking = new Promise<void>((resolve) => (begun = resolve));
  answer = () => {
    begun();
    return new Promise((resolve) => (release = resolve));
  };
  return { asking, release: (...texts: string[]) => release(texts) };
}

describe("a running bot", () => {
  it("writes one tweet from the analysis and schedules it at a random moment", async () => {
    expect(await start()).toEqual({ status: "running", enabled: true, reason: null });
    await pass();
    const [tweet, ...none] = await tweets();
    expect(none).toEqual([]);
    expect(tweet).toMatchObject({ state: "scheduled", publishType: "scheduled", account: { username: "alice_x" } });
    expect(tweet?.momentReason).toMatch(/^Chosen at random between 14:18 and 18:18/);
    expect(asked[0]?.product).toMatchObject({ description, summary: expect.stringContaining("sailing") as string });
    expect(await bot()).toMatchObject({ posts: 0, lastPostAt: null, nextPostAt: tweet?.dueAt, username: "alice_x" });
    const { origin } = await app.db.selectFrom("tweets").select("origin").executeTakeFirstOrThrow();
    expect(origin).toBe("bot");
  });

  it("wakes again once it is out, not before, and goes on", async () => {
    await start();
    await live(hours(4));
    expect(asked).toHaveLength(1);
    await live(hours(10));
    const out = (await tweets()).filter((tweet) => tweet.state === "published");
    expect(out.length).toBeGreaterThanOrEqual(1);
    expect(asked).toHaveLength(out.length + 1);
    expect(await bot()).toMatchObject({ posts: out.length, lastPostAt: out[0]?.publishedAt });
  });

  it("keeps to its posts a day on the person's clock", async () => {
    app.config.quietHours = null;
    await setTimezone(app, alice.user.id, "Pacific/Auckland");
    await start();
    await live(days(4), minutes(10));
    const perDay = new Map<string, number>();
    for (const { publishedAt } of await tweets()) {
      if (publishedAt === null) continue;
      const day = new Date(publishedAt).toLocaleDateString("sv", { timeZone: "Pacific/Auckland" });
      perDay.set(day, (perDay.get(day) ?? 0) + 1);
    }
    expect(Math.max(...perDay.values())).toBe(3);
    expect([...perDay.values()].filter((n) => n === 3).length).toBeGreaterThanOrEqual(3);
  });

  it("has no limit of its own where BOT_DAILY_POSTS is 0", async () => {
    app.config.botDailyPosts = 0;
    app.config.quietHours = null;
    app.config.window = { fromMs: minutes(30), toMs: hours(1) };
    await start();
    await live(hours(12));
    expect((await tweets()).length).toBeGreaterThan(8);
  });

  it("chooses what was not said before, by it or by the account, and tells the writer what was", async () => {
    const own = "Seven skippers sailed south on Sunday, and every single seat was sold by noon. What a day it was!";
    const own2 = await writeTweet(app, { userId: alice.user.id, content: own, account: null });
    await publishNow(app, { userId: alice.user.id, tweetId: own2.id, account: null });
    const nearly = own.replace("Seven", "Eight");
    expect(isTooLike(gramsOf(nearly), [gramsOf(own)])).toBe(true);
    answer = () => Promise.resolve([own.toUpperCase(), nearly, "x".repeat(300), "A quite different thought"]);
    await start();
    await pass();
    expect(asked[0]?.avoid).toEqual([own]);
    expect((await tweets())[0]).toMatchObject({ state: "scheduled", content: "A quite different thought" });
  });

  it("says on no account what another account of the person has said", async () => {
    const other = await linkAccount(app, alice, "alice_too");
    const own = await writeTweet(app, { userId: alice.user.id, content: "One thought", account: other.networkUserId });
    await publishNow(app, { userId: alice.user.id, tweetId: own.id, account: other.networkUserId });
    answer = () => Promise.resolve(["one thought!", "Two thoughts"]);
    await start({ account: account.networkUserId });
    await pass();
    expect(await tweets()).toMatchObject([{ content: "Two thoughts" }]);
  });

  it("goes on after the person took its tweet off the timeline, and does not say it again", async () => {
    await start();
    await pass();
    const [first] = await tweets();
    await takeOff(app, { userId: alice.user.id, tweetId: first?.id ?? 0 });
    answer = () => Promise.resolve([first?.content ?? "", "Another one"]);
    await live(hours(9));
    expect((await tweets()).at(-1)).toMatchObject({ content: "Another one" });
  });
});

describe("stop", () => {
  it("cancels what it scheduled, at once, twice like once", async () => {
    await start();
    await pass();
    expect(await stop()).toEqual({ status: "stopped", enabled: false, reason: null });
    expect(await stop()).toEqual({ status: "stopped", enabled: false, reason: null });
    expect(await tweets()).toEqual([]);
    await live(hours(12));
    expect([network.handed, asked.length]).toEqual([[], 1]);
  });

  it("from two tabs at once is one stop, and start from two tabs one start", async () => {
    await Promise.all([start(), start()]);
    await pass();
    expect(await tweets()).toHaveLength(1);
    expect(await Promise.all([stop(), stop()])).toMatchObject([{ status: "stopped" }, { status: "stopped" }]);
    const events = await app.db.selectFrom("tweet_events").select("kind").where("kind", "=", "taken_off").execute();
    expect(events).toHaveLength(1);
  });

  it("during generation: what the writer then answers is dropped", async () => {
    const writer = held();
    await start();
    const { settled } = await runBots(app);
    await writer.asking;
    await stop();
    writer.release("Too late");
    await settled;
    expect([await tweets(), (await standing()).status]).toEqual([[], "stopped"]);
  });

  it("during generation, then start again: only the new turn counts", async () => {
    const writer = held();
    await start();
    const first = await runBots(app);
    await writer.asking;
    await stop();
    await start();
    answer = () => Promise.resolve(["The second turn"]);
    const second = await runBots(app);
    await second.settled;
    writer.release("The first turn");
    await first.settled;
    expect(await tweets()).toMatchObject([{ content: "The second turn" }]);
  });

  it("during publishing: the tweet may come out, once, and nothing follows", async () => {
    await start();
    await pass();
    let release = () => {};
    network.hold = new Promise<void>((resolve) => (release = resolve));
    app.clock.set((await tweets())[0]?.dueAt ?? 0);
    const sending = await publishDue(app);
    await stop();
    release();
    await sending.settled;
    expect(await tweets()).toMatchObject([{ state: "published" }]);
    await live(hours(12));
    expect([network.accepted.length, asked.length]).toEqual([1, 1]);
  });

  it.each(["not sent", "lost before"] as const)(
    "during publishing that fails (%s): it is not sent again",
    async (fault) => {
      await start();
      await pass();
      let release = () => {};
      network.hold = new Promise<void>((resolve) => (release = resolve));
      network.faults = [fault];
      app.clock.set((await tweets())[0]?.dueAt ?? 0);
      const sending = await publishDue(app);
      await stop();
      release();
      await sending.settled;
      await live(hours(2), seconds(30));
      expect([network.handed.length, await tweets()]).toEqual([1, []]);
      const kinds = await app.db.selectFrom("tweet_events").select("kind").orderBy("id", "desc").execute();
      expect(kinds[0]?.kind).toBe("taken_off");
    },
  );

  it("during publishing whose answer was lost after all: it is found, and stays published", async () => {
    await start();
    await pass();
    network.faults = ["lost after"];
    app.clock.set((await tweets())[0]?.dueAt ?? 0);
    await (
      await publishDue(app)
    ).settled;
    await stop();
    await live(hours(1), seconds(30));
    expect(await tweets()).toMatchObject([{ state: "published" }]);
    expect(network.handed).toHaveLength(1);
  });
});

describe("the account", () => {
  it("paused, pauses its bots and says why; resumed, they run again", async () => {
    await start();
    await pauseAccount(app, alice.user.id, account.networkUserId);
    expect(await standing()).toEqual({ status: "paused", enabled: true, reason: "Paused by you." });
    await live(hours(1));
    expect(asked).toEqual([]);
    expect(await start()).toMatchObject({ status: "paused" });
    await resumeAccount(app, alice.user.id, account.networkUserId);
    expect(await standing()).toMatchObject({ status: "running" });
    await pass();
    expect(asked).toHaveLength(1);
  });

  it("paused by the network for want of credits, pauses them with the network's reason", async () => {
    await start();
    await pass();
    const detail = "Your enrolled account does not have any credits to fulfill this request.";
    network.faults = [{ kind: "answered", status: 402, headers: {}, body: { title: "CreditsDepleted", detail } }];
    app.clock.set((await tweets())[0]?.dueAt ?? 0);
    await pass();
    expect(await standing()).toMatchObject({ status: "paused", reason: expect.stringContaining("credits") as string });
  });

  it("paused while it writes: no failure, and the same bot goes on later", async () => {
    const writer = held();
    await start();
    const { settled } = await runBots(app);
    await writer.asking;
    await pauseAccount(app, alice.user.id, account.networkUserId);
    writer.release("In the meantime");
    await settled;
    expect(await tweets()).toEqual([]);
    expect(await row()).toMatchObject({ state: "waiting", failures: 0 });
    await resumeAccount(app, alice.user.id, account.networkUserId);
    answer = () => Promise.resolve(["After the pause"]);
    await pass();
    expect(await tweets()).toMatchObject([{ content: "After the pause" }]);
  });

  it("deleted while the bot writes: the bot stops, and connecting again does not start it", async () => {
    const writer = held();
    await start();
    const { settled } = await runBots(app);
    await writer.asking;
    await unlink(app, alice.user.id, account.networkUserId);
    expect(await standing()).toMatchObject({ status: "stopped", enabled: false });
    writer.release("Nobody will read this");
    await settled;
    await pass();
    await linkAccount(app, alice, "alice_x");
    await live(hours(10));
    expect(await standing()).toMatchObject({ status: "stopped", reason: "Its account is no longer linked." });
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
      code: "conflict",
      message: "@alice_x must be reconnected before a bot can post as it.",
    });
  });
});

describe("a writer that fails", () => {
  const busy = () => Promise.reject(new WriterError("busy", "Gemini is busy. Please try again."));

  it("three times in a row pauses the bot, which says why; started again it tries again", async () => {
    answer = busy;
    await start();
    await pass();
    await live(minutes(4), minutes(1));
    expect([asked.length, (await standing()).status]).toEqual([1, "running"]);
    await live(hours(2));
    expect(asked).toHaveLength(3);
    expect(await standing()).toEqual({
      status: "paused",
      enabled: true,
      reason:
        "It could not write a tweet three times in a row: Gemini is busy. Please try again. Start it again once that is put right.",
    });
    answer = () => Promise.resolve([fresh()]);
    expect(await start()).toMatchObject({ status: "running", reason: null });
    await pass();
    expect(await tweets()).toHaveLength(1);
  });

  it("twice is forgotten with the next success", async () => {
    answer = busy;
    await start();
    await live(minutes(30));
    expect((await row()).failures).toBe(2);
    answer = () => Promise.resolve([fresh()]);
    await live(hours(1));
    expect(await row()).toMatchObject({ failures: 0, state: "waiting" });
  });

  it("waits as long as the writer asks for", async () => {
    answer = () => Promise.reject(new WriterError("quota", "Out for today.", { retryAfterMs: hours(20) }));
    await start();
    await live(hours(19), minutes(30));
    expect(asked).toHaveLength(1);
    await live(hours(2), minutes(30));
    expect(asked).toHaveLength(2);
  });

  it("has nothing new to say: that counts, and is told", async () => {
    answer = () => Promise.resolve(["The only thing it knows to say about sailing"]);
    await start();
    await live(days(2), minutes(15));
    expect((await tweets()).filter((tweet) => tweet.state === "published")).toHaveLength(1);
    expect((await standing()).reason).toContain("everything the writer came up with had been said before");
  });

  it("never answers: the turn ends by itself", async () => {
    answer = () => new Promise(() => {});
    app.ai = {
      ...app.ai,
      writeForProduct: ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(new WriterError("aborted", "Cut.")))),
    };
    await start();
    const { settled } = await runBots(app);
    await expect.poll(() => row()).toMatchObject({ state: "writing" });
    await expect
      .poll(() => {
        app.clock.advance(seconds(30));
        return row();
      })
      .toMatchObject({ state: "waiting", failures: 1 });
    await settled;
  });
});

it("three tweets in a row that the network refuses pause the bot", async () => {
  const refused = { kind: "answered" as const, status: 403, headers: {}, body: { detail: "You are not permitted." } };
  network.faults = [refused, refused, refused];
  await start();
  await live(days(3), minutes(15));
  expect(network.handed).toHaveLength(3);
  expect(await standing()).toMatchObject({
    status: "paused",
    reason: expect.stringMatching(/^Three of its tweets in a row failed: .*Start it again/) as string,
  });
});

describe("a server that ends", () => {
  it("in good order puts the bot back, and counts nothing", async () => {
    let asking = () => {};
    const begun = new Promise<void>((resolve) => (asking = resolve));
    app.ai = {
      ...app.ai,
      writeForProduct: ({ signal }) =>
        new Promise((_, reject) => {
          asking();
          signal.addEventListener("abort", () => reject(new WriterError("aborted", "Cut.")));
        }),
    };
    await start();
    const { settled } = await runBots(app);
    await begun;
    app.work.stop();
    await settled;
    expect(await row()).toMatchObject({ state: "waiting", attempts: 0, failures: 0, due_at: app.clock.now() });
    expect(await runBots(app)).toMatchObject({ begun: 0 });
  });

  it("in the middle of a turn is made up for by the next start; thrice, and the bot pauses", async () => {
    for (const state of ["waiting", "waiting", "paused"]) {
      const writer = held();
      await (state === "waiting" && asked.length === 0 ? start() : Promise.resolve());
      void runBots(app);
      await writer.asking;
      await rescueBots(app);
      expect((await row()).state).toBe(state);
    }
    expect((await standing()).reason).toContain("three times in a row");
  });

  it("a process that is not the publisher runs no bot", async () => {
    app.work.setPublisher(false);
    await start();
    expect(await runBots(app)).toMatchObject({ begun: 0 });
  });
});

describe("review", () => {
  it("the bot proposes, and the person approves", async () => {
    await start({ review: true });
    await live(hours(10));
    expect([asked.length, await tweets()]).toEqual([1, []]);
    const proposal = (await bot())?.proposal;
    expect(proposal).toMatchObject({ state: "pending" });
    const { executeAt } = await approve(app, alice.user.id, proposal?.id ?? 0);
    expect(executeAt).toBeGreaterThan(app.clock.now());
    expect(await bot()).toMatchObject({ proposal: null, nextPostAt: executeAt, review: true });
    await expect(approve(app, alice.user.id, proposal?.id ?? 0)).rejects.toMatchObject({ code: "conflict" });
    await live(hours(14));
    expect(asked).toHaveLength(2);
  });

  it("has another one written, which is another one", async () => {
    await start({ review: true });
    await pass();
    const first = (await bot())?.proposal;
    await reject(app, alice.user.id, first?.id ?? 0);
    answer = () => Promise.resolve([first?.content ?? "", "A better one"]);
    await pass();
    expect((await bot())?.proposal?.content).toBe("A better one");
    expect(asked[1]?.avoid).toContain(first?.content);
  });

  it("belongs to the bot's own person", async () => {
    await start({ review: true });
    await pass();
    const bob = await makePerson(app, "bob");
    const id = (await bot())?.proposal?.id ?? 0;
    await expect(approve(app, bob.user.id, id)).rejects.toMatchObject({ code: "not_found" });
    await expect(reject(app, bob.user.id, id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("stopped meanwhile, there is nothing to approve", async () => {
    await start({ review: true });
    await pass();
    const id = (await bot())?.proposal?.id ?? 0;
    await stop();
    expect((await bot())?.proposal).toBeNull();
    await expect(approve(app, alice.user.id, id)).rejects.toMatchObject({ code: "conflict" });
    expect(await tweets()).toEqual([]);
  });
});
