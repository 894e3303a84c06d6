// What bots and the writer's key come to in the outbox: a proposal, a bot that stopped itself, and why.
import { beforeEach, expect, it } from "vitest";
import { hours, seconds } from "~/ground/time/duration";
import { setAlertPreferences } from "~/features/alerts/alerts.server";
import { nextBotAt, runBots, takeOverBots } from "~/features/bots/bots.server";
import { nextPublishAt } from "~/features/publishing/publishing.server";
import { WriterError } from "~/ports/ai/port";
import { answered } from "~tests/support/fakes/faulty-network";
import {
  alice,
  app,
  heldWriter,
  live,
  pass,
  network,
  row,
  setStage,
  start,
  stop,
  writes,
} from "~tests/features/bots/stage";

setStage();

const onlyBots = { tweet_failed: false, account: false, bot: true, weekly_summary: false };

beforeEach(async () => {
  app.mail = { send: () => Promise.resolve({ state: "sent" }) };
  await setAlertPreferences(app, alice.user.id, onlyBots);
});

const told = () => app.db.selectFrom("events").select(["type", "user_id", "bot_id"]).orderBy("at").execute();
const event = async (type: string) => ({ type, user_id: alice.user.id, bot_id: (await row()).id });

it("a bot that proposes says so, once a proposal", async () => {
  await start({ review: true });
  await live(hours(3));
  expect(await told()).toEqual([await event("bot.proposal")]);
});

it("a bot that can't write three times in a row says that it stopped", async () => {
  writes(() => Promise.reject(new WriterError("busy", "Gemini is busy.")));
  await start();
  await live(hours(3));
  expect(await told()).toEqual([await event("bot.paused")]);
});

it("a bot whose tweets the network refuses thrice says that it stopped", async () => {
  network.faults = Array.from({ length: 3 }, () => answered(403, { detail: "Your Tweet text is too long." }));
  await start();
  for (let n = 0; n < 20 && (await told()).length === 0; n += 1) {
    const next = [await nextPublishAt(app, 0), await nextBotAt(app, 0)].filter((at) => at !== null);
    app.clock.advance(Math.max(0, Math.min(...next) - app.clock.now()) + seconds(1));
    await pass();
  }
  expect(network.handed).toHaveLength(3);
  expect(await told()).toEqual([await event("bot.paused")]);
});

it("a bot that took its process down three times says that it stopped", async () => {
  for (let n = 0; n < 3; n += 1) {
    const writer = heldWriter();
    if (n === 0) await start();
    void runBots(app);
    await writer.asking;
    app.node.renew();
    await takeOverBots(app);
  }
  expect(await told()).toEqual([await event("bot.paused")]);
});

it("a bot that its person stopped tells them nothing", async () => {
  await start();
  await pass();
  await stop();
  expect(await told()).toEqual([]);
});
