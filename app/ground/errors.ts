// Defines AppError: a code for programs, a message for people and a cause for the log.

/**
 * How a client may repeat the request: `never`, `after` a wait, `same` now, or `told`: as the answer's `error_code` says,
 * and like `same` if it has none.
 */
export type Retry = "never" | "after" | "same" | "told";

interface ErrorKind {
  status: number;
  retry: Retry;
  meaning: string;
}

export const errorTable = {
  not_json: { status: 400, retry: "never", meaning: "the body is not valid JSON" },
  malformed_url: { status: 400, retry: "never", meaning: "the URL is malformed" },
  malformed_request: { status: 400, retry: "never", meaning: "the request is not valid HTTP" },
  unauthenticated: { status: 401, retry: "never", meaning: "no credentials" },
  key_unknown: {
    status: 401,
    retry: "never",
    meaning: "the API key is invalid, revoked, or doesn't belong to user_id",
  },
  key_expired: { status: 401, retry: "never", meaning: "the API key has expired" },
  key_held: {
    status: 401,
    retry: "never",
    meaning: "the API key was paused by a restored backup or a disabled account, and its owner must re-enable it",
  },
  key_for_agents: { status: 401, retry: "never", meaning: "the API key is for agents only: it works at /mcp" },
  key_in_url: { status: 401, retry: "never", meaning: "an API key can't be in the URL" },
  wrong_credentials: { status: 401, retry: "never", meaning: "wrong email or password" },
  second_factor_required: {
    status: 401,
    retry: "never",
    meaning: "the password is right, but a code is required: send it as otp",
  },
  second_factor_wrong: { status: 401, retry: "never", meaning: "the code is wrong or expired, or was used before" },
  forbidden: {
    status: 403,
    retry: "never",
    meaning: "the user in the path is someone else, or the caller is not an admin",
  },
  cross_site: { status: 403, retry: "never", meaning: "the request has a cookie and comes from another site" },
  insufficient_scope: { status: 403, retry: "never", meaning: "the API key lacks the required scope" },
  not_for_keys: { status: 403, retry: "never", meaning: "API keys can't do this" },
  password_off: {
    status: 403,
    retry: "never",
    meaning: "passwords are off: this server uses its identity provider only",
  },
  registration_closed: { status: 403, retry: "never", meaning: "registration is closed" },
  account_disabled: { status: 403, retry: "never", meaning: "an admin disabled the account" },
  not_found: { status: 404, retry: "never", meaning: "it does not exist, or belongs to someone else" },
  method_not_allowed: { status: 405, retry: "never", meaning: "the URL does not support this method" },
  too_slow: { status: 408, retry: "same", meaning: "the request did not arrive in time" },
  email_taken: { status: 409, retry: "never", meaning: "the email is already registered" },
  duplicate: { status: 409, retry: "never", meaning: "another tweet within 30 days has the same text" },
  quiet_hours: {
    status: 409,
    retry: "never",
    meaning: "the time is in the account's quiet hours, and the request doesn't allow that",
  },
  already_sent: { status: 409, retry: "never", meaning: "the tweet is already posting or posted" },
  not_scheduled: { status: 409, retry: "never", meaning: "the tweet isn't scheduled" },
  not_draft: {
    status: 409,
    retry: "never",
    meaning: "the tweet is scheduled, posting or posted: it must be pending or failed",
  },
  not_going: { status: 409, retry: "never", meaning: "the thread is not being posted" },
  in_flight: { status: 409, retry: "after", meaning: "the tweet is posting, or X didn't confirm it" },
  not_published: { status: 409, retry: "never", meaning: "the tweet is not posted" },
  deleted: { status: 409, retry: "never", meaning: "all or part of it was deleted from X, or will be" },
  discarded: { status: 409, retry: "never", meaning: "the tweet is in Trash: restore it first" },
  not_discarded: { status: 409, retry: "never", meaning: "the tweet is not in Trash" },
  not_first_part: {
    status: 409,
    retry: "never",
    meaning: "the tweet is a later part of a thread: use the thread's first part",
  },
  not_thread: { status: 409, retry: "never", meaning: "the tweet doesn't begin a thread" },
  not_for_threads: {
    status: 409,
    retry: "never",
    meaning: "the tweet is part of a thread, and this doesn't work for threads",
  },
  post_unknown: { status: 409, retry: "never", meaning: "the post's URL is unknown" },
  post_taken: { status: 409, retry: "never", meaning: "the post belongs to another tweet" },
  being_written: { status: 409, retry: "after", meaning: "a rewrite is already running" },
  voice_empty: { status: 409, retry: "never", meaning: "the voice is empty" },
  switched_off: { status: 409, retry: "never", meaning: "the user turned this off" },
  in_use: { status: 409, retry: "never", meaning: "a tweet that isn't posted yet uses it" },
  not_failed: { status: 409, retry: "never", meaning: "nothing in it has failed or stopped" },
  not_asked: { status: 409, retry: "never", meaning: "the tweet doesn't need confirmation" },
  account_paused: { status: 409, retry: "after", meaning: "the account is paused" },
  account_reconnect: {
    status: 409,
    retry: "never",
    meaning: "X no longer accepts the account's authorization",
  },
  no_account: { status: 409, retry: "never", meaning: "no account is connected" },
  analysis_running: { status: 409, retry: "after", meaning: "the analysis is still running" },
  analysis_unfinished: { status: 409, retry: "never", meaning: "the analysis is not complete" },
  proposal_gone: { status: 409, retry: "never", meaning: "the bot's suggestion is no longer the one you read" },
  changed: { status: 409, retry: "never", meaning: "it has changed since you read it" },
  limit_reached: { status: 409, retry: "never", meaning: "the maximum number already exists" },
  webhook_disabled: { status: 409, retry: "never", meaning: "the webhook is disabled: enable it first" },
  idempotency_running: {
    status: 409,
    retry: "after",
    meaning: "the first call with this Idempotency-Key is still running",
  },
  precondition_failed: { status: 412, retry: "never", meaning: "the current version doesn't match If-Match" },
  too_large: { status: 413, retry: "never", meaning: "the body is larger than 64 KiB, or than the route allows" },
  unsupported_type: { status: 415, retry: "never", meaning: "the Content-Type is not JSON, or the body is compressed" },
  invalid: { status: 422, retry: "never", meaning: "a field is wrong, missing or unknown" },
  idempotency_mismatch: {
    status: 422,
    retry: "never",
    meaning: "this Idempotency-Key was already used with a different request",
  },
  writer_context: { status: 422, retry: "never", meaning: "the text is too long for the AI model" },
  private_address: { status: 422, retry: "never", meaning: "the URL leads to a private address" },
  rate_limited: { status: 429, retry: "after", meaning: "too many of these requests in a short time" },
  daily_post_limit: { status: 429, retry: "after", meaning: "the account has reached its daily post limit" },
  daily_spend_limit: {
    status: 429,
    retry: "after",
    meaning: "the user's share of the daily spending limit is used up",
  },
  sign_in_throttled: { status: 429, retry: "after", meaning: "too many wrong passwords or codes" },
  busy: { status: 429, retry: "after", meaning: "too many requests are being processed right now" },
  network_limited: { status: 429, retry: "after", meaning: "X asked Linnet to wait" },
  head_too_large: { status: 431, retry: "never", meaning: "the request's headers are over 16 KiB" },
  unforeseen: { status: 500, retry: "same", meaning: "an unexpected error" },
  writer_failed: { status: 502, retry: "same", meaning: "the AI refused or failed" },
  network_refused: { status: 502, retry: "told", meaning: "X refused or failed" },
  not_configured: { status: 503, retry: "never", meaning: "a feature that the call needs is not configured" },
  shutting_down: { status: 503, retry: "after", meaning: "the server is shutting down" },
  not_the_publisher: { status: 503, retry: "after", meaning: "another process on this server handles posting" },
  no_storage: { status: 503, retry: "after", meaning: "the server's disk is full or can't be written" },
  database_away: { status: 503, retry: "after", meaning: "the server's database can't be reached, or is too busy" },
  overloaded: { status: 503, retry: "after", meaning: "the server is busy" },
  timeout: {
    status: 504,
    retry: "same",
    meaning: "no response in time, or none that says whether the action was completed",
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errorTable;

/** Failures here or at a service. All other codes are expected refusals. */
const faultCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "unforeseen",
  "writer_failed",
  "network_refused",
  "no_storage",
  "timeout",
]);

