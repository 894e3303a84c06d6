// One round: the app is killed and started again while half of its sends go wrong, then left in peace and judged.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../support/server";
import type { FaultTable } from "./faults";
import { type Kill, nameOf } from "./kills";
import { type RoundNetwork, startNetwork } from "./network";
import { makePeople, type People } from "./people";
import { type Disk, disk } from "./powerloss";
import { type Life, startLife } from "./process";
import { seeded } from "./random";
import { keepTurning } from "./turning";
import type { Template } from "./template";
import { judge, openReader, type Reader, type TweetRow, type Verdict } from "./verdict";

export interface RoundPlan {
  name: string;
  seed: number;
  build: string;
  kills: Kill[];
  faults: FaultTable;
  /** How many processes serve the one folder. */
  processes: number;
  /** The first of them lives through it all, and the person asks it alone. */
  steady: boolean;
  /** After how long X can't be reached for a second; null: it always can. */
  outageAfterMs: number | null;
  settleMs: number;
  listLagMs: number;
  /** Left in peace, everything must be settled in so long. */
  peaceMs: number;
  /** The library; null: no power is lost. */
  powerLoss: { library: string; strict: boolean } | null;
}

export interface RoundEnd {
  plan: RoundPlan;
  verdict: Verdict;
  killed: string[];
  struck: Map<string, number>;
  oddities: string[];
  tookMs: number;
  /** All that is known, for the one who looks for the fault. */
  story(): string;
}

/** A point that isn't reached in so long: the process dies all the same. */
const patienceMs = 3_500;
/** X has been asked nothing for so long, by its own time: nothing more will happen. */
const stillMs = 300_000;
const pollEveryMs = 100;

export async function runRound(template: Template, plan: RoundPlan): Promise<RoundEnd> {
  const startedAt = performance.now();
  const random = seeded(plan.seed);
  const name = `${plan.name}-${plan.seed}`;
  const dataDir = template.copy(name);
  const network = await startNetwork({
    linked: template.linked,
    truthFile: join(template.folder, `${name}.truth`),
    random: seeded(plan.seed + 1_000_000),
    faults: plan.faults,
    listLagMs: plan.listLagMs,
    lateMs: plan.settleMs * 0.6,
  });
  const power = plan.powerLoss && disk({ ...plan.powerLoss, dataDir, random });
  const people = makePeople(template, random, { soon: plan.kills.some((kill) => nameOf(kill) === "soon:waiting") });
  const slots = await makeSlots(template, plan, { network, dataDir, power });
  const killed: string[] = [];
  const lives = () => slots.flatMap((slot) => slot.life() ?? []).filter((life) => life.isAlive());
  const turning = keepTurning(network, lives, plan.settleMs);
  const outage = plan.outageAfterMs === null ? null : pause(plan.outageAfterMs).then(() => network.down(1_000));
  try {
    await storm(plan, { network, people, slots, power, killed });
    power?.settle();
    const forgotten = await peace(plan, { network, people, slots, dataDir });
    for (const slot of slots) await slot.stop();
    const reader = openReader(dataDir);
    const found = read(reader);
    const posts = network.truth();
    const verdict = judge({ ...found, posts, pictures: template.pictures, wishes: people.wishes, forgotten });
    const story = () =>
      [
        `${name}: ${plan.kills.map(nameOf).join(", ")}; killed ${killed.join(", ")}`,
        ...verdict.faults,
        ...people.oddities,
        ...found.journal,
        ...posts.map((post) => `${new Date(post.createdAt).toISOString()} X took ${post.text} as ${post.id}`),
        ...found.rows.map((row) => JSON.stringify(row)),
        ...slots.flatMap((slot) => slot.logs()),
      ].join("\n");
    const { oddities } = people;
    return { plan, verdict, killed, struck: network.struck, oddities, tookMs: performance.now() - startedAt, story };
  } finally {
    await turning.stop();
    for (const slot of slots) await slot.stop().catch(() => {});
    await outage;
    await network.close();
    for (const folder of [dataDir, `${dataDir}.disk`]) rmSync(folder, { recursive: true, force: true });
  }
}

