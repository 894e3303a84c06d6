// A writer's calls, looked at from outside: how many at once, for which task, with what, and what they cost.
import { hours, seconds } from "~/ground/time/duration";
import type { SpentTokens, Writer, WriteTweets, WrittenTweets } from "~/ports/ai/port";
import { WriterError } from "~/ports/ai/port";
import { maxRunning } from "~/features/generation/run.server";
import type { Random } from "../../crash/random";
import type { SimClock } from "../clock";
import type { Connection } from "../disk";
import { free, plain } from "~tests/support/written";

/** One process's try at one task. */
export interface Try extends SpentTokens {
  process: number;
  by: Connection;
  /** When its first call began, by the monotonic clock. */
  since: number;
  calls: number;
  inFlight: number;
  /** Its writer was left to itself: what it costs after that is known to nobody. */
  isDeaf: boolean;
}

export interface Meter {
  /** By the task's topic, which no other task has. */
  tries: Map<string, Try[]>;
  /** The writer of the process behind `by`, told to nobody but the meter where it lies. */
  wrap(by: Connection, writer: Writer): Writer;
  /** Whether the process behind `by` is asking for this topic now. */
  isAsking(by: Connection, topic: string): boolean;
  /** How many places the newest process has a reason to keep taken now: a writer's time is not over at each. */
  placesTaken(): number;
  max: number;
}

/** A task's 80 s, without the four that are for storing, and the two in which the writer may still give up. */
const maxHeld = seconds(80 - 4 + 2);

/** How the wrapped writer is worse than Gemini's own client can be. */
export interface Vices {
  /** Answers nothing and does not hear that it is to give up. */
  deaf: number;
  /** Answers a moment after it was told to give up. */
  late: number;
  /** Breaks, with no error of a writer. */
  breaks: number;
  /** Tells of half of what it cost. */
  hides?: boolean;
  /** Searches whether asked to or not. */
  searches?: boolean;
}

export function makeMeter(
  clock: SimClock,
  random: Random,
  vices: Vices,
  problem: (what: string) => void,
  wantsSearch: (topic: string) => boolean,
): Meter {
  let processes = 0;
  const tries = new Map<string, Try[]>();

  const deaf = () => new Promise<never>(() => undefined);
  const late = ({ signal, count, topic }: WriteTweets) =>
    new Promise<WrittenTweets>((resolve) => {
      const answer = () => {
        const texts = Array.from({ length: count }, (_, n) => `${random.below(1e9)}.${n} late, on ${topic}`);
        const written = { texts, ...plain, model: "late", inputTokens: 9, outputTokens: 9 };
        clock.after(seconds(random.between(0, 1)), () => resolve(written));
      };
      if (signal.aborted) answer();
      else signal.addEventListener("abort", answer, { once: true });
    });

  /** Half of what was spent is not told. */
  const hiding = <T extends SpentTokens>(spent: T): T =>
    vices.hides ? { ...spent, inputTokens: spent.inputTokens >> 1 } : spent;

  async function asked(one: Try, ask: WriteTweets, writer: Writer): Promise<WrittenTweets> {
    try {
      if (random.chance(vices.deaf)) {
        one.isDeaf = true;
        return await deaf();
      }
      if (random.chance(vices.breaks)) throw new TypeError("no such property");
      const written = await (random.chance(vices.late) ? late(ask) : writer.writeTweets(ask));
      one.inputTokens += written.inputTokens;
      one.outputTokens += written.outputTokens;
      return hiding(written);
    } catch (error) {
      const spent = error instanceof WriterError ? error.more.spent : undefined;
      one.inputTokens += spent?.inputTokens ?? 0;
      one.outputTokens += spent?.outputTokens ?? 0;
      throw error instanceof WriterError && spent
        ? new WriterError(error.reason, error.message, { ...error.more, spent: hiding(spent) })
        : error;
    }
  }

  const meter: Meter = {
    tries,
    max: 0,
    isAsking: (by, topic) => (tries.get(topic) ?? []).some((one) => one.by === by && one.inFlight > 0),
    placesTaken: () =>
      [...tries.values()]
        .flat()
        .filter((one) => one.process === processes && one.inFlight > 0 && clock.monotonic() < one.since + maxHeld)
        .length,
    wrap(by, writer) {
      const process = (processes += 1);
      const inFlight = () =>
        [...tries.values()].flat().filter((one) => one.process === process && one.inFlight > 0 && !one.isDeaf).length;
      return {
        ...writer,
        async writeTweets(told) {
          const ask = vices.searches ? { ...told, webSearch: true } : told;
          const known = tries.get(ask.topic) ?? [];
          const own = known.find((one) => one.process === process);
          const one: Try = own ?? {
            process,
            by,
            since: clock.monotonic(),
            calls: 0,
            inFlight: 0,
            isDeaf: false,
            inputTokens: 0,
            outputTokens: 0,
            ...free,
          };
          if (!own) tries.set(ask.topic, [...known, one]);
          one.calls += 1;
          one.inFlight += 1;
          if (one.calls > 3) problem(`${ask.topic}: question ${one.calls} of one try`);
          if (ask.webSearch && !wantsSearch(ask.topic)) problem(`${ask.topic}: searched, though nobody asked for it`);
          if (ask.webSearch && ask.faulty) problem(`${ask.topic}: searched to mend`);
          const now = inFlight();
          meter.max = Math.max(meter.max, now);
          if (now > maxRunning) problem(`${now} tasks run at once`);
          try {
            return await asked(one, ask, writer);
          } finally {
            one.inFlight -= 1;
          }
        },
      };
    },
  };
  return meter;
}

/** Longer than any task is open, so that what is counted has come to its end. */
export const settling = hours(1);
