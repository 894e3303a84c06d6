// Figures over a bad line: what goes wrong with the next readings, what the network tells of each post, what it charges.
import { type Figures, type Network, type PostFigures, ReadError } from "~/ports/network/port";
import { type Meter, ReadMeter } from "../read-meter";

/** What happens to a call for figures. */
export type ReadFault =
  | "not sent"
  | "lost before" // bytes left, the network never took them
  | "lost after" // the network showed the posts and charges for them, the answer was lost
  | { status: number; resetAt?: number; isBlocked?: boolean };

export interface FigureCall {
  verb: "readFigures" | "listFigures";
  /** What was asked for by id; of a list, none. */
  ids: readonly string[];
  withPrivate: boolean;
}

export interface FigureLine {
  /** What happens to the next calls for figures, in order; then the line is good. */
  readFaults: ReadFault[];
  /** Every call for figures, in order, whatever became of it. */
  figureCalls: FigureCall[];
  /** What the network tells of posts, also of such that it never took; a figure that isn't named is its own or unknown. */
  figures: Map<string, Partial<Figures>>;
  /** Posts that the network knows no more. */
  gone: Set<string>;
  /** Posts that the network says nothing of. */
  silent: Set<string>;
  /** Calls for figures wait until it is released. */
  holdFigures: Promise<void> | null;
  /** What the network charged for figures. */
  meter(): Meter;
}

type FigureVerbs = Pick<Network, "readFigures" | "listFigures">;

const unknown: Figures = {
  likes: null,
  reposts: null,
  replies: null,
  quotes: null,
  bookmarks: null,
  impressions: null,
  linkClicks: null,
  profileClicks: null,
  engagements: null,
};
const openOnly = { linkClicks: null, profileClicks: null, engagements: null };

/** The verbs for figures of `inner` behind this line. */
export function figureLine(
  inner: FigureVerbs,
  { now, owner }: { now: () => number; owner: string | null },
): FigureLine & FigureVerbs {
  const meter = new ReadMeter();

  const charge = (shown: PostFigures[], price: "post" | "own") =>
    meter.show(
      shown.map(({ postId: id }) => ({ id })),
      now(),
      price,
    );

  /** What the network tells, where the line lets it. */
  async function over<T>(call: FigureCall, tell: () => Promise<T>): Promise<T> {
    line.figureCalls.push(call);
    if (line.holdFigures) await line.holdFigures;
    const fault = line.readFaults.shift();
    if (fault === "not sent") throw new ReadError("connect ECONNREFUSED", null, { isSent: false });
    if (fault === "lost before") throw new ReadError("socket hang up", null);
    if (typeof fault === "object") throw new ReadError(`refused with ${fault.status}`, fault.status, fault);
    const told = await tell();
    if (fault === "lost after") throw new ReadError("socket hang up", null);
    return told;
  }

  function told(postId: string, own: PostFigures | undefined, withPrivate: boolean): PostFigures | null {
    const set = line.figures.get(postId);
    if (line.silent.has(postId) || line.gone.has(postId) || (!set && !own)) return null;
    return { ...unknown, ...own, ...set, ...(withPrivate ? {} : openOnly), postId };
  }

  const line: FigureLine & FigureVerbs = {
    readFaults: [],
    figureCalls: [],
    figures: new Map(),
    gone: new Set(),
    silent: new Set(),
    holdFigures: null,
    meter: () => meter.read(),
    readFigures: (tokens, ask) =>
      over({ verb: "readFigures", ids: [...ask.ids], withPrivate: ask.withPrivate }, async () => {
        const { figures, gone } = await inner.readFigures(tokens, ask);
        const own = new Map(figures.map((one) => [one.postId, one]));
        const shown = ask.ids.flatMap((id) => told(id, own.get(id), ask.withPrivate) ?? []);
        charge(shown, "post");
        const isGone = (id: string) => line.gone.has(id) || (gone.includes(id) && !line.figures.has(id));
        return { figures: shown, gone: ask.ids.filter((id) => isGone(id) && !line.silent.has(id)) };
      }),
    listFigures: (tokens, ask) =>
      over({ verb: "listFigures", ids: [], withPrivate: ask.withPrivate }, async () => {
        const { figures } = await inner.listFigures(tokens, ask);
        const shown = figures.filter(({ postId }) => !line.gone.has(postId));
        charge(shown, ask.networkUserId === owner ? "own" : "post");
        const known = shown.flatMap((one) => told(one.postId, one, ask.withPrivate) ?? []);
        return { figures: known, posts: shown.length };
      }),
  };
  return line;
}
