// Knows what Gemini's models cost, when Google retires them and what replaces them. Pure.
import type { TokenPrice } from "~/ground/config-ai";
import { costAt } from "../spent";

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);

export interface Retirement {
  at: number;
  /** Model that takes over its name, at its own price; null if unknown. */
  becomes: string | null;
}

/** Exact names only: variants such as -lite continue. */
const rerouted = new Map<string, Retirement>([
  ["gemini-3.5-flash", { at: day("2026-10-08"), becomes: "gemini-3.6-flash" }],
  ["gemini-3.7-flash", { at: day("2026-10-08"), becomes: "gemini-3.8-flash" }],
]);

/** From Google's list of deprecations, November 2026. Longer prefixes come first. */
const retirements: readonly { begins: string; at: number }[] = [
  { begins: "gemini-1", at: day("2025-09-24") },
  { begins: "gemini-2.0-", at: day("2026-06-01") },
  { begins: "gemini-2.5-flash-lite", at: Infinity },
  { begins: "gemini-2.5-flash", at: day("2026-12-01") },
  { begins: "gemini-2.5-pro", at: day("2026-12-01") },
  { begins: "gemini-3.1-flash-lite", at: day("2027-05-07") },
];

export function retirementOf(model: string): Retirement | null {
  const at = retirements.find(({ begins }) => model.startsWith(begins))?.at ?? Infinity;
  return rerouted.get(model) ?? (Number.isFinite(at) ? { at, becomes: null } : null);
}

/** Google's list prices of the paid tier as of November 2026. */
const listPrices = new Map<string, TokenPrice>([
  ["gemini-3.5-flash-lite", { input: 300_000, output: 2_500_000 }],
  ["gemini-3.6-flash", { input: 1_500_000, output: 7_500_000 }],
]);

export interface PricedAs {
  model: string;
  searched: boolean;
  now: number;
}

/** Rounds up. Null if unknown: an unlisted model, or a search, which Google bills apart after a free number a month. */
export function costOf(tokens: { input: number; output: number }, { model, searched, now }: PricedAs): number | null {
  const retired = retirementOf(model);
  const answeredBy = retired?.becomes && now >= retired.at ? retired.becomes : model;
  const price = listPrices.get(answeredBy);
  if (!price || searched) return null;
  return costAt(price, tokens);
}
