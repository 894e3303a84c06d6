// Describes misspelled settings, file permissions and proxies. Pure.
import { type Misspelt, misspeltText } from "~/ground/misspelt";
import type { Words } from "./finding";

export function filesWords(dataDir: string, open: readonly string[]): Words {
  if (open.length === 0) return { state: "good", message: `Only the user that Linnet runs as can read ${dataDir}.` };
  const [first = ""] = open;
  const others =
    open.length === 1 ? "" : open.length === 2 ? " and another file" : ` and ${open.length - 1} more files`;
  return {
    state: "check",
    message: `Other users of this machine can read ${first}${others}, and Linnet isn’t allowed to change that.`,
    todo: "Remove their access, as the owner of the folder or as root:",
    copy: `chmod -R go= ${dataDir}`,
  };
}

export const secretWords = (name: string): Words => ({
  state: "check",
  message: `Anyone with a copy of the database or of a cookie can guess ${name}.`,
  todo: "Add a new one before it, separated by a comma, and restart Linnet. To create one:",
  copy: "openssl rand -base64 32",
});

interface Proxies {
  https: boolean;
  trustProxy: number;
}

/** `wasForwarded`: a request had a header that only proxies add. */
export function proxyWords({ https, trustProxy }: Proxies, wasForwarded: boolean): Words {
  if (trustProxy > 0)
    return { state: "good", message: `Linnet gets each user’s IP address from ${proxies(trustProxy)}.` };
  if (!https && !wasForwarded) return { state: "off", message: "No proxy is set up, and Linnet hasn’t seen one." };
  return {
    state: "check",
    message: wasForwarded
      ? "Requests come through a proxy, but TRUST_PROXY is 0, so all users share one IP address."
      : "APP_ORIGIN is https, so there must be a proxy. TRUST_PROXY is 0, so all users share one IP address.",
    todo: "Set TRUST_PROXY to the number of proxies in front, usually 1. Otherwise one user’s wrong passwords stop everyone from signing in.",
  };
}

const proxies = (n: number): string => (n === 1 ? "the proxy in front" : `the first of ${n} proxies`);

export const misspeltWords = (misspelt: readonly Misspelt[]): Words => ({
  state: "check",
  message: misspelt.map(misspeltText).join(" "),
  todo: "Correct or remove the name in .env, and restart Linnet.",
});
