// Hashes the text of a thread's parts, to notice changes. Pure.
import { createHash } from "node:crypto";

export const seenOf = (parts: readonly { content: string }[]): string =>
  createHash("sha256")
    .update(JSON.stringify(parts.map(({ content }) => content)))
    .digest("base64url");
