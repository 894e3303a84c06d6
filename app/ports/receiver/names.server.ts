// Resolves user-chosen names with an abortable resolver: one lookup per user and four in total.
// The system's resolver has four threads for the whole server, so eight slow names would block all posts.
import * as dns from "node:dns";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { createFairPool } from "~/ground/fair-pool";
import { seconds } from "~/ground/time/duration";
import type { Allowed } from "~/ground/addresses";

const patience = seconds(5);
const hostsFile = process.platform === "win32" ? "C:\\Windows\\System32\\drivers\\etc\\hosts" : "/etc/hosts";

export interface Asking {
  owner: string;
  allowed: Allowed;
  signal: AbortSignal;
}

/** Returns [] if there is no address or no answer in time. Never throws. */
export type FindAddresses = (host: string, context: Asking) => Promise<dns.LookupAddress[]>;

interface Means {
  servers?: string[];
  hosts?: string;
  system?: (host: string) => Promise<dns.LookupAddress[]>;
}

const bySystem = (host: string) => dns.promises.lookup(host, { all: true });

export function createNames({ servers, hosts = hostsFile, system = bySystem }: Means = {}): FindAddresses {
  const places = createFairPool({ inAll: 4, each: 1 });
  const systemPlaces = createFairPool({ inAll: 1, each: 1 });

  async function ask(host: string, signal: AbortSignal): Promise<dns.LookupAddress[]> {
    const resolver = new dns.promises.Resolver({ timeout: seconds(2), tries: 2 });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      return [...addressesIn(four, 4), ...addressesIn(six, 6)];
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }

  /** Releases the place only when the system answers, even if the caller has given up. */
  async function askSystem(host: string, owner: string, signal: AbortSignal): Promise<dns.LookupAddress[]> {
    const leave = await systemPlaces.enter(owner, signal);
    const answer = system(host).finally(leave);
    answer.catch(() => undefined);
    return Promise.race([answer, untilAborted(signal)]);
  }

  return async (host, { owner, allowed, signal: caller }) => {
    const signal = AbortSignal.any([caller, AbortSignal.timeout(patience)]);
    const name = host.replace(/\.$/, "").toLowerCase();
    try {
      const listed = addressesOf(name, await readFile(hosts, "utf8").catch(() => ""));
      if (listed.length > 0) return listed;
      const leave = await places.enter(owner, signal);
      try {
        const found = await ask(name, signal);
        // The system may know home network names through mDNS or a search domain.
        return found.length > 0 || allowed === "public" ? found : await askSystem(host, owner, signal);
      } finally {
        leave();
      }
    } catch {
      return [];
    }
  };
}

export const findAddresses = createNames();

const addressesIn = (answer: PromiseSettledResult<string[]>, family: 4 | 6): dns.LookupAddress[] =>
  answer.status === "fulfilled" ? answer.value.map((address) => ({ address, family })) : [];

function addressesOf(name: string, file: string): dns.LookupAddress[] {
  return file.split(/\r?\n/).flatMap((line) => {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    const family = isIP(address);
    return family > 0 && names.some((text) => text.toLowerCase() === name) ? [{ address, family }] : [];
  });
}

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    else signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
