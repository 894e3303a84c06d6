// What goes wrong around a bot: a writer or a network that fails, a server that ends; and what the person is told.
import { describe, expect, it } from "vitest";
import { days, hours, minutes, seconds } from "~/ground/time/duration";
import { takeOverBots, runBots } from "~/features/bots/bots.server";
import { WriterError } from "~/ports/ai/port";
import {
  app,
  asked,
  fresh,
  heldWriter,
  live,
  network,
  pass,
  refuseThree,
  row,
  setStage,
  silentWriter,
  botStatus,
  start,
  tweets,
  writes,
} from "./stage";

setStage();

describe("a writer that fails", () => {
  const busy = () => Promise.reject(new WriterError("busy", "Gemini is busy. Please try again."));

  it("three times in a row pauses the bot, which says why; started again it tries again", async () => {
    writes(busy);
    await start();
    await pass();
    await live(minutes(4), minutes(1));
    expect([asked.length, (await botStatus()).status]).toEqual([1, "running"]);
    await live(hours(2));
    expect(asked).toHaveLength(3);
    expect(await botStatus()).toEqual({
      status: "paused",
      enabled: true,
      reason:
        "The bot stopped after three failed attempts: Gemini is busy. Please try again. Fix that, then start it again.",
    });
    writes(() => Promise.resolve([fresh()]));
    expect(await start()).toMatchObject({ status: "running", reason: null });
    await pass();
    expect(await tweets()).toHaveLength(1);
  });

  it("twice is forgotten with the next success", async () => {
    writes(busy);
    await start();
    await live(minutes(30));
    expect((await row()).failures).toBe(2);
    writes(() => Promise.resolve([fresh()]));
    await live(hours(1));
    expect(await row()).toMatchObject({ failures: 0, state: "waiting" });
  });

  it("waits as long as the writer asks for", async () => {
    writes(() => Promise.reject(new WriterError("quota", "Out for today.", { retryAfterMs: hours(20) })));
    await start();
    await live(hours(19), minutes(30));
    expect(asked).toHaveLength(1);
    await live(hours(2), minutes(30));
    expect(asked).toHaveLength(2);
  });

  it("is left alone for five minutes although it asks for one second", async () => {
    writes(() => Promise.reject(new WriterError("busy", "Busy.", { retryAfterMs: seconds(1) })));
    await start();
    await pass();
    await live(minutes(4), minutes(1));
    expect(asked).toHaveLength(1);
  });

  it("has nothing new to say: that counts, and is told", async () => {
    writes(() => Promise.resolve(["The only thing it knows to say about sailing"]));
    await start();
    await live(days(2), minutes(15));
    expect((await tweets()).filter((tweet) => tweet.state === "published")).toHaveLength(1);
    expect((await botStatus()).reason).toContain("everything the AI wrote repeats earlier tweets");
  });

  it("never answers: the turn ends by itself", async () => {
    silentWriter();
    await start();
    const { done } = await runBots(app);
    await expect.poll(() => row()).toMatchObject({ state: "writing" });
    await expect
      .poll(() => {
        app.clock.advance(seconds(30));
        return row();
      })
      .toMatchObject({ state: "waiting", failures: 1 });
    await done;
  });
});

it("three tweets in a row that the network refuses pause the bot", async () => {
  await refuseThree();
  expect(network.handed).toHaveLength(3);
  expect(await botStatus()).toMatchObject({
    status: "paused",
    reason: expect.stringMatching(/^The bot stopped after three failed posts: .*start it again/) as string,
  });
});

it("a bot that was started again writes anew: what the network refused before its start doesn't count", async () => {
  await refuseThree();
  expect((await botStatus()).status).toBe("paused");
  const before = asked.length;
  await start();
  await pass();
  expect(await botStatus()).toMatchObject({ status: "running", reason: null });
  expect(asked).toHaveLength(before + 1);
});

describe("a server that ends", () => {
  it("in good order puts the bot back, and counts nothing", async () => {
    const { asking } = silentWriter();
    await start();
    const { done } = await runBots(app);
    await asking;
    app.work.stop();
    await done;
    expect(await row()).toMatchObject({ state: "waiting", attempts: 0, failures: 0, due_at: app.clock.now() });
    expect(await runBots(app)).toMatchObject({ started: 0 });
  });

  it("in the middle of a turn is made up for by the next start; thrice, and the bot pauses", async () => {
    for (const state of ["waiting", "waiting", "paused"]) {
      const writer = heldWriter();
      await (state === "waiting" && asked.length === 0 ? start() : Promise.resolve());
      void runBots(app);
      await writer.asking;
      app.node.renew();
      await takeOverBots(app);
      expect((await row()).state).toBe(state);
    }
    expect((await botStatus()).reason).toContain("three times in a row");
  });

  it("a process that is not the publisher runs no bot", async () => {
    app.node.setMayClaim(false);
    await start();
    expect(await runBots(app)).toMatchObject({ started: 0 });
  });
});
