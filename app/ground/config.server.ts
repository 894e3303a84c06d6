// The only reader of process.env: every variable read, decided and checked once, all faults named together.
import { accessSync, constants, mkdirSync } from "node:fs";
import { readSender } from "~/ground/mail-address";
import { keepPrivate, makePrivate } from "./secrets/private-files.server";
import { chooseSecrets } from "~/ground/secrets/secrets.server";
import { hours, seconds } from "~/ground/time/duration";

export interface Config {
  /** Hot reload is on: its socket must be allowed. */
  dev: boolean;
  port: number;
  host: string | null;
  dataDir: string;
  /** A Postgres that any number of nodes share; null: SQLite in `dataDir`. */
  postgres: { url: string; pool: number; listenUrl: string } | null;
  /** Without a trailing slash. */
  appOrigin: string;
  /** `Secure`, `__Host-` and HSTS: by the public origin, never by NODE_ENV. */
  https: boolean;
  trustProxy: number;
  /** invite: nobody registers but by an invitation. */
  registration: "open" | "first" | "invite" | "closed";
  /** Whose the server is, as addresses are kept; none: whoever registered first. */
  adminEmails: string[];
  rateLimits: boolean;
  /** What becomes of a password that everybody tries first: taken with a warning, or refused. */
  passwords: "warn" | "strict";
  /** Newest first: the first signs or encrypts, all of them verify or decrypt. */
  sessionSecrets: string[];
  encryptionKeys: string[];
  gemini: { apiKey: string; model: string; baseUrl: string | null } | null;
  x: { apiKey: string; apiSecret: string; apiOrigin: string | null } | null;
  window: { fromMs: number; toMs: number };
  /** Whole hours of the local clock, `from` inclusive to `to` exclusive; null: no quiet hours. */
  quietHours: { from: number; to: number } | null;
  minGapMs: number;
  catchUpGapMs: number;
  dailyPostLimit: number;
  dailySpendLimit: number;
  botDailyPosts: number;
  reconcileAfterMs: number;
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
  metricsToken: string | null;
  /** Where the operator is told that something failed: one JSON POST each. */
  alertUrl: string | null;
  /** Whom people may ask: an e-mail address or a page. */
  operatorContact: string | null;
  /** The mail server, with user and password in its address, and whom mail is from. */
  mail: { url: string; from: { name: string; address: string } } | null;
  /** The identity provider that people may sign in by; `only`: no password signs in. */
  oidc: { issuer: string; clientId: string; clientSecret: string; label: string; only: boolean } | null;
}

/** Every fault of the environment, one line each; the start ends with it. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  constructor(readonly faults: string[]) {
    super(faults.join("\n"));
  }
}

type Environment = Record<string, string | undefined>;

/**
 * Reads and checks the environment. Secrets that aren't given are made at the first start and kept in
 * `DATA_DIR/secrets.json`. Throws ConfigError with one line a bad variable.
 */
