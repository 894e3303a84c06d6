// Stopping a bot: at once, whatever it is doing, and for good.
import { describe, expect, it } from "vitest";
import { hours, seconds } from "~/ground/time/duration";
import { analyse } from "~/features/analysis/analysis.server";
import { listBots, runBots, startBot, stopBot } from "~/features/bots/bots.server";
import { publishDue } from "~/features/publishing/publishing.server";
import { sendDue } from "~tests/support/sends";
import {
  alice,
  app,
  asked,
  description,
  heldWriter,
  live,
  network,
  pass,
  setStage,
  botStatus,
  start,
  startWriting,
  stop,
  tweets,
  writes,
} from "./stage";

setStage();

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
    const { release } = await startWriting();
    await stop();
    await release("Too late");
    expect([await tweets(), (await botStatus()).status]).toEqual([[], "stopped"]);
  });

  it("during the writing of a proposal: no draft is kept of what the writer then answers", async () => {
    const { release } = await startWriting({ review: true });
    await stop();
    await release("Too late");
    expect(await app.db.selectFrom("tweets").selectAll().execute()).toEqual([]);
    expect(await app.db.selectFrom("bot_tweets").selectAll().execute()).toEqual([]);
    expect((await botStatus()).status).toBe("stopped");
  });

  it("during generation, then start again: only the new turn counts", async () => {
    const writer = heldWriter();
    await start();
    const first = await runBots(app);
    await writer.asking;
    await stop();
    await start();
    writes(() => Promise.resolve(["The second turn"]));
    const second = await runBots(app);
    await second.done;
    writer.release("The first turn");
    await first.done;
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
    await sending.done;
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
      await sending.done;
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
    await sendDue(app);
    await stop();
    await live(hours(1), seconds(30));
    expect(await tweets()).toMatchObject([{ state: "published" }]);
    expect(network.handed).toHaveLength(1);
  });

  it("a bot that is stopped stands behind one that paused", async () => {
    await start();
    await app.db.updateTable("bots").set({ state: "paused" }).execute();
    app.clock.advance(seconds(1));
    const { id } = await analyse(app, alice.user.id, `${description} Later.`);
    await startBot(app, { userId: alice.user.id, analysisId: id, account: null });
    await stopBot(app, alice.user.id, id);
    const listed = await listBots(app, alice.user.id, 9);
    expect(listed.map(({ bot: { status } }) => status)).toEqual(["paused", "stopped"]);
  });
});
