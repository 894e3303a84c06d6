// X on a loopback port, as it was seen to speak: OAuth 1.0a, posting, listing, figures, and every way a request can go wrong.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { answerAs, answerOf, type FakeXRules, readRequest, type SeenRequest } from "./fake-x-answers";
import { type Answer, type Every, type Fault, faults, sendBy } from "./fake-x-faults";
import { type TrueFigures, usualFigureRules } from "./fake-x-figures";
import { type FakeMedia, FakeWorld, type PostExtras, type TruePost } from "./fake-x-world";
import { usualWritingRules } from "./fake-x-writing";
import { type Meter, ReadMeter } from "../read-meter";
import { stopListening } from "./stop-listening";

export { type Fault, faults, type FakeXRules, type Meter, type SeenRequest, type TrueFigures, type TruePost };

export interface FakeXOptions extends Partial<FakeXRules> {
  /** 0 (the default): any free one. */
  port?: number;
  /** X's clock; the default is the real one. */
  now?: () => number;
}

const usualRules: FakeXRules = {
  apiKey: "fake-consumer-key",
  apiSecret: "fake-consumer-secret",
  callbacks: null,
  accessLevel: "read-write",
  limit: 100,
  limitSpanMs: 900_000,
  pageSize: 100,
  listLagMs: 0,
  duplicateGuard: true,
  gzip: "when-asked",
  ...usualFigureRules,
  ...usualWritingRules,
};

/** The calls that link an account, in their order. */
export const linkLegs = ["oauth/request_token", "oauth/access_token", "2/users/me"] as const;
export type LinkLeg = (typeof linkLegs)[number];

/** The calls that write, beside posts. */
export type WritingCall = "upload" | "describe" | "delete";

/**
 * Starts a fake X. Another process steers it over HTTP: POST `/_fake/consent` {oauth_token, handle} and `/_fake/deny`
 * {oauth_token} give {url}; POST `/_fake/faults` and `/_fake/read-faults` take a list of faults, `/_fake/call-faults` {call, faults}; `/_fake/figures` {id, figures} and
 * `/_fake/delete` {id} change a post; GET `/_fake/posts` gives the truth, `/_fake/meter` what reading cost.
 */
export async function startFakeX(options: FakeXOptions = {}): Promise<FakeX> {
  const { port = 0, now = Date.now, ...given } = options;
  const fake = new FakeX({ ...usualRules, ...given }, now);
  await fake.listen(port);
  return fake;
}

export class FakeX {
  /** Every request that was read, oldest first. */
  readonly requests: SeenRequest[] = [];
  private readonly world: FakeWorld;
  private readonly answer: (seen: SeenRequest) => Answer;
  private readonly coming: Fault[] = [];
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly comingReads: Fault[] = [];
  private readonly comingLinks = new Map<LinkLeg, Fault>();
  private readonly comingCalls: Record<WritingCall, Fault[]> = { upload: [], describe: [], delete: [] };
  private readonly figures = new Map<string, Partial<TrueFigures>>();
  private readonly readMeter = new ReadMeter();
  private always: Fault | null = null;
  private held: Promise<void> | null = null;
  private resets = 0;
  private server: Server | null = null;
  private port = 0;

  /** `rules` may be changed while it runs. */
  constructor(
    readonly rules: FakeXRules,
    readonly now: () => number,
  ) {
    this.world = new FakeWorld(now);
    this.answer = answerAs({ rules, world: this.world, now, set: this.figures, meter: this.readMeter });
  }

  /** For X_API_ORIGIN. */
  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The truth: every post X took, oldest first. */
  get posts(): readonly TruePost[] {
    return this.world.posts;
  }

  /** Every token, secret and verifier that it gave away, so that a test can look where they went. */
  get issued(): readonly string[] {
    return this.world.issued;
  }

  /** For the coming POSTs of /2/tweets, one each; afterwards all is well again. */
  failNext(...coming: Fault[]): void {
    this.coming.push(...coming);
  }

  /** The coming POST of /2/tweets is taken, and answered once what this returns is called. */
  holdNext(): () => void {
    let answer = () => {};
    this.held = new Promise((resolve) => (answer = resolve));
    return answer;
  }

  /** For the coming readings of posts, by ids or by list, one each. */
  failNextReads(...coming: Fault[]): void {
    this.comingReads.push(...coming);
  }

  /** For the next call of one leg of linking. */
  failNextLink(leg: LinkLeg, fault: Fault): void {
    this.comingLinks.set(leg, fault);
  }

  /** For the coming uploads, descriptions or deletions, one each. */
  failNextCalls(call: WritingCall, ...coming: Fault[]): void {
    this.comingCalls[call].push(...coming);
  }

  /** The truth about pictures: every one that came, oldest first. */
  get media(): readonly FakeMedia[] {
    return this.world.media;
  }

  /** What a post answers, and the descriptions of its pictures in their order; null: it is not there. */
  shown(postId: string): { replyTo: string | null; pictures: (string | null)[] } | null {
    const post = this.posts.find(({ id }) => id === postId && !this.world.isDeleted(id));
    const altOf = (id: string) => this.media.find((one) => one.id === id)?.altText ?? null;
    return post ? { replyTo: post.replyTo ?? null, pictures: (post.mediaIds ?? []).map(altOf) } : null;
  }

  /** What X says of a post from now on; what isn't named grows as it did. Not every value need be a number. */
  setFigures(postId: string, figures: Partial<TrueFigures>): void {
    this.figures.set(postId, figures);
  }

