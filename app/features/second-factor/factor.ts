// What a code looks like, and what is said of the second step: pure, used on both sides.

export const messages = {
  missing: "Please enter the six digits of your app, or a recovery code",
  wrong: "That code is not right, or its half minute is over.",
  required: "Please send the code of your authenticator app, or a recovery code, as otp",
  onlyPasskey: "Please send a recovery code as otp: a passkey, your second step, can't be used in a call",
  over: "This sign-in is over: it was finished, or it waited for more than ten minutes. Please sign in again.",
  isOn: "The authenticator app is on already",
  isOff: "The authenticator app is off already",
  noFactor: "There is no second step here that could be turned off",
  changedMeanwhile: "Your second step was changed in another window meanwhile. Please begin again.",
  factorMissing: "Please show your second step first: a code, or a passkey",
  notKept: "Please tick the box once you have kept them",
  setUpOver: "This set-up is over. Please begin again.",
} as const;

/** The intent of the two forms that begin to set an app up: with a press, and beside a passkey with a proof. */
export const setUpIntent = "set-up-factor";

/** How many recovery codes somebody gets, and from how many left on they are told. */
export const recoveryCodes = { count: 10, few: 2 } as const;

export type Code = { kind: "app"; digits: string } | { kind: "recovery"; code: string };

/** Crockford's letters: nobody takes one of them for another. */
export const recoveryLetters = "0123456789abcdefghjkmnpqrstvwxyz";

/** What was typed, without the spaces and dashes that make it readable; null for what is no code at all. */
export function readCode(typed: string): Code | null {
  const plain = typed
    .slice(0, 100)
    .normalize("NFKC")
    .replace(/[\s\u2010-\u2015-]/g, "")
    .toLowerCase();
  if (/^\d{6}$/.test(plain)) return { kind: "app", digits: plain };
  const code = plain.replace(/o/g, "0").replace(/[il]/g, "1");
  return /^[0-9a-hjkmnp-tv-z]{8}$/.test(code) ? { kind: "recovery", code } : null;
}

/** A link that saves the codes as they stand on the page: no request carries them, and it needs no script. */
export const codesFile = (codes: readonly string[]): { href: string; download: string } => ({
  href: `data:text/plain;charset=utf-8,${encodeURIComponent(`Recovery codes of Linnet, each good once\r\n\r\n${codes.join("\r\n")}\r\n`)}`,
  download: "linnet-recovery-codes.txt",
});

/** In groups of four, as it is typed by hand. */
export const inFours = (text: string, between: string): string => (text.match(/.{1,4}/g) ?? []).join(between);
