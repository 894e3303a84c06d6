// One run of the simulated server: an App over the shared disk, started and driven as the job loop does.
import type { App } from "~/app.server";
import { type Config, readConfig } from "~/ground/config.server";
import { minutes, seconds } from "~/ground/time/duration";
import { takeOverTasks } from "~/features/generation/generation.server";
import { nextCheckAt, nextPublishAt, takeOverSends } from "~/features/publishing/publishing.server";
import { createLog } from "~/ground/telemetry/log.server";
import { createDemo } from "~/ports/ai/demo.server";
import { type Writer, WriterError, type WrittenTweets } from "~/ports/ai/port";
import type { Network } from "~/ports/network/port";
import { createWork } from "~/ground/work.server";
import { schedule } from "~jobs/schedule.server";
import { testNode } from "../support/node";
import type { Random } from "../crash/random";
import type { SimClock } from "./clock";
import { type Connection, type Disk, Killed } from "./disk";
import { plain } from "~tests/support/written";

export interface SimServer {
  app: App;
  by: Connection;
  /** Between start and end; what isn't awake has no turns. */
  isUp(): boolean;
  /** Runs the jobs that have a nextAt, and again for as long as one of them asks for it. */
  turn(): Promise<void>;
  /** The second's sign of life. */
  tick(): void;
  /** When it will look again by itself, in the world's time. */
  nextDue(): Promise<number>;
  /** Takes no more turns; whatever it has under way goes on by itself. */
  leave(): void;
  /** Told to stop, as by SIGTERM; resolves when nothing is in hand, answers in flight are cut after the grace. */
  stop(): void;
  isDrained(): boolean;
}

export interface Surroundings {
  clock: SimClock;
  disk: Disk;
  config: Config;
  random: Random;
  problem(what: string): void;
  /** The writer of the process behind `by`, where it isn't the simulator's own. */
  writer?: (by: Connection) => Writer;
  /** What the jobs are handed in the app's place, for a server that is broken on purpose. */
  handed?: (app: App) => App;
}

const secret = "a secret of the simulator that is long enough";
const log = createLog({ logLevel: "silent" });
const grace = seconds(25);
/** Croner looks each second; nothing changes in between that isn't an event here, so this is only a net below it. */
const maxIdle = minutes(30);

export const simConfig = (env: Record<string, string>): Config =>
  readConfig({ SESSION_SECRET: secret, ENCRYPTION_KEY: secret, X_API_KEY: "key", X_API_SECRET: "secret", ...env });

/** Lets everything that waits for no clock run to its end. */
export async function idle(): Promise<void> {
  // Writes that are committed together wait for a turn of the event loop.
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
}

export function startServer(around: Surroundings, by: Connection, network: Network): SimServer {
  const { clock, disk, config, random } = around;
  const work = createWork();
  const node = testNode();
  node.renew();
  node.setMayClaim(false);
  const running = new Set<string>();
  let up = true;
  let drained = false;
  let isWoken = true;
  const app: App = {
    db: by.db,
    clock,
    config,
    log,
    work,
    node,
    network,
    mail: null,
    identity: null,
    random: random.next,
    ai: around.writer?.(by) ?? simWriter(clock, random),
    wake: () => (isWoken = true),
  };
  const broke = (job: string, error: unknown) => {
    if (!(error instanceof Killed) && up) around.problem(`the job ${job} failed: ${String(error)}`);
  };
  const begin = async () => {
    await takeOverSends(app);
    await takeOverTasks(app);
    node.setMayClaim(true);
  };
  const tick = () => void work.tick(clock.now(), clock.monotonic());
  tick();
  const starting = begin().catch((error: unknown) => broke("start", error));
  // An account's gap ends without any event.
  const gapEnds = disk.sqlite.prepare<unknown[], { at: number | null }>(
    `select min(at) as at from (
       select wait_until as at from accounts where status = 'active'
       union all select scheduled_send_at + ? from accounts union all select scheduled_send_at + ? from accounts)
     where at > ?`,
  );

  // Most turns find nothing to generate or to look up, and asking that costs as much as all else.
  const tasks = disk.sqlite.prepare("select 1 from generation_tasks where state in ('queued', 'running') limit 1");
  const lost = disk.sqlite.prepare("select 1 from tweets where state = 'unknown' and check_at <= ? limit 1");
  const hasWork = (job: string) =>
    job === "generate" ? tasks.get() !== undefined : job === "reconcile" ? lost.get(clock.now()) !== undefined : true;

  return {
    app,
    by,
    isUp: () => up && !by.isDead(),
    tick,
    async turn() {
      await starting;
      isWoken = true;
      for (let round = 0; isWoken && up && !by.isDead(); round += 1) {
        if (round > 200) return around.problem("the loop spins");
        isWoken = false;
        for (const { name, run } of schedule.filter(
          (job) => job.nextAt && !running.has(job.name) && hasWork(job.name),
        )) {
          running.add(name);
          void run(around.handed?.(app) ?? app)
            .catch((error: unknown) => broke(name, error))
            .finally(() => running.delete(name));
        }
        await idle();
      }
    },
    async nextDue() {
      const now = clock.now();
      const due = [await nextPublishAt(app, now), await nextCheckAt(app, now)].map((at) => at ?? Infinity);
      const gap = gapEnds.get(config.minGapMs, config.catchUpGapMs, now)?.at ?? Infinity;
      const next = Math.min(...due, gap);
      return clock.world() + Math.min(next - now, maxIdle);
    },
    leave: () => (up = false),
    stop() {
      work.stop();
      clock.after(grace, () => work.abort());
      void work.drained().then(() => (drained = true));
    },
    isDrained: () => drained,
  };
}

/** Writes what nobody has written before, or fails. */
function simWriter(clock: SimClock, random: Random): Writer {
  const write = (signal: AbortSignal, maxMs: number, textsFor: (stamp: number) => string[]) =>
    new Promise<WrittenTweets>((resolve, reject) => {
      const texts = textsFor(random.below(1_000_000_000));
      const written = { texts, ...plain, model: "sim", inputTokens: 1, outputTokens: 1 };
      const cancel = clock.after(random.between(seconds(1), maxMs), () =>
        random.chance(0.9) ? resolve(written) : reject(new WriterError("busy", "Too busy. Please try again.")),
      );
      signal.addEventListener("abort", () => {
        cancel();
        reject(new WriterError("aborted", "Aborted"));
      });
    });
  const { limits: _, ...demo } = createDemo({ random: () => random.below(1_000_000) / 1_000_000 });
  return {
    ...demo,
    writeTweets: ({ topic, signal }) =>
      write(signal, seconds(100), (stamp) =>
        [1, 2, 3, 4, 5].map((n) => `${stamp}.${n}, on ${topic}: one thing that I learnt`),
      ),
    // No text of the simulator is as short as these.
    refine: ({ instruction, signal }) => write(signal, seconds(30), (stamp) => [`${stamp} ${instruction}`]),
  };
}
