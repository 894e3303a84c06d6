// Parses single environment variables into values, or says why they are invalid. Pure.
import { resolve } from "node:path";
import { readSender } from "~/ground/mail-address";
import { isOneLine } from "~/ground/plain-text";
import { hours } from "~/ground/time/duration";

export class ConfigError extends Error {
  override readonly name = "ConfigError";
  constructor(readonly faults: string[]) {
    super(faults.join("\n"));
  }
}

const quotes = /^(?:"(.*)"|'(.*)'|`(.*)`|“(.*)”|‘(.*)’)$/s;

/** `docker run --env-file` passes quotes on; shells, Node and systemd remove them. */
export const withinQuotes = (raw: string): string | null =>
  quotes
    .exec(raw)
    ?.slice(1)
    .find((inner) => inner !== undefined)
    ?.trim() ?? null;

export function readSecretList(raw: string): { parts: string[]; isQuoted: boolean } {
  const inner = withinQuotes(raw);
  const parts = [...(inner ?? "").split(","), ...raw.split(",")].map((part) => part.trim()).filter(Boolean);
  return { parts: [...new Set(parts)], isQuoted: inner !== null };
}

export function readFolder(raw: string, fail: (reason: string) => string): string {
  if (!raw.startsWith("~")) return raw;
  return fail(
    `begins with ~, which only a shell expands: write the full path. If you ran Linnet with this setting before, the data is in ${resolve(raw)}`,
  );
}

export function readAddress(raw: string, fail: (reason: string) => string): string {
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(raw) && isOneLine(raw);
  return isAddress ? raw.toLowerCase() : fail(`must be email addresses separated by commas, not "${raw}"`);
}

export const isLoopback = (host: string | null): boolean =>
  host !== null && /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

export function readContact(raw: string | null, fail: (reason: string) => null): string | null {
  const isKnown = raw === null || /^[^\s@]+@[^\s@]+$/.test(raw) || /^https?:\/\/\S+$/.test(raw);
  return isKnown ? raw : fail(`must be an email address or a page’s URL, not "${raw}"`);
}

export function readAlertUrl(raw: string | null, fail: (reason: string) => null): string | null {
  if (raw === null) return null;
  const url = URL.canParse(raw) ? new URL(raw) : null;
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username === "" && url.hash === "" && raw.length <= 2000;
  // The URL is left out of the message: it often contains a token.
  return isPlain
    ? url.href
    : fail("must be an http: or https: URL without a user name, such as https://ntfy.example.com/linnet");
}

interface TypedProvider {
  issuer: string | null;
  clientId: string | null;
  clientSecret: string | null;
  label: string | null;
  only: boolean;
  trustsEmail: boolean;
}

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  label: string;
  only: boolean;
  trustsEmail: boolean;
}

/** Entra's multi-tenant issuers. Any tenant's admin can set any email address there. */
const isForAnyTenant = ({ hostname, pathname }: URL): boolean =>
  hostname === "login.microsoftonline.com" && /^\/(?:common|organizations|consumers)(?:\/|$)/i.test(pathname);

export function readProvider(
  { issuer, clientId, clientSecret, label, only, trustsEmail }: TypedProvider,
  fail: (name: string, reason: string) => null,
): ProviderSettings | null {
  const given = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
  const missing = Object.entries(given).filter(([, value]) => value === null);
  if (missing.length === 3) {
    if (trustsEmail) fail("OIDC_TRUST_EMAIL", "is on, but OIDC_ISSUER is not set");
    return only ? fail("OIDC_ONLY", "is on, but OIDC_ISSUER is not set") : null;
  }
  for (const [name] of missing)
    fail(name, "is missing: single sign-on needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET");
  if (issuer === null || clientId === null || clientSecret === null) return null;
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  const isHere = url !== null && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  const isPlain = url && (url.protocol === "https:" || (url.protocol === "http:" && isHere));
  if (!url || !isPlain || url.search || url.hash || url.username)
    return fail("OIDC_ISSUER", `must be the provider’s https: URL, such as https://id.example.com, not "${issuer}"`);
  if (trustsEmail && isForAnyTenant(url))
    return fail("OIDC_TRUST_EMAIL", "is on, but OIDC_ISSUER accepts every tenant: set your own tenant");
  if (label !== null && label.length > 40) return fail("OIDC_LABEL", "can have up to 40 characters");
  return { issuer, clientId, clientSecret, label: label ?? url.host, only, trustsEmail };
}

interface Mail {
  url: string;
  from: { name: string; address: string };
}

export function readMail(
  url: string | null,
  from: string | null,
  fail: (name: string, reason: string) => null,
): Mail | null {
  if (url === null && from === null) return null;
  if (url === null) return fail("SMTP_URL", "is missing: MAIL_FROM is set, and email needs both");
  if (!isMailServer(url)) return fail("SMTP_URL", "must be a URL such as smtps://user:password@mail.example.com");
  if (from === null) return fail("MAIL_FROM", "is missing: SMTP_URL is set, and email needs both");
  const sender = readSender(from);
  if (!sender) return fail("MAIL_FROM", `must be an address such as Linnet <linnet@example.com>, not "${from}"`);
  return { url, from: sender };
}

