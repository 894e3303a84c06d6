// Reads a composer's form: fields first, each image cleaned and kept as it arrives.
import type { App } from "~/app.server";
import { maxUploadBytes, mediaMessages } from "~/features/media/media";
import { addPicture } from "~/features/media/media.server";
import { countOne } from "~/features/rate-limits/rate-limits.server";
import { maxParts } from "~/features/threads/thread";
import { AppError, isAppError } from "~/ground/errors";
import { readMultipart } from "~/http/api/multipart.server";
import { enterTurn } from "~/http/api/upload.server";
import { maxPictures } from "~/ports/network/port";
import { type ComposerForm, isFormOfOther, readForm } from "./form";

export interface Read {
  fields: Map<string, string>;
  /** Ids of the images that came with the form, by part. */
  added: Map<number, string[]>;
  /** Sentences about images that weren't kept. */
  refused: string[];
  isWhitened: boolean;
}

/** 25 parts of 5,000 code units of three bytes, each with four images and their alt text. */
const bounds = {
  maxFiles: maxParts * maxPictures,
  maxFileBytes: maxUploadBytes,
  maxFields: maxParts * (2 + 3 * maxPictures) + 20,
  maxFieldBytes: 300_000,
  maxText: 300_000,
};

/** A form this short holds no image that is worth waiting for. */
const quickBytes = 512 * 1024;

export const emptyRead = (): Read => ({ fields: new Map(), added: new Map(), refused: [], isWhitened: false });

/** Reads the text alone, for a form that can't be done. */
export const readTexts = (request: Request, read: Read): Promise<unknown> =>
  readMultipart(request, bounds, null, read.fields).catch(() => undefined);

/** Fills `read` as the form arrives. Throws invalid, too_large, unsupported_type, rate_limited, busy. */
export async function readComposer(app: App, request: Request, userId: string, read: Read): Promise<void> {
  const isQuick = Number(request.headers.get("content-length") ?? Infinity) <= quickBytes;
  let count = 0;
  const take = async (name: string, bytes: Buffer | null): Promise<void> => {
    const part = Number(/^images_(\d{1,2})$/.exec(name)?.[1] ?? 0);
    if (part < 1 || part > maxParts) return;
    const kept = read.added.get(part) ?? [];
    if (isFormOfOther({ userId: read.fields.get("user") || null }, userId)) return;
    // The turn of a long form counts its first one.
    if (isQuick || count > 0) await countOne(app, "uploads", userId);
    count += 1;
    const label = `Image ${kept.length + 1}`;
    try {
      if (kept.length + imagesIn(read.fields, part) >= maxPictures)
        throw new AppError("invalid", mediaMessages.tooMany);
      if (bytes === null) throw new AppError("too_large", mediaMessages.tooLarge);
      const { picture, isWhitened } = await addPicture(app, { userId, bytes });
      read.added.set(part, [...kept, picture.id]);
      read.isWhitened ||= isWhitened;
    } catch (error) {
      if (!isAppError(error)) throw error;
      read.refused.push(`${label} of part ${part}: ${error.message}`);
    }
  };
  const leave = isQuick ? () => {} : await enterTurn(app, request, userId, () => readTexts(request, read));
  await readMultipart(request, bounds, take, read.fields).finally(leave);
}

const imagesIn = (fields: ReadonlyMap<string, string>, part: number): number =>
  [...fields].filter(([name, value]) => name.startsWith(`media_${part}_`) && value !== "").length;

/** The form as it was sent, with the images that came with it. */
export function formIn({ fields, added }: Read): ComposerForm {
  const form = readForm((name) => fields.get(name) ?? null);
  const numbers = Array.from({ length: maxParts }, (_, n) => n + 1).filter((n) => fields.has(`part_${n}`));
  const parts = form.parts.map((part, n) => {
    const ids = added.get(numbers[n] ?? 0) ?? [];
    const images = [...part.images, ...ids.map((mediaId) => ({ mediaId, altText: "", madeWithAi: false }))];
    return { ...part, images: images.slice(0, maxPictures) };
  });
  return { ...form, parts };
}
