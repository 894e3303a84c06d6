// Implements a provider with any server that speaks OpenAI's chat completions.
import type { CompatibleSettings } from "~/ground/config-ai";
import { createFairPool } from "~/ground/fair-pool";
import type { Log } from "~/ground/telemetry/log.server";
import type { Clock } from "~/ground/time/clock.server";
import { minutes, seconds } from "~/ground/time/duration";
import type { Answer, Provider, Question } from "../live/provider";
import { WriterError } from "../port";
import { askServer } from "./call.server";
import { bodyOf, type Dialect, firstDialect, learnNamed, learnUnnamed, plainest } from "./dialect";
import { failureOf, faultOf, plainFault, type Refusal } from "./faults";
import { readReply, unfinished } from "./reply";
import { noteRead, noteServer } from "./seen.server";

interface Means {
  clock: Clock;
  log: Pick<Log, "info" | "warn">;
  /** The parts of a question to begin with. Absent: by the address. */
  first?: Dialect;
}

/** Questions that a process spends to learn its server. */
const maxLearning = 3;
/** A server that asks to wait is asked nothing before that; a longer wait may end early, by more credit. */
const maxPause = minutes(1);
/** Longer than a user waits for a second try. */
const laterMs = seconds(30);

export function createCompatible(settings: CompatibleSettings, means: Means): Provider {
  const { clock, log, first = firstDialect(settings) } = means;
  const { model, place, isHome, timeoutMs, concurrency } = settings;
  const pool = createFairPool({ inAll: concurrency, each: concurrency });
  let dialect = first;
  let learning = 0;
  let hasWalked = false;
  let pausedUntil = -Infinity;

  const context = () => ({ ...settings, now: clock.now() });

  async function ask(question: Question, { signal }: { signal: AbortSignal }): Promise<Answer> {
    requireUnpaused();
    const leave = await enter(signal);
    try {
      requireUnpaused();
      return await askLearning(question, signal);
    } catch (error) {
      if (error instanceof WriterError && error.reason === "busy") pauseFor(error.more.retryAfterMs ?? 0);
      throw error;
    } finally {
      leave();
    }
  }

  function pauseFor(ms: number): void {
    pausedUntil = Math.max(pausedUntil, clock.monotonic() + Math.min(ms, maxPause));
  }

  function requireUnpaused(): void {
    const retryAfterMs = pausedUntil - clock.monotonic();
    if (retryAfterMs > 0) throw plainFault("busy", settings, { cause: "The server asked to wait", retryAfterMs });
  }

  /** First come, first served. The wait ends with a refusal. */
  async function enter(signal: AbortSignal): Promise<() => void> {
    const limit = new AbortController();
    const stop = clock.after(timeoutMs, () => limit.abort());
    try {
      return await pool.enter("", AbortSignal.any([signal, limit.signal]));
    } catch (cause) {
      if (signal.aborted) throw plainFault("aborted", settings, { cause });
      throw plainFault("busy", settings, { cause: "Other questions took all places", retryAfterMs: laterMs });
    } finally {
      stop();
    }
  }

  async function askLearning(question: Question, signal: AbortSignal): Promise<Answer> {
    let [base, tried, isWalking] = [dialect, dialect, false];
    for (;;) {
      const outcome = await askServer(settings, bodyOf(question, settings, tried), { clock, signal });
      if (!("refusal" in outcome)) {
        if (tried !== base) keep(tried);
        return readReply(outcome.reply, question, context());
      }
      const { refusal } = outcome;
      const fault = faultOf(refusal, context());
      if (!isAboutForm(refusal)) return salvageRefused(refusal, fault, model);
      if (base !== dialect) {
        // Another question has learned in the meantime.
        [base, tried] = [dialect, dialect];
        continue;
      }
      const named = learnNamed(tried, question, refusal.error);
      const next = named ?? (isWalking || !hasWalked ? learnUnnamed(tried, question) : null);
      if (next === null || learning === maxLearning) throw fault;
      learning += 1;
      if (named === null) isWalking = hasWalked = true;
      tried = learning === maxLearning ? plainest(next) : next;
      // A refusal that names nothing may be about something else: its lesson is kept only with an answer.
      if (!isWalking) {
        keep(tried);
        base = dialect;
      }
    }
  }

  function keep(learned: Dialect): void {
    dialect = learned;
    log.info({ model, ...learned }, "ai_server_learned");
  }

  return {
    kind: "compatible",
    model,
    place,
    isHome,
    spare: settings.baseUrl.startsWith("https:") ? 2 : 0,
    contextTokens: settings.contextTokens,
    limitMs: () => timeoutMs,
    get searches() {
      return dialect.web ? "with_json" : "no";
    },
    noteRead: (isRead) => noteRead(settings, isRead),
    ask: async (question, more) => {
      const answer = await ask(question, more);
      const isPromptTruncated = wasPromptTruncated(question, answer);
      if (isPromptTruncated) log.warn({ model, tokens: answer.tokens?.input }, "prompt_cut");
      noteServer(settings, { format: dialect.format, isPromptTruncated });
      return answer;
    },
  };
}

const isAboutForm = (refusal: Refusal): boolean =>
  (refusal.status === 400 || refusal.status === 422) && failureOf(refusal) === "failed";

/** Groq refuses what its model wrote in the wrong form, and sends it along. */
function salvageRefused({ error }: Refusal, fault: WriterError, model: string): Answer {
  if (fault.reason !== "malformed" || !error.failedGeneration?.trim()) throw fault;
  return unfinished(error.failedGeneration, fault, model);
}

/** No writing has six characters a token: Ollama drops the beginning of a long prompt without a word. */
const wasPromptTruncated = ({ rules, prompt }: Question, { tokens }: Answer): boolean =>
  tokens !== null && tokens.input * 6 < rules.length + prompt.length;