function read(reader: Reader) {
  try {
    const [rows, journal] = [reader.tweets(), reader.journal()];
    return { rows, journal, openAttempts: reader.openAttempts(), integrity: reader.integrity() };
  } finally {
    reader.close();
  }
}

/** A place for one process after another, always on the same port. */
interface Slot {
  origin: string;
  start(kill: Kill | null): Life;
  life(): Life | null;
  stop(): Promise<void>;
  logs(): string[];
}

async function makeSlots(
  template: Template,
  plan: RoundPlan,
  ground: { network: RoundNetwork; dataDir: string; power: Disk | null },
): Promise<Slot[]> {
  const { network, dataDir, power } = ground;
  const slots: Slot[] = [];
  for (let i = 0; i < plan.processes; i += 1) {
    const port = String(await freePort());
    const origin = `http://127.0.0.1:${port}`;
    const env = { ...environment(template, plan, network.origin), DATA_DIR: dataDir, PORT: port, APP_ORIGIN: origin };
    const lives: Life[] = [];
    slots.push({
      origin,
      life: () => lives.at(-1) ?? null,
      start(kill) {
        const crash: Record<string, string> =
          kill?.kind === "point" ? { CRASH_POINT: kill.point, CRASH_AT: String(kill.at) } : {};
        const clock = { CLOCK_AHEAD_MS: String(network.aheadMs()) };
        const life = startLife(plan.build, { ...env, ...clock, ...power?.env, ...crash });
        lives.push(life);
        if (kill?.kind === "network") network.at(kill.moment, kill.at, () => life.kill());
        return life;
      },
      async stop() {
        lives.at(-1)?.kill();
        await lives.at(-1)?.ended;
      },
      logs: () => lives.map((life, n) => `--- life ${n + 1} of ${origin}\n${life.log()}`),
    });
  }
  return slots;
}

const environment = (template: Template, plan: RoundPlan, xOrigin: string) => ({
  SESSION_SECRET: template.secret,
  ENCRYPTION_KEY: template.secret,
  X_API_KEY: "fake-consumer-key",
  X_API_SECRET: "fake-consumer-secret",
  X_API_ORIGIN: xOrigin,
  RECONCILE_AFTER_SECONDS: String(plan.settleMs / 1000),
  SCHEDULE_WINDOW_HOURS: "0.0001-0.0003",
  QUIET_HOURS: "none",
  MIN_GAP_SECONDS: "0",
  CATCH_UP_GAP_SECONDS: "0",
  RATE_LIMITS: "off",
  THREAD_GAP_SECONDS: "0",
  DAILY_POST_LIMIT: "0",
  DAILY_SPEND_LIMIT: "0",
  LOG_LEVEL: "info",
});

interface Stage {
  network: RoundNetwork;
  people: People;
  slots: Slot[];
  power: Disk | null;
  killed: string[];
}

/** Starts, kills and starts again until every planned death has been died. */
async function storm(plan: RoundPlan, { network, people, slots, power, killed }: Stage): Promise<void> {
  const kills = [...plan.kills];
  const acting: Promise<void>[] = [];
  const running = new Map<Slot, Kill>();
  const begin = (slot: Slot, kill: Kill): void => {
    running.set(slot, kill);
    slot.start(kill);
  };
  power?.settle();
  if (plan.steady) slots[0]?.start(null);
  const mortal = plan.steady ? slots.slice(1) : slots;
  for (const slot of mortal) {
    const kill = kills.shift();
    if (kill) begin(slot, kill);
  }
  while (running.size > 0) {
    const acted = new AbortController();
    acting.push(people.act(originsOf(plan, slots), acted.signal));
    const { slot, name } = await Promise.race([...running].map(([slot, kill]) => die(slot, kill, network)));
    acted.abort();
    running.delete(slot);
    killed.push(name);
    power?.cutPower();
    const next = kills.shift();
    if (!next) break;
    power?.settle();
    begin(slot, next);
  }
  await Promise.all(mortal.map((slot) => slot.stop()));
  await Promise.all(acting);
}

