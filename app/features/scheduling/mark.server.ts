// The mark of what would go out. Equal marks: the same words and pictures, as the same account, in answer to the same post. Whoever
// says yes to a post says it to its mark (an agent's confirm today), so each thing that a post is made of has its place here.
import { createHash } from "node:crypto";

export interface Marked {
  /** The network's id of the account. */
  account: string;
  /** The post that the first part answers. That the others answer the one before them, their order says. */
  answers: string | null;
  /** A thread's in their order; of a single tweet the one. */
  parts: readonly { text: string; pictures: readonly MarkedPicture[] }[];
}

export interface MarkedPicture {
  /** Of its bytes, in hex: what is seen, whatever its id. */
  sha256: string;
  altText: string;
  /** Of any of a post's pictures: the network labels the post. */
  madeWithAi: boolean;
}

/** SHA-256 in hex, over lists whose order is fixed. */
export function markOf({ account, answers, parts }: Marked): string {
  const pictured = parts.map(({ text, pictures }) => [
    text,
    pictures.map(({ sha256, altText, madeWithAi }) => [sha256, altText, madeWithAi]),
  ]);
  return createHash("sha256")
    .update(JSON.stringify([account, answers, pictured]))
    .digest("hex");
}
