// X on a loopback port for one round: it lives through the app's deaths, and writes down each post it took for good.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { FakeXRules, SeenRequest, TruePost } from "../support/fakes/fake-x";
import { answerAs, answerOf, readRequest } from "../support/fakes/fake-x-answers";
import { type Answer, sendBy } from "../support/fakes/fake-x-faults";
import { usualFigureRules } from "../support/fakes/fake-x-figures";
import { type FakeMedia, type FakeUser, FakeWorld, type PostExtras } from "../support/fakes/fake-x-world";
import { usualWritingRules } from "../support/fakes/fake-x-writing";
import { allIsWell, type FaultTable } from "./faults";
import type { Random } from "./random";

export const keys = { apiKey: "fake-consumer-key", apiSecret: "fake-consumer-secret" };

/** The duplicate guard is off: what is sent twice is there twice. */
export const rules = (listLagMs: number): FakeXRules => ({
  ...keys,
  callbacks: null,
  accessLevel: "read-write",
  limit: 100_000,
  limitSpanMs: 900_000,
  pageSize: 3,
  listLagMs,
  duplicateGuard: false,
  gzip: "never",
  ...usualFigureRules,
  ...usualWritingRules,
});

/** A post that X took, with its pictures as they were then: "name: description". */
export type ShownPost = TruePost & { shows: string[] };

/** The bytes of the template's pictures are a head and a name. */
const shownAs = (one: FakeMedia | undefined): string =>
  one ? `${one.bytes.subarray(12).toString()}: ${one.altText ?? ""}` : "nothing";

/** The people and tokens of `linked`, with posts of its own; each post taken is a line in `truthFile`, for good. */
class RoundWorld extends FakeWorld {
  constructor(
    private readonly linked: FakeWorld,
    private readonly truthFile: string,
    now: () => number,
  ) {
    super(now);
  }
  override accessOf(token: string) {
    return this.linked.accessOf(token);
  }
  override accept(user: FakeUser, text: string, at?: number, extras?: PostExtras): TruePost {
    const post = super.accept(user, text, at, extras);
    const shows = (extras?.mediaIds ?? []).map((id) => this.media.find((one) => one.id === id)).map(shownAs);
    appendFileSync(this.truthFile, `${JSON.stringify({ ...post, shows })}\n`);
    return post;
  }
}

/** Of the same tweet only so many sends may go wrong, so that each round comes to an end. */
const usualMaxFaults = 2;

export type Moment = "request" | "taken";

export interface RoundNetwork {
  origin: string;
  /** `run` is called when the n-th POST from now has come in, or has been taken and not yet answered. */
  at(moment: Moment, n: number, run: () => void): void;
  /** Whether a post may still be taken, or an answer be on its way. */
  isBusy(): boolean;
  /** X's time. */
  now(): number;
  /** How far it is ahead of the machine's. */
  aheadMs(): number;
  /** Turns X's clock on, as if so long had been waited. */
  turn(ms: number): void;
  /** For how long nothing has been asked, by X's time. */
  stillFor(): number;
  /** How often each fault struck. */
  struck: Map<string, number>;
  /** The truth, read from its file. */
  truth(): ShownPost[];
  /** Connections are refused for so long. */
  down(ms: number): Promise<void>;
  close(): Promise<void>;
}

interface Setup {
  linked: FakeWorld;
  truthFile: string;
  random: Random;
  faults: FaultTable;
  listLagMs: number;
  /** A post is taken no later than this after its connection is gone. */
  lateMs: number;
  /** Of the list of an account's posts; Linnet reads 32 pages at most. */
  pageSize?: number;
  maxFaults?: number;
}

