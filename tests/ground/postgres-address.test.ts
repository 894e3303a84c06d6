// The address of a Postgres database: sslmode as libpq understands it, one host, and nothing of a password ever shown.
import { expect, it } from "vitest";
import fc from "fast-check";
import { connectionWords, readPostgresAddress, withTls } from "~/ground/postgres-address";

const read = (url: string) => {
  let why = "";
  const address = readPostgresAddress(url, (reason) => {
    why = reason;
    return null;
  });
  return { address, why };
};
const base = "postgres://linnet:hush@db.example:5432/linnet";

it.each([
  ["", "disable", null],
  ["?sslmode=disable", "disable", null],
  ["?sslmode=require", "require", null],
  ["?sslmode=require&sslrootcert=/ca.pem", "verify-ca", "/ca.pem"],
  ["?sslmode=verify-ca&sslrootcert=/ca.pem", "verify-ca", "/ca.pem"],
  ["?sslmode=verify-full", "verify-full", null],
  ["?sslmode=verify-full&sslrootcert=system", "verify-full", null],
  ["?sslmode=verify-full&sslrootcert=/ca.pem", "verify-full", "/ca.pem"],
  ["?sslrootcert=/ca.pem", "verify-full", "/ca.pem"],
  // The words of `pg`, by which servers run so far.
  ["?sslmode=no-verify", "require", null],
  ["?ssl=true", "verify-full", null],
  ["?ssl=0", "disable", null],
  ["?uselibpqcompat=true&sslmode=require", "require", null],
] as const)("%j means %s, and nothing of it is left to pg", (query, sslMode, rootCert) => {
  const { address } = read(base + query);
  expect(address).toMatchObject({ sslMode, rootCert, place: "db.example:5432/linnet", isHere: false, url: base });
});

it.each([
  ["?sslmode=prefer", /^has sslmode=prefer, but must have one of disable, require, verify-ca, verify-full/],
  ["?sslmode=allow", /^has sslmode=allow/],
  ["?sslmode=Require", /^has sslmode=Require/],
  ["?ssl=maybe", /^has sslmode=maybe/],
  ["?sslmode=verify-ca", /^has sslmode=verify-ca but no sslrootcert/],
  ["?sslmode=verify-ca&sslrootcert=system", /^has sslmode=verify-ca but no sslrootcert/],
  ["?sslmode=verify-full&sslrootcert=~/ca.pem", /only a shell expands ~/],
  ["?sslnegotiation=direct", /^has sslnegotiation=direct without TLS/],
])("%s is refused, not weakened", (query, why) => {
  expect(read(base + query)).toEqual({ address: null, why: expect.stringMatching(why) as string });
});

it.each([
  "postgres://linnet:hush@one,two/linnet",
  "postgres://linnet:hush@one:5432,two:5433/linnet",
  "postgresql://one,two,three/linnet",
  "postgres:///linnet?host=one,two",
])("%s is several hosts, and told as that", (url) => {
  expect(read(url)).toEqual({ address: null, why: expect.stringMatching(/^has several hosts/) as string });
});

it.each([
  ["postgres://127.0.0.1/linnet", true],
  ["postgres://127.8.8.8/linnet", true],
  ["postgres://[::1]:5432/linnet", true],
  ["postgres://localhost/linnet", true],
  ["postgres:///linnet?host=/var/run/postgresql", true],
  ["postgres://%2Fvar%2Frun%2Fpostgresql/linnet", true],
  ["postgres://10.0.0.7/linnet", false],
  ["postgres://127.evil.example/linnet", false],
  ["postgres://localhost.evil.example/linnet", false],
  ["postgres://postgres/linnet", false],
])("whether %s stays on this machine: %s; clear text to another one is a warning", (url, isHere) => {
  const { address } = read(url);
  if (!address) throw new Error("It is an address");
  expect(address.isHere).toBe(isHere);
  expect(connectionWords(address).isSafe).toBe(isHere);
  for (const sslMode of ["require", "verify-ca", "verify-full"] as const)
    expect(connectionWords({ ...address, sslMode }).isSafe).toBe(true);
  expect(connectionWords({ ...address, sslMode: "disable" }).words).toMatch(isHere ? /unencrypted/ : /NOT encrypted/);
});

it("PGSSLMODE and PGSSLROOTCERT hold where the address says nothing", () => {
  const defaults = { sslmode: "verify-full", sslrootcert: "/ca.pem" };
  expect(read(withTls(base, defaults)).address).toMatchObject({ sslMode: "verify-full", rootCert: "/ca.pem" });
  expect(read(withTls(`${base}?sslmode=disable`, defaults)).address).toMatchObject({ sslMode: "disable" });
  expect(withTls("postgres://one,two/x", { sslmode: null, sslrootcert: null })).toBe("postgres://one,two/x");
});

it("whatever stands in a password, %-encoded or not, nothing of it is in the place or in a reason", () => {
  const signs = fc.string({ unit: fc.constantFrom(..."@/#?:%,&=+ []<>\\\"'é"), minLength: 1, maxLength: 4 });
  const password = fc
    .tuple(fc.constantFrom("12345", "hush"), signs, fc.constantFrom("67890", "shush"))
    .map((all) => all.join(""));
  fc.assert(
    fc.property(password, fc.boolean(), (secret, isCoded) => {
      const { address, why } = read(
        `postgres://linnet:${isCoded ? encodeURIComponent(secret) : secret}@db.example/linnet`,
      );
      for (const part of ["12345", "67890", "hush"]) expect(`${why} ${address?.place}`).not.toContain(part);
      if (isCoded) expect(address?.place).toBe("db.example/linnet");
      if (address) expect(new URL(address.url).hostname).toBe("db.example");
    }),
    { numRuns: 2_000 },
  );
});
