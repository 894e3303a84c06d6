// Signs messages by Standard Webhooks 1.0.0: HMAC-SHA256 over id, time and body.
import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

export const newSecret = (): string => prefix + randomBytes(32).toString("base64");

interface Message {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
}

/** One signature per secret, separated by spaces. Receivers accept any valid one. */
export const sign = (secrets: readonly string[], message: Message): string =>
  secrets.map((secret) => `v1,${hmac(secret, message)}`).join(" ");

const hmac = (secret: string, { id, timestamp, body }: Message): string =>
  createHmac("sha256", Buffer.from(secret.slice(prefix.length), "base64"))
    .update(`${id}.${timestamp}.${body}`)
    .digest("base64");
