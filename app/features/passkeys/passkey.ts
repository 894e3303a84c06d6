// What a passkey is to us: whether this server may have any, what a name is, what is said. Pure, for both sides.

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

/** The intent of the two forms that add one: who it is, then what the browser made. */
export const addIntent = "add-passkey";

export const maxName = 60;
export const maxPasskeys = 20;

/** Whose passkeys they are: a browser gives them to this origin alone. */
export interface Site {
  rpId: string;
  origin: string;
}

export const siteFaults = {
  address: "This server's address is an IP address, and a passkey needs a name such as linnet.example.com.",
  http: "This server's address begins with http:, and browsers give passkeys only to https: and to localhost.",
} as const;

/** Why there can be none: passkeys belong to a name, and need https or this very machine. */
export type SiteFault = keyof typeof siteFaults;

/** `appOrigin` as APP_ORIGIN says it; nothing of a request is believed. */
export function siteOf(appOrigin: string): Site | SiteFault {
  const { protocol, hostname, origin } = new URL(appOrigin);
  if (hostname.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return "address";
  const isHere = hostname === "localhost" || hostname.endsWith(".localhost");
  return protocol === "https:" || isHere ? { rpId: hostname, origin } : "http";
}

/** A passkey counts how often it signed, or says 0 for ever. One that goes back, or stands still, may be a copy. */
export const isCountBack = (before: number, now: number): boolean => (before > 0 || now > 0) && now <= before;
