// The wire to Gemini in simulated time: Google's own client asks, the weather answers, and every forbidden call is told of.
import { seconds } from "~/ground/time/duration";
import { createLog } from "~/ground/telemetry/log.server";
import { createGemini } from "~/ports/ai/gemini/provider.server";
import { nextPacificMidnight } from "~/ports/ai/gemini/pacific";
import type { Writer } from "~/ports/ai/port";
import type { FakeRequest } from "../support/fakes/fake-gemini";
import type { Random } from "../crash/random";
import type { SimClock } from "./clock";
import type { Connection } from "./disk";
import { answerOf, refusalIn, type Weathered, type WriterSpell } from "./gemini-weather";

export interface SimGemini {
  spells: WriterSpell[];
  /** The model that Google no longer offers, from its moment on. */
  retired: { model: string; from: number } | null;
  model: string;
  calls: number;
  /** How often a question met which answer. */
  fates: Map<string, number>;
  /** The writer of the process behind `by`. */
  writer(by: Connection): Writer;
  /** Takes the place of the global fetch; gives it back. */
  listen(): () => void;
}

/** After these the same question is never asked again: waiting, or another try, would change nothing. */
const final = new Set(["quota", "key", "region", "retired", "blocked", "broken", "no line", "hang", "slow"]);
/** A task's whole time, and what its last question may be late by. */
const maxWait = seconds(80);
const origin = "https://gemini.sim.example";

interface Asked {
  process: string;
  startedAt: number;
  calls: number;
  /** The last answer to each question, and how long it asked to wait. */
  last: Map<string, { kind: string; at: number; waitMs: number }>;
}

/** `tasksOn`: how many tasks there have been on a topic. A person may refine what came of it hours later: another task. */
export function simGemini(
  clock: SimClock,
  random: Random,
  problem: (what: string) => void,
  tasksOn: (topic: string) => number,
): SimGemini {
  const processes = new Map<string, Connection>();
  const tasks = new Map<string, Asked>();
  const log = createLog({ logLevel: "silent" });

  function weatherOf(model: string, ask: Parameters<typeof answerOf>[1]): Weathered {
    const now = clock.world();
    const { retired } = sim;
    if (retired && model === retired.model && now >= retired.from)
      return {
        reply: { status: 404, body: { error: { code: 404, message: "is not found", status: "NOT_FOUND" } } },
        kind: "retired",
      };
    const spell = sim.spells.find(({ from, to, kind }) => {
      // A day's quota is back at midnight in California.
      const ends = kind === "quota" ? Math.min(to, nextPacificMidnight(from)) : to;
      return from <= now && now < ends;
    });
    return refusalIn(spell?.kind ?? null, random) ?? answerOf(random, ask);
  }

  /** What a rule forbids, looked at from outside. */
  function judge(key: string, task: string, question: string, body: FakeRequest, model: string): Asked {
    const now = clock.monotonic();
    const known = tasks.get(task);
    const asked =
      known?.process === key ? known : { process: key, startedAt: now, calls: 0, last: new Map<string, never>() };
    tasks.set(task, asked);
    asked.calls += 1;
    if (asked.calls > 15) problem(`${task}: call ${asked.calls}`);
    if (now - asked.startedAt > maxWait) problem(`${task}: a call ${now - asked.startedAt} ms after its first`);
    const before = asked.last.get(question);
    if (before && final.has(before.kind)) problem(`${task}: asked again after "${before.kind}"`);
    if (before && now - before.at < before.waitMs) problem(`${task}: asked again before the wait was over`);
    const json = body.generationConfig?.["responseMimeType"] !== undefined;
    if (json && body.tools && /gemini-[12]\./.test(model))
      problem(`${task}: ${model} was asked to search in JSON mode`);
    return asked;
  }

  function answer(url: string, init: RequestInit): Promise<Response> {
    const key = new Headers(init.headers).get("x-goog-api-key") ?? "";
    const by = processes.get(key);
    if (!by || by.isDead()) return new Promise(() => undefined);
    const body = JSON.parse(String(init.body)) as FakeRequest;
    const prompt = body.contents?.[0]?.parts[0]?.text ?? "";
    const topic = JSON.parse(/^topic = (".*")$/m.exec(prompt)?.[1] ?? '""') as string;
    const model = /models\/([^:]+):/.exec(url)?.[1] ?? "";
    // A topic that several tasks share tells of none of them.
    const task = /\d/.test(topic) ? `${topic}, task ${tasksOn(topic)}` : `${topic} ${sim.calls}`;
    const asked = judge(key, task, prompt, body, model);
    const json = body.generationConfig?.["responseMimeType"] !== undefined;
    const count = Number(/\b(?:Write|these|up to) (\d+) /.exec(prompt)?.[1] ?? 5);
    const { reply, kind } = weatherOf(model, { topic, count, json, search: body.tools !== undefined });
    sim.calls += 1;
    sim.fates.set(kind, (sim.fates.get(kind) ?? 0) + 1);
    const latency = random.between(seconds(1), seconds(body.tools ? 45 : 12));
    return new Promise((resolve, reject) => {
      const end = (give: () => void) => () => {
        stop();
        init.signal?.removeEventListener("abort", abort);
        asked.last.set(prompt, {
          kind: reply === "hang" ? "hang" : kind,
          at: clock.monotonic(),
          waitMs: waitIn(reply),
        });
        if (!by.isDead()) give();
      };
      const abort = end(() => reject(new DOMException("This operation was aborted", "AbortError")));
      init.signal?.addEventListener("abort", abort);
      const stop =
        reply === "hang"
          ? () => undefined
          : clock.at(
              clock.world() + latency,
              end(() => give(reply, resolve, reject)),
            );
    });
  }

  const sim: SimGemini = {
    spells: [],
    retired: null,
    model: "gemini-3.5-flash-lite",
    calls: 0,
    fates: new Map(),
    writer(by) {
      const apiKey = `key-${processes.size}`;
      processes.set(apiKey, by);
      return createGemini({ apiKey, model: sim.model, baseUrl: origin, clock, log });
    },
    listen() {
      const real = globalThis.fetch;
      globalThis.fetch = (url, init) => answer(String(url), init ?? {});
      return () => void (globalThis.fetch = real);
    },
  };
  return sim;
}

function give(
  reply: Exclude<Weathered["reply"], "hang">,
  resolve: (answer: Response) => void,
  reject: (error: Error) => void,
): void {
  if (reply === "line" || "wire" in reply)
    return reject(new TypeError("fetch failed", { cause: new Error("ECONNRESET") }));
  const { status, body } = reply;
  const json = async (): Promise<unknown> => {
    if (typeof body === "string") throw new SyntaxError("Unexpected token <");
    return structuredClone(body);
  };
  // What the client reads of an answer, and no stream: reading one takes turns of the loop that no clock counts.
  resolve({ ok: status < 300, status, statusText: "", headers: new Headers(), json } as Response);
}

/** What a refusal by minute asks to wait, ms. */
function waitIn(reply: Weathered["reply"]): number {
  const delay = /"retryDelay":"(\d+)s"/.exec(JSON.stringify(reply))?.[1];
  return delay === undefined || JSON.stringify(reply).includes("PerDay") ? 0 : seconds(Number(delay));
}
