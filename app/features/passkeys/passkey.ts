// Checks whether this server can have passkeys, and defines names and messages. Pure.

export const messages = {
  needsScript: "A passkey needs JavaScript: switch it on, or wait until the page is ready, and press again.",
  noScript: "Passkeys need JavaScript, which does not run in this browser",
  unknown: "Nobody here has this passkey. It may have been removed in Settings; sign in with your password.",
  wrong: "That passkey was refused: it is not yours here, or its answer was not right. Please try again.",
  over: "The browser's answer came too late, or twice. Please press again.",
  copied: "This passkey was refused: it has signed less often than we know of, as a copy does. Remove it in Settings.",
  gone: "That passkey is removed already",
  alreadyHere: "This passkey is here already",
  tooMany: "You have 20 passkeys. Please remove one first.",
  notAllowed: "Adding a passkey takes at most five minutes after your password. Please begin again.",
  noName: "Please give it a name of at most 60 characters",
} as const;

export const addIntent = "add-passkey";

export const maxName = 60;
export const maxPasskeys = 20;

export interface Site {
  rpId: string;
  origin: string;
}

export const siteFaults = {
  address: "This server's address is an IP address, and a passkey needs a name such as linnet.example.com.",
  http: "This server's address begins with http:, and browsers give passkeys only to https: and to localhost.",
} as const;

/** Passkeys need a domain name, and https or localhost. */
export type SiteFault = keyof typeof siteFaults;

/** `appOrigin` comes from APP_ORIGIN, never from a request. */
export function siteOf(appOrigin: string): Site | SiteFault {
  const { protocol, hostname, origin } = new URL(appOrigin);
  if (hostname.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return "address";
  const isHere = hostname === "localhost" || hostname.endsWith(".localhost");
  return protocol === "https:" || isHere ? { rpId: hostname, origin } : "http";
}

/** A passkey counts its signatures or always says 0. A count that doesn't grow may mean a copy. */
export const isCountBack = (before: number, now: number): boolean => (before > 0 || now > 0) && now <= before;