export function readConfig(env: Environment = process.env): Config {
  const faults: string[] = [];
  const fail = <T>(name: string, why: string, instead: T): T => {
    faults.push(`${name} ${why}`);
    return instead;
  };
  const text = (name: string): string | null => env[name]?.trim() || null;
  const number = (name: string, fallback: number, test: (n: number) => boolean, wants: string): number => {
    const raw = text(name);
    if (raw === null) return fallback;
    const value = Number(raw);
    return Number.isFinite(value) && test(value) ? value : fail(name, `must be ${wants}, not "${raw}"`, fallback);
  };
  const choice = <T extends string>(name: string, options: readonly T[], fallback: T): T => {
    const raw = text(name);
    if (raw === null) return fallback;
    const found = options.find((option) => option === raw);
    return found ?? fail(name, `must be one of ${options.join(", ")}, not "${raw}"`, fallback);
  };
  const origin = (name: string): string | null => {
    const raw = text(name);
    if (raw === null) return null;
    const url = URL.canParse(raw) ? new URL(raw) : null;
    const plain =
      url && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search && !url.hash && !url.username;
    return url && plain
      ? url.origin
      : fail(name, `must be an origin such as https://linnet.example.com, not "${raw}"`, null);
  };
  const list = (name: string): string[] =>
    (text(name) ?? "")
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean);
  const whole = (n: number) => Number.isInteger(n) && n >= 0;

  const postgresUrl = (name: string): string | null => {
    const raw = text(name);
    if (raw === null || (URL.canParse(raw) && /^postgres(ql)?:$/.test(new URL(raw).protocol))) return raw;
    // Not shown: it may carry a password.
    return fail(name, "must be an address such as postgres://linnet:password@db.example.com:5432/linnet", null);
  };

  const port = number("PORT", 3000, (n) => Number.isInteger(n) && n >= 1 && n <= 65_535, "a port from 1 to 65535");
  const dataDir = text("DATA_DIR") ?? "./data";
  const appOrigin = origin("APP_ORIGIN") ?? `http://localhost:${port}`;
  const gemini = text("GEMINI_API_KEY");
  const xKey = text("X_API_KEY");
  const xSecret = text("X_API_SECRET");
  if (xKey && !xSecret) fail("X_API_SECRET", "is missing: X_API_KEY is set, and X needs both", null);
  if (xSecret && !xKey) fail("X_API_KEY", "is missing: X_API_SECRET is set, and X needs both", null);
  const databaseUrl = postgresUrl("DATABASE_URL");
  const pool = number("DATABASE_POOL", 8, (n) => whole(n) && n >= 2 && n <= 100, "a whole number from 2 to 100");
  const listenUrl = postgresUrl("DATABASE_LISTEN_URL");
  const sessionSecrets = list("SESSION_SECRET");
  const encryptionKeys = list("ENCRYPTION_KEY");
  for (const [name, given] of [
    ["SESSION_SECRET", sessionSecrets],
    ["ENCRYPTION_KEY", encryptionKeys],
  ] as const)
    if (given.some((secret) => secret.length < 16)) fail(name, "must be at least 16 characters, each part", null);

  // One container's own secrets would make another's tokens and sessions unreadable.
  if (databaseUrl !== null) {
    const missing = [
      ...(sessionSecrets.length === 0 ? ["SESSION_SECRET"] : []),
      ...(encryptionKeys.length === 0 ? ["ENCRYPTION_KEY"] : []),
    ];
    for (const name of missing)
      fail(name, "must be given with DATABASE_URL, the same for every node (openssl rand -base64 32 makes one)", null);
  }

  const config: Config = {
    dev: env["NODE_ENV"] === "development",
    port,
    host: text("HOST"),
    dataDir,
    postgres: databaseUrl === null ? null : { url: databaseUrl, pool, listenUrl: listenUrl ?? databaseUrl },
    appOrigin,
    https: appOrigin.startsWith("https:"),
    trustProxy: number("TRUST_PROXY", 0, whole, "the number of proxies in front, 0 or more"),
    registration: choice("REGISTRATION", ["open", "first", "invite", "closed"], gemini || xKey ? "first" : "open"),
    adminEmails: list("ADMIN_EMAILS").map((raw) => readAddress(raw, (why) => fail("ADMIN_EMAILS", why, raw))),
    passwords: choice("PASSWORDS", ["warn", "strict"], "warn"),
    rateLimits: choice("RATE_LIMITS", ["on", "off"], "on") === "on",
    sessionSecrets,
    encryptionKeys,
    gemini: gemini
      ? { apiKey: gemini, model: text("GEMINI_MODEL") ?? "gemini-3.5-flash-lite", baseUrl: origin("GEMINI_BASE_URL") }
      : null,
    x: xKey && xSecret ? { apiKey: xKey, apiSecret: xSecret, apiOrigin: origin("X_API_ORIGIN") } : null,
    window: readWindow(text("SCHEDULE_WINDOW_HOURS") ?? "4-8", (why) => fail("SCHEDULE_WINDOW_HOURS", why, null)),
    quietHours: readQuietHours(text("QUIET_HOURS") ?? "23-7", (why) => fail("QUIET_HOURS", why, null)),
    minGapMs: seconds(number("MIN_GAP_SECONDS", 60, whole, "a whole number of seconds")),
    catchUpGapMs: seconds(number("CATCH_UP_GAP_SECONDS", 120, whole, "a whole number of seconds")),
    dailyPostLimit: number("DAILY_POST_LIMIT", 50, whole, "a whole number, 0 for none"),
    dailySpendLimit: number("DAILY_SPEND_LIMIT", 5, (n) => n >= 0, "an amount in US dollars, 0 for none"),
    botDailyPosts: number("BOT_DAILY_POSTS", 3, whole, "a whole number, 0 for none"),
    reconcileAfterMs: seconds(number("RECONCILE_AFTER_SECONDS", 120, (n) => n >= 0, "a number of seconds")),
    logLevel: choice("LOG_LEVEL", ["fatal", "error", "warn", "info", "debug", "trace", "silent"], "info"),
    metricsToken: text("METRICS_TOKEN"),
    alertUrl: readAlertUrl(text("ALERT_URL"), (why) => fail("ALERT_URL", why, null)),
    operatorContact: readContact(text("OPERATOR_CONTACT"), (why) => fail("OPERATOR_CONTACT", why, null)),
    oidc: readProvider(
      {
        issuer: text("OIDC_ISSUER"),
        clientId: text("OIDC_CLIENT_ID"),
        clientSecret: text("OIDC_CLIENT_SECRET"),
        label: text("OIDC_LABEL"),
        only: choice("OIDC_ONLY", ["on", "off"], "off") === "on",
      },
      (name, why) => fail(name, why, null),
    ),
    mail: readMail(text("SMTP_URL"), text("MAIL_FROM"), (name, why) => fail(name, why, null)),
  };
  if (faults.length > 0) throw new ConfigError(faults);
  if (config.postgres !== null) return config;
  try {
    return { ...config, ...chooseSecrets(dataDir, { sessionSecrets, encryptionKeys }) };
  } catch (error) {
    throw unusable(error);
  }
}

