// Defines the format of codes and the wording of 2FA. Pure.

export const messages = {
  missing: "Enter the 6-digit code from your app, or a recovery code.",
  wrong: "That code is wrong or has expired. Try the next one.",
  required: "Send the code from your authenticator app, or a recovery code, as otp.",
  onlyPasskey: "Send a recovery code as otp. Passkeys can’t be used in API calls.",
  over: "This sign-in has expired. Sign in again.",
  isOn: "The authenticator app is already on.",
  isOff: "The authenticator app is already off.",
  noFactor: "Two-factor authentication is already off.",
  changedMeanwhile: "Your two-factor authentication was changed in another window. Start again.",
  factorMissing: "Confirm it’s you first, with a code or a passkey.",
  notKept: "Check the box once you’ve saved your recovery codes.",
  setUpOver: "This setup has expired. Start again.",
} as const;

export const setUpIntent = "set-up-factor";

/** `few`: the user is warned from this many left. */
export const recoveryCodes = { count: 10, few: 2 } as const;

export type Code = { kind: "app"; digits: string } | { kind: "recovery"; code: string };

/** Crockford's base32, which leaves out ambiguous letters. */
export const recoveryLetters = "0123456789abcdefghjkmnpqrstvwxyz";

/** Removes spaces and dashes. Returns null for anything that isn't a code. */
export function readCode(input: string): Code | null {
  const plain = input
    .slice(0, 100)
    .normalize("NFKC")
    .replace(/[\s\u2010-\u2015-]/g, "")
    .toLowerCase();
  if (/^\d{6}$/.test(plain)) return { kind: "app", digits: plain };
  const code = plain.replace(/o/g, "0").replace(/[il]/g, "1");
  return /^[0-9a-hjkmnp-tv-z]{8}$/.test(code) ? { kind: "recovery", code } : null;
}

/** A data: link, so saving the codes needs no request and no script. */
export const codesFile = (codes: readonly string[]): { href: string; download: string } => ({
  href: `data:text/plain;charset=utf-8,${encodeURIComponent(`Linnet recovery codes. Each code works once.\r\n\r\n${codes.join("\r\n")}\r\n`)}`,
  download: "linnet-recovery-codes.txt",
});

export const inFours = (text: string, between: string): string => (text.match(/.{1,4}/g) ?? []).join(between);
