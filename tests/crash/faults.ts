// What may go wrong with one POST in a crash round: when X takes the post, and what becomes of its answer.
import { type Fault, faults } from "../support/fakes/fake-x";
import { type Random, seeded } from "./random";

/** When X takes the post. `late`: once the connection is gone, still within the settle time. */
export type Taking = "never" | "at once" | "while it waits" | "late";

export interface Plan {
  kind: string;
  takes: Taking;
  /** Gone with the headers read: the body never arrived. */
  half?: true;
  /** X waits so long before it takes the post and answers, or hangs up. */
  waitMs?: number;
  /** How the answer goes wrong; none: X hangs up without a word. */
  answer: Fault | ((now: number) => Fault) | null;
}

export const allIsWell: Plan = { kind: "none", takes: "at once", answer: faults.none };
const never = (kind: string, more: Partial<Plan>): Plan => ({ kind, takes: "never", answer: null, ...more });
const taken = (kind: string, more: Partial<Plan>): Plan => ({ kind, takes: "at once", answer: null, ...more });

/** X tells whole seconds; nearer than this the wait could be over before the answer is read. */
const resetSeconds = (now: number): string => String(Math.ceil(now / 1000) + 3);

const tooMany = (now: number): Fault =>
  faults.status(429, { headers: { "x-rate-limit-remaining": "0", "x-rate-limit-reset": resetSeconds(now) } });

type Draw = (random: Random) => Plan;

const draws: readonly Draw[] = [
  () => never("half a request", { half: true }),
  () => never("dropped before", {}),
  () => taken("dropped after", {}),
  () => taken("half an answer", { answer: faults.halfAnswer }),
  (random) => taken("slow answer", { answer: faults.slow(random.between(200, 900)) }),
  (random) =>
    taken("slow to take", { takes: "while it waits", waitMs: random.between(300, 1_500), answer: faults.none }),
  (random) => never("hang, not taken", { waitMs: random.between(800, 1_500) }),
  (random) => taken("hang, taken", { waitMs: random.between(800, 1_500) }),
  () => never("429", { answer: tooMany }),
  () => never("500 before", { answer: faults.status(500) }),
  () => taken("503 after", { answer: faults.unavailableAfter }),
  () => taken("taken late", { takes: "late" }),
  (random) => taken("hang, taken late", { takes: "late", waitMs: random.between(500, 1_200) }),
  () => taken("rubbish", { answer: faults.gzipRubbish }),
  () => taken("not JSON", { answer: faults.notJson }),
  () => taken("no id", { answer: faults.withoutId }),
];

export type FaultTable = (random: Random) => Plan;

/** Half of all POSTs go wrong, each way as often as the others. */
export const usualFaults: FaultTable = (random) => (random.chance(0.5) ? random.pick(draws)(random) : allIsWell);

/** As usual, but X says nothing for longer than the app waits: its own hard abort must end the call. */
export const longHangs: FaultTable = (random) => {
  if (!random.chance(0.2)) return usualFaults(random);
  const takes = random.pick(["never", "at once", "late"] as const);
  return { kind: "hang past our abort", takes, waitMs: 60_000, answer: null };
};

/** X holds the call open for long, and takes the post only then. */
export const slowToTake: FaultTable = (random) =>
  random.chance(0.7)
    ? { kind: "very slow to take", takes: "while it waits", waitMs: 6_000, answer: faults.none }
    : allIsWell;

/** X refuses for sure, but only after a long time. */
export const slowToRefuse: FaultTable = (random) =>
  random.chance(0.6) ? { kind: "late 429", takes: "never", waitMs: 6_000, answer: tooMany } : allIsWell;

export const allFaultKinds: readonly string[] = draws.map((draw) => draw(seeded(0)).kind);
