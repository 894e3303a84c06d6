// Runs the child process that cleans a picture, without secrets and isolated from decoder faults.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { AppError } from "~/ground/errors";
import { seconds } from "~/ground/time/duration";
import { maxEdge, mediaMessages, type PictureType, typeOf } from "./media";

export interface Cleaned {
  type: PictureType;
  width: number;
  height: number;
  isWhitened: boolean;
  picture: Buffer;
  preview: Buffer;
}

/** Only one child runs, since it takes up to 440 MB. Each waiting request holds up to 10 MB. */
const maxWaiting = 3;
/** A picture takes half a second to two. Tests shorten the limit. */
export const cleaning = { maxTimeMs: seconds(20) };
const maxOutput = 4_000_000;

interface Choices {
  abortSignal?: AbortSignal;
  shutdownSignal?: AbortSignal;
  program?: string;
  timeoutMs?: number;
}

const waiting: (() => void)[] = [];
let isRunning = false;

/** Throws AppError: invalid, unsupported_type (animated), timeout (20 s), busy and shutting_down. */
export async function cleanPicture(bytes: Buffer, choices: Choices = {}): Promise<Cleaned> {
  if (isRunning) {
    if (waiting.length >= maxWaiting) throw new AppError("busy", mediaMessages.busy, { retryAfterSeconds: 5 });
    // The finishing call hands over its place, so `isRunning` stays true.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else isRunning = true;
  try {
    if (choices.shutdownSignal?.aborted) throw new AppError("shutting_down", "The server is shutting down.");
    return readOutput(await runChild(bytes, choices));
  } finally {
    const next = waiting.shift();
    if (next) next();
    else isRunning = false;
  }
}

function findProgram(): string {
  const beside = fileURLToPath(new URL("clean-picture.mjs", import.meta.url));
  return existsSync(beside) ? beside : "app/features/media/clean-picture.mjs";
}

/** The child gets no environment, so it has no secrets. */
function runChild(bytes: Buffer, { program = findProgram(), timeoutMs = cleaning.maxTimeMs, abortSignal }: Choices) {
  return new Promise<Buffer>((resolve, reject) => {
    const child = spawn(process.execPath, ["--max-old-space-size=64", program], {
      env: {} as NodeJS.ProcessEnv,
      stdio: ["pipe", "pipe", "ignore"],
      timeout: timeoutMs,
      killSignal: "SIGKILL",
      signal: abortSignal,
    });
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxOutput) child.kill("SIGKILL");
      else chunks.push(chunk);
    });
    child.on("error", (cause) => reject(crashed(cause)));
    child.on("close", (code, signal) => {
      // Without too much output, `killed` means the time limit.
      if (code === 0 && length <= maxOutput) resolve(Buffer.concat(chunks));
      else if (child.killed && length <= maxOutput) reject(new AppError("timeout", mediaMessages.slow));
      else reject(crashed({ code, signal, length }));
    });
    child.stdin.on("error", () => undefined);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(bytes.length);
    child.stdin.write(head);
    child.stdin.end(bytes);
  });
}

const crashed = (cause: unknown): AppError => new AppError("invalid", mediaMessages.crashed, { cause });

const faults = {
  side: "invalid",
  pixels: "invalid",
  memory: "invalid",
  damaged: "invalid",
  bytes: "invalid",
  animated: "unsupported_type",
} as const;

const isFault = (fault: unknown): fault is keyof typeof faults =>
  typeof fault === "string" && Object.keys(faults).includes(fault);

/** Checks the output, because a picture may have compromised the child. */
function readOutput(output: Buffer): Cleaned {
  const headEnds = output.length < 4 ? 0 : 4 + output.readUInt32BE(0);
  const head = readHead(output.subarray(4, headEnds));
  const { fault, type, width, height, bytes, previewBytes, whitened } = head;
  if (isFault(fault)) throw new AppError(faults[fault], mediaMessages[fault]);
  if (!isSize(bytes, maxOutput) || !isSize(previewBytes, maxOutput)) throw crashed(head);
  const picture = output.subarray(headEnds, headEnds + bytes);
  const preview = output.subarray(headEnds + bytes);
  const isSound = preview.length === previewBytes && typeOf(preview) === "jpeg" && typeOf(picture) === type;
  if ((type !== "jpeg" && type !== "png") || !isSound || !isSize(width, maxEdge) || !isSize(height, maxEdge))
    throw crashed(head);
  return { type, width, height, isWhitened: whitened === true, picture, preview };
}

function readHead(text: Buffer): Record<string, unknown> {
  try {
    return { ...(JSON.parse(text.toString()) as object) };
  } catch (error) {
    throw crashed(error);
  }
}

const isSize = (value: unknown, max: number): value is number =>
  typeof value === "number" && Number.isInteger(value) && value > 0 && value <= max;
