// One JSON line an event, through pino, with everything secret taken out: by name, and the server's own by value too.
import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "~/ground/config.server";
import { withoutKeys, withoutSecrets } from "~/ground/secrets/redact";

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

type LogConfig = Pick<Config, "logLevel"> &
  Partial<Pick<Config, "sessionSecrets" | "encryptionKeys" | "metricsToken" | "gemini" | "x">>;

const secretsOf = ({ sessionSecrets, encryptionKeys, metricsToken, gemini, x }: LogConfig): string[] =>
  [...(sessionSecrets ?? []), ...(encryptionKeys ?? []), metricsToken, gemini?.apiKey, x?.apiKey, x?.apiSecret].filter(
    (secret) => typeof secret === "string",
  );

export function createLog(config: LogConfig, to?: DestinationStream): Log {
  const secrets = secretsOf(config);
  return pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: (line) => withoutKeys(withoutSecrets(line, secrets)) },
      serializers: { err: plainError, error: plainError },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: "[redacted]" },
    },
    to ?? pino.destination({ fd: 1, sync: true }),
  );
}