export async function startNetwork(setup: Setup): Promise<RoundNetwork> {
  const { linked, truthFile, random, listLagMs, lateMs } = setup;
  const sends = new Map<string, number>();
  writeFileSync(truthFile, "");
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  let askedAt = now();
  const world = new RoundWorld(linked, truthFile, now);
  const { pageSize, maxFaults = usualMaxFaults } = setup;
  const answer = answerAs({ rules: { ...rules(listLagMs), ...(pageSize && { pageSize }) }, world, now });
  const struck = new Map<string, number>();
  const timers = new Set<NodeJS.Timeout>();
  const heldUp = watchForStalls(lateMs / 2);
  let waiting: { moment: Moment; left: number; run: () => void } | null = null;
  let busy = 0;
  let over = false;

  const tell = (moment: Moment): void => {
    if (waiting?.moment !== moment) return;
    waiting.left -= 1;
    if (waiting.left > 0) return;
    const { run } = waiting;
    waiting = null;
    run();
  };
  const take = (seen: SeenRequest): Answer => {
    const own = answer(seen);
    tell("taken");
    return own;
  };

  /** The connection is gone; the post is taken all the same, unless this process was held up for too long. */
  const takeLate = async (seen: SeenRequest): Promise<void> => {
    const goneAt = performance.now();
    await pause(random.between(0.2, 0.9) * lateMs);
    if (performance.now() - goneAt <= lateMs) take(seen);
  };

  async function post(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const drawn = setup.faults(random);
    tell("request");
    const seen = drawn.half ? null : await readRequest(req);
    const same = seen ? bodyOf(seen) : "";
    const nth = (sends.get(same) ?? 0) + 1;
    const plan = nth > maxFaults ? allIsWell : drawn;
    struck.set(plan.kind, (struck.get(plan.kind) ?? 0) + 1);
    if (!seen) return void res.socket?.resetAndDestroy();
    sends.set(same, nth);
    // Its bytes may have lain here since long before its sender died: nobody may take it now.
    if (heldUp.lately()) return void res.socket?.resetAndDestroy();
    let left = false;
    const gone = new Promise<void>((resolve) => res.once("close", resolve)).then(() => void (left = true));
    let own = plan.takes === "at once" ? take(seen) : null;
    if (plan.waitMs) {
      const timer = new AbortController();
      await Promise.race([pause(plan.waitMs, undefined, { signal: timer.signal }).catch(() => {}), gone]);
      timer.abort();
    }
    // Who is gone before X came to it may yet see it taken: the bytes were there.
    if (plan.takes === "while it waits" && left) return random.chance(0.5) ? takeLate(seen) : undefined;
    if (plan.takes === "while it waits") own = take(seen);
    const fault = typeof plan.answer === "function" ? plan.answer(now()) : plan.answer;
    if (fault === null) res.socket?.resetAndDestroy();
    else sendBy(fault, res, own && fault.status === undefined ? own : answerOf(fault), every);
    if (plan.takes === "late") await takeLate(seen);
  }

  const every = (run: () => void, ms: number) => {
    const timer = setInterval(() => (server.listening ? run() : clearInterval(timer)), ms);
    timers.add(timer);
    return timer;
  };

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    // A picture that is taken late is one that nobody names.
    if (req.method === "POST" && /^\/2\/(tweets|media\/(upload|metadata))$/.test(req.url ?? "")) return post(req, res);
    const own = answer(await readRequest(req));
    res.writeHead(own.status, own.headers).end(own.body);
  }

  const server = createServer((req, res) => {
    busy += 1;
    handle(req, res)
      // The app was killed while it sent.
      .catch(() => res.socket?.destroy())
      .finally(() => {
        busy -= 1;
        askedAt = now();
      });
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };

  return {
    origin: `http://127.0.0.1:${port}`,
    struck,
    at: (moment, left, run) => void (waiting = { moment, left, run }),
    isBusy: () => busy > 0,
    now,
    aheadMs: () => aheadMs,
    turn: (ms) => void (aheadMs += ms),
    stillFor: () => (busy > 0 ? 0 : now() - askedAt),
    truth: () =>
      readFileSync(truthFile, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as ShownPost),
    async down(ms) {
      await stop();
      await pause(ms);
      if (!over) await listen(port);
    },
    async close() {
      over = true;
      await stop();
      heldUp.stop();
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/** What is sent again bears another boundary. */
function bodyOf({ headers, body }: SeenRequest): string {
  const boundary = /boundary="?([^";]+)/.exec(headers["content-type"] ?? "")?.[1];
  return boundary === undefined ? body : body.replaceAll(boundary, "");
}

/** Whether this process itself has just stood still for more than `ms`, as on a machine that does too much. */
function watchForStalls(ms: number) {
  let beatAt = performance.now();
  let until = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - beatAt > ms) until = now + ms;
    beatAt = now;
  }, 20);
  return { lately: () => performance.now() < until, stop: () => clearInterval(timer) };
}
