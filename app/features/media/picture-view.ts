// A picture as a tweet's window shows it.

export interface PictureView {
  mediaId: string;
  altText: string;
  madeWithAi: boolean;
  /** Of its preview. */
  src: string;
}

export const toPictureView = ({ mediaId, altText, madeWithAi }: Omit<PictureView, "src">): PictureView => ({
  mediaId,
  altText,
  madeWithAi,
  src: `/api/media/${mediaId}?size=preview`,
});

/** What is open for the pictures of one tweet, or of one part of a thread. */
export interface Picturing {
  tweetId: number;
  /** "Part 2 of 5"; null: the tweet stands by itself. */
  part: string | null;
  content: string;
  pictures: PictureView[];
  /** Why no picture can be added on this server; null: it can. */
  off: string | null;
}
