// Checks whether this server can have passkeys, and defines names and messages. Pure.

export const messages = {
  needsScript: "A passkey needs JavaScript. Turn it on, or wait until the page has loaded, and try again.",
  noScript: "Passkeys need JavaScript, which is off in this browser",
  unknown: "Unknown passkey. It may have been removed in Settings. Sign in with your password.",
  wrong: "That passkey isn’t yours, or Linnet couldn’t verify it. Try again.",
  over: "The browser responded too late, or twice. Try again.",
  copied: "This passkey may have been copied, so it was refused. Remove it in Settings.",
  gone: "That passkey is already removed.",
  alreadyHere: "This passkey is already added.",
  tooMany: "You already have 20 passkeys, the maximum. Remove one first.",
  notAllowed: "More than 5 minutes have passed since you entered your password. Start again.",
  noName: "Enter a name of up to 60 characters.",
} as const;

export const addIntent = "add-passkey";

export const maxName = 60;
export const maxPasskeys = 20;

export interface Site {
  rpId: string;
  origin: string;
}

export const siteFaults = {
  address: "Passkeys need a domain name such as linnet.example.com, but this server’s address is an IP address.",
  http: "Passkeys only work on https: or localhost, but this server’s address begins with http:.",
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
