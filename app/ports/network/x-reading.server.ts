// Reads an account's posts and figures from X, and maps failures to ReadError.
import type { TwitterApi } from "twitter-api-v2";
import { withoutSecrets } from "~/ground/secrets/redact";
import type { Log } from "~/ground/telemetry/log.server";
import type { Clock } from "~/ground/time/clock.server";
import { maxFigures, type Network, type NetworkTokens, type PostAnswer, ReadError, type ReadFault } from "./port";
import { exhaustedResets, readRefusal } from "./problem";
import type { Exchange } from "./x-connection.server";
import { type FiguresPage, readFiguresAnswer, readFiguresPage } from "./x-figures";
import { reasonOf } from "./x-link";
import { type PostsPage, readPage } from "./x-posts";

/** X lists only the newest 3,200 posts. */
const maxListed = 3_200;
const perPage = 100;
/** 100 of the longest posts may exceed the maximum size of an answer. */
const perLongPage = 25;

export interface XCall {
  name: string;
  tokens?: NetworkTokens;
  timeoutMs?: number;
  signal?: AbortSignal;
  mayBegin?: () => boolean;
}

interface ReadingSetup {
  call: <T>(request: XCall, work: (client: TwitterApi) => Promise<T>) => Promise<Exchange<T>>;
  secretsWith: (tokens: NetworkTokens) => string[];
  clock: Pick<Clock, "now">;
  log: Log;
}

type Answered = Extract<PostAnswer, { kind: "answered" }>;
type ReadCall = XCall & { tokens: NetworkTokens };
type Timeline = NonNullable<Parameters<TwitterApi["v2"]["userTimeline"]>[1]>;

export const isGood = (reply: PostAnswer): boolean =>
  reply.kind === "answered" && reply.status >= 200 && reply.status < 300;

const wholeSecond = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, "Z");

const fieldsWith = (withPrivate: boolean): NonNullable<Timeline["tweet.fields"]> =>
  withPrivate ? ["public_metrics", "non_public_metrics", "created_at"] : ["public_metrics", "created_at"];

const notSent = (detail: string, fault: ReadFault = {}) => new ReadError(detail, null, { isSent: false, ...fault });

