// Redacts secrets from text by value: services repeat what they were sent. Pure.

const shortest = 8;

export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret.length >= shortest)
    .reduce((rest, secret) => rest.replaceAll(secret, "[redacted]"), text);

/** A JSON escape in front of a key must stay whole. */
const likeKey = /(\\(?:[bfnrt]|u[\da-f]{4}))?(?:[\w-]{43,}|whsec_[\w+/=-]+)/gi;

/**
 * Tokens have 43 characters (token.server, key-text.server), webhook secrets a prefix. No other logged word is as long.
 */
export const withoutKeys = (line: string): string =>
  line.replace(likeKey, (_found, escape: string | undefined) => `${escape ?? ""}[redacted]`);
