// Waits for a task to end: notified by this node, and polling for tasks of other nodes.
import type { App } from "~/app.server";
import { seconds } from "~/ground/time/duration";

const pollEvery = seconds(2);
/** Each wait holds a request, and the server handles 128 at a time (limits.server.ts). */
export const maxWaits = { together: 24, person: 4 } as const;

interface Waits {
  listeners: Map<string, Set<() => void>>;
  people: Map<string, number>;
  together: number;
}

const waits = new WeakMap<App["work"], Waits>();

function waitsOf(app: Pick<App, "work">): Waits {
  const known = waits.get(app.work) ?? { listeners: new Map(), people: new Map(), together: 0 };
  waits.set(app.work, known);
  return known;
}

export const tellEnded = (app: Pick<App, "work">, id: string): void =>
  waits
    .get(app.work)
    ?.listeners.get(id)
    ?.forEach((listener) => listener());

export interface Wait {
  ms: number;
  signal: AbortSignal;
}

/** Returns `read`'s result once it isn't pending, after `ms`, or on abort. Doesn't wait if too many already do. */
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

/** Registers before the read, so that an end during the read isn't missed. */
function listen({ clock }: Pick<App, "clock">, { listeners }: Waits, id: string, end: AbortSignal) {
  let tell = () => {};
  const told = new Promise<void>((resolve) => (tell = resolve));
  const group = listeners.get(id) ?? new Set();
  listeners.set(id, group.add(tell));
  end.addEventListener("abort", tell, { once: true });
  let cancel = () => {};
  return {
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
