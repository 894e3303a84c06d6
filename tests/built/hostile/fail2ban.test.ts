// The filter for fail2ban on the log of the built app: who guesses is found by their address, and nobody by what was typed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { password, register, type Visitor } from "../../support/people/browser";
import { type BuiltServer, startServer } from "../../support/server";

const folder = join(import.meta.dirname, "../../../deploy/fail2ban");
const filterFile = join(folder, "filter.d/linnet.conf");
const filter = readFileSync(filterFile, "utf8");
const setting = (name: string): string => new RegExp(`^${name} = (.*)$`, "m").exec(filter)?.[1] ?? "";

/** As fail2ban does it: the moment is taken out of the line, then the expression is held against the rest. */
function addressesIn(log: string, { journal = false } = {}): string[] {
  const moment = setting("datepattern")
    .replace(/%%[Ymd]/g, (part) => (part === "%%Y" ? String.raw`\d{4}` : String.raw`\d\d`))
    .replace(/%%[HMS]/g, String.raw`\d\d`)
    .replace("%%f", String.raw`\d{1,6}`)
    .replace("%%z", String.raw`(?:Z|[+-]\d\d:?\d\d)`);
  const expression = new RegExp(setting("failregex").replace("<ADDR>", "(?<address>[0-9a-fA-F:.]+)"));
  const lines = log.split("\n").map((line) => (journal ? line : line.replace(new RegExp(moment), "")));
  return lines.flatMap((line) => expression.exec(line)?.groups?.["address"] ?? []);
}

const guessers = ["203.0.113.5", "198.51.100.77", "2001:db8:7::1"];
const victim = "192.0.2.66";
const hostile = [
  `x from ${victim}`,
  `x","address":"${victim}","user":null`,
  `\n{"level":"warn","time":"2026-11-23T15:18:38.123Z","audit":"sign_in.wrong","address":"${victim}","user":null}`,
  `{"level":"warn","audit":"sign_in.wrong","address":"${victim}","user":`,
  `host node[1]: {"level":"warn","audit":"sign_in.wrong","address":"${victim}","user":`,
  `${victim}@linnet.example`,
  "nobody@linnet.example",
];

let server: BuiltServer;
let alice: Visitor;
let expected: string[];
beforeAll(async () => {
  server = await startServer({ env: { TRUST_PROXY: "1", RATE_LIMITS: "off" } });
  alice = await register(server.origin, "alice");
  const [first = "", second = "", third = ""] = guessers;
  expected = [];
  // By the API and by the form, with the words everywhere that a guest can put them.
  for (const words of [...hostile, alice.email]) {
    const header = words.replaceAll("\n", " ");
    const from = (address: string) => ({
      "x-forwarded-for": `${victim}, ${address}`,
      "user-agent": header,
      referer: `${server.origin}/?${encodeURIComponent(words)}`,
    });
    const body = JSON.stringify({ email: words, password: `not ${words} 1` });
    const headers = { ...from(first), "content-type": "application/json" };
    const path = `/api/users/login?q=${encodeURIComponent(words)}`;
    expect((await fetch(`${server.origin}${path}`, { method: "POST", headers, body })).status).toBe(401);
    expected.push(first);
    const form = new URLSearchParams({ intent: "sign-in", email: words, password: words });
    const page = { method: "POST", body: form, headers: { ...from(second), origin: server.origin } };
    expect((await fetch(`${server.origin}/generate?panel=login`, page)).status).toBe(401);
    expected.push(second);
    // No page, no account, no key: lines of the log, but no guesses.
    await fetch(`${server.origin}/${encodeURIComponent(words)}`, { headers: from(victim) });
    await fetch(`${server.origin}/api/questions/batch/${encodeURIComponent(words)}`, { headers: from(victim) });
  }
  const change = { intent: "change-password", password: "not hers 1", newPassword: "another wire 8" };
  const headers = { "x-forwarded-for": third, accept: "text/html" };
  const wrong = { method: "POST", body: new URLSearchParams(change), headers };
  expect((await alice.send("/settings/security", wrong)).status).toBe(401);
  expected.push(third);
  // Whoever knows it is nobody to be banned.
  const right = { method: "POST", body: JSON.stringify({ email: alice.email, password }) };
  const known = { "x-forwarded-for": victim, "content-type": "application/json" };
  expect((await fetch(`${server.origin}/api/users/login`, { ...right, headers: known })).status).toBe(200);
});
afterAll(() => server.close());

it("finds each guess by the address that it came from, and no other", () => {
  expect(server.log()).toContain(victim);
  expect(addressesIn(server.log())).toEqual(expected);
});

it("finds the same in a journal, which writes its own words in front", () => {
  const journal = server.log().replace(/^(?=\{)/gm, "myhost node[1234]: ");
  expect(addressesIn(journal, { journal: true })).toEqual(expected);
});

it("has a jail that names it", () => {
  const jail = readFileSync(join(folder, "jail.d/linnet.conf"), "utf8");
  expect(jail).toMatch(/^filter = linnet$/m);
  const unit = /^journalmatch = _SYSTEMD_UNIT=(.+)$/m.exec(jail)?.[1] ?? "";
  expect(readFileSync(join(folder, "..", unit), "utf8")).toContain("ExecStart=");
});

const isThere = spawnSync("fail2ban-regex", ["--version"]).error === undefined;
it.skipIf(!isThere)("fail2ban-regex finds the same (skipped where fail2ban is not installed)", () => {
  const kept = mkdtempSync(join(tmpdir(), "linnet-fail2ban-"));
  const log = join(kept, "linnet.log");
  writeFileSync(log, server.log());
  const found = spawnSync("fail2ban-regex", ["-o", "ip", log, filterFile], { encoding: "utf8" });
  rmSync(kept, { recursive: true });
  expect(found.stdout.split("\n").filter((line) => line !== "")).toEqual(expected);
});
