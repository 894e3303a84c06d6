// The loop: croner ticks each second, and a timer armed to the next due moment makes it punctual.
import { Cron } from "croner";
import type { App } from "~/app.server";
import { seconds } from "~/ground/time/duration";
import { changesOf, isDatabaseAway } from "~db/database.server";
import type { WorkControl } from "~/ground/work.server";
import type { Job } from "./schedule.server";
import { watchClock } from "./steady.server";

export interface Loop {
  /** Something may be due now: runs the jobs that care, soon and once. */
  wake(): void;
  /** Takes no new turn; resolves when the turns in hand are over. */
  stop(): Promise<void>;
}

interface Options {
  schedule: readonly Job[];
  /** Off, croner alone drives everything: a little later, but nothing is forgotten. */
  dueTimer: boolean;
}

/** For so long the jobs are not asked while nobody writes to the database. */
const maxIdle = seconds(10);
/** A moment further away than this is armed for later. */
const armsWithin = maxIdle + seconds(2);

/** All jobs have run, and nothing falls due before `until` unless somebody writes. */
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
  /** A turn has ended since the jobs were last asked. */
  let isArmingDue = false;
  let armed = Promise.resolve();
  let disarm = () => {};
  const runs = new Map<Job, Promise<void>>();
  /** When the last turn of each job looked; what fell due since is its next turn's. */
  const lastRunAt = new Map<Job, number>();
  let idle: Idle | null = null;

  /** One turn of a job at a time; what a job leaves undone is there at its next turn. */
  const runJob = (job: Job): Promise<void> => {
    const running = runs.get(job);
    if (running || stopped || !isSteady()) return running ?? Promise.resolve();
    lastRunAt.set(job, app.clock.now());
    const done = job
      .run(app)
      .then(() => undefined)
      // That the database is away is said once, by the node; each job would say it each second.
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

  /**
   * Turns that end together arm the timer once; a slow one delays no other. Those that end while the jobs are asked
   * have them asked once more: on Postgres each turn ends at its own time, and each question is a way there and back.
   */
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
    // Read first: what is written while the jobs are asked must end the idleness.
    const changes = await changesOf(app.db);
    for (const job of schedule) {
      if (stopped || !job.nextAt) continue;
      // A run in the future means that the clock was set back.
      const before = Math.min(lastRunAt.get(job) ?? 0, app.clock.now());
      let next = await job.nextAt(app, 0);
      // The job ran after this fell due and skipped it (gap or limit). The timer isn't armed for it: croner asks again.
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
    // It may have fallen due since its job ran.
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

  /** Most seconds of most servers are idle: one question instead of each job's own. */
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
