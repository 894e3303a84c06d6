// Encrypts secrets at rest with AES-256-GCM, bound to a key id and an owner.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

const nonceBytes = 12;
const tagBytes = 16;

interface Key {
  id: string;
  key: Buffer;
}

const keys = new Map<string, Key>();

function keyOf(secret: string): Key {
  const known = keys.get(secret);
  if (known) return known;
  const made = deriveKey(secret);
  keys.set(secret, made);
  return made;
}

function deriveKey(secret: string): Key {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "linnet tokens at rest", 32));
  return { id: createHash("sha256").update(key).digest("hex").slice(0, 8), key };
}

/** Encrypts with the newest key. `unseal` needs the same `owner`. */
export function seal(secrets: string[], owner: string, plain: string): string {
  const [newest] = secrets;
  if (!newest) throw new Error("There is no encryption key");
  const { id, key } = keyOf(newest);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([nonce, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${id}.${sealed.toString("base64url")}`;
}

export const isNewest = (secrets: string[], sealed: string): boolean => {
  const [newest] = secrets;
  return newest !== undefined && sealed.startsWith(`${keyOf(newest).id}.`);
};

/** Throws if the key is missing, or if the owner or the bytes differ. */
export function unseal(secrets: string[], owner: string, sealed: string): string {
  const [id, body] = sealed.split(".", 2);
  const found = secrets.map(keyOf).find((key) => key.id === id);
  if (!found || !body) throw new Error("ENCRYPTION_KEY does not contain the key this was encrypted with");
  const bytes = Buffer.from(body, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", found.key, bytes.subarray(0, nonceBytes))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(-tagBytes));
  return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, "utf8") + decipher.final("utf8");
}
