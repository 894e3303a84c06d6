// The loop: croner ticks each second, and a timer armed to the next due moment makes it punctual.
import { Cron } from "croner";
import type { App } from "~/app.server";
import { seconds } from "~/duration";
import { changesOf } from "~db/changes.server";
import type { WorkControl } from "~/work.server";
import type { Job } from "./schedule.server";

export interface Loop {
  /** Something may be due now: runs the jobs that care, soon and once. */
  stir(): void;
  /** Takes no new turn; resolves when the turns in hand are over. */
  stop(): Promise<void>;
}

interface Options {
  schedule: readonly Job[];
  /** Off, croner alone drives everything: a little later, but nothing is forgotten. */
  dueTimer: boolean;
}

/** For so long the jobs may be spared their look at a database that nobody has written to. */
const longestCalm = seconds(10);
/** A moment further away than this is armed for by a later look. */
const armsWithin = longestCalm + seconds(2);

/** All jobs have looked, and nothing falls due before `until`, as long as nothing is written. */
interface Calm {
  since: number;
  until: number;
  changes: string;
}

export function startLoop(app: App, work: WorkControl, { schedule, dueTimer }: Options): Loop {
  let stopped = false;
  let stirred = false;
  let arming = false;
  let armed = Promise.resolve();
  let disarm = () => {};
  const turns = new Map<Job, Promise<void>>();
  /** When the last turn of each job looked; what fell due since is its next turn's. */
  const looked = new Map<Job, number>();
  let calm: Calm | null = null;

  /** One turn of a job at a time; what a job leaves undone is there at its next turn. */
  const turn = (job: Job): Promise<void> => {
    const running = turns.get(job);
    if (running || stopped) return running ?? Promise.resolve();
    looked.set(job, app.clock.now());
    const done = job
      .run(app)
      .then(() => undefined)
      .catch((error: unknown) => app.log.error({ err: error, job: job.name }, "a job failed"))
      .finally(() => {
        turns.delete(job);
        armSoon();
      });
    turns.set(job, done);
    return done;
  };

  /** Turns that end together arm the timer once; one that takes its time holds up no other. */
  const armSoon = (): void => {
    if (arming || stopped || !dueTimer) return;
    arming = true;
    setImmediate(() => {
      arming = false;
      if (stopped) return;
      const done = arm().catch((error: unknown) => app.log.error({ err: error }, "the due timer could not be armed"));
      armed = Promise.all([armed, done]).then(() => undefined);
    });
  };

  const arm = async (): Promise<void> => {
    let soonest = Infinity;
    let isWaiting = false;
    // Asked first: what is written while the jobs are asked ends the calm.
    const changes = await changesOf(app.db);
    for (const job of schedule) {
      if (stopped || !job.nextAt) continue;
      // A look in the future means that the clock was set back.
      const before = Math.min(looked.get(job) ?? 0, app.clock.now());
      let next = await job.nextAt(app, 0);
      // What was due at the last look and was not taken waits for something else (a gap, a limit): croner looks again.
      if (next !== null && next <= before && !stopped) {
        isWaiting = true;
        next = await job.nextAt(app, before);
      }
      soonest = Math.min(soonest, next ?? Infinity);
    }
    disarm();
    const now = app.clock.now();
    const wait = soonest - now;
    const allLooked = turns.size === 0 && schedule.every((job) => !job.nextAt || looked.has(job));
    calm = isWaiting || !allLooked ? null : { since: now, until: Math.min(soonest, now + longestCalm), changes };
    if (stopped || wait > armsWithin) return;
    // It may have fallen due since its job has looked.
    if (wait <= 0) stir();
    else disarm = app.clock.after(wait, stir);
  };

  const stir = (): void => {
    if (stirred || stopped || !dueTimer) return;
    stirred = true;
    setImmediate(() => {
      stirred = false;
      for (const job of schedule) if (job.nextAt) void turn(job);
    });
  };

  /** Most seconds of most servers are calm: one question instead of each job's own. */
  const isCalm = async (): Promise<boolean> => {
    const now = app.clock.now();
    if (calm === null || now < calm.since || now >= calm.until) return false;
    return calm.changes === (await changesOf(app.db));
  };

  let ticking = Promise.resolve();
  const tick = async (pattern: string): Promise<void> => {
    const spared = await isCalm();
    for (const job of schedule) if (job.pattern === pattern && !(spared && job.nextAt)) void turn(job);
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
    stir,
    async stop() {
      stopped = true;
      disarm();
      for (const cron of crons) cron.stop();
      await ticking.catch(() => undefined);
      await Promise.all(turns.values());
      await armed;
    },
  };
}
