// Reads raw file uploads with limits per user and in total.
import type { App } from "~/app.server";
import { countOne } from "~/features/rate-limits/rate-limits.server";
import { AppError } from "~/ground/errors";
import { createFairPool } from "~/ground/fair-pool";
import { seconds } from "~/ground/time/duration";
import { maxBodies } from "~/http/door/limits.server";

/** Limits of concurrent uploads in memory, in total and per user; longest wait in ms. */
export const uploadBounds = { inAll: 2, each: 1, maxWait: seconds(20) };
const places = createFairPool(uploadBounds);

export const uploadMessages = {
  busy: "Other files are being uploaded. Try again in a few seconds.",
  brokeOff: "The upload was cut off. Send the file again.",
  empty: "The body is empty. Send the file itself.",
} as const;

/** Throws too_large, and invalid if the body is empty or broke off. */
export async function readUpload(request: Request, max: number, tooLarge: string): Promise<Buffer> {
  const bytes = await take(request, max);
  if (bytes === null) throw new AppError("too_large", tooLarge);
  if (bytes.length === 0) throw new AppError("invalid", uploadMessages.empty);
  return bytes;
}

/** Waits for an upload slot and returns its release. Throws rate_limited, and busy after 20 s. */
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

export function requireType({ headers }: Request, types: readonly string[]): void {
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity") throw new AppError("unsupported_type", "The body must not have a Content-Encoding.");
  const named = headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  // Unregistered, but many clients send it for .jpg.
  const type = named === "image/jpg" ? "image/jpeg" : named;
  if (!types.includes(type))
    throw new AppError("unsupported_type", `The Content-Type must be one of ${types.join(", ")}`);
}

/** Null if longer than `max`. Reads the rest anyway, so the client can read the answer. */
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

export const drain = async (request: Request): Promise<void> => void (await take(request, 0).catch(() => null));
