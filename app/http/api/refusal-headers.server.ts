// Sets the headers of refusals: WWW-Authenticate and Retry-After.
import { KeyRefused } from "~/features/api-keys/api-keys.server";
import type { AppError } from "~/ground/errors";
import { challenge, scopeChallenge } from "~/http/door/envelope.server";
import { ScopeMissing } from "./named-key.server";

export function tellRefusal(error: AppError, headers: Headers): void {
  if (error.status === 401) headers.set("WWW-Authenticate", challenge(error instanceof KeyRefused));
  if (error instanceof ScopeMissing) headers.set("WWW-Authenticate", scopeChallenge(error.scope));
  if (error.retryAfterSeconds) headers.set("Retry-After", String(error.retryAfterSeconds));
}
