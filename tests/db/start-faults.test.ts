// Every code that a database, the way to it or a disk can fail by: one line with the place, the reason and what helps, or our own mistake.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getSystemErrorMap } from "node:util";
import { describe, expect, it } from "vitest";
import { noteDatabaseError } from "~db/postgres/faults.server";
import { noteFile } from "~db/sqlite/faults.server";
import { startFault } from "~db/start-faults.server";
import { findBinaries } from "../support/databases/postgres-binaries.mjs";

const place = "db.example:5432/linnet";
const failure = (code: string, more: object = {}) =>
  Object.assign(new Error("the server's words\nin two lines."), { code, ...more });
const toldOf = (code: string, more: object = {}) => startFault(noteDatabaseError(failure(code, more), place));

const isOneLine = (line: string | null, where: string, code: string) => {
  // What, where, why, and a last sentence that helps.
  expect(line).toMatch(/^[^\n]+: [^\n]+\. [A-Z][^\n]+\.$/);
  expect(line).toContain(where);
  expect(line).toContain(`(${code})`);
};

/** Postgres refuses a statement by these for what it says: Linnet's mistake, whose stack is wanted. */
const ourMistakes = /^(0[0-79ABFLPZ]|1|2[0-79BDF]|3[489B]|42|44|54|55|57000|72|HV|P0)/;
const theirs = /^(42501|25006|25P03|25P04|55006|55P03)$/;

describe("of Postgres's own list", () => {
  const errcodes = join(findBinaries() ?? "", "native/share/postgresql/errcodes.txt");
  const codes = existsSync(errcodes)
    ? [...readFileSync(errcodes, "utf8").matchAll(/^([0-9A-Z]{5}) +([EWS]) /gm)].map(([, code = ""]) => code)
    : [];

  it.runIf(codes.length > 0)("each is told in one line, or is a mistake of ours", () => {
    expect(codes.length).toBeGreaterThan(240);
    for (const code of codes) {
      if (ourMistakes.test(code) && !theirs.test(code))
        expect([code, toldOf(code, { severity: "ERROR" })]).toEqual([code, null]);
      else isOneLine(toldOf(code, { severity: "ERROR" }), place, code);
      // What ends the connection is never ours.
      isOneLine(toldOf(code, { severity: "FATAL" }), place, code);
    }
  });
});

it("each code of the system is told, of the way to Postgres", () => {
  const codes = [...getSystemErrorMap().values()].map(([name]) => name).filter((name) => name !== "EOF");
  expect(codes.length).toBeGreaterThan(70);
  for (const code of codes) isOneLine(toldOf(code, { syscall: "connect" }), place, code);
  // Two addresses of one name.
  const both = new AggregateError([failure("ECONNREFUSED"), failure("ECONNREFUSED")], "");
  isOneLine(startFault(noteDatabaseError(Object.assign(both, { code: "ECONNREFUSED" }), place)), place, "ECONNREFUSED");
});

/** https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const certificateFaults = `UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_CRL UNABLE_TO_DECRYPT_CERT_SIGNATURE
  UNABLE_TO_DECRYPT_CRL_SIGNATURE UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY CERT_SIGNATURE_FAILURE CRL_SIGNATURE_FAILURE
  CERT_NOT_YET_VALID CERT_HAS_EXPIRED CRL_NOT_YET_VALID CRL_HAS_EXPIRED ERROR_IN_CERT_NOT_BEFORE_FIELD
  ERROR_IN_CERT_NOT_AFTER_FIELD ERROR_IN_CRL_LAST_UPDATE_FIELD ERROR_IN_CRL_NEXT_UPDATE_FIELD OUT_OF_MEM
  DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT_LOCALLY
  UNABLE_TO_VERIFY_LEAF_SIGNATURE CERT_CHAIN_TOO_LONG CERT_REVOKED INVALID_CA PATH_LENGTH_EXCEEDED INVALID_PURPOSE
  CERT_UNTRUSTED CERT_REJECTED HOSTNAME_MISMATCH ERR_TLS_CERT_ALTNAME_INVALID ERR_TLS_HANDSHAKE_TIMEOUT
  ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_TLSV1_ALERT_UNKNOWN_CA ERR_OSSL_X509_KEY_VALUES_MISMATCH EPROTO`.split(/\s+/);

it.each(certificateFaults)("TLS: %s", (code) => isOneLine(toldOf(code), place, code));

it.each([
  "The server does not support SSL connections",
  "There was an error establishing an SSL connection",
  "SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string",
  "SASL: SCRAM-SERVER-FINAL-MESSAGE: server signature does not match",
  "timeout exceeded when trying to connect",
  "Connection terminated due to connection timeout",
  "Connection terminated unexpectedly",
  "Connection terminated",
  "Query read timeout",
  "Client has encountered a connection error and is not queryable",
])("what pg has no code for: %s", (words) => {
  expect(startFault(noteDatabaseError(new Error(words), place))).toMatch(
    new RegExp(`^Postgres at ${place} [^\\n]+: ${words}\\. [A-Z][^\\n]+\\.$`),
  );
});

it("an error of another service is not the database's, and one without a place or code keeps its stack", () => {
  expect(startFault(failure("ECONNREFUSED"))).toBeNull();
  expect(startFault(new TypeError("x is not a function"))).toBeNull();
  expect(startFault(noteDatabaseError(new TypeError("x is not a function"), place))).toBeNull();
  expect(startFault("thrown")).toBeNull();
});

/** Of SQLite: what a statement does wrong, what is no failure, and what Linnet never asks for. */
const ofStatements =
  /^SQLITE_(OK|ERROR|INTERNAL|ABORT|INTERRUPT|NOTFOUND|EMPTY|SCHEMA|TOOBIG|CONSTRAINT|MISMATCH|MISUSE|FORMAT|RANGE|NOTICE|WARNING|ROW|DONE)/;

it("of SQLite's own list each is told in one line, or is a mistake of ours", () => {
  const header = readFileSync(
    join(import.meta.dirname, "../../node_modules/better-sqlite3/deps/sqlite3/sqlite3.h"),
    "utf8",
  );
  const plain = [...header.matchAll(/^#define (SQLITE_[A-Z]+) +\d+ +\/\*/gm)].map(([, code = ""]) => code);
  const first = plain.slice(0, plain.indexOf("SQLITE_DONE") + 1);
  const extended = [...header.matchAll(/^#define (SQLITE_[A-Z]+_[A-Z_0-9]+) +\(SQLITE_[A-Z]+ *\|/gm)].map(
    ([, code = ""]) => code,
  );
  expect(first.length).toBeGreaterThan(28);
  expect(extended.length).toBeGreaterThan(60);
  for (const code of [...first, ...extended.filter((code) => !code.startsWith("SQLITE_OK"))]) {
    const told = startFault(noteFile(failure(code), "/data/linnet.db"));
    if (ofStatements.test(code)) expect([code, told]).toEqual([code, null]);
    else isOneLine(told, "/data/linnet.db", code);
  }
});

it.each("EACCES EPERM EROFS ENOSPC EDQUOT EIO ENOENT ENOTDIR EISDIR EMFILE ENFILE EBUSY ELOOP ENAMETOOLONG".split(" "))(
  "a file: %s",
  (code) => isOneLine(startFault(failure(code, { path: "/data/linnet.db", syscall: "open" })), "/data/linnet.db", code),
);
