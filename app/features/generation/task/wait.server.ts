// Waiting for a task to end: told at once by the node that ran it, and polled each two seconds for the others.
import type { App } from "~/app.server";
import { seconds } from "~/ground/time/duration";

/** Another node tells nobody here when a task of its own ends. */
const pollEvery = seconds(2);
/** Each wait keeps a request open, and the server answers 128 at a time (limits.server.ts). */
export const maxWaits = { together: 24, person: 4 } as const;

interface Waits {
  /** By the task: who is to be told. */
  listeners: Map<string, Set<() => void>>;
  /** How many each person has. */
  people: Map<string, number>;
  together: number;
}

const waits = new WeakMap<App["work"], Waits>();

function waitsOf(app: Pick<App, "work">): Waits {
  const known = waits.get(app.work) ?? { listeners: new Map(), people: new Map(), together: 0 };
  waits.set(app.work, known);
  return known;
}

/** Tells those who wait here for this task that it has ended, or goes on elsewhere. */
export const tellEnded = (app: Pick<App, "work">, id: string): void =>
  waits
    .get(app.work)
    ?.listeners.get(id)
    ?.forEach((tell) => tell());

export interface Wait {
  /** At most so long; 0: not at all. */
  ms: number;
  /** Aborts when whoever waits has left. */
  signal: AbortSignal;
}

/**
 * What `read` returns once that is no longer pending, or after `ms`. Without a wait where as many wait as may, and no
 * longer than until `signal` aborts or the server is told to stop.
 */
export async function untilEnded<View extends { status: string }>(
  app: Pick<App, "work" | "clock">,
  { id, userId, ms, signal }: { id: string; userId: string } & Wait,
  read: () => Promise<View>,
): Promise<View> {
  const all = waitsOf(app);
  const own = all.people.get(userId) ?? 0;
  if (ms <= 0 || all.together >= maxWaits.together || own >= maxWaits.person) return read();
  all.together += 1;
  all.people.set(userId, own + 1);
  const end = AbortSignal.any([signal, app.work.shutdownSignal]);
  const until = app.clock.monotonic() + ms;
  try {
    for (;;) {
      const turn = listen(app, all, id, end);
      try {
        const view = await read();
        const left = until - app.clock.monotonic();
        if (view.status !== "pending" || left <= 0 || end.aborted) return view;
        await turn.within(Math.min(left, pollEvery));
      } finally {
        turn.over();
      }
    }
  } finally {
    all.together -= 1;
    const left = (all.people.get(userId) ?? 1) - 1;
    if (left > 0) all.people.set(userId, left);
    else all.people.delete(userId);
  }
}

/** Listens from now on, so that what ends while it is being read is not missed. */
function listen({ clock }: Pick<App, "clock">, { listeners }: Waits, id: string, end: AbortSignal) {
  let tell = () => {};
  const told = new Promise<void>((resolve) => (tell = resolve));
  const group = listeners.get(id) ?? new Set();
  listeners.set(id, group.add(tell));
  end.addEventListener("abort", tell, { once: true });
  let cancel = () => {};
  return {
    /** Resolves when it is told, when `end` aborts, or after `ms`. */
    within(ms: number): Promise<void> {
      cancel = clock.after(ms, tell);
      return told;
    },
    over(): void {
      cancel();
      end.removeEventListener("abort", tell);
      group.delete(tell);
      if (group.size === 0 && listeners.get(id) === group) listeners.delete(id);
    },
  };
}
