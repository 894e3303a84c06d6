// Limits and messages for pictures, and the type of a file by its first bytes. Pure.
import { days, hours } from "~/ground/time/duration";
import { maxDescription, maxPictures } from "~/ports/network/port";

export const maxUploadBytes = 10 * 1024 * 1024;
/** Rounded; same values as in `clean-picture.mjs`. */
export const maxMegapixels = { jpeg: 100, png: 50, webp: 50 };
export const maxEdge = 2_560;

export const unusedKeeps = hours(24);
/** Deletes only the bytes; the preview stays. */
export const publishedKeeps = days(30);

/** Stored type: WebP becomes JPEG. */
export type PictureType = "jpeg" | "png";

export const contentTypes = { jpeg: "image/jpeg", png: "image/png" } as const satisfies Record<PictureType, string>;

export interface Picture {
  id: string;
  /** Hash of the cleaned bytes, in hex. */
  sha256: string;
  type: PictureType;
  width: number;
  height: number;
  bytes: number;
  createdAt: number;
  /** Time the bytes were deleted; null if they exist. */
  droppedAt: number | null;
}

export interface TweetPicture {
  mediaId: string;
  altText: string;
  madeWithAi: boolean;
  type: PictureType;
  width: number;
  height: number;
}

export interface PictureChoice {
  mediaId: string;
  altText?: string | undefined;
  madeWithAi?: boolean | undefined;
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000).toLocaleString("en")} MB`;

export const mediaMessages = {
  tooLarge: "This image is too large. Use one up to 10 MB.",
  type: "Only JPEG, PNG and WebP images can be posted.",
  gif: "GIFs can’t be posted yet. Use a JPEG, PNG or WebP.",
  animated: "Animated images can’t be posted yet. Use a still one.",
  pixels: `This image is too large. Use a JPEG up to ${maxMegapixels.jpeg} megapixels, or a PNG or WebP up to ${maxMegapixels.png}.`,
  side: "This image is too wide or too tall. Each side can be up to 20,000 pixels.",
  memory: "This image takes too much memory to read. Make it smaller, or save it as a JPEG that isn’t progressive.",
  damaged: "This image is damaged. Use another copy of it.",
  bytes: "Couldn’t make this image small enough. Use one with less detail.",
  crashed: "Couldn’t process this image. Try again, or use a smaller one.",
  slow: "Processing this image took too long. Try again, or use a smaller one.",
  slowLine: "The images took longer than a minute to upload. Upload fewer at a time, or smaller ones.",
  busy: "Other images are being processed. Try again in a few seconds.",
  off: "Images are turned off on this server.",
  lowMemory: "Images are off on this server. They need 512 MB of memory.",
  diskLow: "The server’s disk is nearly full, so no image can be saved.",
  disk: "The server can’t write to its disk. Check DATA_DIR, then try again.",
  inUse: "A tweet that isn’t posted yet uses this image. Remove it from that tweet first.",
  none: "Image not found.",
  tooMany: `Add up to ${maxPictures} images.`,
  longText: `Alt text can have up to ${maxDescription.toLocaleString("en")} characters.`,
  twice: "This image is in the tweet twice.",
  gone: "This tweet’s image is no longer on this server. Add it again.",
  quota: (quota: number): string => `Your images can take up to ${megabytes(quota)}. Delete some first.`,
} as const;

/** Ignores the file's name and declared type; null if it can't be posted. */
export function typeOf(bytes: Uint8Array): "jpeg" | "png" | "webp" | "gif" | null {
  const text = String.fromCharCode(...bytes.subarray(0, 12));
  if (text.startsWith("\xff\xd8\xff")) return "jpeg";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (text.startsWith("RIFF") && text.slice(8) === "WEBP") return "webp";
  return /^GIF8[79]a/.test(text) ? "gif" : null;
}
