// The network as Linnet needs it: link an account, post, with pictures and as answers to itself, read back, delete, revoke. Two faces: X itself and the sandbox.

import type { LoggedAs } from "~/ground/errors";
import type { Refusal } from "./problem";

export interface NetworkTokens {
  accessToken: string;
  accessSecret: string;
}

export interface NetworkProfile {
  /** The network's own id, a string of digits. */
  id: string;
  /** Without the @. */
  username: string;
  displayName: string;
  imageUrl: string | null;
}

/**
 * What became of one call that writes, as seen from this end of the wire and not yet judged: publishing/rules/outcome.ts
 * judges a post, call-outcome.ts the others.
 */
export type PostAnswer =
  /** A whole answer came back. `body` is parsed JSON, or the text where it wasn't JSON. */
  | { kind: "answered"; status: number; headers: Record<string, string>; body: unknown }
  /** Not one byte of the request left: DNS, connect or TLS failed. Sending again is safe. */
  | { kind: "not_sent"; detail: string }
  /** Bytes left, but no whole answer came: time-out, reset, half an answer. It may have been done. */
  | { kind: "lost"; status: number | null; detail: string };

export interface NetworkPost {
  id: string;
  /**
   * As written: links expanded, those of its own pictures taken out, entities unescaped, the long text where there is
   * one. Not folded: outer spaces may be gone, and a bare domain (example.com) comes back from X as http://example.com,
   * so compare with that in mind.
   */
  text: string;
  /**
   * Another reading of the words, where there is one: without what may be the network's own addition (a link at the end
   * that it doesn't explain, the account's own name before an answer to itself). Whoever looks for a text compares both.
   */
  bareText?: string;
  /** The post that it answers. */
  replyTo?: string;
  /** It only repeats another's post: the network lists it, and charges for it, among the account's own. */
  isRepost?: true;
  /** The network's time, ms. */
  createdAt: number;
}

/** What the network says of how one post did; null: it did not say, which is never 0. */
export interface Figures {
  likes: number | null;
  reposts: number | null;
  replies: number | null;
  quotes: number | null;
  bookmarks: number | null;
  impressions: number | null;
  linkClicks: number | null;
  profileClicks: number | null;
  /** The network's own sum, which counts clicks too: shown beside, not computed with. */
  engagements: number | null;
}

export interface PostFigures extends Figures {
  postId: string;
}

export type LinkFailure =
  | "denied"
  | "expired"
  | "wrong_state"
  | "refused"
  | "unreachable"
  | "credits" // the app has none left, or has used up its month
  | "limited" // asked too often
  | "project" // the network does not let this app in
  | "blocked" // the account is suspended or locked
  | "clock" // this server's clock is wrong
  | "not_permitted" // the callback address isn't one of the app's
  | "read_only"; // the app may not write

/** Linking went wrong; `reason` is of a closed list, so that the browser is only ever told a known code. */
export class LinkError extends Error {
  override readonly name = "LinkError";
  /** When a limit ends, ms; null: it is none. */
  readonly until: number | null;
  constructor(
    readonly reason: LinkFailure,
    detail: string,
    { until = null, ...options }: { until?: number | null; cause?: unknown } = {},
  ) {
    super(detail, options);
    this.until = until;
  }
}

/** What is known of a reading that failed, beside its status. */
export interface ReadFault {
  /** With 429: when the latest of the limits that are used up ends, ms; null where the network did not say it credibly. */
  resetAt?: number | null;
  /** False only where not one byte of the request that failed left. With the status null, true means: its answer was lost. */
  isSent?: boolean;
  /** How many posts the network had counted on the pages before. */
  counted?: number;
  /** Whether waiting alone is no use: a person must do something at the network for the account or the app. */
  isBlocked?: boolean;
  /** Whom the network's refusal is about; null: it was none. */
  refusal?: Refusal | null;
  cause?: unknown;
}

/**
 * Reading an account's posts or figures did not work; nothing may be concluded from it. `status`: what the network
 * answered, also 200 where the answer was of another shape; null where no whole answer came.
 */
export class ReadError extends Error {
  override readonly name = "ReadError";
  readonly resetAt: number | null;
  readonly isSent: boolean;
  readonly counted: number;
  readonly isBlocked: boolean;
  readonly refusal: Refusal | null;
  constructor(
    detail: string,
    readonly status: number | null,
    { resetAt = null, isSent = true, counted = 0, isBlocked = false, refusal = null, ...options }: ReadFault = {},
  ) {
    super(detail, options);
    this.resetAt = resetAt;
    this.isSent = isSent;
    this.counted = counted;
    this.isBlocked = isBlocked;
    this.refusal = refusal;
  }

  /** Without an answer, or with one of another shape, whoever looks for the cause needs the stack. */
  get loggedAs(): LoggedAs {
    if (this.status === 429) return "info";
    return this.status !== null && this.status >= 400 ? "warn" : null;
  }
}

