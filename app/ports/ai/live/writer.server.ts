// Implements a writer over a provider, in one or two questions with short retries.
import type { Clock } from "~/ground/time/clock.server";
import type { Log } from "~/ground/telemetry/log.server";
import { type WriteThread, type WriteTweets, type Writer, WriterError, type WrittenTweets } from "../port";
import type { Prompts } from "../prompts.server";
import { faultsOf } from "./faults";
import { type Form, threadForm, tweetsForm } from "./forms.server";
import { fitTo, type Means, rulesOf } from "./once.server";
import { patientlyWith } from "./patience.server";
import { forProducts } from "./product.server";
import type { Answer, Provider, Question } from "./provider";
import { readingWith } from "./reading";
import { forRefining } from "./refine.server";
import { type AnswerOf, counting } from "./spending";

interface LiveParts {
  clock: Clock;
  log: Pick<Log, "info" | "warn">;
  prompts: Prompts;
}

interface Read {
  given: Answer;
  texts: string[];
}

export function createLive(provider: Provider, { clock, log, prompts }: LiveParts): Writer {
  const { kind, model } = provider;
  const faults = faultsOf(kind);
  const reading = readingWith(faults);
  const patiently = patientlyWith(provider, { clock, log });
  const means: Means = { provider, clock, log, prompts, faults, reading, patiently };
  // A service that refuses JSON mode with search, or then doesn't search, is remembered.
  let searchesApart = provider.searches === "apart";

  async function writeAs(form: Form, { signal }: Pick<WriteTweets, "signal">): Promise<WrittenTweets> {
    const { value, spent } = await counting(provider, signal, (answerOf) => write(form, signal, answerOf));
    const { given, texts } = value;
    const cut = given.end === "cut" && texts.length < form.count;
    log.info({ model, ...spent, [form.name]: texts.length, sources: given.sources.length }, `${kind}_wrote`);
    const { searched, sources, searchSuggestions, modelRetiresAt } = given;
    return { texts, searched, cut, sources, searchSuggestions, modelRetiresAt, model: given.model, ...spent };
  }

  async function write(form: Form, signal: AbortSignal, answerOf: AnswerOf): Promise<Read> {
    const rules = rulesOf(means);
    const answer = (question: Omit<Question, "rules">) => answerOf({ rules, ...question });

    const inOneCall = () =>
      patiently(signal, async () => {
        const given = await answer({ prompt: form.question(), shape: form.shape, search: form.searches });
        return { given, texts: reading.answer(given, form.read, form.keep) };
      });
    const inTwoCalls = async (unsearched: Read | null) => {
      searchesApart = true;
      const given = await patiently(signal, () => answer({ prompt: form.drafts(), shape: null, search: true }));
      if (unsearched && !given.searched) return unsearched;
      const prompt = form.copy(given.text);
      const texts = await patiently(signal, async () =>
        reading.answer(await answer({ prompt, shape: form.copyShape, search: false }), form.read, form.keep),
      );
      return { given, texts };
    };

    if (form.searches && searchesApart) return inTwoCalls(null);
    const read = await inOneCall().catch((error: unknown) => {
      if (form.searches && error instanceof WriterError && provider.refusesJsonWithSearch?.(error)) return null;
      throw error;
    });
    if (read !== null && (!form.searches || read.given.searched)) return read;
    log.warn({ model }, `${kind}_searches_apart`);
    return inTwoCalls(read).catch((error: unknown) => {
      // A usable answer is kept even if the search then fails.
      if (read !== null && error instanceof WriterError) return read;
      throw error;
    });
  }

  const searchable = <T extends { webSearch: boolean }>(request: T): T =>
    provider.searches === "no" ? { ...request, webSearch: false } : request;

  const fit = <T extends WriteTweets | WriteThread>(request: T, formOf: (parts: Means, request: T) => Form): T =>
    fitTo(means, request, (smaller) => formOf(means, smaller).question());

  return {
    kind,
    name: model,
    place: provider.place,
    isHome: provider.isHome,
    canSearch: provider.searches !== "no",
    limitMs: provider.limitMs({ rules: "", prompt: "", shape: null, search: false }),
    spare: provider.spare,
    writeTweets: (request) => writeAs(tweetsForm(means, fit(searchable(request), tweetsForm)), request),
    writeThread: (request) => writeAs(threadForm(means, fit(searchable(request), threadForm)), request),
    ...forRefining(means),
    ...forProducts(means),
  };
}
