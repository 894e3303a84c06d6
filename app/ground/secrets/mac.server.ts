// Signs and verifies text with HMAC-SHA256, one derived key per purpose.
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

const macOf = (secret: string, purpose: string, text: string): Buffer =>
  createHmac("sha256", Buffer.from(hkdfSync("sha256", secret, "", `linnet ${purpose}`, 32)))
    .update(text)
    .digest();

export function sign(secrets: readonly string[], purpose: string, text: string): string {
  const [newest] = secrets;
  if (!newest) throw new Error("There is no secret to sign with");
  return macOf(newest, purpose, text).toString("base64url");
}

export function isSigned(secrets: readonly string[], purpose: string, text: string, mark: string): boolean {
  const given = Buffer.from(mark, "base64url");
  return secrets.some((secret) => {
    const wanted = macOf(secret, purpose, text);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}
