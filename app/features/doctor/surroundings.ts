// Describes misspelled settings, file permissions and proxies. Pure.
import { type Misspelt, misspeltText } from "~/ground/misspelt";
import type { Words } from "./finding";

export function filesWords(dataDir: string, open: readonly string[]): Words {
  if (open.length === 0)
    return { state: "good", message: `Only the user that Linnet runs as can read what lies in ${dataDir}.` };
  const [first = ""] = open;
  const others =
    open.length === 1 ? "" : open.length === 2 ? " and another file" : ` and ${open.length - 1} more files`;
  return {
    state: "check",
    message: `Other users of this machine can read ${first}${others}, and Linnet may not change that.`,
    todo: "As the owner of the folder, or as root, take their rights away:",
    copy: `chmod -R go= ${dataDir}`,
  };
}

export const secretWords = (name: string): Words => ({
  state: "check",
  message: `${name} can be found by trying, by whoever has a copy of the database or of a cookie.`,
  todo: "Put a new one in front of it, with a comma between, and start Linnet again. This makes one:",
  copy: "openssl rand -base64 32",
});

interface Proxies {
  https: boolean;
  trustProxy: number;
}

/** `wasForwarded`: a request had a header that only proxies add. */
export function proxyWords({ https, trustProxy }: Proxies, wasForwarded: boolean): Words {
  if (trustProxy > 0)
    return { state: "good", message: `People are told apart by the address that ${proxies(trustProxy)} names.` };
  if (!https && !wasForwarded) return { state: "off", message: "No proxy is named, and none has been seen." };
  return {
    state: "check",
    message: wasForwarded
      ? "Requests come through a proxy, and TRUST_PROXY is 0: everybody counts as one address."
      : "APP_ORIGIN is https, so a proxy stands in front, and TRUST_PROXY is 0: everybody counts as one address.",
    todo: "Set TRUST_PROXY to the number of proxies in front, mostly 1. Else the wrong passwords of one keep all others from signing in.",
  };
}

const proxies = (n: number): string => (n === 1 ? "the proxy in front" : `the first of ${n} proxies`);

export const misspeltWords = (misspelt: readonly Misspelt[]): Words => ({
  state: "check",
  message: misspelt.map((one) => `${misspeltText(one)}.`).join(" "),
  todo: "Correct the name in .env, or take it out, and start Linnet again.",
});
