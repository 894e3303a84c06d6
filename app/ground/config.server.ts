// The only reader of process.env: every variable read, decided and checked once, all faults named together.
import { accessSync, constants, mkdirSync } from "node:fs";
import { totalmem } from "node:os";
import { keepPrivate, makePrivate } from "./secrets/private-files.server";
import { readPostgresAddress, type TlsDefaults, withTls } from "./postgres-address";
import { chooseSecrets } from "~/ground/secrets/secrets.server";
import { seconds } from "~/ground/time/duration";
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

export interface Config {
  /** Names of the environment that are like a setting and are none. */
  misspelt: Misspelt[];
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
  /** REGISTRATION is not set, and what was open by that before is `first`: others than this machine can reach the server. */
  isClosedByDefault: boolean;
  /** Whose the server is, as addresses are kept; none: whoever registered first. */
  adminEmails: string[];
  rateLimits: boolean;
  /** What becomes of a password that everybody tries first: taken with a warning, or refused. */
  passwords: "warn" | "strict";
  /** Newest first: the first signs or encrypts, all of them verify or decrypt. */
  sessionSecrets: string[];
  encryptionKeys: string[];
  /** How many of them ENCRYPTION_KEY names; that of secrets.json comes behind these. */
  keysGiven: number;
  gemini: { apiKey: string; model: string; baseUrl: string | null } | null;
  x: { apiKey: string; apiSecret: string; apiOrigin: string | null } | null;
  window: { fromMs: number; toMs: number };
  /** Whole hours of the local clock, `from` inclusive to `to` exclusive; null: no quiet hours. */
  quietHours: { from: number; to: number } | null;
  minGapMs: number;
  /** How far apart the parts of a thread go out. */
  threadGapMs: number;
  catchUpGapMs: number;
  /** Posts a day of an account; 0: no limit, as for the two below. */
  dailyPostLimit: number;
  /** US dollars a day of the whole server. */
  dailySpendLimit: number;
  botDailyPosts: number;
  /** How old a post is at each of the five readings of how it did, ms, rising. */
  resultAges: number[];
  /** US dollars a UTC day for readings of how posts did; 0: no limit of their own. */
  dailyReadLimit: number;
  /** What X charges, where the operator has set it; null: the list of this version. */
  xPrices: OwnPrices | null;
  /** Whose app it is at X, without the @: X charges less for reading that account's own posts. */
  xAppOwner: string | null;
  reconcileAfterMs: number;
  /** Whether people may add pictures; low_memory: nothing was set, and this machine has too little for it. */
  images: "on" | "off" | "low_memory";
  /** What a person's pictures may take. */
  imageQuotaBytes: number;
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
  metricsToken: string | null;
  /** What copies each finished backup elsewhere, and the environment that it sees: all but what is secret to Linnet. */
  backupCopy: { command: string; env: Environment } | null;
  /** Where the operator is told that something failed: one JSON POST each. */
  alertUrl: string | null;
  /** Webhooks may go to this machine and the networks round it. */
  privateWebhooks: boolean;
  /** Whom people may ask: an e-mail address or a page. */
  operatorContact: string | null;
  /** The mail server, with user and password in its address, and whom mail is from. */
  mail: { url: string; from: { name: string; address: string } } | null;
  /** The identity provider that people may sign in by. */
  oidc: ProviderSettings | null;
  /** What was taken otherwise than it stands in the environment, one sentence each; the start says them. */
  notes: string[];
}

export { ConfigError };
type Environment = Record<string, string | undefined>;

/** Where the data lies, before anything else is read or made there. */
export const dataDirOf = (env: Environment = process.env): string => env["DATA_DIR"]?.trim() || "./data";

/** Whether the database is a file in the folder of the data. */
export const isDatabaseInDataDir = (env: Environment = process.env): boolean => !env["DATABASE_URL"]?.trim();

/**
 * Reads and checks the environment. Secrets that aren't given are made at the first start and kept in
 * `DATA_DIR/secrets.json`. Throws ConfigError with one line a bad variable.
 */
