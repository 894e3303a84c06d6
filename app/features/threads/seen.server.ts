// What the parts of a thread say, as one word that tells two sayings apart. Pure.
import { createHash } from "node:crypto";

export const seenOf = (parts: readonly { content: string }[]): string =>
  createHash("sha256")
    .update(JSON.stringify(parts.map(({ content }) => content)))
    .digest("base64url");
