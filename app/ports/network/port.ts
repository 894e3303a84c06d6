// The network as Linnet needs it: link an account, post, read back, revoke. Two faces: X itself and the sandbox.

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

/** What became of one POST, as seen from this end of the wire and not yet judged (publishing/rules/outcome.ts judges). */
export type PostAnswer =
  /** A whole answer came back. `body` is parsed JSON, or the text where it wasn't JSON. */
  | { kind: "answered"; status: number; headers: Record<string, string>; body: unknown }
  /** Not one byte of the request left: DNS, connect or TLS failed. Sending again is safe. */
  | { kind: "not_sent"; detail: string }
  /** Bytes left, but no whole answer came: time-out, reset, half an answer. The post may exist. */
  | { kind: "lost"; status: number | null; detail: string };

export interface NetworkPost {
  id: string;
  /**
   * As written: links expanded, entities unescaped, the long text where there is one. Not folded: outer spaces may be
   * gone, and a bare domain (example.com) comes back from X as http://example.com, so compare with that in mind.
   */
  text: string;
  /** The network's time, ms. */
  createdAt: number;
}

export type LinkFailure =
  | "denied"
  | "expired"
  | "wrong_state"
  | "refused"
  | "unreachable"
  | "not_permitted" // the callback address isn't one of the app's
  | "read_only"; // the app may not write

/** Linking went wrong; `reason` is of a closed list, so that the browser is only ever told a known code. */
export class LinkError extends Error {
  override readonly name = "LinkError";
  constructor(
    readonly reason: LinkFailure,
    detail: string,
    options?: { cause?: unknown },
  ) {
    super(detail, options);
  }
}

/** Reading an account's posts did not work; nothing may be concluded from it. */
export class ReadError extends Error {
  override readonly name = "ReadError";
  constructor(
    detail: string,
    readonly status: number | null,
    options?: { cause?: unknown },
  ) {
    super(detail, options);
  }
}

export interface PostRequest {
  text: string;
  timeoutMs: number;
  signal?: AbortSignal;
  /**
   * Asked once more when the connection stands, just before the first byte. A process that was stopped meanwhile would
   * otherwise write into it when it wakes, however late. False: `not_sent`.
   */
  mayBegin?(): boolean;
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

  /** The account's own posts since `since` (ms), all pages, newest first. Throws ReadError. */
  listPosts(tokens: NetworkTokens, ask: { networkUserId: string; since: number }): Promise<NetworkPost[]>;

  /** Takes the tokens back, best effort; never throws. */
  revoke(tokens: NetworkTokens): Promise<void>;

  /** The public address of a post. */
  postUrl(username: string, postId: string): string;
}
