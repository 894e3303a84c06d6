// The loop: croner ticks each second, and a timer armed to the next due moment makes it punctual.
import { Cron } from "croner";
import type { App } from "~/app.server";
import { seconds } from "~/duration";
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

export function startLoop(app: App, work: WorkControl, { schedule, dueTimer }: Options): Loop {
  let stopped = false;
  let stirred = false;
  let arming = false;
  let disarm = () => {};
  const turns = new Map<Job, Promise<void>>();
  /** When the last turn of each job looked; what fell due since is its next turn's. */
  const looked = new Map<Job, number>();

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
      arm().catch((error: unknown) => app.log.error({ err: error }, "the due timer could not be armed"));
    });
  };

  const arm = async (): Promise<void> => {
    let soonest = Infinity;
    for (const job of schedule) {
      if (stopped || !job.nextAt) continue;
      // What was due at the last look and was not taken waits for something else (a gap, a limit): croner looks again.
      // A look in the future means that the clock was set back.
      const next = await job.nextAt(app, Math.min(looked.get(job) ?? 0, app.clock.now()));
      soonest = Math.min(soonest, next ?? Infinity);
    }
    disarm();
    const wait = soonest - app.clock.now();
    if (stopped || wait > seconds(2)) return;
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

  const patterns = [...new Set(schedule.map((job) => job.pattern))];
  const crons = patterns.map(
    (pattern) =>
      new Cron(pattern, { catch: (error) => app.log.error({ err: error, pattern }, "a tick failed") }, () => {
        work.tick(app.clock.now(), app.clock.monotonic());
        for (const job of schedule) if (job.pattern === pattern) void turn(job);
      }),
  );
  work.tick(app.clock.now(), app.clock.monotonic());

  return {
    stir,
    async stop() {
      stopped = true;
      disarm();
      for (const cron of crons) cron.stop();
      await Promise.all(turns.values());
    },
  };
}
