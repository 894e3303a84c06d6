// Logs one JSON line per event through pino (readable on a terminal), with secrets redacted.
import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "~/ground/config.server";
import type { LoggedAs } from "~/ground/errors";
import { withoutKeys, withoutSecrets } from "~/ground/secrets/redact";
import { readableLine } from "./readable";
import { writeLine } from "./standard-output.server";

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

type Coded = Error & { loggedAs?: LoggedAs; code?: unknown; reason?: unknown; status?: unknown };

const loggedAs = (error: unknown): LoggedAs => (error instanceof Error ? ((error as Coded).loggedAs ?? null) : null);

/**
 * Errors of client libraries carry whole requests and answers. Expected errors have no stack, nor have their causes.
 */
function plainError(error: unknown, withStack = loggedAs(error) === null): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause, code, reason, status } = error as Coded;
  const named = code ?? (withStack ? undefined : (reason ?? status));
  return {
    name,
    message,
    ...(named === undefined ? {} : { code: named }),
    ...(withStack ? { stack } : {}),
    ...(cause ? { cause: plainError(cause, withStack && loggedAs(cause) === null) } : {}),
  };
}

function levelOf([bindings]: unknown[], level: number): number {
  if (typeof bindings !== "object" || bindings === null) return level;
  const { err, error } = bindings as { err?: unknown; error?: unknown };
  const told = loggedAs(err ?? error);
  return told === null ? level : Math.min(level, pino.levels.values[told] ?? level);
}

type LogConfig = Pick<Config, "logLevel"> &
  Partial<Pick<Config, "sessionSecrets" | "encryptionKeys" | "metricsToken" | "gemini" | "compatible" | "x">>;

const secretsOf = ({ sessionSecrets, encryptionKeys, metricsToken, gemini, compatible, x }: LogConfig): string[] =>
  [
    ...[...(sessionSecrets ?? []), ...(encryptionKeys ?? []), metricsToken],
    ...[gemini?.apiKey, compatible?.apiKey, x?.apiKey, x?.apiSecret],
  ].filter((secret) => typeof secret === "string");

export function createLog(config: LogConfig, to?: DestinationStream): Log {
  const secrets = secretsOf(config);
  const shown = to === undefined && process.stdout.isTTY ? readableLine : (line: string) => line;
  return pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: {
        streamWrite: (line) => shown(withoutKeys(withoutSecrets(line, secrets))),
        logMethod(args, write, level) {
          const quieter = levelOf(args, level);
          if (quieter === level) return write.apply(this, args);
          const name = pino.levels.labels[quieter] as "info" | "warn";
          this[name](...(args as [object, string]));
        },
      },
      serializers: { err: (error) => plainError(error), error: (error) => plainError(error) },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: "[redacted]" },
    },
    to ?? { write: (line) => writeLine(line) },
  );
}