function isMailServer(raw: string): boolean {
  const url = URL.canParse(raw) ? new URL(raw) : null;
  // Mail would fail later on a malformed percent escape.
  const isCoded = url && !/%(?![\da-f]{2})/i.test(url.username + url.password);
  return Boolean(url && isCoded && /^smtps?:$/.test(url.protocol) && url.hostname !== "");
}

export function readWindow(raw: string, fail: (reason: string) => void): { fromMs: number; toMs: number } {
  const match = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(raw);
  const [from, to] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || !(from < to) || to > 168) fail(`must be two numbers of hours such as 4-8, smaller first, not "${raw}"`);
  return { fromMs: hours(from), toMs: hours(to) };
}

export function readQuietHours(raw: string, fail: (reason: string) => void): { from: number; to: number } | null {
  if (raw === "none") return null;
  const match = /^(\d{1,2})-(\d{1,2})$/.exec(raw);
  const [from, to] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || from > 23 || to > 23 || from === to)
    fail(`must be two hours of the day such as 23-7, or none, not "${raw}"`);
  return { from, to };
}

/** Ages in ms, ascending. */
export function readAges(raw: string, fail: (reason: string) => void): number[] {
  const ages = raw.split(",").map((part) => (/^\s*\d+(?:\.\d+)?\s*$/.test(part) ? Number(part) : NaN));
  const isRising = ages.every((age, n) => age > (ages[n - 1] ?? 0) && age <= maxAgeHours);
  if (ages.length !== 5 || !isRising)
    fail(`must be 5 ascending numbers of hours up to ${maxAgeHours} such as 1,24,72,168,696, not "${raw}"`);
  return ages.map((age) => hours(age));
}

/** X returns non-public metrics only for 30 days after a post. */
const maxAgeHours = 720;

export function readHandle(raw: string | null, fail: (reason: string) => null): string | null {
  const handle = raw?.replace(/^@/, "") ?? null;
  return handle === null || /^\w{1,15}$/.test(handle) ? handle : fail(`must be a handle such as @linnet, not "${raw}"`);
}

export interface Memory {
  limit: number | null;
  total: number;
}

/** "512m" in decimal units. */
const minLimit = 512_000_000;
const minTotal = 400 * 1024 * 1024;

export const imagesByMemory = ({ limit, total }: Memory): "on" | "low_memory" =>
  (limit === null || limit >= minLimit) && total >= minTotal ? "on" : "low_memory";

export const priceNames = ["post", "postWithLink", "postRead", "upload", "description", "deletion"] as const;
type PriceName = (typeof priceNames)[number];

/** US dollars. `asOf` is the date of the price list, to the day or month. */
export type OwnPrices = Partial<Record<PriceName, number>> & { asOf: string };

const pricesExample = '{"asOf":"2027-01-15","post":0.02}';

export function readPrices(raw: string | null, fail: (reason: string) => null): OwnPrices | null {
  if (raw === null) return null;
  const given = parseObject(raw);
  if (given === null) return fail(`must be JSON such as ${pricesExample}`);
  const { asOf, ...prices } = given;
  const isDay = typeof asOf === "string" && /^\d{4}-\d{2}(?:-\d{2})?$/.test(asOf) && !Number.isNaN(Date.parse(asOf));
  if (!isDay) return fail(`must include asOf, the day or month of X’s price list, as in ${pricesExample}`);
  for (const [name, price] of Object.entries(prices)) {
    if (!priceNames.some((priceName) => priceName === name))
      return fail(`can only contain ${priceNames.join(", ")} and asOf, not "${name}"`);
    if (typeof price !== "number" || price < 0 || price > maxPrice)
      return fail(`must give ${name} in US dollars, from 0 to ${maxPrice}`);
  }
  return { ...(prices as Partial<Record<PriceName, number>>), asOf };
}

/** Catches prices given in cents or millionths, which would stop every post. */
const maxPrice = 10;

function parseObject(raw: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(raw);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const ownSecrets = new Set([
  ...[
    "SESSION_SECRET",
    "ENCRYPTION_KEY",
    "GEMINI_API_KEY",
    "AI_API_KEY",
    "X_API_KEY",
    "X_API_SECRET",
    "OIDC_CLIENT_SECRET",
  ],
  ...["DATABASE_URL", "DATABASE_LISTEN_URL", "SMTP_URL", "METRICS_TOKEN", "ALERT_URL"],
]);

export function readCopy(
  command: string | null,
  env: Record<string, string | undefined>,
): { command: string; env: Record<string, string | undefined> } | null {
  if (command === null) return null;
  return {
    command,
    env: Object.fromEntries(Object.entries(env).filter(([name]) => !ownSecrets.has(name) && name !== "BACKUP_COPY")),
  };
}
