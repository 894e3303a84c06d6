// Knows Google's list prices of models. Pure.

export interface TokenPrice {
  /** US dollars per million tokens. */
  input: number;
  output: number;
}

/** From Google's price list, November 2026. Exact names only. */
const listPrices = new Map<string, TokenPrice>([
  ["gemini-3.5-flash-lite", { input: 0.3, output: 2.5 }],
  ["gemini-3.6-flash", { input: 1.5, output: 7.5 }],
]);

export const priceOf = (model: string): TokenPrice | null => listPrices.get(model) ?? null;

/** Millionths of a US dollar, rounded up. Null: the price is unknown. */
export function costOf(model: string, tokens: { inputTokens: number; outputTokens: number }): number | null {
  const price = priceOf(model);
  // Prices have up to two decimals: whole numbers keep the product exact.
  const hundredths = (dollars: number): number => Math.round(100 * dollars);
  if (!price) return null;
  const sum = tokens.inputTokens * hundredths(price.input) + tokens.outputTokens * hundredths(price.output);
  return Math.ceil(sum / 100);
}
