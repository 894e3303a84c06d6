// Bots: they write what was not said before, rest in between, and in review wait for a person.
import { describe, expect, it } from "vitest";
import { days, hours, minutes } from "~/ground/time/duration";
import { analyse } from "~/features/analysis/analysis.server";
import { approve, reject, runBots, startBot } from "~/features/bots/bots.server";
import { gramsOf, isTooLike } from "~/features/tweets/similar";
import { addToTimeline, saveHours, unschedule } from "~/features/scheduling/scheduling.server";
import { editTweet, postAs, publishNow, writeTweet } from "~/features/publishing/publishing.server";
import { setTimezone } from "~/features/users/users.server";
import { linkAccount, makePerson } from "~tests/support/people/make";
import {
  account,
  alice,
  app,
  asked,
  bot,
  description,
  fresh,
  heldWriter,
  live,
  pass,
  row,
  setStage,
  start,
  startWriting,
  stop,
  tweets,
  writes,
} from "./stage";
import { tweet as tweetRow } from "./world";

setStage();

describe("a running bot", () => {
  it("writes one tweet from the analysis and schedules it at a random moment", async () => {
    expect(await start()).toEqual({ status: "running", enabled: true, reason: null });
    await pass();
    const [tweet, ...none] = await tweets();
    expect(none).toEqual([]);
    expect(tweet).toMatchObject({ state: "scheduled", publishType: "scheduled", account: { username: "alice_x" } });
    expect(tweet?.momentReason).toMatch(/^Picked at random between 14:18 and 18:18/);
    expect(asked[0]?.product).toMatchObject({ description, summary: expect.stringContaining("sailing") as string });
    expect(await bot()).toMatchObject({ posts: 0, lastPostAt: null, nextPostAt: tweet?.dueAt, username: "alice_x" });
    const { origin } = await app.db.selectFrom("tweets").select("origin").executeTakeFirstOrThrow();
    expect(origin).toBe("bot");
  });

  it("never writes a thread, however long it runs", async () => {
    const { ai } = app;
    app.ai = { ...ai, writeThread: () => Promise.reject(new Error("A bot asked for a thread")) };
    await start();
    await live(days(2), minutes(20));
    const written = await app.db.selectFrom("tweets").select(["origin", "thread_id", "part_no"]).execute();
    expect(written.length).toBeGreaterThan(3);
    for (const tweet of written) expect(tweet).toEqual({ origin: "bot", thread_id: null, part_no: null });
    expect(await app.db.selectFrom("threads").selectAll().execute()).toEqual([]);
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

  it("counts against the day on which its next tweet could go out, on the clock of its person", async () => {
    app.config.botDailyPosts = 1;
    app.config.quietHours = null;
    app.config.window = { fromMs: hours(4), toMs: hours(4) + minutes(1) };
    app.clock.set(Date.parse("2026-11-19T16:00:00Z"));
    await start();
    // Written at 16:00 for 20:00, and from then on nothing more that day.
    await live(hours(3.5));
    expect(asked).toHaveLength(1);
    // At a minute past 20:00 the next one would go out after midnight: on a day that has had none.
    await live(hours(1));
    expect(asked).toHaveLength(2);
  });

  it("counts so by its account's own window, and not by the server's", async () => {
    app.config.botDailyPosts = 1;
    app.config.quietHours = null;
    app.config.window = { fromMs: hours(8), toMs: hours(9) };
    const [{ id } = { id: 0 }] = await app.db.selectFrom("accounts").select("id").execute();
    await saveHours(app, { userId: alice.user.id, account: String(id), hours: { window: [1, 2] } });
    app.clock.set(Date.parse("2026-11-19T15:00:00Z"));
    await start();
    await live(hours(2.5));
    expect(asked).toHaveLength(1);
    // By the server's window the next one would be tomorrow's from 16:00 on; by the account's it is from 23:00 on.
    await live(hours(5));
    expect(asked).toHaveLength(1);
    await live(hours(1.5));
    expect(asked).toHaveLength(2);
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
    writes(() => Promise.resolve([own.toUpperCase(), nearly, "x".repeat(300), "A quite different thought"]));
    await start();
    await pass();
    expect(asked[0]?.avoid).toEqual([own]);
    expect((await tweets())[0]).toMatchObject({ state: "scheduled", content: "A quite different thought" });
  });

  it("says on no account what another account of the person has said", async () => {
    const other = await linkAccount(app, alice, "alice_too");
    const own = await writeTweet(app, { userId: alice.user.id, content: "One thought", account: other.networkUserId });
    await publishNow(app, { userId: alice.user.id, tweetId: own.id, account: other.networkUserId });
    writes(() => Promise.resolve(["one thought!", "Two thoughts"]));
    await start({ account: account.networkUserId });
    await pass();
    expect(await tweets()).toMatchObject([{ content: "Two thoughts" }]);
  });

  it("says nothing that went out yesterday as another account of the person", async () => {
    const userId = alice.user.id;
    const other = (await linkAccount(app, alice, "alice_too")).networkUserId;
    const own = await writeTweet(app, { userId, content: "The wind is free today", account: other });
    await addToTimeline(app, { userId, tweetId: own.id, account: other, timeZone: null });
    await live(days(1), minutes(15));
    writes(() => Promise.resolve(["The wind is free today", "Seats for Sunday are still open"]));
    await start({ account: account.networkUserId });
    await pass();
    expect((await tweets()).map(({ content }) => content)).toEqual(["Seats for Sunday are still open"]);
  });

  it("takes nothing for said that lies there as a draft", async () => {
    const own = "A draft of my own";
    await writeTweet(app, { userId: alice.user.id, content: own, account: account.networkUserId });
    await start();
    await pass();
    expect(asked[0]?.avoid).not.toContain(own);
  });

  it("goes on after the person took its tweet off the timeline, and does not say it again", async () => {
    await start();
    await pass();
    const [first] = await tweets();
    await unschedule(app, { userId: alice.user.id, tweetId: first?.id ?? 0 });
    writes(() => Promise.resolve([first?.content ?? "", "Another one"]));
    await live(hours(9));
    expect((await tweets()).at(-1)).toMatchObject({ content: "Another one" });
  });
});

describe("bots that write", () => {
  it("are four at once, and the fifth waits", async () => {
    for (let n = 0; n < 5; n += 1) {
      const { id } = await analyse(app, alice.user.id, `${description} ${n}`);
      await startBot(app, { userId: alice.user.id, analysisId: id, account: null });
    }
    const writer = heldWriter();
    const first = await runBots(app);
    await writer.asking;
    expect(first.started).toBe(4);
    expect((await runBots(app)).started).toBe(0);
  });

  it("are left alone by the next look", async () => {
    const { release } = await startWriting();
    const { lease_token } = await row();
    expect((await runBots(app)).started).toBe(0);
    expect(await row()).toMatchObject({ state: "writing", lease_token });
    await release(fresh());
    expect(await tweets()).toHaveLength(1);
  });
});

describe("review", () => {
  it("stays as it is when a start says nothing of it", async () => {
    await start({ review: true });
    await start();
    expect((await bot())?.review).toBe(true);
    await stop();
    await start();
    expect((await bot())?.review).toBe(true);
  });

  it("what is approved goes out as the bot's account, whatever account its draft was given meanwhile", async () => {
    await start({ review: true });
    await pass();
    const id = (await bot())?.proposal?.id ?? 0;
    const other = await linkAccount(app, alice, "alice_too");
    await postAs(app, { userId: alice.user.id, tweetId: id, account: other.networkUserId });
    await approve(app, alice.user.id, id);
    expect((await tweets()).map((tweet) => tweet.id)).toEqual([id]);
  });

  it("a proposal that is refused wakes the loop, which has the next one written", async () => {
    await start({ review: true });
    await pass();
    let wakes = 0;
    app.wake = () => void (wakes += 1);
    await reject(app, alice.user.id, (await bot())?.proposal?.id ?? 0);
    expect(wakes).toBe(1);
  });

  it("the bot proposes, and the person approves", async () => {
    await start({ review: true });
    await live(hours(10));
    expect([asked.length, await tweets()]).toEqual([1, []]);
    const proposal = (await bot())?.proposal;
    expect(proposal).toMatchObject({ state: "pending" });
    const { executeAt } = await approve(app, alice.user.id, proposal?.id ?? 0);
    expect(executeAt).toBeGreaterThan(app.clock.now());
    expect(await bot()).toMatchObject({ proposal: null, nextPostAt: executeAt, review: true });
    await expect(approve(app, alice.user.id, proposal?.id ?? 0)).rejects.toMatchObject({ code: "proposal_gone" });
    await live(hours(14));
    expect(asked).toHaveLength(2);
  });

  it("what says something else by now than the person saw is not approved", async () => {
    await start({ review: true });
    await pass();
    const { id = 0, content = "" } = (await bot())?.proposal ?? {};
    await editTweet(app, { userId: alice.user.id, tweetId: id, content: "Two lines\nof other words" });
    await expect(approve(app, alice.user.id, id, content)).rejects.toMatchObject({ code: "changed" });
    expect([await tweets(), (await bot())?.proposal?.id]).toEqual([[], id]);
    // A form has its line ends in its own way.
    await approve(app, alice.user.id, id, "Two lines\r\nof other words");
    expect((await tweets()).map((tweet) => tweet.id)).toEqual([id]);
  });

  it("has another one written, which is another one", async () => {
    await start({ review: true });
    await pass();
    const first = (await bot())?.proposal;
    await reject(app, alice.user.id, first?.id ?? 0);
    writes(() => Promise.resolve([first?.content ?? "", "A better one"]));
    await pass();
    expect((await bot())?.proposal?.content).toBe("A better one");
    expect(asked[1]?.avoid).toContain(first?.content);
  });

  it("an older proposal can be approved or refused no more, and the one that waits still stands", async () => {
    await start({ review: true });
    await pass();
    const older = (await bot())?.proposal?.id ?? 0;
    await reject(app, alice.user.id, older);
    await pass();
    const waiting = (await bot())?.proposal?.id;
    expect(waiting).not.toBe(older);
    await expect(approve(app, alice.user.id, older)).rejects.toMatchObject({ code: "proposal_gone" });
    await expect(reject(app, alice.user.id, older)).rejects.toMatchObject({ code: "proposal_gone" });
    expect((await bot())?.proposal?.id).toBe(waiting);
    expect(await tweets()).toEqual([]);
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
    await expect(approve(app, alice.user.id, id)).rejects.toMatchObject({ code: "proposal_gone" });
    expect(await tweets()).toEqual([]);
  });
});

describe("what the writer is told", () => {
  it("was said before are the account's two hundred latest, the newest first", async () => {
    const now = app.clock.now();
    const said = Array.from({ length: 201 }, (_, at) =>
      tweetRow(now, {
        id: at + 1,
        state: "published",
        account: account.id,
        user: alice.user.id,
        content: `Said ${at}`,
      }),
    );
    await app.db.insertInto("tweets").values(said).execute();
    await start();
    await pass();
    expect(asked[0]?.avoid).toEqual(Array.from({ length: 200 }, (_, at) => `Said ${200 - at}`));
  });

  it("may be named by the description's own words, and by nothing else", async () => {
    const of = { content: "Made by @linnet_app.", summary: "Made by @other." };
    await app.db.updateTable("analyses").set(of).execute();
    writes(() => Promise.resolve(["Ask @other about the wind", "Ask @linnet_app about sailing"]));
    await start();
    await pass();
    expect((await tweets()).map(({ content }) => content)).toEqual(["Ask @linnet_app about sailing"]);
  });
});
