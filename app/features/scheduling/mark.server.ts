// Hashes what a post consists of, so that a preview's confirmation is bound to it.
import { createHash } from "node:crypto";

export interface Marked {
  account: string;
  /** The post that the first part replies to. */
  answers: string | null;
  parts: readonly { text: string; pictures: readonly MarkedPicture[] }[];
}

export interface MarkedPicture {
  sha256: string;
  altText: string;
  /** If set on any picture, the network labels the whole post. */
  madeWithAi: boolean;
}

/** SHA-256 in hex. The order of the lists is fixed. */
export function markOf({ account, answers, parts }: Marked): string {
  const pictured = parts.map(({ text, pictures }) => [
    text,
    pictures.map(({ sha256, altText, madeWithAi }) => [sha256, altText, madeWithAi]),
  ]);
  return createHash("sha256")
    .update(JSON.stringify([account, answers, pictured]))
    .digest("hex");
}
