// Reading a file that comes as a whole body: one of a person and few at once, never more of it than its bound, and to its end also where it is refused.
import type { App } from "~/app.server";
import { countOne } from "~/features/rate-limits/rate-limits.server";
import { AppError } from "~/ground/errors";
import { createFairPool } from "~/ground/fair-pool";
import { seconds } from "~/ground/time/duration";
import { maxBodies } from "~/http/door/limits.server";

/** In memory together, and of one person. */
export const uploadBounds = { inAll: 2, each: 1, maxWait: seconds(20) };
const places = createFairPool(uploadBounds);

export const uploadMessages = {
  busy: "Other files are being received. Please try again in a few seconds.",
  brokeOff: "The file did not come to its end. Please send it again.",
  empty: "The body is empty: send the file itself",
} as const;

/** The bytes of the body. Throws too_large, invalid where it broke off or is empty. `tooLarge`: the sentence for one over the bound. */
export async function readUpload(request: Request, max: number, tooLarge: string): Promise<Buffer> {
  const bytes = await take(request, max);
  if (bytes === null) throw new AppError("too_large", tooLarge);
  if (bytes.length === 0) throw new AppError("invalid", uploadMessages.empty);
  return bytes;
}

/**
 * Waits until this person may send a file, and returns what ends that; people have their turn one after the other. Throws
 * rate_limited, and busy where it takes 20 s: once the body has come to its end, read by `pass`, which keeps little of it.
 */
export async function enterTurn(
  app: App,
  request: Request,
  userId: string,
  pass: () => Promise<unknown> = () => drain(request),
): Promise<() => void> {
  const refuse = async (error: unknown): Promise<never> => {
    await pass();
    throw error;
  };
  await countOne(app, "uploads", userId).catch(refuse);
  const busy = () => refuse(new AppError("busy", uploadMessages.busy, { retryAfterSeconds: 5 }));
  return places.enter(userId, AbortSignal.timeout(uploadBounds.maxWait)).catch(busy);
}

/** Throws unsupported_type by the head alone. */
export function requireType({ headers }: Request, types: readonly string[]): void {
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity")
    throw new AppError("unsupported_type", "The body must come as it is, without a Content-Encoding");
  const named = headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  // No type that is registered, but what many programs send for .jpg.
  const type = named === "image/jpg" ? "image/jpeg" : named;
  if (!types.includes(type))
    throw new AppError("unsupported_type", `The Content-Type must be one of ${types.join(", ")}`);
}

/** Null where it is longer than `max`; the rest of it is read all the same, or its sender would never see the answer. */
async function take(request: Request, max: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new AppError("invalid", uploadMessages.brokeOff, { cause });
    });
    if (done) break;
    length += value.byteLength;
    if (length > maxBodies.form) break;
    if (length <= max) chunks.push(value);
    else chunks.length = 0;
  }
  return length > max ? null : Buffer.concat(chunks);
}

/** Reads what nobody wants, as far as any body may go. */
export const drain = async (request: Request): Promise<void> => void (await take(request, 0).catch(() => null));
