// Parses a Postgres URL: host, what may be shown, and TLS settings. Pure.

import { isLoopback } from "./config-values";

/** As in libpq: https://www.postgresql.org/docs/current/libpq-ssl.html */
const sslModes = ["disable", "require", "verify-ca", "verify-full"] as const;
export type SslMode = (typeof sslModes)[number];

export interface PostgresAddress {
  /** Without TLS parameters, which `pg` reads by its own rules. */
  url: string;
  /** Host, port and database name: safe to show. */
  place: string;
  isHere: boolean;
  sslMode: SslMode;
  /** Paths of PEM files; `rootCert` null: Node's CAs. */
  rootCert: string | null;
  cert: string | null;
  key: string | null;
  isDirect: boolean;
}

const usage = "postgres://linnet:password@db.example.com:5432/linnet";

export interface TlsDefaults {
  sslmode: string | null;
  sslrootcert: string | null;
}

export function withTls(raw: string, defaults: TlsDefaults): string {
  if (!URL.canParse(raw) || Object.values(defaults).every((value) => value === null)) return raw;
  const url = new URL(raw);
  for (const [name, value] of Object.entries(defaults) as [string, string | null][])
    if (value !== null && !url.searchParams.has(name)) url.searchParams.set(name, value);
  return url.href;
}

/** Returns null after `fail`. Messages never show the URL: a typo may be in the password. */
export function readPostgresAddress(raw: string, fail: (reason: string) => null): PostgresAddress | null {
  const [, authority = "", rest = ""] = /^postgres(?:ql)?:\/\/([^/?#]*)((?:[/?#].*)?)$/s.exec(raw) ?? [];
  // An unescaped sign ends the password early. The rest would be shown as a path.
  if (/[@#]/.test(rest))
    return fail(
      "has a character in its user or password that must be %-encoded: @ as %40, / as %2F, # as %23, ? as %3F",
    );
  if (authority.slice(authority.lastIndexOf("@") + 1).includes(",")) return fail(severalHosts);
  if (!/^postgres(ql)?:\/\//.test(raw) || !URL.canParse(raw) || !isDecodable(raw))
    return fail(`must look like ${usage}, with special characters %-encoded`);
  const url = new URL(raw);
  const host = url.searchParams.get("host") ?? decodeURIComponent(url.hostname);
  if (host.includes(",")) return fail(severalHosts);
  const tls = takeTls(url, fail);
  if (tls === null) return null;
  const port = url.searchParams.get("port") ?? url.port;
  const place = `${host || "this machine"}${port && `:${port}`}${decodeURIComponent(url.pathname)}`;
  return { url: url.href, place, isHere: isOwn(host), ...tls };
}

const severalHosts =
  "has several hosts, but Linnet supports one: use the name that moves to the new primary (docs/postgres.md, Failover)";

type Tls = Pick<PostgresAddress, "sslMode" | "rootCert" | "cert" | "key" | "isDirect">;

function takeTls(url: URL, fail: (reason: string) => null): Tls | null {
  const take = (name: string): string | null => {
    const value = url.searchParams.get(name) || null;
    url.searchParams.delete(name);
    return value;
  };
  // `pg` parameters beyond libpq's: ssl=true has always verified.
  const ownWord = take("ssl");
  take("uselibpqcompat");
  const [rootCert, cert, key] = [take("sslrootcert"), take("sslcert"), take("sslkey")];
  const [typed, negotiation] = [take("sslmode"), take("sslnegotiation")];
  const wanted = typed ?? (ownWord === null ? null : (ownWords[ownWord] ?? ownWord));
  const mode = wanted === "no-verify" ? "require" : (wanted ?? (rootCert || cert || key ? "verify-full" : "disable"));
  const sslMode = sslModes.find((candidate) => candidate === mode);
  if (sslMode === undefined)
    return fail(
      `has sslmode=${mode}, but must have one of ${sslModes.join(", ")}: prefer and allow fall back to an unencrypted connection without a warning (docs/postgres.md, TLS)`,
    );
  for (const file of [rootCert, cert, key])
    if (file?.startsWith("~"))
      return fail(`has a certificate at ${file}: only a shell expands ~, so write the full path`);
  if (sslMode === "verify-ca" && (rootCert === null || rootCert === "system"))
    return fail(
      "has sslmode=verify-ca but no sslrootcert, your own CA's certificate: add it, or use verify-full, which needs none",
    );
  if (negotiation === "direct" && sslMode === "disable")
    return fail("has sslnegotiation=direct without TLS: add sslmode=verify-full");
  return {
    // With a root certificate, "require" verifies the CA, as in libpq.
    sslMode: sslMode === "require" && rootCert !== null ? "verify-ca" : sslMode,
    rootCert: rootCert === "system" ? null : rootCert,
    cert,
    key,
    isDirect: negotiation === "direct",
  };
}

const ownWords: Record<string, string> = { true: "verify-full", 1: "verify-full", false: "disable", 0: "disable" };

const isOwn = (host: string): boolean => host === "" || host.startsWith("/") || isLoopback(host);

function isDecodable(raw: string): boolean {
  const { username, password, hostname, pathname } = new URL(raw);
  try {
    return [username, password, hostname, pathname].every((part) => decodeURIComponent(part) !== "\0");
  } catch {
    return false;
  }
}

export function connectionWords({ isHere, sslMode }: PostgresAddress): { isSafe: boolean; words: string } {
  const words: Record<SslMode, string> = {
    disable: isHere
      ? "the connection to Postgres stays on this machine, unencrypted"
      : "the connection to Postgres is NOT encrypted: the password and all data cross the network unencrypted; add sslmode=verify-full to DATABASE_URL (docs/postgres.md, TLS)",
    require:
      "the connection to Postgres is encrypted, but the server's certificate is not verified (sslmode=verify-full does that)",
    "verify-ca":
      "the connection to Postgres is encrypted; the server's certificate is verified, but its host name is not",
    "verify-full": "the connection to Postgres is encrypted and verified: certificate and host name",
  };
  return { isSafe: isHere || sslMode !== "disable", words: words[sslMode] };
}
