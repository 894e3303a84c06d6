// The live writer: Google's Gemini, asked once or twice, and again where waiting a little helps.
import type { Clock } from "~/clock.server";
import { seconds } from "~/duration";
import type { Log } from "~/log.server";
import { readTweets, type Tokens } from "./gemini-answer.server";
import { aborted, askGemini, type GeminiSettings, type Question } from "./gemini-call.server";
import { refusesJsonWithTools } from "./gemini-faults.server";
import { type WriteTweets, type Writer, WriterError, type WrittenTweets } from "./port";
import { askForDrafts, askForJson, askForTweets, rulesForTweets } from "./prompts";

/** Waits before the second and the third try, where Gemini names no longer one. */
const busyWaits = [seconds(1), seconds(4)];
/** A person is looking at a progress bar: a longer wait than this is theirs to decide. */
const longestWait = seconds(20);
/** Another try after an unusable answer comes at once. */
const unusableTries = 1;

export function createGemini(gemini: GeminiSettings & { log: Pick<Log, "info" | "warn">; clock: Clock }): Writer {
  const { model, log, clock } = gemini;
  // Models before 3 refuse JSON mode beside search; another model that does is remembered after its first refusal.
  let searchesApart = generationOf(model) < 3;

  async function writeTweets(ask: WriteTweets): Promise<WrittenTweets> {
    const total: Tokens = { inputTokens: 0, outputTokens: 0 };
    const spent = (tokens: Tokens): void => {
      total.inputTokens += tokens.inputTokens;
      total.outputTokens += tokens.outputTokens;
    };
    const rules = rulesForTweets(new Date(clock.now()).toISOString().slice(0, 10));
    const answer = (question: Omit<Question, "rules">) =>
      askGemini(gemini, clock, { rules, ...question }, { signal: ask.signal, spent });

    const inOneCall = () =>
      patiently(ask.signal, async () => {
        const given = await answer({ prompt: askForTweets(ask), json: ask.count, search: ask.webSearch });
        return { given, texts: readTweets(given.text) };
      });
    const inTwoCalls = async () => {
      const given = await patiently(ask.signal, () => answer({ prompt: askForDrafts(ask), json: null, search: true }));
      const prompt = askForJson({ ...ask, drafts: given.text });
      const texts = await patiently(ask.signal, async () =>
        readTweets((await answer({ prompt, json: ask.count, search: false })).text),
      );
      return { given, texts };
    };

    const apart = ask.webSearch && searchesApart;
    const { given, texts } = await (apart ? inTwoCalls() : inOneCall()).catch((error: unknown) => {
      if (apart || !ask.webSearch || !refusesJsonWithTools(error)) throw error;
      searchesApart = true;
      return inTwoCalls();
    });
    log.info({ model, ...total, tweets: texts.length, sources: given.sources.length }, "gemini_wrote");
    return { texts, sources: given.sources, searchSuggestions: given.searchSuggestions, model, ...total };
  }

  /** Tries again: up to twice while Gemini is busy, once after an unusable answer. */
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

  return { kind: "gemini", writeTweets };
}

/** 2 for gemini-2.5-flash; a name that says nothing (gemini-flash-latest) counts as current. */
const generationOf = (model: string): number => Number(/gemini-(\d+)/.exec(model)?.[1] ?? Infinity);

const isUnusable = (error: WriterError): boolean => error.reason === "malformed" || error.reason === "empty";

/** How long to wait before the next try, in ms; null when there is none. */
function busyWait(error: WriterError, tries: number): number | null {
  const least = busyWaits[tries];
  const asked = error.more.retryAfterMs ?? 0;
  return least === undefined || asked > longestWait ? null : Math.max(least, asked);
}

/** Resolves after `ms`; rejects with WriterError "aborted" as soon as the signal fires. */
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