const originsOf = (plan: RoundPlan, slots: Slot[]): string[] =>
  (plan.steady ? slots.slice(0, 1) : slots).map(({ origin }) => origin);

/** Resolves when the slot's process is dead, by its kill or when patience is at its end. */
async function die(slot: Slot, kill: Kill, network: RoundNetwork): Promise<{ slot: Slot; name: string }> {
  const life = slot.life();
  if (!life) throw new Error("Nothing runs here");
  const waited = async () => {
    if (kill.kind !== "random" || kill.from === "up") await life.up;
    if (!kill.sure) return pause(kill.kind === "random" ? kill.afterMs : patienceMs);
    while (life.isAlive() && network.stillFor() < stillMs) await pause(pollEveryMs);
  };
  await Promise.race([life.ended, waited()]);
  const asPlanned = !life.isAlive();
  life.kill();
  await life.ended;
  return { slot, name: asPlanned ? nameOf(kill) : "at random" };
}

/** What waits for longer than this (a rate limit, a backoff) is drawn again, as a person may. */
const longWaitMs = 2_500;

/** Nobody kills any more; answers how many tweets the server had forgotten. */
async function peace(
  plan: RoundPlan,
  { network, people, slots, dataDir }: Pick<Stage, "network" | "people" | "slots"> & { dataDir: string },
): Promise<number> {
  const over = new AbortController();
  const lives = slots.map((slot) => (slot.life()?.isAlive() ? slot.life() : null) ?? slot.start(null));
  await Promise.all(lives.map((life) => life.up));
  const reader = openReader(dataDir);
  const forgotten = people.wishes.filter(
    (wish) => wish.taken && reader.tweets().some((row) => row.id === wish.id && row.state === "pending"),
  );
  for (const wish of forgotten) wish.taken = false;
  const origins = originsOf(plan, slots);
  const acting = people.act(origins, over.signal);
  const endsAt = performance.now() + plan.peaceMs;
  try {
    while (performance.now() < endsAt && !(isQuiet(reader, people) && !network.isBusy())) {
      await pause(pollEveryMs);
      const late = network.now() + longWaitMs;
      const waiting = reader.tweets().filter((row) => row.state === "scheduled" && (row.due_at ?? 0) > late);
      const [origin = ""] = origins;
      const firstOf = (thread: number | null) => reader.tweets().find((row) => row.thread_id === thread)?.id ?? 0;
      for (const { id, thread_id, part_no } of waiting)
        if ((part_no ?? 1) === 1) await people.redraw(id, origin);
        else await people.stopThread(firstOf(thread_id), origin);
      const stopped = reader.tweets().filter((row) => row.part_no === 1 && row.stands === "stopped");
      for (const { id } of stopped) await people.continueThread(id, origin);
    }
    return forgotten.length;
  } finally {
    over.abort();
    await acting;
    reader.close();
  }
}

const isQuiet = (reader: Reader, { wishes }: People): boolean =>
  wishes.every((wish) => wish.taken || wish.refused) &&
  reader.tweets().every((row) => row.stands !== "stopped") &&
  reader.tweets().every((row) => row.state === "published" || row.state === "failed" || isBehindFailed(row, reader));

/** Whether it is a part of a thread whose first was surely not sent: its person left it at that. */
const isBehindFailed = (row: TweetRow, reader: Reader): boolean =>
  (row.part_no ?? 1) > 1 &&
  row.state === "pending" &&
  reader.tweets().some((one) => one.thread_id === row.thread_id && one.part_no === 1 && one.state === "failed");