export function xReading(setup: ReadingSetup): Pick<Network, "listPosts" | "readFigures" | "listFigures"> {
  const { call, secretsWith, clock, log } = setup;

  /** Returns a successful answer. Throws ReadError with X's message, without secrets. */
  async function read<T>(request: ReadCall, work: (client: TwitterApi) => Promise<T>): Promise<Answered> {
    const { reply } = await call(request, work);
    if (reply.kind !== "answered")
      throw new ReadError(`X did not answer a request for metrics: ${reply.detail}`, null, {
        isSent: reply.kind === "lost",
      });
    if (isGood(reply)) return reply;
    const { status, body } = reply;
    const reason = withoutSecrets(reasonOf(body), secretsWith(request.tokens));
    const read = readRefusal(reply, clock.now());
    const refusal = { ...read, detail: withoutSecrets(read.detail, secretsWith(request.tokens)) };
    const isBlocked = refusal.about === "account" || refusal.about === "app";
    const fault = { isBlocked, refusal, resetAt: resetOf(reply) };
    throw new ReadError(`X refused a request for metrics with ${status} ${reason}`, status, fault);
  }

  /** Reads all pages. An error counts the posts of earlier pages. */
  async function readAll<Page extends { nextToken: string | null }>(
    userId: string,
    pageOf: (pageToken: string | null) => Promise<Page>,
    countIn: (page: Page) => number,
    { enough = Infinity, size = perPage }: { enough?: number; size?: number } = {},
  ): Promise<Page[]> {
    const maxPages = maxListed / size;
    if (!/^\d{1,19}$/.test(userId)) throw notSent("The account's id is not one of X's");
    const pages: Page[] = [];
    let [counted, pageToken]: [number, string | null] = [0, null];
    while (pages.length < maxPages) {
      const page: Page = await pageOf(pageToken).catch((error: unknown) => {
        throw error instanceof ReadError ? withCounted(error, counted) : error;
      });
      pages.push(page);
      if (page.nextToken === null || pages.length >= enough) return pages;
      counted += countIn(page);
      pageToken = page.nextToken;
    }
    throw notSent(`X's list has more than ${maxPages} pages`, { counted });
  }

  const listPosts: Network["listPosts"] = async (tokens, { networkUserId, since, max, hasLong = false }) => {
    const size = hasLong ? perLongPage : perPage;
    const which: Timeline =
      max === undefined
        ? { max_results: size, start_time: wholeSecond(since) }
        : { max_results: max, exclude: "retweets" };
    const pageOf = async (pageToken: string | null): Promise<PostsPage> => {
      const { status, body } = await read({ name: "list posts", tokens }, (client) =>
        client.v2.userTimeline(networkUserId, {
          ...which,
          "tweet.fields": ["created_at", "entities", "note_tweet", "referenced_tweets", "text"],
          ...(pageToken ? { pagination_token: pageToken } : {}),
        }),
      );
      const page = readPage(status, body, networkUserId);
      return max === undefined ? page : { ...page, nextToken: null };
    };
    return (await readAll(networkUserId, pageOf, ({ posts }) => posts.length, { size })).flatMap(({ posts }) => posts);
  };

  const readFigures: Network["readFigures"] = async (tokens, { ids, withPrivate, signal }) => {
    // X rejects the whole call for one malformed id.
    const known = [...new Set(ids)].filter((id) => /^\d{1,19}$/.test(id));
    if (known.length > maxFigures) throw notSent(`X tells figures of ${maxFigures} posts at most`);
    if (known.length === 0) return { figures: [], gone: [] };
    const { status, body } = await read({ name: "read figures", tokens, signal }, (client) =>
      client.v2.tweets(known, { "tweet.fields": fieldsWith(withPrivate) }),
    );
    const { figures, gone, problems } = readFiguresAnswer(status, body, known);
    warnOf(tokens, problems, figures.length);
    return { figures, gone };
  };

  const listFigures: Network["listFigures"] = async (tokens, request) => {
    const { networkUserId, since, maxPosts = Infinity, withPrivate, signal } = request;
    const pageOf = async (pageToken: string | null): Promise<FiguresPage> => {
      const { status, body } = await read({ name: "list figures", tokens, signal }, (client) =>
        client.v2.userTimeline(networkUserId, {
          max_results: perPage,
          start_time: wholeSecond(since),
          // Reposts have no figures of the account's, and would be charged for.
          exclude: "retweets",
          "tweet.fields": fieldsWith(withPrivate),
          ...(pageToken ? { pagination_token: pageToken } : {}),
        }),
      );
      return readFiguresPage(status, body);
    };
    const enough = Math.max(1, Math.floor(maxPosts / perPage));
    const pages = await readAll(networkUserId, pageOf, ({ posts }) => posts, { enough });
    const figures = pages.flatMap((page) => page.figures);
    warnOf(tokens, [...new Set(pages.flatMap(({ problems }) => problems))], figures.length);
    return { figures, posts: pages.reduce((sum, { posts }) => sum + posts, 0) };
  };

  function warnOf(tokens: NetworkTokens, types: string[], figures: number): void {
    const problems = types.map((type) => withoutSecrets(type, secretsWith(tokens)));
    if (problems.length > 0) log.warn({ problems, figures }, "X told only a part of the figures");
  }

  return { listPosts, readFigures, listFigures };
}

function resetOf({ status, headers }: Answered): number | null {
  const now = Date.parse(headers["date"] ?? "");
  const resets = status === 429 ? exhaustedResets(headers, now) : [];
  return resets.length > 0 ? Math.max(...resets) : null;
}

function withCounted(error: ReadError, counted: number): ReadError {
  const { message, status, resetAt, isSent, isBlocked, refusal, cause } = error;
  return new ReadError(message, status, { resetAt, isSent, isBlocked, refusal, counted, cause });
}
