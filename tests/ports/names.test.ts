// Names that people chose: asked of a resolver of their own, which can be given up, and never of the system's threads.
import { lookup } from "node:dns/promises";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createNames } from "~/ports/receiver/names.server";
import { openNameServer } from "../support/fakes/name-server";

const six = "2606:2800:021f:cb07:0000:0000:0000:0001";

async function open(...known: Parameters<typeof openNameServer>) {
  const server = await openNameServer(...known);
  const folder = mkdtempSync(join(tmpdir(), "linnet-names-"));
  const hosts = join(folder, "hosts");
  writeFileSync(hosts, "127.0.0.1 localhost\n10.1.2.3\tNas.home nas # ours\n#10.9.9.9 old\nfd00::7 nas\n");
  const bySystem: string[] = [];
  const system = (host: string) => {
    bySystem.push(host);
    return host === "printer.local" ? Promise.resolve([{ address: "192.168.7.7", family: 4 }]) : never();
  };
  onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  return { server, bySystem, find: createNames({ servers: [server.address], hosts, system }) };
}

const never = () => new Promise<never>(() => undefined);
const asking = (owner = "alice", allowed: "public" | "home" = "public", signal = new AbortController().signal) => ({
  owner,
  allowed,
  signal,
});

it("all addresses of a name are found, of both kinds, with a dot at its end and without", async () => {
  const { find } = await open({
    "both.example.com": { four: "93.184.215.14", six },
    "six.example.com": { six },
    "none.example.com": {},
  });
  const both = [
    { address: "93.184.215.14", family: 4 },
    { address: "2606:2800:21f:cb07::1", family: 6 },
  ];
  expect(await find("both.example.com", asking())).toEqual(both);
  expect(await find("both.example.com.", asking())).toEqual(both);
  expect(await find("six.example.com", asking())).toEqual(both.slice(1));
  expect(await find("none.example.com", asking())).toEqual([]);
  expect(await find("nobody.example.com", asking())).toEqual([]);
});

it("a name of the hosts file is found there alone, and goes before", async () => {
  const { find, server } = await open({ "nas.home": { four: "93.184.215.14" } });
  expect(await find("nas.home.", asking())).toEqual([{ address: "10.1.2.3", family: 4 }]);
  expect(await find("NAS", asking())).toEqual([
    { address: "10.1.2.3", family: 4 },
    { address: "fd00::7", family: 6 },
  ]);
  expect(server.asked).toEqual([]);
  expect(await find("old", asking())).toEqual([]);
});

it("a resolver that never answers holds its own person's names alone, and is given up", async () => {
  const { find, bySystem } = await open({ "bob.example.com": { four: "93.184.215.14" } }, null);
  const stop = new AbortController();
  const slow = Array.from({ length: 8 }, (_, n) =>
    find(`slow${n}.example.com`, asking("alice", "public", stop.signal)),
  );
  expect(await find("bob.example.com", asking("bob"))).toHaveLength(1);
  // Whatever else the server connects to, such as X, is found as ever.
  expect((await lookup("localhost")).address).toMatch(/^(?:127\.|::1)/);
  stop.abort();
  expect(await Promise.all(slow)).toEqual(Array.from({ length: 8 }, () => []));
  expect(await find("bob.example.com", asking("alice"))).toHaveLength(1);
  expect(bySystem).toEqual([]);
});

it("four in all are asked for, and one who waits has the place of the first that leaves", async () => {
  const { find, server } = await open({}, null);
  const owners = ["a", "b", "c", "d", "e", "f"];
  const stops = new Map(owners.map((owner) => [`${owner}.example.com`, new AbortController()]));
  // Each reads the hosts file first, so they come to the places in any order.
  const all = [...stops].map(([name, { signal }]) => find(name, asking(name, "public", signal)));
  const asked = () => [...new Set(server.asked)];
  await expect.poll(() => asked().length).toBe(4);
  const [first = "", ...others] = asked();
  stops.get(first)?.abort();
  await expect.poll(() => asked().length).toBe(5);
  expect(asked().slice(0, 4)).toEqual([first, ...others]);
  for (const stop of stops.values()) stop.abort();
  await Promise.all(all);
});

it("the system is asked where private addresses are allowed, one name at a time, and nobody waits for it for ever", async () => {
  const { find, bySystem } = await open({});
  expect(await find("printer.local", asking("alice", "home"))).toEqual([{ address: "192.168.7.7", family: 4 }]);
  expect(await find("printer.local", asking("alice", "public"))).toEqual([]);
  expect(bySystem).toEqual(["printer.local"]);
  const stop = new AbortController();
  const slow = ["alice", "bob"].map((owner) => find("slow.local", asking(owner, "home", stop.signal)));
  await expect.poll(() => bySystem).toEqual(["printer.local", "slow.local"]);
  stop.abort();
  expect(await Promise.all(slow)).toEqual([[], []]);
  expect(bySystem).toHaveLength(2);
});