/** `info`: expected refusal; `warn`: the operator can fix it; both without a stack. null: a fault, with its stack. */
export type LoggedAs = "info" | "warn" | null;

export const errorCodes = Object.keys(errorTable) as ErrorCode[];

/** Codes that a single item of a bulk request can fail with. */
export const itemCodes = [
  "not_found",
  "duplicate",
  "account_paused",
  "account_reconnect",
  "no_account",
  "daily_post_limit",
] as const satisfies readonly ErrorCode[];

/** Stable codes for field errors; clients rely on them. */
export const faultTypes = [
  "required",
  "unknown_field",
  "too_long",
  "too_short",
  "not_in_range",
  "not_a_moment",
  "not_an_id",
  "past",
  "invalid",
  ...itemCodes,
] as const;

export type FaultType = (typeof faultTypes)[number];

export interface FieldFault {
  loc: (string | number)[];
  msg: string;
  type: FaultType;
}

/** One invalid item of a list; `field` is its path, such as "parts.2". */
export interface ItemFault {
  field: string;
  type: FaultType;
  msg: string;
}

export function requireNone(itemFaults: readonly ItemFault[]): void {
  if (itemFaults.length === 0) return;
  throw new AppError("invalid", [...new Set(itemFaults.map(({ msg }) => msg))].join(", "), { itemFaults });
}

export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly faults: FieldFault[] | null;
  readonly about: { field?: string; type: FaultType } | null;
  readonly itemFaults: readonly ItemFault[];
  /** Why the network refused a tweet, as stored with the tweet. */
  readonly failure: string | null;
  /** Hint for programs on how to fix the request; null: the message says it all. */
  readonly detail: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      cause?: unknown;
      faults?: FieldFault[];
      about?: { field?: string; type: FaultType };
      itemFaults?: readonly ItemFault[];
      failure?: string | null;
      detail?: string | null;
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.faults = more.faults ?? null;
    this.about = more.about ?? null;
    this.itemFaults = more.itemFaults ?? [];
    this.failure = more.failure ?? null;
    this.detail = more.detail ?? null;
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
  }

  get status(): number {
    return errorTable[this.code].status;
  }

  get loggedAs(): LoggedAs {
    return faultCodes.has(this.code) ? null : "info";
  }
}

export const isAppError = (error: unknown): error is AppError => error instanceof AppError;

export const unforeseen = "Something went wrong. Try again. Details are in the server log.";
