// The loop: croner ticks each second, and a timer armed to the next due moment makes it punctual.
import { Cron } from "croner";
import type { App } from "~/app.server";
import { seconds } from "~/duration";
import { nextBotAt } from "~/features/bots/bots.server";
import { nextTaskAt } from "~/features/generation/generation.server";
import { nextPublishAt } from "~/features/publishing/publishing.server";
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

  /** One turn of a job at a time; what a job leaves undone is there at its next turn. */
  const turn = (job: Job): Promise<void> => {
    const running = turns.get(job);
    if (running || stopped) return running ?? Promise.resolve();
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
    if (stopped) return;
    const due = [await nextPublishAt(app), await nextTaskAt(app), await nextBotAt(app)];
    const moments = due.filter((at): at is number => at !== null);
    const wait = Math.min(...moments) - app.clock.now();
    // What is due and was not taken waits for something else (a gap, a limit): croner will look again.
    disarm();
    if (stopped || wait <= 0 || wait > seconds(2)) return;
    disarm = app.clock.after(wait, stir);
  };

  const stir = (): void => {
    if (stirred || stopped || !dueTimer) return;
    stirred = true;
    setImmediate(() => {
      stirred = false;
      for (const job of schedule) if (job.whenDue) void turn(job);
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