/** The network tells figures of so many posts in one call. */
export const maxFigures = 100;

/** The network takes so many pictures with a post. */
export const maxPictures = 4;
/** A picture has at most so many bytes. */
export const maxPictureBytes = 5 * 1024 * 1024;
/** A picture's description has at most so many characters. */
export const maxDescription = 1_000;

/** What every call that writes is told. */
export interface WriteRequest {
  timeoutMs: number;
  signal?: AbortSignal;
  /**
   * Asked once more when the connection stands, just before the first byte. A process that was stopped meanwhile would
   * otherwise write into it when it wakes, however late. False: `not_sent`.
   */
  mayBegin?(): boolean;
}

export interface PostRequest extends WriteRequest {
  text: string;
  /** The id of the post that it answers: its predecessor in a thread. */
  replyTo?: string;
  /** Ids that `uploadImage` was answered with, at most `maxPictures`, each for one post only. */
  mediaIds?: readonly string[];
  /** Has the network say that a picture was made with AI. */
  madeWithAi?: boolean;
}

export interface Network {
  readonly kind: "x" | "sandbox";

  /**
   * First leg of OAuth 1.0a. `authorizeUrl` is where the browser goes; `forceLogin` makes the network ask which
   * account to link. The request token is single use. Throws LinkError (refused, unreachable, not_permitted).
   */
  beginLink(ask: { callbackUrl: string; forceLogin: boolean }): Promise<{
    requestToken: string;
    requestSecret: string;
    authorizeUrl: string;
  }>;

  /** Last leg: the verifier for the account's tokens and profile. Throws LinkError. */
  finishLink(ask: { requestToken: string; requestSecret: string; verifier: string }): Promise<{
    tokens: NetworkTokens;
    profile: NetworkProfile;
    /** What the app may do with the account, as the network said it ("read-write"); null or not there: it didn't. */
    accessLevel?: string | null;
  }>;

  /** One POST, never retried here, aborted for good after `timeoutMs` or by `signal`. Does not throw. */
  post(tokens: NetworkTokens, ask: PostRequest): Promise<PostAnswer>;

  /**
   * One picture (JPEG, PNG, GIF or WebP, at most `maxPictureBytes`), which is shown nowhere before a post names it.
   * `judgeUpload` reads the answer. A second request is made only where X took the first for one of the wrong form. Does
   * not throw.
   */
  uploadImage(tokens: NetworkTokens, ask: WriteRequest & { bytes: Uint8Array }): Promise<PostAnswer>;

  /**
   * The words for those who can't see a picture, at most `maxDescription` characters, before its post. `judgeCall` reads
   * the answer. Does not throw.
   */
  describeImage(tokens: NetworkTokens, ask: WriteRequest & { mediaId: string; text: string }): Promise<PostAnswer>;

  /** Takes one of the account's own posts back. `judgeDeletion` reads the answer. Does not throw. */
  deletePost(tokens: NetworkTokens, ask: WriteRequest & { postId: string }): Promise<PostAnswer>;

  /**
   * The account's own posts since `since` (ms), all pages, newest first. `max` (5 to 100): no more than the newest so
   * many, in one call, whatever their age, and none that only repeats another's. `hasLong`: one may be so long that fewer
   * of them fit into an answer. Throws ReadError.
   */
  listPosts(
    tokens: NetworkTokens,
    ask: { networkUserId: string; since: number; max?: number; hasLong?: boolean },
  ): Promise<NetworkPost[]>;

  /**
   * Figures of the account's own posts, at most `maxFigures` ids, in one call; none for no ids. `gone`: ids that the
   * network knows no more. An id that it says nothing of is in neither list. Private figures (clicks, engagements) are
   * null unless asked for with `withPrivate`, and for posts older than 30 days. Throws ReadError.
   */
  readFigures(
    tokens: NetworkTokens,
    ask: { ids: readonly string[]; withPrivate: boolean; signal?: AbortSignal },
  ): Promise<{ figures: PostFigures[]; gone: string[] }>;

  /**
   * The same of every post of the account since `since` (ms), by its own list, all pages, newest first, no more pages than
   * `maxPosts` fill. `posts`: how
   * many the network counted, those included of which it told no figures. Throws ReadError, whose `counted` says how
   * many posts the pages before had.
   */
  listFigures(
    tokens: NetworkTokens,
    ask: { networkUserId: string; since: number; maxPosts?: number; withPrivate: boolean; signal?: AbortSignal },
  ): Promise<{ figures: PostFigures[]; posts: number }>;

  /** Takes the tokens back, best effort; never throws. */
  revoke(tokens: NetworkTokens): Promise<void>;

  /** The public address of a post. */
  postUrl(username: string, postId: string): string;
}
