// What an authenticator app shows: for tests of every kind, those in a browser too.
import { Secret, TOTP } from "otpauth";

/** The six digits that an app with this key shows at a moment. */
export const digitsOf = (key: string, now: number): string =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) }).generate({ timestamp: now });

/** Six digits that are not right now. */
export const wrongDigits = (key: string, now: number): string => {
  const right = [-1, 0, 1].map((step) => digitsOf(key, now + step * 30_000));
  return ["000000", "111111", "222222", "333333"].find((one) => !right.includes(one)) ?? "";
};
