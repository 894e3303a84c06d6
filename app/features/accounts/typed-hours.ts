// Converts posting hours to and from form texts; an empty text follows the server. Pure.
import type { OwnHours } from "./hours";

export interface TypedHours {
  quiet: "server" | "none" | "own";
  from: string;
  to: string;
  windowFrom: string;
  windowTo: string;
  gap: string;
  posts: string;
}

const text = (value: number | undefined): string => (value === undefined ? "" : String(value));

export function typedOf(ownHours: OwnHours | null): TypedHours {
  const { quiet, window, gapMinutes, postsADay } = ownHours ?? {};
  return {
    quiet: quiet ? "own" : quiet === null ? "none" : "server",
    from: text(quiet?.from ?? 23),
    to: text(quiet?.to ?? 7),
    windowFrom: text(window?.[0]),
    windowTo: text(window?.[1]),
    gap: text(gapMinutes),
    posts: text(postsADay),
  };
}

export function readTyped(values: Record<string, string>): TypedHours {
  const get = (name: keyof TypedHours) => values[name]?.trim() ?? "";
  const quiet = get("quiet");
  return {
    quiet: quiet === "none" || quiet === "own" ? quiet : "server",
    from: get("from"),
    to: get("to"),
    windowFrom: get("windowFrom"),
    windowTo: get("windowTo"),
    gap: get("gap"),
    posts: get("posts"),
  };
}

/** Other texts become NaN, which no rule allows. */
const number = (input: string): number => (input === "" ? NaN : Number(input.replace(",", ".")));
const optional = (input: string): number | undefined => (input === "" ? undefined : number(input));

export function toOwnHours({ quiet, from, to, windowFrom, windowTo, gap, posts }: TypedHours): OwnHours {
  const isServers = windowFrom === "" && windowTo === "";
  return {
    quiet: quiet === "own" ? { from: number(from), to: number(to) } : quiet === "none" ? null : undefined,
    window: isServers ? undefined : [number(windowFrom), number(windowTo)],
    gapMinutes: optional(gap),
    postsADay: optional(posts),
  };
}
