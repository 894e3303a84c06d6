// Reads multipart forms with limits, one file in memory at a time.
import Busboy from "@fastify/busboy";
import { once } from "node:events";
import { AppError } from "~/ground/errors";
import { formMessages } from "~/ground/messages";
import { maxBodies } from "~/http/door/limits.server";
import { toPlainText } from "~/ground/plain-text";
import { drain } from "./upload.server";

interface Bounds {
  maxFiles: number;
  maxFileBytes: number;
  maxFields?: number;
  maxFieldBytes?: number;
  /** All fields together, in UTF-16 code units. */
  maxText?: number;
}

const bounds = { fieldNameSize: 40, headerPairs: 10, headerSize: 2_048 };

/**
 * Writes the last value of each field into `fields` as it arrives, so a refused form keeps its input. Calls `onFile`
 * per file in order; null means too large. Takes no more files after it throws. Throws unsupported_type, too_large,
 * invalid.
 */
export async function readMultipart(
  request: Request,
  { maxFiles, maxFileBytes, maxFields = 60, maxFieldBytes = 8_000, maxText = 480_000 }: Bounds,
  onFile: ((name: string, bytes: Buffer | null) => Promise<void>) | null,
  fields = new Map<string, string>(),
): Promise<Map<string, string>> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type) || !request.body) {
    await drain(request);
    throw new AppError("unsupported_type", formMessages.unreadable);
  }
  let work = Promise.resolve();
  let fault: unknown = null;
  let isBroken = false;
  const fail = (error: unknown) => void (fault ??= error);
  const parser = parserOf(type, {
    ...bounds,
    fields: maxFields,
    fieldSize: maxFieldBytes,
    files: maxFiles,
    fileSize: maxFileBytes,
    parts: maxFields + maxFiles,
  });
  const finished = new Promise<void>((resolve) => void parser.once("finish", resolve).once("error", () => resolve()));
  parser.on("error", (error) => {
    isBroken = true;
    fail(error);
  });
  let text = 0;
  parser.on("field", (name, value, _nameTruncated, valueTruncated) => {
    text += value.length;
    if (text > maxText || valueTruncated) fail(new AppError("too_large", "This form has too much text."));
    else fields.set(toPlainText(name), toPlainText(value));
  });
  for (const limit of ["fieldsLimit", "partsLimit", "filesLimit"] as const)
    parser.on(limit, () => fail(new AppError("too_large", "This form has too many fields.")));
  parser.on("file", (name, stream) => {
    const chunks: Buffer[] = [];
    stream.on("error", fail);
    const isTaken = () => onFile !== null && fault === null;
    stream.on("data", (chunk: Buffer) => void (isTaken() ? chunks.push(chunk) : (chunks.length = 0)));
    stream.on("end", () => {
      if (onFile === null || !isTaken()) return;
      const bytes = stream.truncated ? null : Buffer.concat(chunks);
      if (bytes?.length !== 0) work = work.then(() => onFile(name, bytes)).catch(fail);
    });
  });
  let length = 0;
  for await (const chunk of chunksOf(request.body, fail)) {
    length += chunk.byteLength;
    if (length > maxBodies.form) {
      fail(new AppError("too_large", "Together, the images are too large. The limit is 40 MB."));
      isBroken = true;
    }
    // Read the rest anyway: for the typed fields, and so the client can read the answer.
    if (isBroken) continue;
    if (!parser.write(Buffer.from(chunk))) await Promise.race([once(parser, "drain"), finished]);
    await work;
  }
  if (!isBroken) {
    parser.end();
    await finished;
  }
  await work;
  if (fault === null) return fields;
  if (fault instanceof AppError) throw fault;
  throw new AppError("invalid", formMessages.unreadable, { cause: fault });
}

function parserOf(type: string, limits: ConstructorParameters<typeof Busboy>[0]["limits"]) {
  try {
    return new Busboy({ headers: { "content-type": type }, limits });
  } catch (cause) {
    throw new AppError("unsupported_type", formMessages.unreadable, { cause });
  }
}

/** Leaving `for await` over the stream early resets the socket. */
async function* chunksOf(body: ReadableStream<Uint8Array>, fail: (error: unknown) => void) {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      fail(error);
      return { done: true as const, value: undefined };
    });
    if (done) return;
    yield value;
  }
}
