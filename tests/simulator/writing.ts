// What else is written in the simulated network: pictures, their descriptions, and posts that are taken back.
import { seconds } from "~/ground/time/duration";
import type { Network, PostAnswer } from "~/ports/network/port";
import { answered } from "~tests/support/fakes/faulty-network";
import type { Random } from "../crash/random";
import type { Truth } from "./network";

interface Setup {
  network: { truth: Truth[]; deleted: Set<string>; badness: number };
  random: Random;
  /** What keeps the account from writing, if anything does. */
  obstacleOf: (account: string) => PostAnswer | null;
  /** Gives after `ms`, unless whoever asked dies before. */
  later: (ms: number, give: () => void) => { drop: () => void };
}

type WritingVerbs = Pick<Network, "uploadImage" | "describeImage" | "deletePost">;

/** The verbs as one process sees them; their answers are lost as often as those of posts. */
export function simWriting({ network, random, obstacleOf, later }: Setup): WritingVerbs {
  let pictures = 0;

  function call(account: string, signal: AbortSignal | undefined, take: () => PostAnswer): Promise<PostAnswer> {
    if (signal?.aborted) return Promise.resolve({ kind: "not_sent", detail: "stopped before" });
    const obstacle = obstacleOf(account);
    const fate = obstacle || !random.chance(network.badness) ? "told" : random.pick(["lost before", "lost after"]);
    const taken = obstacle ?? (fate === "lost before" ? null : take());
    const lost = (): PostAnswer => ({ kind: "lost", status: null, detail: "socket hang up" });
    return new Promise((resolve) => {
      const give = () => {
        signal?.removeEventListener("abort", onAbort);
        resolve(fate === "told" && taken ? taken : lost());
      };
      const wait = later(random.between(20, seconds(3)), give);
      const onAbort = () => {
        wait.drop();
        resolve(lost());
      };
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }

  return {
    uploadImage: ({ accessToken }, { signal }) =>
      call(accessToken, signal, () => {
        pictures += 1;
        return answered(200, { data: { id: String(pictures), expires_after_secs: 86_400 } });
      }),
    describeImage: ({ accessToken }, { mediaId, signal }) =>
      call(accessToken, signal, () => answered(200, { data: { id: mediaId } })),
    deletePost: ({ accessToken }, { postId, signal }) =>
      call(accessToken, signal, () => {
        const isThere = network.truth.some((post) => post.postId === postId && post.account === accessToken);
        if (!isThere || network.deleted.has(postId)) return answered(404, { title: "Not Found" });
        network.deleted.add(postId);
        return answered(200, { data: { deleted: true } });
      }),
  };
}
