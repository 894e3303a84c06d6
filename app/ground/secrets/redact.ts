// Takes secrets out of a text by what they are, not by where they stand: services repeat what they were sent. Pure.

/** Shorter ones would take ordinary words with them. */
const shortest = 8;

export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret.length >= shortest)
    .reduce((rest, secret) => rest.replaceAll(secret, "[redacted]"), text);

/** As JSON writes it: what stands before a key may be the end of an escape, and must stay whole. */
const likeKey = /(\\(?:[bfnrt]|u[\da-f]{4}))?(?:[\w-]{43,}|whsec_[\w+/=-]+)/gi;

/**
 * A line without what looks like a key, wherever it stands: sessions, keys and the tokens of links are 43 letters (token.server
 * and key-text.server), a webhook's secret says what it is. Nothing else that the log is for is one word of that length.
 */
export const withoutKeys = (line: string): string =>
  line.replace(likeKey, (_found, escape: string | undefined) => `${escape ?? ""}[redacted]`);
