// The one kind of error that people see: a code for the program, a sentence for the person, the cause for the log.

/** The closed table of what can go wrong for a caller, and the HTTP status each becomes. */
export const statusOfCode = {
  not_json: 400,
  malformed_url: 400,
  unauthenticated: 401,
  wrong_credentials: 401,
  second_factor_required: 401,
  second_factor_wrong: 401,
  forbidden: 403,
  cross_site: 403,
  password_off: 403,
  registration_closed: 403,
  account_disabled: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  email_taken: 409,
  duplicate: 409,
  quiet_hours: 409,
  not_draft: 409,
  no_account: 409,
  too_large: 413,
  unsupported_type: 415,
  invalid: 422,
  throttled: 429,
  network_limited: 429,
  writer_failed: 502,
  network_refused: 502,
  not_configured: 503,
  shutting_down: 503,
  not_the_publisher: 503,
  no_storage: 503,
  timeout: 504,
} as const;

export type ErrorCode = keyof typeof statusOfCode;

/** What each code means, for whoever writes a client. */
export const meaningOfCode: Record<ErrorCode, string> = {
  not_json: "the body is not valid JSON",
  malformed_url: "the address is malformed",
  unauthenticated: "no credentials, or wrong ones",
  wrong_credentials: "wrong e-mail or password",
  second_factor_required: "the password is right, and a code is asked for: send it as otp",
  second_factor_wrong: "the code is wrong, over, or was used before",
  forbidden: "the user in the path is somebody else",
  cross_site: "a cookie came along, from another site",
  password_off: "this server lets people in by its identity provider alone",
  registration_closed: "registration is closed",
  account_disabled: "whoever runs the server has disabled the account",
  not_found: "it does not exist, or is somebody else's",
  method_not_allowed: "the address does not take this method",
  conflict: "its state forbids it",
  email_taken: "the e-mail is registered already",
  duplicate: "another tweet within 30 days says the same",
  quiet_hours: "the moment lies in the account's quiet hours, and nobody has said yes to that",
  not_draft: "the tweet is on the timeline, on its way or out: only what is pending or failed can be discarded",
  no_account: "no account is linked",
  too_large: "the body is over 64 KiB, or what the route allows",
  unsupported_type: "the body is not JSON by its Content-Type, or compressed",
  invalid: "a field is wrong, missing or unknown",
  throttled: "too many, or a limit is reached",
  network_limited: "the network asks to wait",
  writer_failed: "the AI refused or broke",
  network_refused: "the network refused or broke",
  not_configured: "something is not configured",
  shutting_down: "the server is about to stop",
  not_the_publisher: "another process of this server publishes",
  no_storage: "the server's disk is full or can't be written",
  timeout: "no answer came in time",
};

/** The codes that the API's envelope names; the others will be split before they are promised to programs. */
export const namedCodes = [
  "second_factor_required",
  "second_factor_wrong",
  "account_disabled",
  "password_off",
  "quiet_hours",
  "not_draft",
] as const satisfies readonly ErrorCode[];

/** What can be wrong with a field: a closed set of words, on which clients may rely. */
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
] as const;

export type FaultType = (typeof faultTypes)[number];

/** One thing wrong with one field, in the shape the API's `detail` list carries. */
export interface FieldFault {
  loc: (string | number)[];
  msg: string;
  type: FaultType;
}

export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly faults: FieldFault[] | null;
  /** Of an `invalid` that a verb found: which field it is about, where it is about one, and what is wrong with it. */
  readonly about: { field?: string; type: FaultType } | null;
  /** How long the caller should wait, where waiting helps. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      cause?: unknown;
      faults?: FieldFault[];
      about?: { field?: string; type: FaultType };
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.faults = more.faults ?? null;
    this.about = more.about ?? null;
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
  }

  get status(): number {
    return statusOfCode[this.code];
  }
}

export const isAppError = (error: unknown): error is AppError => error instanceof AppError;

/** The sentence for a fault nobody foresaw; the cause goes to the log under the request's id. */
export const unforeseen = "Something went wrong on our side. Please try again.";
