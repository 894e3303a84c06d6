// Builds `pg` options from a URL, with TLS as libpq's `sslmode` defines it.
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type Pg from "pg";
import { ConfigError } from "~/ground/config.server";
import { type PostgresAddress, readPostgresAddress } from "~/ground/postgres-address";

export function addressOf(url: string): PostgresAddress {
  const address = readPostgresAddress(url, (reason) => {
    throw new ConfigError([`DATABASE_URL ${reason}`]);
  });
  if (address === null) throw new ConfigError(["DATABASE_URL can't be read"]);
  return address;
}

export function clientOptions(url: string): Pick<Pg.ClientConfig, "connectionString" | "ssl"> {
  const address = addressOf(url);
  const direct = address.isDirect ? { sslnegotiation: "direct" } : {};
  return { connectionString: address.url, ssl: tlsOf(address), ...direct };
}

type Tls = NonNullable<Pg.ClientConfig["ssl"]>;

function tlsOf({ sslMode, rootCert, cert, key }: PostgresAddress): Tls {
  if (sslMode === "disable") return false;
  const files = {
    ...(rootCert !== null && { ca: readPem("sslrootcert", rootCert, (pem) => void new X509Certificate(pem)) }),
    ...(cert !== null && { cert: readPem("sslcert", cert, (pem) => void new X509Certificate(pem)) }),
    ...(key !== null && { key: readPem("sslkey", key, (pem) => void createPrivateKey(pem)) }),
  };
  if (sslMode === "require") return { ...files, rejectUnauthorized: false };
  // verify-ca doesn't check the host name.
  return sslMode === "verify-ca" ? { ...files, checkServerIdentity: () => undefined } : files;
}

function readPem(name: string, file: string, check: (pem: string) => void): string {
  try {
    const pem = readFileSync(file, "utf8");
    check(pem);
    return pem;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`DATABASE_URL names ${name}=${file}, which can't be used: ${why}`]);
  }
}
