// Who waits for a hash: a few are made at a time, each purpose has its places, and in each whoever asks has their own.
import { availableParallelism } from "node:os";
import { AppError } from "~/ground/errors";
import { messages } from "./user";

/** One core is left to the pages. */
const maxRunning = Math.min(2, Math.max(1, availableParallelism() - 1));
const maxWaiting = 20;
/**
 * What a password is needed for. Each has its own places, so that those who register keep nobody from signing in, and
 * those who guess nobody who is signed in or whose browser was.
 */
const purposes = ["signIn", "registration", "known"] as const;
type Purpose = (typeof purposes)[number];

/** `who`: of strangers the address, folded; of who is known the person. */
export interface Hashing {
  purpose: Purpose;
  who: string;
}

interface Waiter {
  begin: () => void;
  refuse: (error: AppError) => void;
}

type Queue = Map<string, Waiter[]>;

/** By who waits, in the order in which they are next. */
const waiting: Record<Purpose, Queue> = { signIn: new Map(), registration: new Map(), known: new Map() };
let running = 0;
let lastPurpose = 0;

const countOf = (queue: Queue): number => [...queue.values()].reduce((sum, own) => sum + own.length, 0);

/** Whoever has most waiting, where that is more than `who` would have with one more; undefined: nobody has. */
function largestBeside(queue: Queue, who: string): Waiter[] | undefined {
  const largest = [...queue.values()].reduce((max, own) => (own.length > max.length ? own : max), []);
  return largest.length > (queue.get(who)?.length ?? 0) + 1 ? largest : undefined;
}

const busy = () => new AppError("busy", messages.busy, { retryAfterSeconds: 2 });

/**
 * What whoever needs a hash now is told; null while there is a place for them. Ten who ask have two places each for sure,
 * twenty have one: what one has beyond that goes to who has fewer.
 */
export function busyRefusal({ purpose, who }: Hashing): AppError | null {
  const queue = waiting[purpose];
  return countOf(queue) < maxWaiting || largestBeside(queue, who) ? null : busy();
}

function wait({ purpose, who }: Hashing): Promise<void> {
  const queue = waiting[purpose];
  // Of the one who has most, the latest goes.
  if (countOf(queue) >= maxWaiting) largestBeside(queue, who)?.pop()?.refuse(busy());
  return new Promise<void>((begin, refuse) => {
    const own = queue.get(who) ?? [];
    queue.set(who, own);
    own.push({ begin, refuse });
  });
}

/** Purposes have their turns one by one, and so have those who ask, in each; one without anybody gives its turn away. */
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

/** Throws busy where there is no place to wait in, at once or once somebody who had none needs it. */
export async function queued<T>(hashing: Hashing, work: () => Promise<T>): Promise<T> {
  if (running >= maxRunning) {
    const refusal = busyRefusal(hashing);
    if (refusal) throw refusal;
    // Whoever finishes hands its place over, so `running` stays as it is.
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
