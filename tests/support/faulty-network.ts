// The sandbox network behind a bad line: each post can be told to go wrong before or after it is accepted.
import type { Network, PostAnswer } from "~/ports/network/port";
import { ReadError } from "~/ports/network/port";

export type Fault =
  | "lost before" // bytes left, the network never took them
  | "lost after" // the network took the post, the answer was lost
  | "not sent"
  | PostAnswer;

export interface FaultyNetwork extends Network {
  /** What happens to the next posts, in order; then the line is good. */
  faults: Fault[];
  unreadable: boolean;
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

export function faulty(inner: Network): FaultyNetwork {
  const network: FaultyNetwork = {
    ...inner,
    kind: inner.kind,
    faults: [],
    unreadable: false,
    handed: [],
    accepted: [],
    reads: 0,
    hold: null,
    async post(tokens, ask) {
      network.handed.push(ask.text);
      if (network.hold) await network.hold;
      const fault = network.faults.shift();
      if (fault === "not sent") return { kind: "not_sent", detail: "connect ECONNREFUSED" };
      if (fault === "lost before") return { kind: "lost", status: null, detail: "socket hang up" };
      if (typeof fault === "object") return fault;
      const answer = await inner.post(tokens, ask);
      if (answer.kind === "answered" && answer.status === 201) network.accepted.push(ask.text);
      return fault === "lost after" ? { kind: "lost", status: null, detail: "socket hang up" } : answer;
    },
    async listPosts(tokens, ask) {
      network.reads += 1;
      if (network.unreadable) throw new ReadError("the service is down", 503);
      return inner.listPosts(tokens, ask);
    },
  };
  return network;
}
