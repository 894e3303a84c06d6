// sslmode against a real server with a CA of its own: what each one lets in, and what is told where it does not.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgres } from "~db/postgres/open.server";
import { startFault } from "~db/start-faults.server";
import { hasOpenssl, makeCa, type OwnCa, speakTls } from "~tests/support/databases/certificates";
import { type PostgresServer, startPostgres } from "~tests/support/databases/postgres";

describe.runIf(hasOpenssl())("with a server", () => {
  let server: PostgresServer;
  let own: OwnCa;
  beforeAll(async () => {
    server = await startPostgres();
    own = makeCa();
  });
  afterAll(async () => {
    own.remove();
    await server.stop();
  });

  /** Whether the connection is encrypted, as the server sees it; or the line in which it is told why there is none. */
  async function ask(host: string, query: string): Promise<boolean | string | null> {
    const address = new URL(server.url("postgres"));
    address.hostname = host;
    address.search = query.replace("CA", own.ca).replace("OTHER", own.otherCa);
    const db = openPostgres({ url: address.href, pool: 1 });
    try {
      const { rows } = await sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(
        db,
      );
      return rows[0]?.ssl ?? null;
    } catch (error) {
      const line = startFault(error);
      expect(line).not.toContain(address.password);
      return line;
    } finally {
      await db.destroy();
    }
  }

  it("that speaks no TLS nobody is let through in clear text but who said so", async () => {
    expect(await ask("127.0.0.1", "")).toBe(false);
    expect(await ask("127.0.0.1", "sslmode=disable")).toBe(false);
    for (const query of ["sslmode=require", "sslmode=verify-ca&sslrootcert=CA", "sslmode=verify-full"])
      expect(await ask("127.0.0.1", query)).toMatch(/^Postgres at 127\.0\.0\.1:\d+\/postgres offers no TLS: /);
  });

  describe("that speaks TLS with a certificate of an own CA for localhost,", () => {
    beforeAll(() => speakTls(server, own.sign("localhost")));
    const unknown =
      /shows a certificate that nobody known vouches for: .*\(\w+\)\. Name your CA's certificate by sslrootcert/;
    it.each([
      ["localhost", "", false],
      ["localhost", "sslmode=disable", false],
      ["localhost", "sslmode=require", true],
      ["127.0.0.1", "sslmode=require", true],
      ["localhost", "sslmode=require&sslrootcert=CA", true],
      ["localhost", "sslmode=require&sslrootcert=OTHER", unknown],
      ["localhost", "sslmode=verify-ca&sslrootcert=CA", true],
      ["127.0.0.1", "sslmode=verify-ca&sslrootcert=CA", true],
      ["localhost", "sslmode=verify-ca&sslrootcert=OTHER", unknown],
      ["localhost", "sslmode=verify-full&sslrootcert=CA", true],
      [
        "127.0.0.1",
        "sslmode=verify-full&sslrootcert=CA",
        /shows a certificate for another name: .*ERR_TLS_CERT_ALTNAME_INVALID/,
      ],
      ["localhost", "sslmode=verify-full&sslrootcert=OTHER", unknown],
      ["localhost", "sslmode=verify-full", unknown],
      ["localhost", "sslnegotiation=direct&sslmode=verify-full&sslrootcert=CA", true],
    ] as const)("%s?%s: %s", async (host, query, expected) => {
      const seen = await ask(host, query);
      if (expected instanceof RegExp) expect(seen).toMatch(expected);
      else expect(seen).toBe(expected);
    });

    it("a file that is none, or no certificate, is named", async () => {
      for (const [file, why] of [
        ["/nowhere/ca.pem", /ENOENT/],
        [import.meta.filename, /PEM|no start line|bad/i],
      ] as const) {
        const url = `${server.url("postgres")}?sslmode=verify-full&sslrootcert=${file}`;
        expect(() => openPostgres({ url })).toThrow(`DATABASE_URL names sslrootcert=${file}, which can't be used: `);
        expect(() => openPostgres({ url })).toThrow(why);
      }
    });
  });
});
