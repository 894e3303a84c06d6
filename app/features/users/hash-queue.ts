// Queues password hashing: few run at the same time, with fair shares by purpose and sender.
import { availableParallelism } from "node:os";
import { AppError } from "~/ground/errors";
import { messages } from "./user";

/** Leaves one core for serving pages. */
const maxRunning = Math.min(2, Math.max(1, availableParallelism() - 1));
const maxWaiting = 20;
/** Each purpose has its own places: registrations can't block sign-ins, and guesses can't block known users. */
const purposes = ["signIn", "registration", "known"] as const;
type Purpose = (typeof purposes)[number];

/** `who` is the client's folded address, or the user's id if known. */
export interface Hashing {
  purpose: Purpose;
  who: string;
}

interface Waiter {
  begin: () => void;
  refuse: (error: AppError) => void;
}

type Queue = Map<string, Waiter[]>;

/** Waiters by `who`; the map's order is the order of turns. */
const waiting: Record<Purpose, Queue> = { signIn: new Map(), registration: new Map(), known: new Map() };
let running = 0;
let lastPurpose = 0;

const countOf = (queue: Queue): number => [...queue.values()].reduce((sum, waiters) => sum + waiters.length, 0);

function largestBeside(queue: Queue, owner: string): Waiter[] | undefined {
  const largest = [...queue.values()].reduce((max, waiters) => (waiters.length > max.length ? waiters : max), []);
  return largest.length > (queue.get(owner)?.length ?? 0) + 1 ? largest : undefined;
}

const busy = () => new AppError("busy", messages.busy, { retryAfterSeconds: 2 });

/** Null while there is a place. A full queue still admits a sender who has fewer waiting than another. */
export function busyRefusal({ purpose, who }: Hashing): AppError | null {
  const queue = waiting[purpose];
  return countOf(queue) < maxWaiting || largestBeside(queue, who) ? null : busy();
}

function wait({ purpose, who }: Hashing): Promise<void> {
  const queue = waiting[purpose];
  // The latest waiter of the longest line gives up its place.
  if (countOf(queue) >= maxWaiting) largestBeside(queue, who)?.pop()?.refuse(busy());
  return new Promise<void>((begin, refuse) => {
    const own = queue.get(who) ?? [];
    queue.set(who, own);
    own.push({ begin, refuse });
  });
}

function takeNext(): Waiter | undefined {
  for (let turn = 1; turn <= purposes.length; turn += 1) {
    const next = (lastPurpose + turn) % purposes.length;
    const queue = waiting[purposes[next] ?? "signIn"];
    const [first] = queue;
    if (!first) continue;
    const [who, own] = first;
    const waiter = own.shift();
    queue.delete(who);
    if (own.length > 0) queue.set(who, own);
    lastPurpose = next;
    return waiter;
  }
  return undefined;
}

/** Throws busy if the queue is full, or later if another sender takes the place. */
export async function queued<T>(hashing: Hashing, work: () => Promise<T>): Promise<T> {
  if (running >= maxRunning) {
    const refusal = busyRefusal(hashing);
    if (refusal) throw refusal;
    // A finished task hands its place to the next, so `running` doesn't change.
    await wait(hashing);
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = takeNext();
    if (next) next.begin();
    else running -= 1;
  }
}
