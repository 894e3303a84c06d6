// Checks a server of chat completions with a free call: its list of models.
import type { CompatibleSettings } from "~/ground/config-ai";
import type { Clock } from "~/ground/time/clock.server";
import { seconds } from "~/ground/time/duration";
import type { WriterError } from "../port";
import { post, refusalOf, textIn } from "./call.server";
import { isOpenRouter } from "./dialect";
import { faultOf, noAnswerThere, plainFault, redirects } from "./faults";
import { isObject, parsed } from "./json";

const patience = seconds(8);
const maxListBytes = 4_000_000;
const maxErrorBytes = 64_000;

export interface ServerCheck {
  fault: WriterError | null;
  /** For the operator; null if `fault` says it all. */
  hint: string | null;
  /** null: the server has no list. */
  models: string[] | null;
  hasModel: boolean;
  /** Every caller gets the list, so it proves no key. */
  isPublicList: boolean;
  serverTime: number | null;
}

type Settings = Pick<CompatibleSettings, "baseUrl" | "apiKey" | "model" | "place" | "contextTokens">;

/** Never throws. */
export async function checkServer(settings: Settings, clock: Clock): Promise<ServerCheck> {
  const none = { models: null, hasModel: false, isPublicList: isOpenRouter(settings), serverTime: null };
  const limit = new AbortController();
  const stop = clock.after(patience, () => limit.abort());
  try {
    const response = await post(settings, "/models", null, limit.signal);
    const status = response.statusCode ?? 0;
    const isFine = status >= 200 && status < 300;
    const body = await textIn(response, isFine ? maxListBytes : maxErrorBytes);
    if (limit.signal.aborted) return { ...none, fault: plainFault("timeout", settings), hint: null };
    const serverTime = Date.parse(response.headers.date ?? "") || null;
    if (!isFine) {
      const refusal = refusalOf(status, response.headers, body);
      const hint = status >= 300 && status < 400 ? redirects : status === 404 && !refusal.isApi ? noAnswerThere : null;
      // A gateway may have no list, and answer all the same.
      const hasNoList = status === 405 || (status === 404 && refusal.isApi);
      const fault = hasNoList ? null : faultOf(refusal, { ...settings, now: clock.now() });
      return { ...none, serverTime, fault, hint };
    }
    const models = modelsIn(body);
    if (models === null) return { ...none, serverTime, fault: plainFault("failed", settings), hint: noAnswerThere };
    return { ...none, serverTime, fault: null, hint: null, models, hasModel: isIn(models, settings.model) };
  } catch (cause) {
    const fault = plainFault(limit.signal.aborted ? "timeout" : "unreachable", settings, { cause });
    return { ...none, fault, hint: null };
  } finally {
    stop();
  }
}

function modelsIn(body: string): string[] | null {
  const list = parsed(body);
  const models: unknown = Array.isArray(list) ? list : isObject(list) ? list["data"] : null;
  if (!Array.isArray(models)) return null;
  return (models as unknown[]).flatMap((model) => {
    if (!isObject(model) || typeof model["id"] !== "string") return [];
    const aliases = Array.isArray(model["aliases"]) ? (model["aliases"] as unknown[]) : [];
    return [
      model["id"],
      ...aliases.filter((alias): alias is string => typeof alias === "string" && alias !== model["id"]),
    ];
  });
}

/** Ollama completes a name without a tag by this one. */
const isIn = (models: readonly string[], model: string): boolean =>
  models.includes(model) || models.includes(`${model}:latest`);
