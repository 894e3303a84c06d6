// Data of a picture in a tweet's window.

export interface PictureView {
  mediaId: string;
  altText: string;
  madeWithAi: boolean;
  src: string;
}

export const toPictureView = ({ mediaId, altText, madeWithAi }: Omit<PictureView, "src">): PictureView => ({
  mediaId,
  altText,
  madeWithAi,
  src: `/api/media/${mediaId}?size=preview`,
});

export interface Picturing {
  tweetId: number;
  part: string | null;
  content: string;
  pictures: PictureView[];
  off: string | null;
}
