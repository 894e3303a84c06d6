// Marks that only this server can make: HMAC-SHA256, by a key of its own for each purpose, from the server's secrets.
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

const macOf = (secret: string, purpose: string, text: string): Buffer =>
  createHmac("sha256", Buffer.from(hkdfSync("sha256", secret, "", `linnet ${purpose}`, 32)))
    .update(text)
    .digest();

/** 43 URL-safe characters, by the newest secret. A mark for one purpose is none for another. */
export function sign(secrets: readonly string[], purpose: string, text: string): string {
  const [newest] = secrets;
  if (!newest) throw new Error("There is no secret to sign with");
  return macOf(newest, purpose, text).toString("base64url");
}

/** Whether `sign` made the mark for this very text, by any of the secrets. */
export function isSigned(secrets: readonly string[], purpose: string, text: string, mark: string): boolean {
  const given = Buffer.from(mark, "base64url");
  return secrets.some((secret) => {
    const wanted = macOf(secret, purpose, text);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}
