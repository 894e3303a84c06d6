// What can go wrong with one request at the fake X, by name: whether it is served, and what becomes of the answer.
import { gzipSync } from "node:zlib";
import type { ServerResponse } from "node:http";

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** setInterval as the server keeps it, so that it can stop what is still going on when it closes. */
export type Every = (run: () => void, ms: number) => NodeJS.Timeout;

const bytesOf = ({ body }: Answer): Buffer => (typeof body === "string" ? Buffer.from(body) : body);

export interface Fault {
  /** Whether X takes the post, or shows and charges for what was asked for, before the answer goes wrong; a number: that many ms after the connection is gone. */
  accepts: boolean | number;
  way: "whole" | "reset" | "half" | "hang" | "slow" | "gzip-rubbish" | "not-json" | "no-id";
  ms?: number;
  /** Answered instead of X's own status; `body` an object for JSON, or text. */
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

type More = Pick<Fault, "body" | "headers">;

/** Every fault by name; all are plain JSON, so that another process can ask for them too. */
export const faults = {
  none: { accepts: true, way: "whole" },
  resetBefore: { accepts: false, way: "reset" },
  dropAfter: { accepts: true, way: "reset" },
  hangBefore: { accepts: false, way: "hang" },
  hangAfter: { accepts: true, way: "hang" },
  halfAnswer: { accepts: true, way: "half" },
  gzipRubbish: { accepts: true, way: "gzip-rubbish" },
  notJson: { accepts: true, way: "not-json" },
  withoutId: { accepts: true, way: "no-id" },
  unavailableAfter: { accepts: true, way: "whole", status: 503 },
  /** Takes the post and dribbles its answer over `ms`. */
  slow: (ms: number): Fault => ({ accepts: true, way: "slow", ms }),
  /** Closes the connection at once and takes the post `ms` later all the same. */
  acceptedLate: (ms: number): Fault => ({ accepts: ms, way: "reset" }),
  /** Refuses with this status and takes nothing. */
  status: (status: number, more: More = {}): Fault => ({ accepts: false, way: "whole", status, ...more }),
  /** No credits are left. */
  credits: {
    accepts: false,
    way: "whole",
    status: 402,
    body: { title: "CreditsDepleted", detail: "None left.", type: "https://api.twitter.com/2/problems/credits" },
  },
  /** The app has read all it may in a month; no header says until when. */
  usageCapped: {
    accepts: false,
    way: "whole",
    status: 429,
    body: { title: "UsageCapExceeded", detail: "Monthly cap", type: "https://api.x.com/2/problems/usage-capped" },
  },
  suspended: {
    accepts: false,
    way: "whole",
    status: 403,
    body: { title: "Forbidden", status: 403, type: "https://api.twitter.com/2/problems/user-suspended" },
  },
  /** Too many requests: when each limit ends, in ms, and which of them has some left. */
  limited: (ends: { quarter: number; day?: number; left?: "quarter" | "day" }): Fault => {
    const headersOf = (name: string, limit: number, end: number, isLeft: boolean) => ({
      [`${name}-limit`]: String(limit),
      [`${name}-remaining`]: isLeft ? "41" : "0",
      [`${name}-reset`]: String(Math.ceil(end / 1_000)),
    });
    const quarter = headersOf("x-rate-limit", 5_000, ends.quarter, ends.left === "quarter");
    const { day } = ends;
    const both = day && { ...quarter, ...headersOf("x-user-limit-24hour", 100, day, ends.left === "day") };
    return { accepts: false, way: "whole", status: 429, headers: both || quarter };
  },
} as const satisfies Record<string, Fault | ((...args: never[]) => Fault)>;

/** Sends an answer the way the fault says. */
export function sendBy(fault: Fault, res: ServerResponse, answer: Answer, every: Every): void {
  const bytes = bytesOf(answer);
  switch (fault.way) {
    case "reset":
      res.socket?.resetAndDestroy();
      return;
    case "hang":
      return;
    case "half":
      res.writeHead(answer.status, { ...answer.headers, "content-length": bytes.length });
      res.write(bytes.subarray(0, bytes.length / 2), () => res.socket?.destroy());
      return;
    case "slow":
      return dribble(res, answer, fault.ms ?? 0, every);
    case "gzip-rubbish": {
      const rubbish = gzipSync(bytes).fill(0xff, 10);
      res.writeHead(answer.status, { ...answer.headers, "content-encoding": "gzip", "content-length": rubbish.length });
      res.end(rubbish);
      return;
    }
    case "not-json":
      res.writeHead(answer.status, answer.headers).end("<html>all is well</html>");
      return;
    case "no-id":
      res.writeHead(answer.status, answer.headers).end(JSON.stringify({ data: { text: "taken" } }));
      return;
    case "whole":
      res.writeHead(answer.status, answer.headers).end(bytes);
  }
}

function dribble(res: ServerResponse, answer: Answer, ms: number, every: Every): void {
  const bytes = bytesOf(answer);
  res.writeHead(answer.status, { ...answer.headers, "content-length": bytes.length }).flushHeaders();
  const steps = 10;
  let sent = 0;
  const timer = every(() => {
    const from = Math.floor((bytes.length * sent) / steps);
    sent += 1;
    res.write(bytes.subarray(from, Math.floor((bytes.length * sent) / steps)));
    if (sent === steps) {
      clearInterval(timer);
      res.end();
    }
  }, ms / steps);
}
