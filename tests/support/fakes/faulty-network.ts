// The sandbox network behind a bad line: each post can be told to go wrong before or after it is accepted.
import { type Network, type NetworkTokens, type PostAnswer, type PostRequest, ReadError } from "~/ports/network/port";
import { type FigureLine, figureLine } from "./faulty-figures";

export type Fault =
  | "lost before" // bytes left, the network never took them
  | "lost after" // the network took the post, the answer was lost
  | "not sent"
  | PostAnswer;

/** The verbs that write, beside posts. */
export type CallVerb = "uploadImage" | "describeImage" | "deletePost";

export interface FaultyNetwork extends Network, FigureLine {
  /** What happens to the next posts, in order; then the line is good. */
  faults: Fault[];
  unreadable: boolean;
  /** The same for the next calls of each of these, in order. */
  callFaults: Record<CallVerb, Fault[]>;
  /** Texts the network was handed, in order, whatever became of them. */
  handed: string[];
  accepted: string[];
  reads: number;
  /** Held posts wait until it is released. */
  hold: Promise<void> | null;
}

/** What the network answers, with its headers. */
export const answered = (status: number, body: unknown = {}, headers: Record<string, string> = {}): PostAnswer => ({
  kind: "answered",
  status,
  headers,
  body,
});

/** `now` is the network's clock, by whose days it charges; `owner` the network's id of the account that owns the app. */
export function faulty(inner: Network, by: { now?: () => number; owner?: string | null } = {}): FaultyNetwork {
  const line = figureLine(inner, { now: by.now ?? Date.now, owner: by.owner ?? null });
  const { readFigures, listFigures } = line;
  /** One call that writes, as the next of these faults has it. */
  async function under(faults: Fault[], call: () => Promise<PostAnswer>): Promise<PostAnswer> {
    const fault = faults.shift();
    if (fault === "not sent") return { kind: "not_sent", detail: "connect ECONNREFUSED" };
    if (fault === "lost before") return { kind: "lost", status: null, detail: "socket hang up" };
    if (typeof fault === "object") return fault;
    const answer = await call();
    return fault === "lost after" ? { kind: "lost", status: null, detail: "socket hang up" } : answer;
  }
  // One object with its line: what a test sets on the network is what the line goes by.
  const network: FaultyNetwork = Object.assign(line, {
    ...inner,
    readFigures,
    listFigures,
    kind: inner.kind,
    faults: [] as Fault[],
    callFaults: { uploadImage: [], describeImage: [], deletePost: [] } as Record<CallVerb, Fault[]>,
    unreadable: false,
    handed: [] as string[],
    accepted: [] as string[],
    reads: 0,
    hold: null as Promise<void> | null,
    async post(tokens: NetworkTokens, ask: PostRequest): Promise<PostAnswer> {
      network.handed.push(ask.text);
      if (network.hold) await network.hold;
      return under(network.faults, async () => {
        const answer = await inner.post(tokens, ask);
        if (answer.kind === "answered" && answer.status === 201) network.accepted.push(ask.text);
        return answer;
      });
    },
    uploadImage: ((tokens, ask) =>
      under(network.callFaults.uploadImage, () => inner.uploadImage(tokens, ask))) satisfies Network["uploadImage"],
    describeImage: ((tokens, ask) =>
      under(network.callFaults.describeImage, () =>
        inner.describeImage(tokens, ask),
      )) satisfies Network["describeImage"],
    deletePost: ((tokens, ask) =>
      under(network.callFaults.deletePost, () => inner.deletePost(tokens, ask))) satisfies Network["deletePost"],
    listPosts: ((tokens, ask) => {
      network.reads += 1;
      if (network.unreadable) return Promise.reject(new ReadError("the service is down", 503));
      return inner.listPosts(tokens, ask);
    }) satisfies Network["listPosts"],
  });
  return network;
}
