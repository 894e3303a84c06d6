// Reads, checks and defaults every environment variable; reports all faults together.
import { accessSync, constants, mkdirSync } from "node:fs";
import { totalmem } from "node:os";
import { keepPrivate, makePrivate } from "./secrets/private-files.server";
import { readPostgresAddress, type TlsDefaults, withTls } from "./postgres-address";
import { chooseSecrets } from "~/ground/secrets/secrets.server";
import { minutes, seconds } from "~/ground/time/duration";
import { type AiSettings, readAi } from "./config-ai";
import { findMisspelt, type Misspelt } from "./misspelt";
import {
  ConfigError,
  imagesByMemory,
  isLoopback,
  type Memory,
  type OwnPrices,
  readAddress,
  readAges,
  readAlertUrl,
  readContact,
  readCopy,
  readFolder,
  readHandle,
  readPrices,
  readMail,
  type ProviderSettings,
  readProvider,
  readQuietHours,
  readSecretList,
  readWindow,
  withinQuotes,
} from "./config-values";

export interface Config extends AiSettings {
  misspelt: Misspelt[];
  dev: boolean;
  port: number;
  host: string | null;
  dataDir: string;
  /** Postgres shared by any number of nodes; null: SQLite in `dataDir`. */
  postgres: { url: string; pool: number; listenUrl: string } | null;
  appOrigin: string;
  /** Sets `Secure`, `__Host-` and HSTS. Depends on the public origin, not on NODE_ENV. */
  https: boolean;
  trustProxy: number;
  registration: "open" | "first" | "invite" | "closed";
  /** REGISTRATION is unset and others can reach this server, so it defaulted to `first`. */
  isClosedByDefault: boolean;
  /** Empty: the first registered user is the admin. */
  adminEmails: string[];
  rateLimits: boolean;
  passwords: "warn" | "strict";
  /** Newest first: the first signs or encrypts, all verify or decrypt. */
  sessionSecrets: string[];
  encryptionKeys: string[];
  /** How many of `encryptionKeys` come from ENCRYPTION_KEY; the key of secrets.json follows them. */
  keysGiven: number;
  gemini: { apiKey: string; model: string; baseUrl: string | null } | null;
  x: { apiKey: string; apiSecret: string; apiOrigin: string | null } | null;
  window: { fromMs: number; toMs: number };
  /** Whole local hours, `from` inclusive, `to` exclusive; null: none. */
  quietHours: { from: number; to: number } | null;
  minGapMs: number;
  /** Between random times of an account, where there is room; 0: none. */
  spacingMs: number;
  threadGapMs: number;
  catchUpGapMs: number;
  /** Posts per account per day. Here and in the next two, 0 means no limit. */
  dailyPostLimit: number;
  /** US dollars per day for the whole server. */
  dailySpendLimit: number;
  botDailyPosts: number;
  /** Post ages, in ms, at which results are read, ascending. */
  resultAges: number[];
  /** US dollars per UTC day for reading results; 0: no separate limit. */
  dailyReadLimit: number;
  xPrices: OwnPrices | null;
  /** Username of the X app's owner without @. X charges less for reading that account's own posts. */
  xAppOwner: string | null;
  reconcileAfterMs: number;
  /** low_memory: IMAGES is unset and the machine has too little memory. */
  images: "on" | "off" | "low_memory";
  imageQuotaBytes: number;
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
  metricsToken: string | null;
  backupCopy: { command: string; env: Environment } | null;
  alertUrl: string | null;
  privateWebhooks: boolean;
  operatorContact: string | null;
  mail: { url: string; from: { name: string; address: string } } | null;
  oidc: ProviderSettings | null;
  notes: string[];
}

export { ConfigError };
type Environment = Record<string, string | undefined>;

export const dataDirOf = (env: Environment = process.env): string => env["DATA_DIR"]?.trim() || "./data";

export const isDatabaseInDataDir = (env: Environment = process.env): boolean => !env["DATABASE_URL"]?.trim();