  /** Its author takes a post back. */
  deletePost(postId: string): void {
    this.world.delete(postId);
  }

  /** What X would have charged for the posts that it showed so far, whether or not the answers arrived. */
  meter(): Meter {
    return this.readMeter.read();
  }

  /** For every POST that has no fault of its own; null: all is well. */
  failAlways(fault: Fault | null): void {
    this.always = fault;
  }

  /** The next `n` connections are reset before a byte is read. */
  resetNextConnections(n: number): void {
    this.resets = n;
  }

  /** The person consents on X's page as `handle`; gives the verifier. */
  consent(oauthToken: string, handle: string): string {
    return new URL(this.consentUrl(oauthToken, handle)).searchParams.get("oauth_verifier") ?? "";
  }

  /** The same, and gives the whole address to go back to. */
  consentUrl(oauthToken: string, handle: string): string {
    return this.world.grant(oauthToken, handle);
  }

  /** The person declines; gives the address to go back to. */
  deny(oauthToken: string): string {
    return this.world.deny(oauthToken);
  }

  rename(handle: string, to: string): void {
    this.world.rename(handle, to);
  }

  /** Whether a token of this person is still good. */
  hasAccess(userId: string): boolean {
    return this.world.hasAccess(userId);
  }

  /** A post made elsewhere, say in X's own app; it may be longer than the API takes. */
  seedPost(handle: string, text: string, createdAt: number, extras: PostExtras = {}): TruePost {
    return this.world.accept(this.world.userOf(handle), text, createdAt, extras);
  }

  async listen(port: number): Promise<void> {
    const server = createServer((req, res) => {
      this.handle(req, res).catch((error: unknown) => res.writeHead(500).end(String(error)));
    });
    server.on("connection", (socket) => this.onConnection(socket));
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  /** Stops listening, so that connections are refused. */
  async goDown(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (server) await stopListening(server);
  }

  /** Listens again, where it did before. */
  comeUp(): Promise<void> {
    return this.listen(this.port);
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer);
    await this.goDown();
  }

  private onConnection(socket: Socket): void {
    if (this.resets === 0) return;
    this.resets -= 1;
    socket.resetAndDestroy();
  }

  private async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const seen = await readRequest(req);
    if (seen.path.startsWith("/_fake/")) return this.steer(seen, res);
    this.requests.push(seen);
    const fault: Fault = this.faultOf(seen) ?? faults.none;
    if (typeof fault.accepts === "number") this.timers.add(setTimeout(() => this.answer(seen), fault.accepts));
    const own = fault.accepts === true ? this.answer(seen) : null;
    const { held } = this;
    if (held && seen.method === "POST" && seen.path === "/2/tweets") {
      this.held = null;
      await held;
    }
    res.setHeader("date", new Date(this.now()).toUTCString());
    const answer = own && fault.status === undefined ? own : answerOf(fault);
    sendBy(fault, res, fault.way === "whole" ? this.packed(answer, seen) : answer, this.every);
  }

  private faultOf({ method, path }: SeenRequest): Fault | null {
    if (method === "POST" && path === "/2/tweets") return this.coming.shift() ?? this.always;
    const call = callOf(method, path);
    if (call) return this.comingCalls[call].shift() ?? null;
    const leg = linkLegs.find((one) => path === `/${one}`);
    const fault = leg && this.comingLinks.get(leg);
    if (leg) this.comingLinks.delete(leg);
    if (fault) return fault;
    const isRead = method === "GET" && /^\/2\/(users\/\d+\/)?tweets$/.test(path);
    return isRead ? (this.comingReads.shift() ?? null) : null;
  }

  private packed(answer: Answer, seen: SeenRequest): Answer {
    const isAsked = seen.headers["accept-encoding"]?.includes("gzip") === true;
    if (this.rules.gzip === "never" || (this.rules.gzip === "when-asked" && !isAsked)) return answer;
    return { ...answer, headers: { ...answer.headers, "content-encoding": "gzip" }, body: gzipSync(answer.body) };
  }

  private readonly every: Every = (run, ms) => {
    const timer = setInterval(run, ms);
    this.timers.add(timer);
    return timer;
  };

  private steer(seen: SeenRequest, res: ServerResponse): void {
    const asked = seen.body ? JSON.parse(seen.body) : {};
    const verbs: Record<string, () => unknown> = {
      "/_fake/posts": () => this.posts,
      "/_fake/consent": () => ({ url: this.consentUrl(asked.oauth_token, asked.handle) }),
      "/_fake/deny": () => ({ url: this.deny(asked.oauth_token) }),
      "/_fake/faults": () => ({ coming: this.coming.push(...asked) }),
      "/_fake/read-faults": () => ({ coming: this.comingReads.push(...asked) }),
      "/_fake/call-faults": () => this.failNextCalls(asked.call, ...asked.faults),
      "/_fake/figures": () => this.setFigures(asked.id, asked.figures),
      "/_fake/delete": () => this.deletePost(asked.id),
      "/_fake/meter": () => this.meter(),
    };
    const verb = verbs[seen.path];
    if (!verb) return void res.writeHead(404).end();
    res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(verb() ?? {}));
  }
}

function callOf(method: string, path: string): WritingCall | null {
  if (method === "POST" && path === "/2/media/upload") return "upload";
  if (method === "POST" && path === "/2/media/metadata") return "describe";
  return method === "DELETE" && /^\/2\/tweets\/\d+$/.test(path) ? "delete" : null;
}
