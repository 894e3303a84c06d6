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
  tooLarge: "This picture is too large: 10 MB is the most",
  type: "Only JPEG, PNG and WebP pictures can be posted",
  gif: "GIF pictures can't be posted yet. Please use a JPEG, PNG or WebP.",
  animated: "Animated pictures can't be posted yet. Please use a still one.",
  pixels: `This picture is too large: ${maxMegapixels.jpeg} megapixels are the most for a JPEG, ${maxMegapixels.png} for a PNG or WebP`,
  side: "This picture is too long: 20,000 pixels a side are the most",
  memory:
    "This picture takes too much memory to read. Please make it smaller, or save it as a JPEG that isn't progressive.",
  damaged: "This picture is damaged, and can't be read to its end",
  bytes: "This picture doesn't become small enough. Please use one with less detail.",
  crashed: "This picture could not be cleaned. Please try again, or use a smaller one.",
  slow: "Cleaning this picture took too long. Please try again, or use a smaller one.",
  slowLine: "The pictures took longer than a minute to arrive. Please send fewer at once, or smaller ones.",
  busy: "Other pictures are being cleaned. Please try again in a few seconds.",
  off: "Pictures are switched off on this server",
  lowMemory: "Pictures are off on this server: they need 512 MB of memory",
  diskLow: "The server's disk is nearly full, so no picture can be kept",
  disk: "The server can't write to its disk. See to DATA_DIR, then try again.",
  inUse: "A tweet that isn't out yet uses this picture. Take it off there first.",
  none: "There is no such picture",
  tooMany: `A tweet has ${maxPictures} pictures at most`,
  longText: `A description has ${maxDescription.toLocaleString("en")} characters at most`,
  twice: "This picture is in the tweet twice",
  gone: "The picture of this tweet is no longer on this server. Add it again.",
  quota: (quota: number): string => `Your pictures may take ${megabytes(quota)}. Please delete some first.`,
} as const;

/** Ignores the file's name and declared type; null if it can't be posted. */
export function typeOf(bytes: Uint8Array): "jpeg" | "png" | "webp" | "gif" | null {
  const text = String.fromCharCode(...bytes.subarray(0, 12));
  if (text.startsWith("\xff\xd8\xff")) return "jpeg";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (text.startsWith("RIFF") && text.slice(8) === "WEBP") return "webp";
  return /^GIF8[79]a/.test(text) ? "gif" : null;
}