/** Throws ConfigError with one line per fault. Generates and stores missing secrets. */
export function readConfig(env: Environment = process.env, memory: Memory = ownMemory()): Config {
  const faults: string[] = [];
  const fail = <T>(name: string, reason: string, instead: T): T => {
    faults.push(`${name} ${reason}`);
    return instead;
  };
  /** Every setting must be read unconditionally: misspelled names are compared with this list. */
  const settings = ["NODE_ENV", "SESSION_SECRET", "ENCRYPTION_KEY"];
  const text = (name: string): string | null => {
    settings.push(name);
    const raw = env[name]?.trim() || null;
    const inner = raw === null ? null : withinQuotes(raw);
    return inner === null ? raw : fail(name, `is in quotes, which would become part of the value: remove them`, inner);
  };
  const number = (name: string, fallback: number, test: (n: number) => boolean, wants: string): number => {
    const raw = text(name);
    if (raw === null) return fallback;
    const value = Number(raw);
    return Number.isFinite(value) && test(value) ? value : fail(name, `must be ${wants}, not "${raw}"`, fallback);
  };
  const limit: typeof number = (name, fallback, test, wants) =>
    text(name) === "off" ? 0 : number(name, fallback, test, `${wants}, or 0 or off for no limit`);
  const choice = <T extends string | null>(name: string, options: readonly T[], fallback: T): T => {
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
  // Older versions used the quotes as part of the secret, so the quoted form stays valid as an older secret.
  const notes: string[] = [];
  const secrets = (name: string): string[] => {
    const { parts, isQuoted } = readSecretList(env[name]?.trim() ?? "");
    if (isQuoted)
      notes.push(
        `${name} is in quotes: Linnet uses the value without them, and accepts the quoted value as an older secret`,
      );
    return parts;
  };
  const whole = (n: number) => Number.isInteger(n) && n >= 0;

  const tls: TlsDefaults = { sslmode: text("PGSSLMODE"), sslrootcert: text("PGSSLROOTCERT") };
  const postgresUrl = (name: string): string | null => {
    const raw = text(name);
    const url = raw === null ? null : withTls(raw, tls);
    return url === null || readPostgresAddress(url, (reason) => fail(name, reason, null)) === null ? null : url;
  };

  for (const name of Object.keys(env).filter((key) => key.startsWith("\u{FEFF}")))
    fail(name.slice(1), "has a byte order mark before its name: save the settings file without one", null);

  const port = number("PORT", 3000, (n) => Number.isInteger(n) && n >= 1 && n <= 65_535, "a port from 1 to 65535");
  const dataDir = readFolder(text("DATA_DIR") ?? "./data", (reason) => fail("DATA_DIR", reason, "./data"));
  const appOrigin = origin("APP_ORIGIN") ?? `http://localhost:${port}`;
  const gemini = text("GEMINI_API_KEY");
  const xKey = text("X_API_KEY");
  const xSecret = text("X_API_SECRET");
  const [geminiModel, geminiBaseUrl] = [text("GEMINI_MODEL"), origin("GEMINI_BASE_URL")];
  const ai = readAi({ text, number, choice }, gemini !== null, (name, reason) => fail(name, reason, null));
  const apiOrigin = origin("X_API_ORIGIN");
  if (xKey && !xSecret) fail("X_API_SECRET", "is missing: X_API_KEY is set, and X needs both", null);
  if (xSecret && !xKey) fail("X_API_KEY", "is missing: X_API_SECRET is set, and X needs both", null);
  const databaseUrl = postgresUrl("DATABASE_URL");
  const pool = number("DATABASE_POOL", 8, (n) => whole(n) && n >= 2 && n <= 100, "a whole number from 2 to 100");
  const listenUrl = postgresUrl("DATABASE_LISTEN_URL");
  const sessionSecrets = secrets("SESSION_SECRET");
  const encryptionKeys = secrets("ENCRYPTION_KEY");
  for (const [name, given] of [
    ["SESSION_SECRET", sessionSecrets],
    ["ENCRYPTION_KEY", encryptionKeys],
  ] as const)
    if (given.some((secret) => secret.length < 16)) fail(name, "must have at least 16 characters in each part", null);

  // Secrets generated on one node would make the other nodes' tokens and sessions unreadable.
  if (databaseUrl !== null) {
    const missing = [
      ...(sessionSecrets.length === 0 ? ["SESSION_SECRET"] : []),
      ...(encryptionKeys.length === 0 ? ["ENCRYPTION_KEY"] : []),
    ];
    for (const name of missing)
      fail(
        name,
        "must be set when DATABASE_URL is, to the same value on every node (openssl rand -base64 32 creates one)",
        null,
      );
  }

  const host = text("HOST");
  const hasLiveKey = gemini !== null || ai.compatible !== null || xKey !== null;
  // Strangers must not spend the operator's money or register on a server that others can reach.
  const isOpen = !hasLiveKey && isLoopback(host);

  const config: Omit<Config, "misspelt"> = {
    dev: env["NODE_ENV"] === "development",
    port,
    host,
    dataDir,
    postgres: databaseUrl === null ? null : { url: databaseUrl, pool, listenUrl: listenUrl ?? databaseUrl },
    appOrigin,
    https: appOrigin.startsWith("https:"),
    trustProxy: number("TRUST_PROXY", 0, whole, "the number of proxies in front of Linnet, 0 or more"),
    registration: choice("REGISTRATION", ["open", "first", "invite", "closed"], isOpen ? "open" : "first"),
    isClosedByDefault: text("REGISTRATION") === null && !isOpen && !hasLiveKey,
    adminEmails: list("ADMIN_EMAILS").map((raw) => readAddress(raw, (reason) => fail("ADMIN_EMAILS", reason, raw))),
    passwords: choice("PASSWORDS", ["warn", "strict"], "warn"),
    rateLimits: choice("RATE_LIMITS", ["on", "off"], "on") === "on",
    sessionSecrets,
    encryptionKeys,
    keysGiven: encryptionKeys.length,
    gemini: gemini ? { apiKey: gemini, model: geminiModel ?? "gemini-3.5-flash-lite", baseUrl: geminiBaseUrl } : null,
    ...ai,
    x: xKey && xSecret ? { apiKey: xKey, apiSecret: xSecret, apiOrigin } : null,
    window: readWindow(text("SCHEDULE_WINDOW_HOURS") ?? "4-8", (reason) => fail("SCHEDULE_WINDOW_HOURS", reason, null)),
    quietHours: readQuietHours(text("QUIET_HOURS") ?? "23-7", (reason) => fail("QUIET_HOURS", reason, null)),
    minGapMs: seconds(number("MIN_GAP_SECONDS", 60, whole, "a whole number of seconds")),
    spacingMs: minutes(
      number("SPACING_MINUTES", 60, (n) => whole(n) && n <= 240, "a whole number of minutes from 0 to 240"),
    ),
    threadGapMs: seconds(number("THREAD_GAP_SECONDS", 5, whole, "a whole number of seconds")),
    catchUpGapMs: seconds(number("CATCH_UP_GAP_SECONDS", 120, whole, "a whole number of seconds")),
    dailyPostLimit: limit("DAILY_POST_LIMIT", 50, whole, "a whole number"),
    dailySpendLimit: limit("DAILY_SPEND_LIMIT", 5, (n) => n >= 0, "an amount in US dollars"),
    botDailyPosts: limit("BOT_DAILY_POSTS", 3, whole, "a whole number"),
    resultAges: readAges(text("RESULTS_HOURS") ?? "1,24,72,168,696", (reason) => fail("RESULTS_HOURS", reason, null)),
    dailyReadLimit: limit("DAILY_READ_LIMIT", 1, (n) => n >= 0, "an amount in US dollars"),
    xPrices: readPrices(text("X_PRICES"), (reason) => fail("X_PRICES", reason, null)),
    xAppOwner: readHandle(text("X_APP_OWNER"), (reason) => fail("X_APP_OWNER", reason, null)),
    reconcileAfterMs: seconds(number("RECONCILE_AFTER_SECONDS", 120, (n) => n >= 0, "a number of seconds")),
    images: text("IMAGES") === null ? imagesByMemory(memory) : choice("IMAGES", ["on", "off"], "on"),
    imageQuotaBytes:
      1_000_000 * number("IMAGE_QUOTA_MB", 200, (n) => whole(n) && n >= 1, "a whole number of megabytes"),
    logLevel: choice("LOG_LEVEL", ["fatal", "error", "warn", "info", "debug", "trace", "silent"], "info"),
    metricsToken: text("METRICS_TOKEN"),
    backupCopy: readCopy(text("BACKUP_COPY"), env),
    alertUrl: readAlertUrl(text("ALERT_URL"), (reason) => fail("ALERT_URL", reason, null)),
    privateWebhooks: choice("ALLOW_PRIVATE_WEBHOOKS", ["on", "off"], "off") === "on",
    operatorContact: readContact(text("OPERATOR_CONTACT"), (reason) => fail("OPERATOR_CONTACT", reason, null)),
    oidc: readProvider(
      {
        issuer: text("OIDC_ISSUER"),
        clientId: text("OIDC_CLIENT_ID"),
        clientSecret: text("OIDC_CLIENT_SECRET"),
        label: text("OIDC_LABEL"),
        only: choice("OIDC_ONLY", ["on", "off"], "off") === "on",
        trustsEmail: choice("OIDC_TRUST_EMAIL", ["on", "off"], "off") === "on",
      },
      (name, reason) => fail(name, reason, null),
    ),
    mail: readMail(text("SMTP_URL"), text("MAIL_FROM"), (name, reason) => fail(name, reason, null)),
    notes,
  };
  if (faults.length > 0) throw new ConfigError([...new Set(faults)]);
  const misspelt = findMisspelt(Object.keys(env), settings);
  if (config.postgres !== null) return { ...config, misspelt };
  try {
    return { ...config, misspelt, ...chooseSecrets(dataDir, { sessionSecrets, encryptionKeys }) };
  } catch (error) {
    throw unusable(error);
  }
}

const ownMemory = (): Memory => ({ limit: process.constrainedMemory() || null, total: totalmem() });

/** Creates the data folder and makes it private. Throws ConfigError if it isn't writable. */
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
  new ConfigError([`DATA_DIR can't be used: ${error instanceof Error ? error.message : String(error)}`]);
