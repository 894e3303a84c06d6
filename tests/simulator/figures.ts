// Figures in the simulated network: grown by a post's id and age alone, told as the weather has it, and charged for.
import { minutes, seconds } from "~/ground/time/duration";
import { type Network, type PostAnswer, ReadError } from "~/ports/network/port";
import { exhaustedResets, readRefusal } from "~/ports/network/problem";
import { figuresOf } from "~/ports/network/sandbox-figures";
import { type ReadMeter } from "~tests/support/read-meter";
import type { Random } from "../crash/random";
import type { Truth } from "./network";

export interface SimFigures {
  /** Posts that their authors took back. */
  deleted: Set<string>;
  /** The network's id of the account that owns the app: its own list is cheaper. */
  owner: string | null;
  /** What was charged, also for answers that were lost. */
  meter: ReadMeter;
  /** How the calls for figures ended. */
  figureFates: Map<string, number>;
}

interface Setup {
  network: SimFigures & { truth: Truth[]; badness: number };
  random: Random;
  /** The network's clock. */
  world: () => number;
  /** What keeps the account from being read, if anything does. */
  obstacleOf: (account: string) => PostAnswer | null;
  /** Gives after `ms`, unless whoever asked dies before. */
  later: (ms: number, give: () => void) => { drop: () => void };
}

type Fate = "told" | "refused" | "not sent" | "lost before" | "lost after" | "500";
type FigureVerbs = Pick<Network, "readFigures" | "listFigures">;

/** The verbs for figures as one process sees them. */
export function simFigures({ network, random, world, obstacleOf, later }: Setup): FigureVerbs {
  const lost = () => new ReadError("socket hang up", null);

  function refusalOf(answer: PostAnswer): ReadError {
    if (answer.kind !== "answered") return new ReadError(answer.detail, null, { isSent: answer.kind === "lost" });
    const { status, headers, body } = answer;
    const resets = status === 429 ? exhaustedResets(headers, world()) : [];
    const refusal = readRefusal({ status, headers, body }, world());
    return new ReadError(`refused with ${status}`, status, {
      isBlocked: refusal.about === "account" || refusal.about === "app",
      refusal,
      resetAt: resets.length > 0 ? Math.max(...resets) : null,
    });
  }

  function fateOf(obstacle: PostAnswer | null): Fate {
    if (obstacle) return "refused";
    if (!random.chance(network.badness)) return "told";
    return random.pick<Fate>(["not sent", "lost before", "lost after", "500"]);
  }

  /** One call: what becomes of it is drawn first; what it tells is charged for as it is told. */
  function call<T>(account: string, signal: AbortSignal | undefined, tell: () => T): Promise<T> {
    if (signal?.aborted) return Promise.reject(new ReadError("stopped before", null, { isSent: false }));
    const obstacle = obstacleOf(account);
    const fate = fateOf(obstacle);
    network.figureFates.set(fate, (network.figureFates.get(fate) ?? 0) + 1);
    const told = fate === "told" || fate === "lost after" ? tell() : null;
    return new Promise((resolve, reject) => {
      const give = () => {
        signal?.removeEventListener("abort", onAbort);
        if (fate === "told" && told !== null) resolve(told);
        else if (obstacle) reject(refusalOf(obstacle));
        else if (fate === "not sent") reject(new ReadError("connect ECONNREFUSED", null, { isSent: false }));
        else reject(fate === "500" ? new ReadError("refused with 500", 500) : lost());
      };
      const wait = later(random.between(20, fate.startsWith("lost") ? minutes(0.5) : seconds(3)), give);
      const onAbort = () => {
        wait.drop();
        reject(lost());
      };
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }

  const ownOf = (account: string) =>
    network.truth.filter((post) => post.account === account && !network.deleted.has(post.postId));
  const charge = (shown: Truth[], price: "post" | "own") =>
    network.meter.show(
      shown.map(({ postId: id }) => ({ id })),
      world(),
      price,
    );
  const toldOf = ({ postId: id, text, acceptedAt: createdAt }: Truth, withPrivate: boolean) =>
    figuresOf({ id, text, createdAt }, { now: world(), withPrivate });

  const readFigures: Network["readFigures"] = ({ accessToken: account }, { ids, withPrivate, signal }) =>
    call(account, signal, () => {
      const now = world();
      const known = new Map(ownOf(account).map((post) => [post.postId, post]));
      const found = [...new Set(ids)].flatMap((id) => known.get(id) ?? []);
      const shown = found.filter((post) => post.acceptedAt <= now);
      charge(shown, "post");
      return {
        figures: shown.map((post) => toldOf(post, withPrivate)),
        gone: [...new Set(ids)].filter((id) => !known.has(id)),
      };
    });

  const listFigures: Network["listFigures"] = ({ accessToken: account }, ask) =>
    call(account, ask.signal, () => {
      const now = world();
      const shown = ownOf(account)
        .filter((post) => post.account === ask.networkUserId && post.visibleAt <= now && post.acceptedAt >= ask.since)
        .sort((a, b) => b.acceptedAt - a.acceptedAt);
      charge(shown, account === network.owner ? "own" : "post");
      return { figures: shown.map((post) => toldOf(post, ask.withPrivate)), posts: shown.length };
    });

  return { readFigures, listFigures };
}
