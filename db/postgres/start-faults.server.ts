// Explains Postgres errors at start in one line, without passwords.
import { codeOf, placeNoted } from "./faults.server";

interface Row {
  pattern: RegExp;
  /** Follows "Postgres at HOST". */
  what: string;
  helps: string;
}

const words = (...texts: string[]) => new RegExp(`^(${texts.join("|")})`, "i");

/** The first match wins. Codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const byCode: Row[] = [
  {
    pattern: /^28P01$/,
    what: "refused user or password",
    helps: "Check both in DATABASE_URL; special signs in them are %-encoded.",
  },
  {
    pattern: /^28...$/,
    what: "lets this user not in",
    helps: "Check the user in DATABASE_URL and the server's pg_hba.conf; where it wants TLS, add sslmode=verify-full.",
  },
  {
    pattern: /^(3D000|57P04)$/,
    what: "has no such database",
    helps: "Check its name in DATABASE_URL, or make it: docs/postgres.md has the command.",
  },
  {
    pattern: /^(42501|3F000)$/,
    what: "lets this user make no tables",
    helps: "Make the user of DATABASE_URL the owner of the database.",
  },
  { pattern: /^25006$/, what: "is read-only, as a standby is", helps: "Name the primary in DATABASE_URL." },
  {
    pattern: /^53300$/,
    what: "has no connection left",
    helps: "Raise max_connections there, or lower DATABASE_POOL on every node.",
  },
  { pattern: /^(53|58)/, what: "lacks disk or memory", helps: "See to that machine, then start again." },
  {
    pattern: /^XX/,
    what: "is damaged or failed",
    helps: "Look at that server's log; restore a backup where its data is damaged.",
  },
  { pattern: /^57P03$/, what: "is starting or stopping", helps: "Start again once it runs." },
  { pattern: /^(57P0[125]|25P0[34])$/, what: "ended the connection", helps: "Start again once it runs." },
  {
    pattern: /^(40|55P03|57014|55006)/,
    what: "is busy: something else holds what is needed",
    helps: "Start again in a moment.",
  },
  {
    pattern: /^08P01$/,
    what: "speaks otherwise than expected",
    helps: "Check host and port in DATABASE_URL; behind a pooler look at its log.",
  },
  { pattern: /^08/, what: "broke the connection", helps: "Look at that server's log, then start again." },
  {
    pattern: /^ECONNREFUSED$/,
    what: "can't be reached: nothing listens there",
    helps: "Start Postgres, or check host and port in DATABASE_URL.",
  },
  {
    pattern: /^(ENOTFOUND|EAI_\w+|EAI)$/,
    what: "can't be reached: its name leads nowhere",
    helps: "Check the host in DATABASE_URL, and this machine's DNS.",
  },
  {
    pattern: /^(ETIMEDOUT|EHOST\w+|ENET\w+|EADDRNOTAVAIL)$/,
    what: "can't be reached: nothing answers",
    helps: "Check host and port in DATABASE_URL, and the firewalls on the way.",
  },
  {
    pattern: /^(ECONNRESET|ECONNABORTED|EPIPE)$/,
    what: "ended the connection",
    helps: "Check that Postgres listens at this port, and look at its log.",
  },
  {
    pattern: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    what: "shows a certificate for another name",
    helps: "Name the host in DATABASE_URL as the certificate does, or use sslmode=verify-ca with your own CA.",
  },
  {
    pattern: /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    what: "shows a certificate that is not valid now",
    helps: "Renew it, or set this machine's clock.",
  },
  {
    pattern: /CERT|CRL|SIGNATURE|_ISSUER|^(HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED)$/,
    what: "shows a certificate that nobody known vouches for",
    helps: "Name your CA's certificate by sslrootcert in DATABASE_URL (docs/postgres.md, TLS).",
  },
  {
    pattern: /^(EPROTO|ERR_(SSL|TLS|OSSL)_\w+)$/,
    what: "failed at TLS",
    helps: "Check sslmode and the certificates in DATABASE_URL (docs/postgres.md, TLS).",
  },
  { pattern: /^E[A-Z0-9]{2,}$/, what: "can't be reached", helps: "Check host and port in DATABASE_URL." },
];

const byWords: Row[] = [
  {
    pattern: words("The server does not support SSL"),
    what: "offers no TLS",
    helps: "Set ssl = on there; on a network that is yours alone sslmode=disable does without.",
  },
  {
    pattern: words("There was an error establishing an SSL"),
    what: "failed at TLS",
    helps: "Check host and port in DATABASE_URL, and that Postgres listens there.",
  },
  {
    pattern: words("SASL: \\S+: client password"),
    what: "wants a password, and DATABASE_URL has none",
    helps: "Add it: postgres://USER:PASSWORD@HOST:5432/DATABASE.",
  },
  {
    pattern: words("SASL", "Unknown auth"),
    what: "could not agree on how to sign in",
    helps: "Check the password in DATABASE_URL, and that Postgres listens there.",
  },
  {
    pattern: words("timeout exceeded when trying to connect", "Connection terminated due to connection timeout"),
    what: "can't be reached: nothing answers",
    helps: "Check host and port in DATABASE_URL, and the firewalls on the way.",
  },
  { pattern: words("Query read timeout"), what: "answers too slowly", helps: "See to that machine, then start again." },
  {
    pattern: words("Connection terminated", "Client has encountered"),
    what: "ended the connection",
    helps: "Check that Postgres listens at this port, and look at its log.",
  },
];

/** Codes that mean a bug in Linnet, so the stack is wanted. */
const ownMistake = /^(0[0-79ABFLPZ]|1|2[0-79BDF]|3[0-9B]|42|44|54|55|72|HV|P0|57000)/;

export function startFault(error: unknown): string | null {
  const place = placeNoted(error);
  if (place === null || !(error instanceof Error)) return null;
  const cause =
    error instanceof AggregateError ? (error.errors.find((value) => value instanceof Error) ?? error) : error;
  const code = codeOf(cause) || codeOf(error);
  const row = (code === "" ? byWords : byCode).find(({ pattern }) => pattern.test(code || cause.message));
  const reason = `${oneLine(cause.message)}${code && ` (${code})`}`;
  if (row) return `Postgres at ${place} ${row.what}: ${reason}. ${row.helps}`;
  const { severity } = cause as { severity?: unknown };
  const isRefusal = severity === "FATAL" || severity === "PANIC";
  if (code === "" || (ownMistake.test(code) && !isRefusal)) return null;
  return `Postgres at ${place} refused: ${reason}. Look at that server's log, and at DATABASE_URL.`;
}

const oneLine = (message: string): string => message.replace(/\s+/g, " ").trim().slice(0, 300).replace(/\.$/, "");
