// Implements the writer with Gemini, in one or two calls with short retries.
import type { Clock } from "~/ground/time/clock.server";
import { seconds } from "~/ground/time/duration";
import type { Log } from "~/ground/telemetry/log.server";
import type { Answer, Tokens } from "./gemini-answer.server";
import { aborted, askingGemini, type GeminiSettings, type Question } from "./gemini-call.server";
import { refusesJsonWithTools } from "./gemini-faults.server";
import { type Form, threadForm, tweetsForm } from "./gemini-forms.server";
import type { Means } from "./gemini-once.server";
import { forProducts } from "./gemini-product.server";
import { forRefining } from "./gemini-refine.server";
import { type WriteTweets, type Writer, WriterError, type WrittenTweets } from "./port";
import { type Prompts, readPrompts } from "./prompts.server";

/** Waits before the second and third try, unless Gemini asks for longer. */
const busyWaits = [seconds(1), seconds(4)];
/** A user is waiting, so longer waits fail right away. */
const maxWait = seconds(20);
const unusableTries = 1;

interface GeminiParts extends GeminiSettings {
  log: Pick<Log, "info" | "warn">;
  clock: Clock;
  prompts?: Prompts;
}

interface Read {
  given: Answer;
  texts: string[];
}

export function createGemini(gemini: GeminiParts): Writer {
  const { model, log, clock, prompts = readPrompts(null) } = gemini;
  const ask = askingGemini(gemini, clock, log);
  // Models before 3 refuse JSON mode with search. Others that refuse it, or don't search, are remembered.
  let searchesApart = generationOf(model) < 3;

  async function writeAs(form: Form, { signal }: Pick<WriteTweets, "signal">): Promise<WrittenTweets> {
    const spent: Tokens = { inputTokens: 0, outputTokens: 0 };
    try {
      const { given, texts } = await write(form, signal, spent);
      log.info({ model, ...spent, [form.name]: texts.length, sources: given.sources.length }, "gemini_wrote");
      const { searched, sources, searchSuggestions, modelRetiresAt } = given;
      return { texts, searched, sources, searchSuggestions, modelRetiresAt, model, ...spent };
    } catch (error) {
      if (error instanceof WriterError) throw new WriterError(error.reason, error.message, { ...error.more, spent });
      throw error;
    }
  }

  async function write(form: Form, signal: AbortSignal, total: Tokens): Promise<Read> {
    const spent = (tokens: Tokens): void => {
      total.inputTokens += tokens.inputTokens;
      total.outputTokens += tokens.outputTokens;
    };
    const rules = prompts.rules(new Date(clock.now()).toISOString().slice(0, 10));
    const answer = (question: Omit<Question, "rules">) => ask({ rules, ...question }, { signal, spent });

    const inOneCall = () =>
      patiently(signal, async () => {
        const given = await answer({ prompt: form.question(), json: form.shape, search: form.searches });
        return { given, texts: form.read(given.text) };
      });
    const inTwoCalls = async (unsearched: Read | null) => {
      searchesApart = true;
      const given = await patiently(signal, () => answer({ prompt: form.drafts(), json: null, search: true }));
      if (unsearched && !given.searched) return unsearched;
      const copy = form.copy(given.text);
      const texts = await patiently(signal, async () =>
        form.read((await answer({ prompt: copy, json: form.count, search: false })).text),
      );
      return { given, texts };
    };

    if (form.searches && searchesApart) return inTwoCalls(null);
    const read = await inOneCall().catch((error: unknown) => {
      if (form.searches && refusesJsonWithTools(error)) return null;
      throw error;
    });
    if (read !== null && (!form.searches || read.given.searched)) return read;
    log.warn({ model }, "gemini_searches_apart");
    return inTwoCalls(read).catch((error: unknown) => {
      // A usable answer is kept even if the search then fails.
      if (read !== null && error instanceof WriterError) return read;
      throw error;
    });
  }

  async function patiently<T>(signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
    for (let busy = 0, unusable = 0; ;) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof WriterError)) throw error;
        const waitMs =
          error.reason === "busy"
            ? busyWait(error, busy++)
            : isUnusable(error) && unusable++ < unusableTries
              ? 0
              : null;
        if (waitMs === null) throw error;
        log.warn({ model, reason: error.reason, waitMs }, "gemini_retry");
        if (waitMs > 0) await wait(clock, waitMs, signal);
      }
    }
  }

  const means: Means = { model, log, clock, prompts, ask, patiently };
  return {
    kind: "gemini",
    writeTweets: (wish) => writeAs(tweetsForm(prompts, wish), wish),
    writeThread: (wish) => writeAs(threadForm(prompts, wish), wish),
    ...forRefining(means),
    ...forProducts(means),
  };
}

/** A name without a number (gemini-flash-latest) counts as current. */
const generationOf = (model: string): number => Number(/gemini-(\d+)/.exec(model)?.[1] ?? Infinity);

const isUnusable = (error: WriterError): boolean => error.reason === "malformed" || error.reason === "empty";

function busyWait(error: WriterError, tries: number): number | null {
  const minWait = busyWaits[tries];
  const retryAfter = error.more.retryAfterMs ?? 0;
  return minWait === undefined || retryAfter > maxWait ? null : Math.max(minWait, retryAfter);
}

function wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(aborted(signal));
    const stop = (): void => {
      cancel();
      reject(aborted(signal));
    };
    const cancel = clock.after(ms, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    signal.addEventListener("abort", stop, { once: true });
  });
}
