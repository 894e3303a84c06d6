// A table of what becomes of each situation: every one has one outcome, and "others" stands for those that are not named.

export const others = "others";

/** An outcome and the situations that have it. */
export type Outcomes<Name extends string> = readonly (readonly [outcome: string, ...of: (Name | typeof others)[]])[];

/** "now", "+6h1m", "-30s"; "" for none. */
export function at(moment: unknown, now: number): string {
  if (typeof moment !== "number") return "";
  const left = Math.abs(moment - now);
  const parts = { h: left / 3_600_000, m: (left / 60_000) % 60, s: (left / 1_000) % 60, ms: left % 1_000 };
  const shown = Object.entries(parts).map(([unit, n]) => (n >= 1 ? `${Math.floor(n)}${unit}` : ""));
  return left === 0 ? "now" : [moment > now ? "+" : "-", ...shown].join("");
}

/** Those that are words. */
export const words = (...parts: unknown[]): string =>
  parts.filter((part) => typeof part === "string" && part !== "").join(" ");

/** "", "wakes", "wakes x2" */
export const times = (n: number, word: string): string => (n === 0 ? "" : n === 1 ? word : `${word} x${n}`);

/** The names of the columns that are other than they were. */
export const differing = (row: Record<string, unknown>, old: Record<string, unknown> | undefined): string[] =>
  Object.keys(row).filter((one) => old?.[one] !== row[one]);

/** Throws where a situation has no outcome, or two. */
export function cellsOf<Name extends string>(names: readonly Name[], outcomes: Outcomes<Name>): Record<string, string> {
  const cells = new Map<string, string>();
  for (const [outcome, ...of] of outcomes)
    for (const name of of) {
      if (cells.has(name)) throw new Error(`${name} has two outcomes`);
      cells.set(name, outcome);
    }
  const missing = names.filter((name) => !cells.has(name));
  if (missing.length > 0 && !cells.has(others)) throw new Error(`Without an outcome: ${missing.join("; ")}`);
  if (missing.length === 0 && cells.has(others)) throw new Error("There are no others");
  return Object.fromEntries(names.map((name) => [name, cells.get(name) ?? cells.get(others) ?? ""]));
}
