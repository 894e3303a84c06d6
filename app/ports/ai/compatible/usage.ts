// Reads tokens, cost and sources from an answer; unknown stays unknown. Pure.
import type { CompatibleSettings } from "~/ground/config-ai";
import type { Answer } from "../live/provider";
import { costAt } from "../spent";
import { isObject, type Json } from "./json";

const count = (value: unknown): number | null =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** null unless both are named; a server that names 0 for the prompt counted nothing. */
export function tokensIn(usage: Json | null): Answer["tokens"] {
  const input = count(usage?.["prompt_tokens"]);
  const output = count(usage?.["completion_tokens"]);
  return input === null || output === null || input === 0 ? null : { input, output };
}

/** A server's own figure comes before the operator's price. An own server without a key costs nothing. */
export function costIn(
  { usage, header, tokens }: { usage: Json | null; header: string | null; tokens: Answer["tokens"] },
  { price, isHome, apiKey }: Pick<CompatibleSettings, "price" | "isHome" | "apiKey">,
): number | null {
  const reported = reportedCost(usage) ?? headerCost(header);
  if (reported !== null) return reported;
  if (price !== null && tokens !== null) return costAt(price, tokens);
  return price === null && isHome && apiKey === null ? 0 : null;
}

/** With a key of their own at the provider, OpenRouter's cost is only its fee. */
function reportedCost(usage: Json | null): number | null {
  const cost = micros(usage?.["cost"]);
  if (cost === null || usage?.["is_byok"] !== true) return cost;
  const details = usage["cost_details"];
  const upstream = micros(isObject(details) ? details["upstream_inference_cost"] : null);
  return upstream === null ? null : cost + upstream;
}

/** LiteLLM sends 0 with a stream, whose cost it doesn't know yet. */
const headerCost = (header: string | null): number | null =>
  header === null || !/^\d{1,6}(?:\.\d{1,20})?(?:e-\d{1,2})?$/i.test(header) ? null : micros(Number(header)) || null;

const maxDollars = 10_000;

const micros = (dollars: unknown): number | null =>
  typeof dollars === "number" && dollars >= 0 && dollars <= maxDollars
    ? Math.max(0, Math.ceil(dollars * 1e6 - 1e-6))
    : null;

const maxSources = 20;

export function sourcesIn(citations: readonly { title: string; url: string }[]): Answer["sources"] {
  const byUrl = new Map<string, { title: string; url: string }>();
  for (const { title, url } of citations) {
    const parsed = URL.canParse(url) ? new URL(url) : null;
    if (!parsed || !/^https?:$/.test(parsed.protocol) || byUrl.has(parsed.href) || byUrl.size === maxSources) continue;
    byUrl.set(parsed.href, { title: title.trim().slice(0, 200) || parsed.hostname, url: parsed.href });
  }
  return [...byUrl.values()];
}

export function countsSearch(usage: Json | null): boolean {
  const tools = usage?.["server_tool_use_details"] ?? usage?.["server_tool_use"];
  return isObject(tools) && (count(tools["web_search_requests"]) ?? 0) > 0;
}
