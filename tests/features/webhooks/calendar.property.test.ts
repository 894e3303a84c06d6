// A calendar that is fed by webhooks alone says of every tweet what its row says, whatever is done and by whichever door.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { setDefault } from "~/features/accounts/accounts.server";
import { issueKey } from "~/features/users/users.server";
import { seconds } from "~/ground/time/duration";
import { createRouter } from "~tests/support/calls/router";
import type { TestApp } from "~tests/support/app";
import { faulty } from "~tests/support/fakes/faulty-network";
import { openReceiver, type Receiver } from "~tests/support/fakes/receiver";
import { linkAccount, makePerson } from "~tests/support/people/make";
import { seeded } from "../../crash/random";
import { calendarOf, rowsOf } from "./calendar";
import { play, settle, type Stage, tellAll, verbs } from "./calendar-verbs";
import { createHookApp, hookTo } from "./stage";

const isNight = process.env["LINNET_NIGHT"] !== undefined;
const [rounds, presses] = isNight ? [300, 60] : [8, 70];

let app: TestApp;
let receiver: Receiver;
let dataDir: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "linnet-calendar-"));
  app = await createHookApp({ DATA_DIR: dataDir });
  receiver = await openReceiver("/calendar");
});
afterEach(async () => {
  await app.close();
  await receiver.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function enter(seed: number): Promise<Stage> {
  app.config.rateLimits = false;
  app.clock.set(Date.parse("2026-11-19T10:18:00Z"));
  const network = faulty(app.network);
  app.network = network;
  const alice = await makePerson(app, `alice_${seed}`);
  await linkAccount(app, alice, `first_${seed}`);
  const other = await linkAccount(app, alice, `other_${seed}`);
  await setDefault(app, alice.user.id, other.networkUserId);
  await hookTo(app, alice, receiver, ["tweet.*"]);
  // Whoever was disabled has another key.
  const key = () => issueKey(app, alice.user.id, null);
  return { app, network, route: await createRouter(), alice, key, random: seeded(seed) };
}

const done = new Set<string>();
const lost = "a lost answer that nobody can look up";

const asObject = (calendar: Map<number, unknown>, but: Set<number>) =>
  Object.fromEntries([...calendar].filter(([id]) => !but.has(id)).sort(([a], [b]) => a - b));

/** Does what has this name, and all deliveries of it; then what was told has to be what the rows say. */
async function press(stage: Stage, name: string, played: string[]): Promise<void> {
  played.push(name);
  app.clock.advance(seconds(1));
  if (await play(stage, name)) done.add(name);
  await tellAll(stage);
  await compare(stage, played);
}

/** What was told, in whatever order, with what the rows say. */
async function compare({ alice, random }: Stage, played: string[]): Promise<void> {
  const shuffled = receiver.received.toSorted(() => (random.chance(0.5) ? 1 : -1));
  const { calendar, open } = await rowsOf(app, alice.user.id);
  const told = calendarOf(shuffled as unknown as Parameters<typeof calendarOf>[0]);
  expect(asObject(told, open), played.slice(-8).join(" → ")).toEqual(asObject(calendar, open));
}

// Something of each kind is there from the start, and what needs accounts in order is done while they are.
const opening = ["several by the API", "a thread by the API", "post now", "an exact moment soon", lost];

async function begin(stage: Stage): Promise<string[]> {
  const played: string[] = [];
  for (const name of opening) await press(stage, name, played);
  return played;
}

it.each(Array.from({ length: rounds }, (_, n) => n + 1))(
  "what was told is what the rows say, after each press of round %i",
  async (seed) => {
    const stage = await enter(seed);
    const played = await begin(stage);
    for (let n = 0; n < presses; n += 1) await press(stage, stage.random.pick(Object.keys(verbs)), played);
    await settle(stage);
    await tellAll(stage);
    await compare(stage, played);
  },
  120_000,
);

// The rounds leave one out now and then, as moments and words are drawn; and this test also runs by itself.
it("each of them can be done, and is not only refused", async () => {
  const stage = await enter(rounds + 1);
  const played = await begin(stage);
  const missing = () => Object.keys(verbs).filter((name) => !done.has(name));
  for (let n = 0; n < 400 && missing().length > 0; n += 1)
    await press(stage, stage.random.pick(stage.random.chance(0.5) ? missing() : Object.keys(verbs)), played);
  expect(missing()).toEqual([]);
}, 120_000);
