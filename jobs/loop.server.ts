// Runs due jobs every second through croner, and on time through a timer.
import { Cron } from "croner";
import type { App } from "~/app.server";
import { seconds } from "~/ground/time/duration";
import { changesOf, isDatabaseAway } from "~db/database.server";
import type { WorkControl } from "~/ground/work.server";
import type { Job } from "./schedule.server";
import { watchClock } from "./steady.server";

export interface Loop {
  wake(): void;
  stop(): Promise<void>;
}

interface Options {
  schedule: readonly Job[];
  /** Off: croner alone runs the jobs, a little later. */
  dueTimer: boolean;
}

const maxIdle = seconds(10);
const armsWithin = maxIdle + seconds(2);

interface Idle {
  since: number;
  until: number;
  changes: string;
}

export function startLoop(app: App, work: WorkControl, { schedule, dueTimer }: Options): Loop {
  const isSteady = watchClock(app);
  let stopped = false;
  let isWakePending = false;
  let arming = false;
  let isArmingDue = false;
  let armed = Promise.resolve();
  let disarm = () => {};
  const runs = new Map<Job, Promise<void>>();
  const lastRunAt = new Map<Job, number>();
  let idle: Idle | null = null;

  const runJob = (job: Job): Promise<void> => {
    const running = runs.get(job);
    if (running || stopped || !isSteady()) return running ?? Promise.resolve();
    lastRunAt.set(job, app.clock.now());
    const done = job
      .run(app)
      .then(() => undefined)
      // The node reports an unreachable database once; each job would do so every second.
      .catch((error: unknown) =>
        app.log[isDatabaseAway(error) ? "debug" : "error"]({ err: error, job: job.name }, "a job failed"),
      )
      .finally(() => {
        runs.delete(job);
        armSoon();
      });
    runs.set(job, done);
    return done;
  };

  /** Merges runs that end together. On Postgres, each poll is a round trip. */
  const armSoon = (): void => {
    isArmingDue = true;
    if (arming || stopped || !dueTimer) return;
    arming = true;
    setImmediate(() => {
      isArmingDue = false;
      armed = (stopped ? Promise.resolve() : arm())
        .catch((error: unknown) => app.log.error({ err: error }, "the due timer could not be armed"))
        .finally(() => {
          arming = false;
          if (isArmingDue) armSoon();
        });
    });
  };

  const arm = async (): Promise<void> => {
    let soonest = Infinity;
    let isWaiting = false;
    // Read before polling the jobs, so a write during the poll ends the idle state.
    const changes = await changesOf(app.db);
    for (const job of schedule) {
      if (stopped || !job.nextAt) continue;
      // A time in the future means the clock was set back.
      const before = Math.min(lastRunAt.get(job) ?? 0, app.clock.now());
      let next = await job.nextAt(app, 0);
      // The job skipped this because of a gap or limit. Croner polls it again, so the timer ignores it.
      if (next !== null && next <= before && !stopped) {
        isWaiting = true;
        next = await job.nextAt(app, before);
      }
      soonest = Math.min(soonest, next ?? Infinity);
    }
    disarm();
    const now = app.clock.now();
    const wait = soonest - now;
    const allRan = runs.size === 0 && schedule.every((job) => !job.nextAt || lastRunAt.has(job));
    idle =
      isWaiting || !allRan || changes === null
        ? null
        : { since: now, until: Math.min(soonest, now + maxIdle), changes };
    if (stopped || wait > armsWithin) return;
    if (wait <= 0) wake();
    else disarm = app.clock.after(wait, wake);
  };

  const wake = (): void => {
    if (isWakePending || stopped || !dueTimer) return;
    isWakePending = true;
    setImmediate(() => {
      isWakePending = false;
      for (const job of schedule) if (job.nextAt) void runJob(job);
    });
  };

  const isIdle = async (): Promise<boolean> => {
    const now = app.clock.now();
    if (idle === null || now < idle.since || now >= idle.until) return false;
    return idle.changes === (await changesOf(app.db));
  };

  let ticking = Promise.resolve();
  const tick = async (pattern: string): Promise<void> => {
    const isSkipped = await isIdle();
    for (const job of schedule) if (job.pattern === pattern && !(isSkipped && job.nextAt)) void runJob(job);
  };

  const patterns = [...new Set(schedule.map((job) => job.pattern))];
  const crons = patterns.map(
    (pattern) =>
      new Cron(pattern, { catch: (error) => app.log.error({ err: error, pattern }, "a tick failed") }, () => {
        work.tick(app.clock.now(), app.clock.monotonic());
        return (ticking = tick(pattern));
      }),
  );
  work.tick(app.clock.now(), app.clock.monotonic());

  return {
    wake,
    async stop() {
      stopped = true;
      disarm();
      for (const cron of crons) cron.stop();
      await ticking.catch(() => undefined);
      await Promise.all(runs.values());
      await armed;
    },
  };
}
