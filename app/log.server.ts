// One JSON line an event, through pino, with everything secret taken out by name.
import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "./config.server";

export type Log = Logger;

const secretNames = [
  "api_key",
  "apiKey",
  "apiSecret",
  "password",
  "accessToken",
  "accessSecret",
  "requestSecret",
  "verifier",
  "authorization",
  "cookie",
  "token",
  "secret",
];

/** Errors carry whole requests and answers from the client libraries: only their name, message, code and stack are kept. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  return {
    name,
    message,
    ...(code === undefined ? {} : { code }),
    stack,
    ...(cause ? { cause: plainError(cause) } : {}),
  };
}

export function createLog(config: Pick<Config, "logLevel">, to?: DestinationStream): Log {
  return pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: plainError, error: plainError },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: "[redacted]" },
    },
    to ?? pino.destination({ fd: 1, sync: true }),
  );
}