/** The folder of the data is there, ours alone and writable; throws ConfigError. */
export function openDataDir({ dataDir }: Pick<Config, "dataDir">): void {
  try {
    keepPrivate();
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    makePrivate(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw unusable(error);
  }
}

const unusable = (error: unknown): ConfigError =>
  new ConfigError([`DATA_DIR cannot be used: ${error instanceof Error ? error.message : String(error)}`]);

/** As features/users keeps addresses, and compares them. */
function readAddress(raw: string, fail: (why: string) => string): string {
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(raw);
  return isAddress ? raw.toLowerCase() : fail(`must be e-mail addresses with commas between them, not "${raw}"`);
}

function readContact(raw: string | null, fail: (why: string) => null): string | null {
  const isKnown = raw === null || /^[^\s@]+@[^\s@]+$/.test(raw) || /^https?:\/\/\S+$/.test(raw);
  return isKnown ? raw : fail(`must be an e-mail address or the address of a page, not "${raw}"`);
}

function readAlertUrl(raw: string | null, fail: (why: string) => null): string | null {
  if (raw === null) return null;
  const url = URL.canParse(raw) ? new URL(raw) : null;
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username === "" && url.hash === "" && raw.length <= 2000;
  // Not shown: most such addresses carry a token.
  return isPlain
    ? url.href
    : fail("must be an http: or https: address without a user, such as https://ntfy.example.com/linnet");
}

interface TypedProvider {
  issuer: string | null;
  clientId: string | null;
  clientSecret: string | null;
  label: string | null;
  only: boolean;
}

function readProvider(
  { issuer, clientId, clientSecret, label, only }: TypedProvider,
  fail: (name: string, why: string) => null,
): Config["oidc"] {
  const given = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
  const missing = Object.entries(given).filter(([, value]) => value === null);
  if (missing.length === 3) return only ? fail("OIDC_ONLY", "is on, and OIDC_ISSUER names no provider") : null;
  for (const [name] of missing)
    fail(name, "is missing: a provider needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET");
  if (issuer === null || clientId === null || clientSecret === null) return null;
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  const isHere = url !== null && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  const isPlain = url && (url.protocol === "https:" || (url.protocol === "http:" && isHere));
  if (!url || !isPlain || url.search || url.hash || url.username)
    return fail(
      "OIDC_ISSUER",
      `must be the provider's https: address, such as https://id.example.com, not "${issuer}"`,
    );
  if (label !== null && label.length > 40) return fail("OIDC_LABEL", "must be at most 40 characters");
  return { issuer, clientId, clientSecret, label: label ?? url.host, only };
}

function readMail(url: string | null, from: string | null, fail: (name: string, why: string) => null): Config["mail"] {
  if (url === null && from === null) return null;
  if (url === null) return fail("SMTP_URL", "is missing: MAIL_FROM is set, and mail needs both");
  // Not shown: it may carry a password.
  if (!isMailServer(url)) return fail("SMTP_URL", "must be an address such as smtps://user:password@mail.example.com");
  if (from === null) return fail("MAIL_FROM", "is missing: SMTP_URL is set, and mail needs both");
  const sender = readSender(from);
  if (!sender) return fail("MAIL_FROM", `must be an address such as Linnet <linnet@example.com>, not "${from}"`);
  return { url, from: sender };
}

function isMailServer(raw: string): boolean {
  const url = URL.canParse(raw) ? new URL(raw) : null;
  // A percent sign that begins no character would break every mail later.
  const isCoded = url && !/%(?![\da-f]{2})/i.test(url.username + url.password);
  return Boolean(url && isCoded && /^smtps?:$/.test(url.protocol) && url.hostname !== "");
}

function readWindow(raw: string, fail: (why: string) => void): Config["window"] {
  const match = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(raw);
  const [from, to] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || !(from < to) || to > 168) fail(`must be two hours such as 4-8, the first the smaller, not "${raw}"`);
  return { fromMs: hours(from), toMs: hours(to) };
}

function readQuietHours(raw: string, fail: (why: string) => void): Config["quietHours"] {
  if (raw === "none") return null;
  const match = /^(\d{1,2})-(\d{1,2})$/.exec(raw);
  const [from, to] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || from > 23 || to > 23 || from === to)
    fail(`must be two hours of the day such as 23-7, or none, not "${raw}"`);
  return { from, to };
}
