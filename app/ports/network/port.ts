// Defines the network port: link accounts, post, read back, delete. X and the sandbox implement it.

import type { LoggedAs } from "~/ground/errors";
import type { Refusal } from "./problem";

export interface NetworkTokens {
  accessToken: string;
  accessSecret: string;
}

export interface NetworkProfile {
  id: string;
  /** Without the @. */
  username: string;
  displayName: string;
  imageUrl: string | null;
}

/** Result of one writing call, not yet judged. publishing/rules/outcome.ts judges posts, call-outcome.ts the rest. */
export type PostAnswer =
  | { kind: "answered"; status: number; headers: Record<string, string>; body: unknown }
  /** No byte was sent (DNS, connect or TLS failed). Safe to resend. */
  | { kind: "not_sent"; detail: string }
  /** Bytes were sent, but no complete answer came. The call may have succeeded. */
  | { kind: "lost"; status: number | null; detail: string };

export interface NetworkPost {
  id: string;
  /** Links expanded, entities unescaped, picture links removed. X returns example.com as http://example.com. */
  text: string;
  /** Without what X may have added: a link at the end, the own name in a reply. To find a post, compare both. */
  bareText?: string;
  replyTo?: string;
  /** A repost of another's post. The network lists it, and charges for it, among the account's own. */
  isRepost?: true;
  /** The network's time, ms. */
  createdAt: number;
}

/** Figures of one post. Null means unknown, never 0. */
export interface Figures {
  likes: number | null;
  reposts: number | null;
  replies: number | null;
  quotes: number | null;
  bookmarks: number | null;
  impressions: number | null;
  linkClicks: number | null;
  profileClicks: number | null;
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
  | "credits"
  | "limited"
  | "project" // the network refuses this app
  | "blocked"
  | "clock"
  | "not_permitted" // the callback address isn't registered for the app
  | "read_only";

export class LinkError extends Error {
  override readonly name = "LinkError";
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

export interface ReadFault {
  /** With 429: when the latest exhausted limit resets, ms; null if the network didn't say so credibly. */
  resetAt?: number | null;
  /** False only if no byte of the failed request was sent. With a null status, true means that the answer was lost. */
  isSent?: boolean;
  counted?: number;
  /** True if only someone at the network can fix this. */
  isBlocked?: boolean;
  refusal?: Refusal | null;
  cause?: unknown;
}

/** Reading failed, so the result is unknown. `status` is null without a complete answer, 200 for a wrong shape. */
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

  get loggedAs(): LoggedAs {
    if (this.status === 429) return "info";
    return this.status !== null && this.status >= 400 ? "warn" : null;
  }
}

export const maxFigures = 100;

export const maxPictures = 4;
export const maxPictureBytes = 5 * 1024 * 1024;
export const maxDescription = 1_000;

export interface WriteRequest {
  timeoutMs: number;
  signal?: AbortSignal;
  /** Checked just before the first byte: the process may have been suspended. False results in `not_sent`. */
  mayBegin?(): boolean;
}

export interface PostRequest extends WriteRequest {
  text: string;
  replyTo?: string;
  /** Ids from `uploadImage`, at most `maxPictures`. Each works for one post only. */
  mediaIds?: readonly string[];
  madeWithAi?: boolean;
}

export interface Network {
  readonly kind: "x" | "sandbox";

  /** Starts OAuth 1.0a at `authorizeUrl`. `forceLogin` prompts for the account. Throws LinkError. */
  beginLink(request: { callbackUrl: string; forceLogin: boolean }): Promise<{
    requestToken: string;
    requestSecret: string;
    authorizeUrl: string;
  }>;

  /** Exchanges the verifier for tokens and profile. Throws LinkError. */
  finishLink(request: { requestToken: string; requestSecret: string; verifier: string }): Promise<{
    tokens: NetworkTokens;
    profile: NetworkProfile;
    accessLevel?: string | null;
  }>;

  /** Makes one POST without retries, aborted after `timeoutMs` or by `signal`. Does not throw. */
  post(tokens: NetworkTokens, request: PostRequest): Promise<PostAnswer>;

  /** Uploads one picture of at most `maxPictureBytes`. `judgeUpload` reads the answer. Does not throw. */
  uploadImage(tokens: NetworkTokens, request: WriteRequest & { bytes: Uint8Array }): Promise<PostAnswer>;

  /** Sets the alt text, before the post. `judgeCall` reads the answer. Does not throw. */
  describeImage(tokens: NetworkTokens, request: WriteRequest & { mediaId: string; text: string }): Promise<PostAnswer>;

  /** Deletes one of the account's own posts. `judgeDeletion` reads the answer. Does not throw. */
  deletePost(tokens: NetworkTokens, request: WriteRequest & { postId: string }): Promise<PostAnswer>;

  /**
   * Lists the account's posts since `since` (ms), newest first. `max` (5 to 100) instead returns the newest posts
   * of any age, without reposts, in one call. `hasLong` asks for smaller pages, for long posts. Throws ReadError.
   */
  listPosts(
    tokens: NetworkTokens,
    request: { networkUserId: string; since: number; max?: number; hasLong?: boolean },
  ): Promise<NetworkPost[]>;

  /**
   * Makes one call for at most `maxFigures` own posts. `gone`: deleted posts. Ids the network doesn't mention are in
   * neither list. Private figures are null without `withPrivate` and after 30 days. Throws ReadError.
   */
  readFigures(
    tokens: NetworkTokens,
    query: { ids: readonly string[]; withPrivate: boolean; signal?: AbortSignal },
  ): Promise<{ figures: PostFigures[]; gone: string[] }>;

  /** `posts` also counts posts without figures. Throws ReadError, whose `counted` has the posts of earlier pages. */
  listFigures(
    tokens: NetworkTokens,
    request: { networkUserId: string; since: number; maxPosts?: number; withPrivate: boolean; signal?: AbortSignal },
  ): Promise<{ figures: PostFigures[]; posts: number }>;

  /** Revokes the tokens, best effort. Never throws. */
  revoke(tokens: NetworkTokens): Promise<void>;

  postUrl(username: string, postId: string): string;
}
