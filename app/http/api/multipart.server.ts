// Reading a form with files: one file in memory at a time, each handed on before the next is read, and bounds on everything.
import Busboy from "@fastify/busboy";
import { once } from "node:events";
import { AppError } from "~/ground/errors";
import { maxBodies } from "~/http/door/limits.server";
import { toPlainText } from "~/ground/plain-text";
import { drain } from "./upload.server";

interface Bounds {
  /** How many files, and of how many bytes each. */
  maxFiles: number;
  maxFileBytes: number;
}

/** Names and short texts: descriptions have 1,000 characters of up to four bytes. */
const bounds = { fields: 60, fieldNameSize: 40, fieldSize: 8_000, parts: 70, headerPairs: 10, headerSize: 2_048 };

const unreadable = "This form could not be read. Please reload the page.";

/**
 * The fields of a form by their names, the last of each, written into `fields` as they come: whoever is refused gets back
 * what was typed. `onFile` is called for each file that was chosen, one after the other, in their order; null: it is over the
 * bound. After what it throws no more files are taken; where there is no `onFile`, none is. Throws unsupported_type for what
 * is no such form, too_large, invalid where it broke off.
 */
export async function readMultipart(
  request: Request,
  { maxFiles, maxFileBytes }: Bounds,
  onFile: ((name: string, bytes: Buffer | null) => Promise<void>) | null,
  fields = new Map<string, string>(),
): Promise<Map<string, string>> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type) || !request.body) {
    await drain(request);
    throw new AppError("unsupported_type", unreadable);
  }
  let work = Promise.resolve();
  let fault: unknown = null;
  let isBroken = false;
  const fail = (error: unknown) => void (fault ??= error);
  const parser = parserOf(type, { ...bounds, files: maxFiles, fileSize: maxFileBytes });
  const finished = new Promise<void>((resolve) => void parser.once("finish", resolve).once("error", () => resolve()));
  parser.on("error", (error) => {
    isBroken = true;
    fail(error);
  });
  parser.on("field", (name, value) => fields.set(toPlainText(name), toPlainText(value)));
  for (const limit of ["fieldsLimit", "partsLimit", "filesLimit"] as const)
    parser.on(limit, () => fail(new AppError("too_large", "This form has more in it than can be taken")));
  parser.on("file", (name, stream) => {
    const chunks: Buffer[] = [];
    stream.on("error", fail);
    const isTaken = () => onFile !== null && fault === null;
    stream.on("data", (chunk: Buffer) => void (isTaken() ? chunks.push(chunk) : (chunks.length = 0)));
    stream.on("end", () => {
      if (onFile === null || !isTaken()) return;
      const bytes = stream.truncated ? null : Buffer.concat(chunks);
      // A field in which no file was chosen comes as an empty one.
      if (bytes?.length !== 0) work = work.then(() => onFile(name, bytes)).catch(fail);
    });
  });
  let length = 0;
  for await (const chunk of chunksOf(request.body, fail)) {
    length += chunk.byteLength;
    if (length > maxBodies.form)
      fail(new AppError("too_large", "The pictures are too large together: 40 MB are the most"));
    // The rest is read all the same: for what was typed, and because its sender would never see the answer.
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
  throw new AppError("invalid", unreadable, { cause: fault });
}

function parserOf(type: string, limits: ConstructorParameters<typeof Busboy>[0]["limits"]) {
  try {
    return new Busboy({ headers: { "content-type": type }, limits });
  } catch (cause) {
    throw new AppError("unsupported_type", unreadable, { cause });
  }
}

/** A reader, not `for await` over the stream: leaving that early resets the socket. */
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