export function readConfig(env: Environment = process.env, memory: Memory = ownMemory()): Config {
  const faults: string[] = [];
  const fail = <T>(name: string, why: string, instead: T): T => {
    faults.push(`${name} ${why}`);
    return instead;
  };
  /** Each setting is asked for, whatever the others are: by this every one has a name that others are compared with. */
  const settings = ["NODE_ENV", "SESSION_SECRET", "ENCRYPTION_KEY"];
  const text = (name: string): string | null => {
    settings.push(name);
    const raw = env[name]?.trim() || null;
    const inner = raw === null ? null : withinQuotes(raw);
    return inner === null ? raw : fail(name, `stands in quotes, and they would be a part of it: leave them out`, inner);
  };
  const number = (name: string, fallback: number, test: (n: number) => boolean, wants: string): number => {
    const raw = text(name);
    if (raw === null) return fallback;
    const value = Number(raw);
    return Number.isFinite(value) && test(value) ? value : fail(name, `must be ${wants}, not "${raw}"`, fallback);
  };
  /** 0 is no limit, and `off` says the same. */
  const limit: typeof number = (name, fallback, test, wants) =>
    text(name) === "off" ? 0 : number(name, fallback, test, `${wants}, 0 or off for no limit`);
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
  // Such a server has sealed and signed with the quotes, so those go on as older ones.
  const notes: string[] = [];
  const secrets = (name: string): string[] => {
    const { parts, isQuoted } = readSecretList(env[name]?.trim() ?? "");
    if (isQuoted) notes.push(`${name} stands in quotes: it is taken without them, and with them as an older one`);
    return parts;
  };
  const whole = (n: number) => Number.isInteger(n) && n >= 0;

  const tls: TlsDefaults = { sslmode: text("PGSSLMODE"), sslrootcert: text("PGSSLROOTCERT") };
  const postgresUrl = (name: string): string | null => {
    const raw = text(name);
    const url = raw === null ? null : withTls(raw, tls);
    return url === null || readPostgresAddress(url, (why) => fail(name, why, null)) === null ? null : url;
  };

  for (const name of Object.keys(env).filter((key) => key.startsWith("\u{FEFF}")))
    fail(name.slice(1), "has a byte order mark before its name: save the file of the settings without one", null);

  const port = number("PORT", 3000, (n) => Number.isInteger(n) && n >= 1 && n <= 65_535, "a port from 1 to 65535");
  const dataDir = readFolder(text("DATA_DIR") ?? "./data", (why) => fail("DATA_DIR", why, "./data"));
  const appOrigin = origin("APP_ORIGIN") ?? `http://localhost:${port}`;
  const gemini = text("GEMINI_API_KEY");
  const xKey = text("X_API_KEY");
  const xSecret = text("X_API_SECRET");
  const [geminiModel, geminiBaseUrl] = [text("GEMINI_MODEL"), origin("GEMINI_BASE_URL")];
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

  const host = text("HOST");
  const hasLiveKey = gemini !== null || xKey !== null;
  // Strangers must not spend the operator's money, nor find a server that others can reach open.
  const isOpen = !hasLiveKey && isLoopback(host);

  const config: Omit<Config, "misspelt"> = {
    dev: env["NODE_ENV"] === "development",
    port,
    host,
    dataDir,
    postgres: databaseUrl === null ? null : { url: databaseUrl, pool, listenUrl: listenUrl ?? databaseUrl },
    appOrigin,
    https: appOrigin.startsWith("https:"),
    trustProxy: number("TRUST_PROXY", 0, whole, "the number of proxies in front, 0 or more"),
    registration: choice("REGISTRATION", ["open", "first", "invite", "closed"], isOpen ? "open" : "first"),
    isClosedByDefault: text("REGISTRATION") === null && !isOpen && !hasLiveKey,
    adminEmails: list("ADMIN_EMAILS").map((raw) => readAddress(raw, (why) => fail("ADMIN_EMAILS", why, raw))),
    passwords: choice("PASSWORDS", ["warn", "strict"], "warn"),
    rateLimits: choice("RATE_LIMITS", ["on", "off"], "on") === "on",
    sessionSecrets,
    encryptionKeys,
    keysGiven: encryptionKeys.length,
    gemini: gemini ? { apiKey: gemini, model: geminiModel ?? "gemini-3.5-flash-lite", baseUrl: geminiBaseUrl } : null,
    x: xKey && xSecret ? { apiKey: xKey, apiSecret: xSecret, apiOrigin } : null,
    window: readWindow(text("SCHEDULE_WINDOW_HOURS") ?? "4-8", (why) => fail("SCHEDULE_WINDOW_HOURS", why, null)),
    quietHours: readQuietHours(text("QUIET_HOURS") ?? "23-7", (why) => fail("QUIET_HOURS", why, null)),
    minGapMs: seconds(number("MIN_GAP_SECONDS", 60, whole, "a whole number of seconds")),
    threadGapMs: seconds(number("THREAD_GAP_SECONDS", 5, whole, "a whole number of seconds")),
    catchUpGapMs: seconds(number("CATCH_UP_GAP_SECONDS", 120, whole, "a whole number of seconds")),
    dailyPostLimit: limit("DAILY_POST_LIMIT", 50, whole, "a whole number"),
    dailySpendLimit: limit("DAILY_SPEND_LIMIT", 5, (n) => n >= 0, "an amount in US dollars"),
    botDailyPosts: limit("BOT_DAILY_POSTS", 3, whole, "a whole number"),
    resultAges: readAges(text("RESULTS_HOURS") ?? "1,24,72,168,696", (why) => fail("RESULTS_HOURS", why, null)),
    dailyReadLimit: limit("DAILY_READ_LIMIT", 1, (n) => n >= 0, "an amount in US dollars"),
    xPrices: readPrices(text("X_PRICES"), (why) => fail("X_PRICES", why, null)),
    xAppOwner: readHandle(text("X_APP_OWNER"), (why) => fail("X_APP_OWNER", why, null)),
    reconcileAfterMs: seconds(number("RECONCILE_AFTER_SECONDS", 120, (n) => n >= 0, "a number of seconds")),
    images: text("IMAGES") === null ? imagesByMemory(memory) : choice("IMAGES", ["on", "off"], "on"),
    imageQuotaBytes:
      1_000_000 * number("IMAGE_QUOTA_MB", 200, (n) => whole(n) && n >= 1, "a whole number of megabytes"),
    logLevel: choice("LOG_LEVEL", ["fatal", "error", "warn", "info", "debug", "trace", "silent"], "info"),
    metricsToken: text("METRICS_TOKEN"),
    backupCopy: readCopy(text("BACKUP_COPY"), env),
    alertUrl: readAlertUrl(text("ALERT_URL"), (why) => fail("ALERT_URL", why, null)),
    privateWebhooks: choice("ALLOW_PRIVATE_WEBHOOKS", ["on", "off"], "off") === "on",
    operatorContact: readContact(text("OPERATOR_CONTACT"), (why) => fail("OPERATOR_CONTACT", why, null)),
    oidc: readProvider(
      {
        issuer: text("OIDC_ISSUER"),
        clientId: text("OIDC_CLIENT_ID"),
        clientSecret: text("OIDC_CLIENT_SECRET"),
        label: text("OIDC_LABEL"),
        only: choice("OIDC_ONLY", ["on", "off"], "off") === "on",
        trustsEmail: choice("OIDC_TRUST_EMAIL", ["on", "off"], "off") === "on",
      },
      (name, why) => fail(name, why, null),
    ),
    mail: readMail(text("SMTP_URL"), text("MAIL_FROM"), (name, why) => fail(name, why, null)),
    notes,
  };
  // One that is read twice is named once.
  if (faults.length > 0) throw new ConfigError([...new Set(faults)]);
  const misspelt = findMisspelt(Object.keys(env), settings);
  if (config.postgres !== null) return { ...config, misspelt };
  try {
    return { ...config, misspelt, ...chooseSecrets(dataDir, { sessionSecrets, encryptionKeys }) };
  } catch (error) {
    throw unusable(error);
  }
}

/** What the container or service may use (Node's cgroup reading, huge where nothing is set), and what the machine has. */
const ownMemory = (): Memory => ({ limit: process.constrainedMemory() || null, total: totalmem() });

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
