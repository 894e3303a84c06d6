// The one kind of error that people see: a code for the program, a sentence for the person, the cause for the log.

/** The closed table of what can go wrong for a caller, and the HTTP status each becomes. */
export const statusOfCode = {
  not_json: 400,
  malformed_url: 400,
  unauthenticated: 401,
  wrong_credentials: 401,
  forbidden: 403,
  cross_site: 403,
  registration_closed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  email_taken: 409,
  duplicate: 409,
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
  timeout: 504,
} as const;

export type ErrorCode = keyof typeof statusOfCode;

/** One thing wrong with one field, in the shape the API's `detail` list carries. */
export interface FieldFault {
  loc: (string | number)[];
  msg: string;
  type: string;
}

export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly faults: FieldFault[] | null;
  /** How long the caller should wait, where waiting helps. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    more: { cause?: unknown; faults?: FieldFault[]; retryAfterSeconds?: number } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.faults = more.faults ?? null;
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
  }

  get status(): number {
    return statusOfCode[this.code];
  }
}

export const isAppError = (error: unknown): error is AppError => error instanceof AppError;

/** The sentence for a fault nobody foresaw; the cause goes to the log under the request's id. */
export const unforeseen = "Something went wrong on our side. Please try again.";
