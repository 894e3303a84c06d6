// A CA of one's own and what it signs, made by openssl, for servers that speak TLS.
import { execFileSync } from "node:child_process";
import { chownSync, copyFileSync, chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PostgresServer, runOn } from "./postgres";

export interface OwnCa {
  /** Of the CA that signs the servers' certificates, and of one that signs none. */
  ca: string;
  otherCa: string;
  /** Signs a certificate for a host; returns where it and its key are. */
  sign(host: string): { cert: string; key: string };
  remove(): void;
}

export function hasOpenssl(): boolean {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

export function makeCa(): OwnCa {
  const folder = mkdtempSync(join(tmpdir(), "linnet-ca-"));
  const at = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => void execFileSync("openssl", args, { cwd: folder, stdio: "ignore" });
  const makeRoot = (name: string) =>
    openssl(
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "30",
      "-subj",
      `/CN=${name}`,
      "-keyout",
      `${name}.key`,
      "-out",
      `${name}.crt`,
    );
  makeRoot("ca");
  makeRoot("other-ca");
  return {
    ca: at("ca.crt"),
    otherCa: at("other-ca.crt"),
    sign(host) {
      openssl(
        "req",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-subj",
        `/CN=${host}`,
        "-keyout",
        `${host}.key`,
        "-out",
        `${host}.csr`,
      );
      writeFileSync(at(`${host}.ext`), `subjectAltName=DNS:${host}\n`);
      openssl(
        "x509",
        "-req",
        "-in",
        `${host}.csr`,
        "-CA",
        "ca.crt",
        "-CAkey",
        "ca.key",
        "-CAcreateserial",
        "-days",
        "30",
        "-extfile",
        `${host}.ext`,
        "-out",
        `${host}.crt`,
      );
      return { cert: at(`${host}.crt`), key: at(`${host}.key`) };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Puts certificate and key where Postgres looks for them. */
export function placeCertificate({ folder }: PostgresServer, { cert, key }: { cert: string; key: string }): void {
  const data = join(folder, "data");
  const { uid, gid } = statSync(data);
  for (const [from, name] of [
    [cert, "server.crt"],
    [key, "server.key"],
  ] as const) {
    copyFileSync(from, join(data, name));
    chmodSync(join(data, name), 0o600);
    // It runs as another user where this one is root.
    chownSync(join(data, name), uid, gid);
  }
}

/** Has the server speak TLS with this certificate from now on. */
export async function speakTls(server: PostgresServer, files: { cert: string; key: string }): Promise<void> {
  placeCertificate(server, files);
  await runOn(server.url("postgres"), "alter system set ssl = on");
  await runOn(server.url("postgres"), "select pg_reload_conf()");
}
